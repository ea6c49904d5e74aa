import { conflict } from '../../shared/errors.ts'
import { condition, type GuardedWrite } from '../platform/data/commit.ts'
import { holds } from './periods.ts'
import { type RateCalendar, RateCalendars } from './rate-entity.ts'

export type RatePeriod = RateCalendar['periods'][number]

/** Reads all rates of a person, strongly consistent. */
export async function calendarOf(userId: string): Promise<RateCalendar> {
  const { data } = await RateCalendars.get({ userId }).go({ consistent: true })
  return (data as RateCalendar | null) ?? { userId, version: 0, periods: [] }
}

/** Returns the rate of a day in cents per hour; undefined without a rate. */
export const rateOn = ({ periods }: RateCalendar, day: string): number | undefined =>
  periods.find((period) => holds(period, day))?.rate

const overtaken = () => conflict('De tarieven zijn intussen gewijzigd. Probeer het opnieuw.')

/** Returns the condition that a person's rates have not changed since they were read. */
export function ratesStand({ userId, version }: RateCalendar): GuardedWrite {
  const standing = RateCalendars.delete({ userId }).where((row, { eq, notExists }) =>
    version === 0 ? notExists(row.version) : eq(row.version, version),
  )
  return condition(standing, overtaken)
}

/** Returns the write of a person's new rates, with the same condition. */
export function ratesBecome({ userId, version }: RateCalendar, periods: readonly RatePeriod[]): GuardedWrite {
  const write = RateCalendars.put({ userId, version: version + 1, periods: [...periods] }).where(
    (row, { eq, notExists }) => (version === 0 ? notExists(row.version) : eq(row.version, version)),
  )
  return { write, otherwise: overtaken }
}
