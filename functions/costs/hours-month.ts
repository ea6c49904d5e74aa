import { type ProjectType, projectTypes } from '../../shared/api/schemas/costs.ts'
import { type Cents, euros } from '../../shared/money.ts'
import { addDays, addMonths, type LocalDate, startOfWeek } from '../../shared/time.ts'
import { nameOf } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { canSeeCosts, type EntryOfDay, entriesOf, findDaysOfMonth, sumCosts, sumHours } from './days.ts'
import { requireQueryPerson } from './people.ts'
import { overlaps } from './periods.ts'
import { readRateCalendar } from './rate-calendar.ts'

/**
 * Adds up a person's hours of a month by week and kind of work; by default the actor's. Shows rates and costs to actors
 * who see them. Throws 404 for a person who is unknown or out of reach.
 */
export async function readHoursOfMonth(
  actor: Caller,
  { month, userId = actor.id }: { month: string; userId?: string | undefined },
) {
  authorise(actor, 'hours:manage', { owners: [userId] })
  const person = await requireQueryPerson(userId)
  const [days, { periods }] = await Promise.all([findDaysOfMonth(userId, month), readRateCalendar(userId)])
  const isCosted = canSeeCosts(actor)
  const entries = days.flatMap(entriesOf)
  const first = `${month}-01` as LocalDate
  const last = addDays(addMonths(first, 1), -1)
  const inForce = (from: string, to: string) =>
    periods.filter((period) => overlaps(period, { from, to })).sort((one, other) => (one.from < other.from ? -1 : 1))
  const sums = (some: readonly EntryOfDay[]) => ({
    hours: sumHours(some) / 100,
    byType: byTypeOf(some),
    cost: isCosted ? euros(sumCosts(some)) : undefined,
    withoutRate: isCosted ? sumHours(some.filter(({ entry }) => entry.rate === undefined)) / 100 : undefined,
  })
  return {
    userId,
    user: nameOf(person),
    month,
    ...sums(entries),
    weeks: mondaysOf(first, last).map((monday) => {
      const sunday = addDays(monday, 6)
      const ofWeek = entries.filter(({ day }) => day.date >= monday && day.date <= sunday)
      const frozen = ofWeek.flatMap(({ entry }) => entry.rate ?? [])
      const due = inForce(monday < first ? first : monday, sunday > last ? last : sunday).map(({ rate }) => rate)
      const rates = [...new Set(frozen.length > 0 ? frozen : due)]
      return { monday, ...sums(ofWeek), rates: isCosted ? rates.map((rate) => euros(rate as Cents)) : [] }
    }),
    rates: isCosted
      ? inForce(first, last).map(({ rate, from }) => ({ hourlyRate: euros(rate as Cents), effectiveFrom: from }))
      : [],
  }
}

/** Adds up hours of each kind of work. */
const byTypeOf = (entries: readonly EntryOfDay[]) =>
  Object.fromEntries(
    projectTypes.map((kind) => [kind, sumHours(entries.filter(({ projectType }) => projectType === kind)) / 100]),
  ) as Record<ProjectType, number>

function mondaysOf(first: LocalDate, last: LocalDate): LocalDate[] {
  const mondays: LocalDate[] = []
  for (let monday = startOfWeek(first); monday <= last; monday = addDays(monday, 7)) mondays.push(monday)
  return mondays
}
