import { arithmetic, causes } from './mutations/book.ts'
import { heldAppointments, replacedParts, whoIsPaid } from './mutations/commissions.ts'
import { margins } from './mutations/costs.ts'
import { fourEyes } from './mutations/four-eyes.ts'
import { documents, records, settlement, taken } from './mutations/invoices.ts'
import type { Mutation } from './mutations/mutation.ts'
import { ownMoney } from './mutations/own-money.ts'
import { belowZero, oneRoad, settledSums } from './mutations/payouts.ts'

/** Guards and sums of the code that pays people. When one is removed, a test must fail. */
export const mutations: readonly Mutation[] = [
  ...[whoIsPaid, heldAppointments, oneRoad, replacedParts, belowZero, settledSums].flat(),
  ...[records, taken, settlement, documents].flat(),
  ...[causes, arithmetic].flat(),
  ...ownMoney,
  ...fourEyes,
  ...margins,
]

/** Returns one mutation by name. Throws when none has it. */
export function mutationNamed(wanted: string): Mutation {
  const found = mutations.find(({ name }) => name === wanted)
  if (!found) throw new Error(`No mutation is named ${wanted}`)
  return found
}

/** Takes a guard out of a source. Throws unless its text is there exactly once, so that the list stays true. */
export function mutateSource(source: string, { name, file, find, replace }: Mutation): string {
  const found = source.split(find).length - 1
  if (found !== 1) throw new Error(`${name}: the text is found ${found} times in ${file}`)
  return source.replace(find, () => replace)
}
