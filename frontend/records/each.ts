import { CallError, messageOf } from '../lib/call-error.ts'

/** Number of parallel calls. */
export const AT_ONCE = 4

const AGAIN = 'Probeer het opnieuw.'

/** Result of the same action on several records. */
export interface Outcome<Row> {
  readonly done: readonly Row[]
  readonly failed: readonly { readonly row: Row; readonly message: string }[]
}

/** Runs the same action on each record, `AT_ONCE` at a time; a failure does not stop the others. */
export async function forEachRecord<Row>(
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
): Promise<Outcome<Row>> {
  const waiting = [...rows]
  const done: Row[] = []
  const failed: { row: Row; message: string }[] = []
  async function next(): Promise<void> {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      try {
        await work(row)
        done.push(row)
      } catch (error) {
        failed.push({ row, message: messageOf(error, AGAIN) })
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  return { done, failed }
}

/**
 * Sends one request for a part of a selection; returns the refused records. Throws where the server cannot be reached,
 * so that the caller can continue later.
 */
export async function eachAtOnce<Row extends { readonly id: string }>(
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
const TOLD = 3

/** Returns a message such as `12 gewijzigd, 2 niet`, with the names and reasons of the failures. */
export function outcomeText<Row>({ done, failed }: Outcome<Row>, nameOf: (row: Row) => string, verb = 'gewijzigd') {
  const title = failed.length === 0 ? `${done.length} ${verb}` : `${done.length} ${verb}, ${failed.length} niet`
  const told = failed.slice(0, TOLD).map(({ row, message }) => `${nameOf(row)}: ${message}`)
  const rest = failed.length > TOLD ? [`En nog ${failed.length - TOLD}.`] : []
  return failed.length === 0 ? { title } : { title, description: [...told, ...rest].join(' '), tone: 'info' as const }
}
