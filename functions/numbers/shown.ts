import type { MayCall } from '../../shared/numbers/may-call.ts'
import { findDoNotCalls } from '../known-customers/service.ts'
import { type NumberRow, Numbers } from './entity.ts'
import { judge, numberOf } from './facts.ts'

const CLOSED = { state: 'closed' as const, until: undefined, source: undefined }

/**
 * Reads whether the numbers of phone fields may be called, for lists whose records keep no marks. Returns a function
 * that gives the do-not-call entry and the state of a field.
 */
export async function readCalls(fields: readonly (string | undefined)[]) {
  const closed = await findDoNotCalls(fields)
  const phones = fields.flatMap((field = '') => (closed.has(field) ? [] : (numberOf(field) ?? [])))
  const keys = [...new Set(phones)].map((phone) => ({ phone }))
  const rows = keys.length === 0 ? [] : ((await Numbers.get(keys).go()).data as NumberRow[])
  const judged = rows.map(async (row): Promise<[string, MayCall]> => [row.phone, await judge(row, false)])
  const states = new Map(await Promise.all(judged))
  return (field = '') => {
    const doNotCallSince = closed.get(field) ?? null
    const { state = 'none', until, source } = states.get(numberOf(field) ?? '') ?? {}
    return { doNotCallSince, mayCall: doNotCallSince ? CLOSED : { state, until, source } }
  }
}
