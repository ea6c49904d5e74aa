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

/** Records on which an action succeeded, and those on which it failed. */
export interface Outcome<Row> {
  readonly done: readonly Row[]
  readonly failed: readonly { readonly row: Row; readonly message: string }[]
}

/**
 * Runs one action on each record, `MAX_PARALLEL` at a time; a failure does not stop the others. Returns the records
 * that succeeded and those that failed.
 */
export async function forEachRecord<Row>(
  rows: readonly Row[],
  work: (row: Row, part: PartOfAction) => Promise<unknown>,
): Promise<Outcome<Row>> {
  const action = beginAction()
  const waiting = [...rows]
  const done: Row[] = []
  const failed: { row: Row; message: string }[] = []
  async function next(): Promise<void> {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      try {
        await work(row, action)
        done.push(row)
      } catch (error) {
        failed.push({ row, message: messageOf(error, AGAIN) })
      }
    }
  }
  await Promise.all(Array.from({ length: MAX_PARALLEL }, next))
  return { done, failed }
}

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

/** Number of failures that are listed one by one. */
const LISTED = 3

/**
 * Returns a toast such as `12 gewijzigd, 2 niet`, with the names and reasons of the first three failures. `verb` says
 * what was done.
 */
export function buildOutcomeToast<Row>(
  { done, failed }: Outcome<Row>,
  nameOf: (row: Row) => string,
  verb = 'gewijzigd',
) {
  const title = failed.length === 0 ? `${done.length} ${verb}` : `${done.length} ${verb}, ${failed.length} niet`
  const listed = failed.slice(0, LISTED).map(({ row, message }) => `${nameOf(row)}: ${message}`)
  const rest = failed.length > LISTED ? [`En nog ${failed.length - LISTED}.`] : []
  return failed.length === 0 ? { title } : { title, description: [...listed, ...rest].join(' '), tone: 'info' as const }
}
