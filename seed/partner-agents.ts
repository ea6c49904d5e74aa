import type { User } from '../functions/platform/identity/user.ts'
import { addDays, addMonths, type LocalDate } from '../shared/time.ts'

/** Returns the agents whose partner company invoices their commissions, in the order of the partners. */
export const selectPartnerAgents = (people: readonly User[]): User[] =>
  people.filter(({ role, isActive, hasInvoiceAccess }) => role === 'agent' && isActive && hasInvoiceAccess)

/** Days on which the invoice of a month is dated and paid; `paidOn` is undefined while it is not paid. */
export interface Schedule {
  readonly invoiceDate: LocalDate
  readonly paidOn: LocalDate | undefined
}

/** Number of days for which partners wait for the payment of an invoice after its payday, in turn. */
const LATE_DAYS = [0, 45, 15] as const

/**
 * Returns when the monthly run invoiced what an agent sold in a month `yyyy-mm`: on the third of the next month, paid on
 * the twentieth. Undefined while that is still to come. `place` is the place of the agent among those with a partner.
 */
export function scheduleInvoice(month: string, place: number, today: LocalDate): Schedule | undefined {
  const next = addMonths(`${month}-01` as LocalDate, 1).slice(0, 7)
  const [invoiceDate, payday] = [`${next}-03` as LocalDate, `${next}-20` as LocalDate]
  if (invoiceDate > today) return undefined
  const lateDays = LATE_DAYS[place % LATE_DAYS.length] ?? 0
  return { invoiceDate, paidOn: payday > addDays(today, -lateDays) ? undefined : payday }
}
