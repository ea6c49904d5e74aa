import { roleLabels } from '../../../../shared/api/parts/fields.ts'
import type { UserRate } from '../../../../shared/costs/record.ts'
import type { Colleague } from '../../../../shared/users/schemas.ts'
import { fullNameOf } from '../../../lib/format.ts'
import { scoreMatch } from '../../../ui/choices/search-text.ts'
import { today } from '../../../ui/dates/calendar-days.ts'

/** A person with their hourly rates, newest first. */
export interface PersonRates {
  readonly id: string
  readonly name: string
  /** Role of the person, or `Gedeactiveerd` for a person who has left. */
  readonly hint: string
  readonly rates: readonly UserRate[]
  /** Rate that applies today. */
  readonly now: UserRate | undefined
  /** First rate that starts after today. */
  readonly next: UserRate | undefined
}

/** Tells whether an hourly rate applies on a day. */
export const isEffectiveOn = ({ effectiveFrom, effectiveTo }: UserRate, day: string): boolean =>
  effectiveFrom <= day && (effectiveTo === null || effectiveTo >= day)

/** Returns the people whose name matches `q`, with their hourly rates; deactivated people only if they have rates. */
export function findPeopleWithRates(
  people: readonly Colleague[],
  rates: readonly UserRate[],
  q: string | undefined,
): PersonRates[] {
  const named = new Map(
    people.map((person) => [person.id, { name: fullNameOf(person), hint: roleLabels[person.role] }]),
  )
  for (const { userId, user } of rates) {
    if (!named.has(userId)) named.set(userId, { name: fullNameOf(user), hint: 'Gedeactiveerd' })
  }
  const day = today()
  return [...named]
    .filter(([, { name }]) => !q || scoreMatch(q, [name]) > 0)
    .map(([id, words]) => {
      const own = ratesOf(rates, id)
      return {
        id,
        ...words,
        rates: own,
        now: own.find((rate) => isEffectiveOn(rate, day)),
        next: own.findLast(({ effectiveFrom }) => effectiveFrom > day),
      }
    })
    .sort((one, other) => one.name.localeCompare(other.name, 'nl'))
}

/** Returns the hourly rates of one person, newest first. */
export const ratesOf = (rates: readonly UserRate[], userId: string): UserRate[] =>
  rates
    .filter((rate) => rate.userId === userId)
    .sort((one, other) => other.effectiveFrom.localeCompare(one.effectiveFrom))
