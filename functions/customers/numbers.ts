import { markContractsWith } from '../contracts/service.ts'
import { closeNumber, judgeClosings } from '../leads/service.ts'
import type { Caller } from '../platform/actor.ts'

/** Closes the numbers in a text, as `closeNumber` does; the counts of contracts then follow at once. */
export async function closeNumberEverywhere(actor: Caller, form: Parameters<typeof closeNumber>[1]) {
  const closed = await closeNumber(actor, form)
  await markContractsWith(closed.result.numbers)
  return closed
}

/** Confirms or reopens provisional closings, as `judgeClosings` does; the counts of contracts then follow at once. */
export async function judgeClosingsEverywhere(actor: Caller, form: Parameters<typeof judgeClosings>[1]) {
  const judged = await judgeClosings(actor, form)
  await markContractsWith(form.numbers)
  return judged
}
