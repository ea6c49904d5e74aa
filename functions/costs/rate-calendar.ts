import { conflict } from '../../shared/errors.ts'
import { condition, type GuardedWrite } from '../platform/data/commit.ts'
import { isWithinPeriod } from './periods.ts'
import { type RateCalendar, RateCalendars } from './rate-entity.ts'

export type RatePeriod = RateCalendar['periods'][number]

/**
 * Reads the hourly rates of a person with their periods, strongly consistent; version 0 and no periods when there are
 * none.
 */
export async function readRateCalendar(userId: string): Promise<RateCalendar> {
  const { data } = await RateCalendars.get({ userId }).go({ consistent: true })
  return (data as RateCalendar | null) ?? { userId, version: 0, periods: [] }
}

/** Returns the hourly rate of a day in cents; undefined without a rate. */
export const rateOn = ({ periods }: RateCalendar, day: string): number | undefined =>
  periods.find((period) => isWithinPeriod(period, day))?.rate

const ratesChanged = () => conflict('De tarieven zijn intussen gewijzigd. Probeer het opnieuw.')

/** Returns the condition that a person's hourly rates have not changed since they were read; it fails with 409. */
export function requireSameRates({ userId, version }: RateCalendar): GuardedWrite {
  const standing = RateCalendars.delete({ userId }).where((row, { eq, notExists }) =>
    version === 0 ? notExists(row.version) : eq(row.version, version),
  )
  return condition(standing, ratesChanged)
}

/**
 * Returns the write that replaces a person's hourly rates; it fails with 409 when they have changed since they were
 * read.
 */
export function planRateReplacement({ userId, version }: RateCalendar, periods: readonly RatePeriod[]): GuardedWrite {
  const write = RateCalendars.put({ userId, version: version + 1, periods: [...periods] }).where(
    (row, { eq, notExists }) => (version === 0 ? notExists(row.version) : eq(row.version, version)),
  )
  return { write, onFailure: ratesChanged }
}
