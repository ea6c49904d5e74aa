import type { Invoice } from '../../../shared/contract/invoices.ts'
import { CallError, messageOf } from '../../lib/call-error.ts'

/** How many calls are under way at a time. */
export const AT_ONCE = 4

interface Refusal {
  readonly id: string
  readonly message: string
}

/**
 * Does the same to some invoices, at once; resolves to those that were refused. Throws where the server could not be
 * reached, so that the rest waits for somebody to go on.
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
