import type { Named } from '../records/names.ts'
import { type FixedCostRow, FixedCosts } from './cost-entity.ts'
import { type DayRow, TimeDays } from './day-entity.ts'
import { dayContributions } from './days.ts'
import { type UserRateRow, UserRates } from './rate-entity.ts'

/** Keeps the names of people on entries of hours up to date. */
export const hoursNames: Named<DayRow> = {
  entity: TimeDays,
  people: { user: { all: (userId) => TimeDays.query.byPerson({ userId }) as never } },
  contributions: dayContributions,
}

/** Keeps the names of people on hourly rates up to date. */
export const userRateNames: Named<UserRateRow> = {
  entity: UserRates,
  people: { user: { all: (userId) => UserRates.query.byPerson({ userId }) as never } },
}

/** Keeps the names of people and teams on fixed costs up to date. */
export const fixedCostNames: Named<FixedCostRow> = {
  entity: FixedCosts,
  people: { user: { all: (userId) => FixedCosts.query.byPerson({ personKey: userId }) as never } },
  teams: { team: { all: (teamId) => FixedCosts.query.byTeam({ teamKey: String(teamId) }) as never } },
}
