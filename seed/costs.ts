import {
  addIndexKeys,
  CategoryNames,
  CostCategories,
  type FixedCostRow,
  FixedCosts,
} from '../functions/costs/cost-entity.ts'
import { type DayRow, TimeDays } from '../functions/costs/day-entity.ts'
import { buildEmptyDay, dayContributions } from '../functions/costs/days.ts'
import { rateOn } from '../functions/costs/rate-calendar.ts'
import { type RateCalendar, RateCalendars, type UserRateRow, UserRates } from '../functions/costs/rate-entity.ts'
import type { User } from '../functions/platform/identity/user.ts'
import { LICENCE_FEE, type ProjectType } from '../shared/api/schemas/costs.ts'
import { cents } from '../shared/money.ts'
import {
  addDays,
  addMonths,
  type Instant,
  instantIn,
  type LocalDate,
  localDateOf,
  startOfWeek,
} from '../shared/time.ts'
import { addContribution, addCounts, type Sum } from './counts.ts'
import { teams } from './people.ts'
import { createChance } from './random.ts'
import { busynessOf } from './season.ts'
import { storeAll } from './writing.ts'

/** Hourly rates in cents by role, before and after a rise on 1 January of this year. */
const rates: Readonly<Record<User['role'], readonly [number, number]>> = {
  admin: [2_650, 2_800],
  teamleader: [2_300, 2_425],
  agent: [1_750, 1_800],
  caller: [1_475, 1_550],
}

const isEmployed = ({ employmentType, isActive, teamId }: User) =>
  isActive && employmentType === 'loondienst' && teamId !== undefined

const nameOf = ({ id, firstName, lastName }: User) => ({ id, firstName, lastName })
const firstOfMonth = (date: LocalDate) => `${date.slice(0, 7)}-01` as LocalDate

/** Stores hourly rates of employees, cost categories, fixed costs, and the licences of zzp'ers (freelancers). */
export async function storeCosts(people: readonly User[], today: LocalDate): Promise<void> {
  const employees = people.filter(isEmployed)
  const rules = fixedCosts(people, today)
  await storeAll([
    ...employees.flatMap((user) => userRates(user, today).map((row) => UserRates.put(row))),
    ...employees.map((user) => RateCalendars.put(calendarOf(user, today))),
    ...rules.map((row) => FixedCosts.put(row)),
    ...categories(rules, today).flatMap((row) => [
      CostCategories.put(row),
      CategoryNames.put({ name: row.sortName, categoryId: row.id }),
    ]),
  ])
}

function userRates(user: User, today: LocalDate): UserRateRow[] {
  const [before, after] = rates[user.role]
  const rise = `${today.slice(0, 4)}-01-01` as LocalDate
  const begun = firstOfMonth(addMonths(rise, -14))
  const at = instantIn(begun, '09:00')
  const row = (number: number, hourlyRate: number, effectiveFrom: LocalDate, effectiveTo: LocalDate | undefined) => ({
    ...{ id: `demo-${number}-${user.id}`, version: 1, userId: user.id, user: nameOf(user) },
    ...{ hourlyRate, effectiveFrom, effectiveTo, createdAt: at, updatedAt: at },
  })
  return [row(1, before, begun, addDays(rise, -1)), row(2, after, rise, undefined)]
}

const calendarOf = (user: User, today: LocalDate): RateCalendar => ({
  userId: user.id,
  version: 1,
  periods: userRates(user, today).map(({ id, effectiveFrom, effectiveTo, hourlyRate }) => ({
    ...{ id, from: effectiveFrom, to: effectiveTo, rate: hourlyRate },
  })),
})

const categoryNames = {
  rent: ['Huur', 'Kantoren en energie'],
  books: ['Boekhouding', 'Administratie en advies'],
  software: ['Software', 'Abonnementen'],
  leads: ['Leads', 'Adressenbestanden'],
  cars: ['Auto', 'Lease en brandstof'],
  licence: ['Licentie', 'Licentie per zzp’er, door Partnerview bijgehouden'],
} as const
type CategoryKey = keyof typeof categoryNames
const categoryId = (key: CategoryKey) => (key === 'licence' ? 'licence' : `demo-${key}`)

function categories(rules: readonly FixedCostRow[], today: LocalDate) {
  const at = instantIn(addMonths(today, -24), '09:00')
  return (Object.keys(categoryNames) as CategoryKey[]).map((key) => {
    const [name, description] = categoryNames[key]
    const id = categoryId(key)
    const used = rules.filter((rule) => rule.categoryId === id).length
    return {
      ...{ id, version: 1, name, sortName: name.toLowerCase(), description, isActive: true },
      ...{ used, createdAt: at, updatedAt: at },
    }
  })
}

interface Plan {
  readonly category: CategoryKey
  readonly euros: number
  readonly description?: string
  /** First month of the cost, as a number of months after the present month. */
  readonly from: number
  /** First month without the cost, as a number of months after the present month; absent when the cost does not end. */
  readonly to?: number
  readonly teamId?: number
  readonly user?: User | undefined
}

function fixedCosts(people: readonly User[], today: LocalDate): FixedCostRow[] {
  const agents = people.filter(({ role, isActive, teamId }) => role === 'agent' && isActive && teamId !== undefined)
  const plans: Plan[] = [
    { category: 'rent', euros: 795, description: 'Kantoor Roermond', from: -22 },
    { category: 'rent', euros: 640, description: 'Kantoor Nieuw-Vennep', from: -22, to: 13 },
    { category: 'books', euros: 145, description: 'Administratiekantoor', from: -16 },
    { category: 'software', euros: 119, description: 'SalesDock en telefonie', from: -8 },
    ...teams.map(({ id: teamId, office }) => ({
      ...{ category: 'leads' as const, description: 'Adressenbestand', teamId },
      ...{ euros: office === 'roermond' ? 85 : 95, from: office === 'roermond' ? -9 : -7 },
    })),
    { category: 'cars', euros: 229, description: 'Lease Volkswagen Caddy', from: -25, to: -3, user: agents[3] },
    { category: 'cars', euros: 245, description: 'Lease Renault Kangoo', from: -2, user: agents[0] },
  ]
  const zzp = people.filter(({ employmentType, isActive }) => isActive && employmentType === 'zzp')
  return [
    ...plans.flatMap((plan, index) =>
      plan.category === 'cars' && !plan.user ? [] : [rule(plan, `demo-cost-${index}`, today)],
    ),
    ...zzp.map((user) => licenceOf(user, today)),
  ]
}

/** Returns the licence cost of a zzp'er, from the month they joined. */
function licenceOf(user: User, today: LocalDate): FixedCostRow {
  const begun = firstOfMonth(localDateOf(user.createdAt as Instant))
  const row = rule(
    { category: 'licence', euros: LICENCE_FEE, from: 0, user },
    `licence-${user.id}~${begun.slice(0, 7)}`,
    today,
  )
  return addIndexKeys({ ...row, effectiveFrom: begun, isLicence: true })
}

function rule(
  { category, euros, description, from, to, teamId, user }: Plan,
  id: string,
  today: LocalDate,
): FixedCostRow {
  const month = firstOfMonth(today)
  const at = instantIn(addMonths(month, Math.min(from, -1)), '09:00')
  const team = teams.find((one) => one.id === (user ? user.teamId : teamId))
  return addIndexKeys({
    id,
    version: 1,
    categoryId: categoryId(category),
    scope: user ? 'person' : team ? 'team' : 'organisation',
    userId: user?.id,
    user: user && nameOf(user),
    teamId: team?.id,
    team: team && { id: team.id, name: team.name, office: team.office },
    monthlyAmount: cents(euros),
    description,
    effectiveFrom: addMonths(month, from),
    effectiveTo: to === undefined ? undefined : addDays(addMonths(month, to), -1),
    isActive: true,
    isLicence: false,
    createdAt: at,
    updatedAt: at,
  })
}

/**
 * Stores made-up hours of the demo's employees from day `from` up to, not including, `until`. Adds them to the
 * counters. Hourly rates rise on 1 January of the year of `today`.
 */
export async function storeHours(
  people: readonly User[],
  today: LocalDate,
  from: LocalDate,
  until: LocalDate,
): Promise<void> {
  const counts = new Map<string, Sum>()
  const days: DayRow[] = []
  for (const [index, user] of people.entries()) {
    if (!isEmployed(user)) continue
    const calendar = calendarOf(user, today)
    for (let date = from; date < until; date = addDays(date, 1)) {
      const day = demoDay(user, index, date, calendar)
      if (day) days.push(day)
    }
  }
  for (const day of days) for (const contribution of dayContributions(day)) addContribution(counts, contribution)
  await storeAll(days.map((day) => TimeDays.put(day)))
  await addCounts([...counts.values()], false)
}

/** Returns the number of a day since 1970, so that each day of each person has its own random numbers. */
const numberOf = (date: LocalDate) => Math.round(Date.parse(date) / 86_400_000)

/**
 * Returns a person's hours on a day, or null on a day off. Everybody works one weekday a week, and callers sometimes on
 * Saturday; weeks off are frequent in July, August and December.
 */
function demoDay(user: User, index: number, date: LocalDate, calendar: RateCalendar): DayRow | null {
  const weekday = (numberOf(date) - numberOf(startOfWeek(date))) as 0 | 1 | 2 | 3 | 4 | 5 | 6
  const ofWeek = createChance(index * 104_729 + numberOf(startOfWeek(date)) * 31)
  const isAway = ofWeek.maybe(busynessOf(date) < 0.5 ? 0.35 : 0.04)
  const chance = createChance(index * 15_485_863 + numberOf(date) * 17)
  const isSaturday = weekday === 5 && user.role === 'caller' && chance.maybe(0.1)
  const isWorkday = weekday < 5 && (weekday + index) % 5 === 0
  if ((!isWorkday && !isSaturday) || isAway || chance.maybe(0.05)) return null
  const halves = (least: number, most: number) => (least + chance.below(most - least + 1)) * 50
  const worked: Partial<Record<ProjectType, number>> = isSaturday
    ? { sales: halves(2, 4) }
    : {
        sales: user.role === 'teamleader' ? halves(2, 4) : halves(5, 7),
        general: chance.maybe(0.5) ? halves(1, 1) : 0,
        admin: user.role === 'teamleader' ? halves(2, 4) : chance.maybe(0.6) ? halves(1, 1) : 0,
        training: chance.maybe(weekday === 1 ? 0.25 : 0.04) ? halves(2, 4) : 0,
      }
  const rate = rateOn(calendar, date)
  const at = instantIn(date, '17:30')
  const day = buildEmptyDay(user, date, at)
  const entries = { ...day.entries }
  for (const [kind, hours] of Object.entries(worked)) {
    if (hours) entries[kind as ProjectType] = { hours, description: undefined, rate, version: 1 }
  }
  return { ...day, entries }
}
