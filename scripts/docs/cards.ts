import { appointment } from '../../shared/appointments/record.ts'
import { contract } from '../../shared/contracts/record.ts'
import { invoice } from '../../shared/invoices/record.ts'
import { lead } from '../../shared/leads/record.ts'
import { partner } from '../../shared/partners/record.ts'
import { sale } from '../../shared/sales/record.ts'
import { team } from '../../shared/teams/record.ts'
import { user } from '../../shared/users/record.ts'
import type { Fields } from '../../shared/values/field.ts'

/** Card of each kind of record, by its name in the code. */
export const cards: Readonly<Record<string, { readonly fields: Fields; readonly stored: object }>> = {
  appointment,
  contract,
  invoice,
  lead,
  partner,
  sale,
  user,
  team,
}
