import type { Invoice } from '../../shared/api/schemas/invoices.ts'

/** Navigation state with the invoices for a new payment file. */
interface Paying {
  readonly paying: readonly Invoice[]
}

/** Returns the navigation state with which the payments screen opens a new payment file for these invoices. */
export const buildPayState = (invoices: readonly Invoice[]): Paying => ({ paying: invoices })

/** Returns the invoices to pay from a navigation state; null without any. */
export function readInvoicesToPay(state: unknown): readonly Invoice[] | null {
  const { paying } = (state ?? {}) as Partial<Paying>
  return paying && paying.length > 0 ? paying : null
}
