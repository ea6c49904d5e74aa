import { CallError, messageOf } from '../lib/call-error.ts'

/** How many calls are under way at a time. */
export const AT_ONCE = 4

const AGAIN = 'Probeer het opnieuw.'

/** What came of doing the same to several records. */
export interface Outcome<Row> {
  readonly done: readonly Row[]
  readonly failed: readonly { readonly row: Row; readonly message: string }[]
}

/** Does the same to each record, a few at a time; one that fails keeps no other from it. */
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
 * Does the same to a part of a selection at once; returns the refused records. Throws where the server is unreachable,
 * so that the caller can go on later.
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

/** How many failures are told one by one. */
const TOLD = 3

/** Returns a message such as `12 gewijzigd, 2 niet`, with the names and reasons of the failures. */
export function outcomeText<Row>({ done, failed }: Outcome<Row>, nameOf: (row: Row) => string, verb = 'gewijzigd') {
  const title = failed.length === 0 ? `${done.length} ${verb}` : `${done.length} ${verb}, ${failed.length} niet`
  const told = failed.slice(0, TOLD).map(({ row, message }) => `${nameOf(row)}: ${message}`)
  const rest = failed.length > TOLD ? [`En nog ${failed.length - TOLD}.`] : []
  return failed.length === 0 ? { title } : { title, description: [...told, ...rest].join(' '), tone: 'info' as const }
}
