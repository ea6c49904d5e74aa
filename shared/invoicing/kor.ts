import * as z from '../zod.ts'
import { KOR_LIMIT } from './kor-limits.ts'
import { type DatedScheme, schemeOn } from './vat-schemes.ts'

/** Turnover of a partner in a calendar year with the KOR: issued invoices less credit notes, without VAT in euros. */
export const KorTurnover = z.object({ year: z.string(), amount: z.number() })

/** Tells whether the KOR is in force on any day of a year `yyyy`. */
export const hasKorIn = (schemes: readonly DatedScheme[], year: string): boolean =>
  schemeOn(schemes, `${year}-01-01`) === 'kor' ||
  schemes.some(({ from, scheme }) => scheme === 'kor' && from?.startsWith(year))

/** A supply with its amount without VAT in cents; `day` is that of the supply. */
interface Supply {
  readonly day: string
  readonly amount: number
  readonly isUnderKor: boolean
}

/**
 * Returns the day of the first new supply under the KOR that takes the turnover of the year above the limit, with that
 * turnover in cents; undefined where none does. Supplies after the KOR do not count, in whatever order they are invoiced.
 */
export function findKorBreach(invoiced: readonly Supply[], added: readonly Supply[]) {
  const ordered = added.toSorted((one, other) => one.day.localeCompare(other.day))
  for (const [index, supply] of ordered.entries()) {
    if (!supply.isUnderKor || supply.amount <= 0) continue
    const counted = [...invoiced, ...ordered.slice(0, index + 1)]
    const turnover = counted
      .filter(({ day, isUnderKor }) => isUnderKor || day <= supply.day)
      .reduce((sum, { amount }) => sum + amount, 0)
    if (turnover > KOR_LIMIT * 100) return { day: supply.day, turnover }
  }
  return undefined
}
