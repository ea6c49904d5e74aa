import { arithmetic, causes } from './mutations/book.ts'
import { heldAppointments, replacedParts, whoIsPaid } from './mutations/commissions.ts'
import { margins } from './mutations/costs.ts'
import { documents } from './mutations/documents.ts'
import { fourEyes } from './mutations/four-eyes.ts'
import { findGuards, replaceNode } from './mutations/guards.ts'
import { records, settlement, taken } from './mutations/invoices.ts'
import type { Mutation } from './mutations/mutation.ts'
import { ownMoney } from './mutations/own-money.ts'
import { belowZero, onePayoutMethod, settledSums } from './mutations/payouts.ts'
import { periods } from './mutations/periods.ts'

/** Mutations of the code about money: each removes a guard or changes a sum, and a test must then fail. */
export const mutations: readonly Mutation[] = [
  ...[whoIsPaid, heldAppointments, onePayoutMethod, replacedParts, belowZero, settledSums].flat(),
  ...[records, taken, settlement, documents].flat(),
  ...[causes, arithmetic].flat(),
  ...periods,
  ...ownMoney,
  ...fourEyes,
  ...margins,
]

/** Returns a source text without the mutation's guard. Throws unless the guard is there exactly once. */
export function mutateSource(source: string, { name, file, becomes, ...place }: Mutation): string {
  const [guard, ...more] = findGuards(source, place)
  if (!guard || more.length > 0) {
    throw new Error(`${name}: ${place.guard} is found ${guard ? more.length + 1 : 0} times in ${place.in} of ${file}`)
  }
  return replaceNode(source, guard, becomes)
}
