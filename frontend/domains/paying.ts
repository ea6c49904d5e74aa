import type { Invoice } from '../../shared/contract/schemas/invoices.ts'

/** Navigation state with the invoices for a new payment file. */
interface Paying {
  readonly paying: readonly Invoice[]
}

/** Returns the navigation state that opens the payment dialog for these invoices. */
export const paymentsOf = (invoices: readonly Invoice[]): Paying => ({ paying: invoices })

/** Returns the invoices in a navigation state that are to be paid; null without any. */
export function readInvoicesToPay(state: unknown): readonly Invoice[] | null {
  const { paying } = (state ?? {}) as Partial<Paying>
  return paying && paying.length > 0 ? paying : null
}
