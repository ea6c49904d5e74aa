import { commissionRate } from '../../../shared/sales/rates.ts'
import type { LocalDate } from '../../../shared/time.ts'
import { readAll } from '../../platform/data/rows.ts'
import { defineEntity, gsi1, primary, type RowOf } from '../../platform/data/table.ts'

/**
 * Amounts in integer cents that a role earns from a day on: agent and caller for a sale, the caller also for a held
 * appointment. They are few, because an admin makes them by hand.
 *
 * | Read                    | Index   | Key             |
 * | one rate                | primary | id              |
 * | all rates, newest first | gsi1    | · validFrom, id |
 */
export const CommissionRates = defineEntity('commissionrate', {
  attributes: commissionRate.stored,
  indexes: {
    primary: primary('commissionrate#${id}', 'commissionrate'),
    all: gsi1('commissionrates', '${validFrom}#${id}'),
  },
})
export type CommissionRateRow = RowOf<typeof CommissionRates>

/** Role, team and day that decide a rate. */
interface Rated {
  readonly role: CommissionRateRow['role']
  readonly teamId: number
  readonly date: LocalDate
}

/** Reads all commission rates without checking rights; they are few. */
export const allRates = async (): Promise<CommissionRateRow[]> =>
  (await readAll(CommissionRates.query.all({}))) as CommissionRateRow[]

/**
 * Returns the commission rate for a role and team on a day; undefined without one. The team's newest active rate comes
 * before that of the whole role (rulings 37).
 */
export function rateFor(
  rates: readonly CommissionRateRow[],
  { role, teamId, date }: Rated,
): CommissionRateRow | undefined {
  const valid = rates.filter((rate) => rate.isActive && rate.role === role && rate.validFrom <= date)
  const newest = (of: readonly CommissionRateRow[]) =>
    of.reduce<CommissionRateRow | undefined>((best, rate) => (best && !isNewer(rate, best) ? best : rate), undefined)
  return newest(valid.filter((one) => one.teamId === teamId)) ?? newest(valid.filter((one) => one.teamId === undefined))
}

/** Tells whether a rate replaces another: it starts later, or starts on the same day and was made later. */
const isNewer = (one: CommissionRateRow, other: CommissionRateRow) =>
  `${one.validFrom} ${one.createdAt} ${one.id}` > `${other.validFrom} ${other.createdAt} ${other.id}`
