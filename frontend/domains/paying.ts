import type { Invoice } from '../../shared/contract/invoices.ts'

/** What an entry of the history holds that has invoices put into a payment file. */
interface Paying {
  readonly paying: readonly Invoice[]
}

/** Returns what opens the payment dialog for invoices, as the state of the address of the payments. */
export const paymentsOf = (invoices: readonly Invoice[]): Paying => ({ paying: invoices })

/** Returns the invoices that were chosen elsewhere to be paid, by the state of an address. */
export function payingOf(state: unknown): readonly Invoice[] | null {
  const { paying } = (state ?? {}) as Partial<Paying>
  return paying && paying.length > 0 ? paying : null
}
