import { findDoNotCalls } from '../known-customers/service.ts'
import { Numbers } from './entity.ts'
import { judge, numberOf } from './facts.ts'

/**
 * Reads whether the numbers of phone fields may be called, for lists whose records keep no marks. Returns a function
 * that gives the do-not-call entry and the state of a field.
 */
export async function readCalls(fields: readonly (string | undefined)[]) {
  const closed = await findDoNotCalls(fields)
  const phones = fields.flatMap((field = '') => (closed.has(field) ? [] : (numberOf(field) ?? [])))
  const keys = [...new Set(phones)].map((phone) => ({ phone }))
  const { data } = keys.length === 0 ? { data: [] } : await Numbers.get(keys).go()
  const judged = data.map(async (row) => [row.phone, await judge(row, false)] as const)
  const states = new Map(await Promise.all(judged))
  return (field = '') => {
    const doNotCallSince = closed.get(field) ?? null
    const { state, until, source } = states.get(numberOf(field) ?? '') ?? { state: 'none' as const }
    const mayCall = doNotCallSince ? { state: 'closed' as const } : { state, until, source }
    return { doNotCallSince, mayCall }
  }
}
