import { projectTypes, type TimeEntryFilter } from '../../shared/api/schemas/costs.ts'
import { addDays, addMonths, type LocalDate, localDateOf, now } from '../../shared/time.ts'
import { findTeamIdsOfOffice } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import type { Paging, Position } from '../platform/http/page.ts'
import { decodeCursor } from '../platform/http/page.ts'
import { type Bounds, listWithin, readAllWithin } from '../records/list.ts'
import { byMonth, dates, type Span } from '../records/months.ts'
import { isInteger, isText, type Source } from '../records/source.ts'
import { type DayRow, TimeDays } from './day-entity.ts'
import { type EntryOfDay, entriesOf } from './days.ts'
import { entryViewOf } from './entries.ts'
import { lastDayForHours } from './saving-hours.ts'

const action = 'hours:manage'

/** Position after the last entry of a day. */
const END = projectTypes.length

/**
 * Returns the first and last day of a filter. Without `from` it begins with the month of `to`, or with this month when
 * `to` is absent too. Without `to` it ends with this month or week, whichever ends later, but not before `from`.
 */
function spanOf({ from, to }: TimeEntryFilter): Span {
  const first = (from ?? firstOfMonth(to ?? localDateOf(now()))) as LocalDate
  const last = (to ?? [lastOfMonth(localDateOf(now())), lastDayForHours(), first].sort().at(-1)) as LocalDate
  return { first, last }
}

const firstOfMonth = (date: string) => `${date.slice(0, 7)}-01` as LocalDate
const lastOfMonth = (date: LocalDate) => addDays(addMonths(firstOfMonth(date), 1), -1)

/** Returns a source of entries from a source of days; a day holds up to four entries. */
function entriesFrom(days: Source<DayRow>): Source<EntryOfDay> {
  return {
    positionOf: ({ day, projectType }) => [...days.positionOf(day), projectTypes.indexOf(projectType)],
    begin: (cursor) => {
      const start = days.begin(undefined) ?? []
      const at = decodeCursor(cursor, [dates.isValue, isText, isInteger])
      return at ?? [...start, END]
    },
    read: async (after, limit) => {
      const position = after ?? [...(days.begin(undefined) ?? []), END]
      const rest = await restOfDay(position)
      const [from] = beginning(position)
      const { rows, next, parts, looked } = await days.read(from, Math.max(1, Math.ceil(limit / 2)))
      return {
        rows: [...rest, ...rows.flatMap(entriesOf)],
        next: next && [...next, END],
        parts,
        ...(looked === undefined ? {} : { looked }),
      }
    },
  }

  /**
   * Returns where reading of days continues: after the day of the position, or from the newest day when the position is
   * newer.
   */
  function beginning([date = '', id = '']: Position): [Position] {
    const [start = ''] = days.begin(undefined) ?? []
    return [date > start ? [start, ''] : [date, id]]
  }
}

/** Reads the remaining entries of a day in which a page ended. */
async function restOfDay([, id = '', kind = END]: Position): Promise<EntryOfDay[]> {
  if (Number(kind) >= END - 1 || id === '') return []
  const { data } = await TimeDays.get({ id: String(id) }).go()
  if (!data) return []
  return entriesOf(data as DayRow).filter(({ projectType }) => projectTypes.indexOf(projectType) > Number(kind))
}

const ofMonths = (span: Span, partitions: (month: string) => readonly unknown[]) =>
  entriesFrom(
    byMonth<DayRow>({
      by: 'date',
      calendar: dates,
      span,
      order: 'desc',
      partitions: (month) => partitions(month) as never,
    }),
  )

const ofPerson = (span: Span, userId: string) =>
  entriesFrom(
    byMonth<DayRow>({
      ...{ by: 'date', calendar: dates, span, order: 'desc' },
      partitions: () => [TimeDays.query.byPerson({ userId }) as never],
      // This partition holds all months of the person, so no next partition is read.
      monthAfter: async () => null,
    }),
  )

/** Returns the sources of hours for each reach, newest first, and the predicate `matches` for the filter. */
async function reachable({ userId, teamId, office, ...period }: TimeEntryFilter) {
  const span = spanOf(period)
  const ofOffice = office && (await findTeamIdsOfOffice(office))
  const wanted = teamId === undefined ? ofOffice && [...ofOffice] : [Number(teamId)]
  return {
    all: () => {
      if (userId) return ofPerson(span, userId)
      if (!wanted) return ofMonths(span, (month) => [TimeDays.query.byMonth({ month })])
      return ofMonths(span, (month) => wanted.map((id) => TimeDays.query.byTeam({ teamId: id, month })))
    },
    own: (id: string) => ofPerson(span, id),
    ownersOf: ({ day }: EntryOfDay) => ({ owners: [day.userId] }),
    matches: ({ day }: EntryOfDay) =>
      (userId === undefined || day.userId === userId) &&
      (teamId === undefined || day.teamId === Number(teamId)) &&
      (!ofOffice || ofOffice.has(day.teamId)) &&
      day.date >= span.first &&
      day.date <= span.last,
  }
}

/**
 * Lists a page of the entries of hours within reach, newest day first; by default from the first of this month on.
 * Throws 400 for a cursor of another list, 429 after many long reads.
 */
export const listEntries = async (actor: Caller, { limit, cursor, ...filter }: TimeEntryFilter & Paging) =>
  listWithin(
    actor,
    action,
    { limit, cursor },
    {
      ...(await reachable(filter)),
      show: (rows) => rows.map((one) => entryViewOf(actor, one)),
    },
  )

/**
 * Reads all entries of hours within reach that match a filter, for an export. Throws the error of `bounds` when there
 * are more than it allows, 429 after many long reads.
 */
export const readAllEntries = async (actor: Caller, filter: TimeEntryFilter, bounds: Bounds) =>
  readAllWithin<typeof action, EntryOfDay>(actor, action, bounds, await reachable(filter))
