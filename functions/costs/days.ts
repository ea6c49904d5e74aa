import { type ProjectType, projectTypes } from '../../shared/api/schemas/costs.ts'
import { type Cents, multiplyPrice, sumOf } from '../../shared/money.ts'
import type { LocalDate } from '../../shared/time.ts'
import { monthOf } from '../../shared/time.ts'
import type { Caller } from '../platform/actor.ts'
import type { Change } from '../platform/data/commit.ts'
import { type Contribution, reportPeriod } from '../platform/data/counters.ts'
import { fullName, type User } from '../platform/identity/user.ts'
import { type More, records } from '../records/record.ts'
import { type DayRow, NO_TEAM, TimeDays } from './day-entity.ts'

/** Hours of one kind of work on a day. */
export type DayEntry = NonNullable<DayRow['entries'][ProjectType]>

/** Entry of hours with the row of its day. */
export interface EntryOfDay {
  readonly day: DayRow
  readonly projectType: ProjectType
  readonly entry: DayEntry
}

/** Builds the id of the row that holds a person's hours of a day. */
export const dayIdOf = (userId: string, date: string): string => `${date}-${userId}`

/** Builds the id of an entry of hours from its day, kind of work and person. */
export const entryIdOf = ({ day, projectType }: Pick<EntryOfDay, 'day' | 'projectType'>): string =>
  `${day.date}-${projectType}-${day.userId}`

/**
 * Parses the id of an entry of hours into person, day and kind of work; null for another text. The date may be one that
 * the calendar lacks.
 */
export function parseEntryId(id: string): { userId: string; date: string; projectType: ProjectType } | null {
  const [, date, kind, userId] = /^(\d{4}-\d\d-\d\d)-([a-z]+)-(.+)$/.exec(id) ?? []
  const projectType = projectTypes.find((one) => one === kind)
  return date && projectType && userId ? { userId, date, projectType } : null
}

/** Lists the entries of hours of a day, in the order of the kinds of work. */
export const entriesOf = (day: DayRow): EntryOfDay[] =>
  projectTypes.flatMap((projectType) => {
    const entry = day.entries[projectType]
    return entry ? [{ day, projectType, entry }] : []
  })

/** Computes the cost of an entry, hours times rate, in cents; 0 without a rate. */
export const costOf = ({ hours, rate }: DayEntry): Cents => multiplyPrice((rate ?? 0) as Cents, hours / 100)

/** Adds up the hours of entries, in hundredths of an hour. */
export const sumHours = (entries: readonly EntryOfDay[]): number =>
  entries.reduce((sum, { entry }) => sum + entry.hours, 0)

/** Adds up the costs of entries, in cents. */
export const sumCosts = (entries: readonly EntryOfDay[]): Cents => sumOf(entries.map(({ entry }) => costOf(entry)))

/** Returns a day's contributions to the report counters of its month: hundredths of hours, and their cost in cents. */
export function dayContributions(day: DayRow): Contribution[] {
  const entries = entriesOf(day)
  const of = {
    date: reportPeriod(day.month),
    teamId: day.teamId,
    userId: day.userId,
    name: fullName(day.user),
  }
  return [
    { ...of, measure: 'reportHours', by: sumHours(entries) },
    { ...of, measure: 'reportHourCost', by: sumCosts(entries) },
  ]
}

/**
 * Functions that find, create, change and delete the row of a person's hours of a day, with rights, audit and counters.
 */
export const dayRecords = records<DayRow>({
  type: 'time-entry',
  entity: TimeDays,
  called: 'deze uren',
  ownersOf: ({ userId }) => ({ owners: [userId] }),
  actions: { read: 'hours:manage', create: 'hours:manage', edit: 'hours:manage', remove: 'hours:manage' },
  marks: ['user'],
  contributions: dayContributions,
})

/** Reads the row of a person's hours of a day, strongly consistent; null when there are none. */
export async function findDay(userId: string, date: string): Promise<DayRow | null> {
  const { data } = await TimeDays.get({ id: dayIdOf(userId, date) }).go({ consistent: true })
  return data as DayRow | null
}

/** Builds the row of a day without hours, created at the moment `at`, in the team of the given user; stores nothing. */
export function buildEmptyDay({ id, firstName, lastName, teamId }: User, date: LocalDate, at: string): DayRow {
  return {
    id: dayIdOf(id, date),
    version: 1,
    userId: id,
    user: { id, firstName, lastName },
    teamId: teamId ?? NO_TEAM,
    date,
    month: monthOf(date),
    entries: { general: undefined, sales: undefined, admin: undefined, training: undefined },
    createdAt: at,
    updatedAt: at,
  }
}

/**
 * Returns the changes that store a day, with `more` for their transaction. A day without hours has no row: it is
 * deleted, or none is created.
 */
export function buildDayChanges(before: DayRow | null, after: DayRow, more: More = {}): Change[] {
  const isEmpty = entriesOf(after).length === 0
  if (!before) return isEmpty ? [] : dayRecords.created(after, more)
  return isEmpty ? dayRecords.removed(before, more) : dayRecords.changed(before, after, more).changes
}

/** Tells whether an actor sees hourly rates and costs, which only admins do. */
export const canSeeCosts = ({ role }: Pick<Caller, 'role'>): boolean => role === 'admin'

/** Reads the days of a month `yyyy-mm` on which a person has hours. */
export async function findDaysOfMonth(userId: string, month: string): Promise<DayRow[]> {
  const { data } = await TimeDays.query.byPerson({ userId }).begins({ date: month }).go({ pages: 'all' })
  return (data as DayRow[]).filter((day) => monthOf(day.date as LocalDate) === month)
}
