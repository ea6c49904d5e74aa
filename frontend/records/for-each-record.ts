import { CallError, messageOf } from '../lib/call-error.ts'

/** Maximum number of parallel calls. */
export const MAX_PARALLEL = 4

/** Options of each call of one action, so that the audit log shows the action once. */
export interface PartOfAction {
  readonly actionId: string
}

/** Returns the options of the calls of a new action. */
export const beginAction = (): PartOfAction => ({ actionId: crypto.randomUUID() })

const AGAIN = 'Probeer het opnieuw.'

/**
 * Runs an action on all records at the same time; returns the id and message of each record that failed. Throws when a
 * call gets no answer.
 */
export async function runOnAllAtOnce<Row extends { readonly id: string }>(
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
): Promise<readonly { readonly id: string; readonly message: string }[]> {
  const results = await Promise.allSettled(rows.map(work))
  const failures = results.flatMap((result, at) => {
    const id = rows[at]?.id
    return result.status === 'rejected' && id !== undefined ? [{ id, error: result.reason as unknown }] : []
  })
  const away = failures.find(({ error }) => error instanceof CallError && error.status === 0)
  if (away) throw away.error
  return failures.map(({ id, error }) => ({ id, message: messageOf(error, AGAIN) }))
}
