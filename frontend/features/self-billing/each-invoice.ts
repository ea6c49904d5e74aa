import type { Invoice } from '../../../shared/contract/invoices.ts'
import { CallError, messageOf } from '../../lib/call-error.ts'

/** Number of calls at the same time. */
export const AT_ONCE = 4

interface Refusal {
  readonly id: string
  readonly message: string
}

/**
 * Runs the work for all invoices at once; returns the refused ones. Throws if the server is unreachable, so that the
 * caller can go on later.
 */
export async function eachInvoice(
  invoices: readonly Invoice[],
  work: (invoice: Invoice) => Promise<unknown>,
): Promise<readonly Refusal[]> {
  const results = await Promise.allSettled(invoices.map(work))
  const failures = results.flatMap((result, at) => {
    const id = invoices[at]?.id
    return result.status === 'rejected' && id !== undefined ? [{ id, error: result.reason as unknown }] : []
  })
  const away = failures.find(({ error }) => error instanceof CallError && error.status === 0)
  if (away) throw away.error
  return failures.map(({ id, error }) => ({ id, message: messageOf(error, 'Probeer het opnieuw.') }))
}
