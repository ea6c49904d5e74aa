import { addDays, addMonths, type LocalDate } from '../time.ts'

export interface Period {
  readonly invoiceDate: string
  readonly supplyFrom?: string | undefined
  readonly supplyTo?: string | undefined
}

/**
 * Returns the first and last day of supply of an invoice: those given, by default the month of the invoice date.
 * Without a last day, the period ends with the month of its first day.
 */
export function supplyPeriodOf({ invoiceDate, ...given }: Period) {
  const supplyFrom = given.supplyFrom || `${invoiceDate.slice(0, 7)}-01`
  const endOfMonth = addDays(addMonths(`${supplyFrom.slice(0, 7)}-01` as LocalDate, 1), -1)
  return { supplyFrom, supplyTo: given.supplyTo || endOfMonth }
}
