import { notAssignable } from '../../people/service.ts'
import { findUser } from '../../platform/identity/user.ts'

/**
 * Reads the user to whom an invoice is to be assigned: an active agent or team leader. Returns null without an id;
 * throws 422 at `field` for any other user.
 */
export async function readInvoiceAssignee(id: string | null | undefined, field: string) {
  if (!id) return null
  const user = await findUser(id)
  if (!user?.isActive || (user.role !== 'agent' && user.role !== 'teamleader')) throw notAssignable(field)
  return user
}
