import { readAll } from '../platform/data/rows.ts'
import { TimeDays } from './day-entity.ts'
import { UserRates } from './rate-entity.ts'

/** Reads the hours and hourly rates of a person, for the file that a person may ask for. */
export const readHoursOf = async (userId: string) => ({
  hours: await readAll(TimeDays.query.byPerson({ userId })),
  hourlyRates: await readAll(UserRates.query.byPerson({ userId })),
})
