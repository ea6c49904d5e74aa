import type { Lead } from '../../../shared/contract/leads.ts'

/** Tells whether a lead must still be called. */
const isToCall = ({ customerPhone, doNotCall, status }: Lead): boolean =>
  customerPhone !== null && !doNotCall && status !== 'not-interested' && status !== 'converted'

/**
 * Returns the next lead to call after the given one, or the first when that one is not listed. Undefined at the end.
 */
export function nextToCall(leads: readonly Lead[], id: string): Lead | undefined {
  const at = leads.findIndex((lead) => lead.id === id)
  return leads.slice(at + 1).find((lead) => lead.id !== id && isToCall(lead))
}
