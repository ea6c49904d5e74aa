import { showCall } from '../../shared/numbers/may-call.ts'
import { findDoNotCalls } from '../known-customers/service.ts'
import { findNumbers, judge, numberOf } from './facts.ts'

/**
 * Reads whether the numbers of phone fields may be called, for records that keep no marks. Returns a function that gives
 * the do-not-call entry and the state of a field; a state costs a read of its number, and is absent without `hasStates`.
 */
export async function readCalls(fields: readonly (string | undefined)[], hasStates: boolean) {
  const phones = hasStates ? fields.flatMap((field) => numberOf(field) ?? []) : []
  const [closed, numbers] = await Promise.all([findDoNotCalls(fields), findNumbers(phones, { consistent: false })])
  const judged = [...numbers].map(async ([phone, row]) => [phone, await judge(row, false)] as const)
  const states = new Map(await Promise.all(judged))
  return (field = '') => {
    const doNotCallSince = closed.get(field) ?? null
    const known = doNotCallSince ? undefined : states.get(numberOf(field) ?? '')
    const { state, until, source } = known ?? showCall({}, doNotCallSince !== null)
    return { doNotCallSince, mayCall: hasStates ? { state, until, source } : undefined }
  }
}
