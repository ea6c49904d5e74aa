import type { costs } from '../../shared/api/costs.ts'
import type { Input } from '../../shared/api/parts/endpoint.ts'
import { hoursTexts, type ProjectType, projectTypeLabels, type SavedCells } from '../../shared/api/schemas/costs.ts'
import { conflict, editConflict, notFound, unprocessable } from '../../shared/errors.ts'
import { type Cents, euros, isEuros } from '../../shared/money.ts'
import { isLocalDate, type LocalDate } from '../../shared/time.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { commitNothing, planAndCommit } from '../platform/data/commit.ts'
import type { User } from '../platform/identity/user.ts'
import type { DayRow } from './day-entity.ts'
import { NO_TEAM } from './day-entity.ts'
import {
  buildDayChanges,
  canSeeCosts,
  costOf,
  type EntryOfDay,
  entriesOf,
  entryIdOf,
  findDay,
  parseEntryId,
} from './days.ts'
import { requireFormPerson, requireQueryPerson } from './people.ts'
import { buildPlannedDayChanges, type Cell, explainLateDate, planDay } from './saving-hours.ts'

const action = 'hours:manage'

type NewEntry = Input<(typeof costs)['createEntry']>['body']
type Cells = Input<(typeof costs)['saveCells']>['body']
type EntryChange = Input<(typeof costs)['updateEntry']>['body']

/** Converts hours to whole hundredths of an hour: 7.5 becomes 750. */
export const toHundredths = (hours: number): number => Math.round(hours * 100)

/** Returns an entry of hours as the API shows it, with rate and cost for actors who see them. */
export function entryViewOf(actor: Pick<Caller, 'role'>, one: EntryOfDay) {
  const { day, projectType, entry } = one
  const isCosted = canSeeCosts(actor) && entry.rate !== undefined
  return {
    id: entryIdOf(one),
    version: entry.version,
    userId: day.userId,
    user: day.user,
    teamId: day.teamId === NO_TEAM ? undefined : day.teamId,
    date: day.date,
    projectType,
    hours: entry.hours / 100,
    description: entry.description,
    hourlyRate: isCosted ? euros(entry.rate as Cents) : undefined,
    totalCost: isCosted ? euros(costOf(entry)) : undefined,
  }
}

/**
 * Authorises a change of a person's hours. Everybody may change their own hours; an admin may change those of anybody.
 * Throws 404 for other people's hours.
 */
const permitFor = (actor: Caller, userId: string) => authorise(actor, action, { owners: [userId] })

/**
 * Enters hours of a person, by default the actor, for a day and a kind of work. Throws 404 when a non-admin names
 * somebody else, 409 when the person already has hours for this day and kind of work. Throws 422 for an unknown person,
 * for a day after this week, and above 24 hours on the day.
 */
export async function enterHours(actor: Caller, form: NewEntry) {
  const userId = form.userId ?? actor.id
  const permit = permitFor(actor, userId)
  const person = await requireFormPerson(userId)
  const date = form.date as LocalDate
  const reason = explainLateDate(date)
  if (reason) throw unprocessable(reason, 'date')
  const { projectType, description } = form
  return planAndCommit(permit, async () => {
    const plan = await planDay(person, date, [{ projectType, hours: toHundredths(form.hours), description }])
    if (plan.before?.entries[projectType]) throw hoursExist(projectType)
    if (plan.refused.length > 0) throw tooMany()
    return { changes: buildPlannedDayChanges(plan), result: entryViewOf(actor, entryIn(plan.after, projectType)) }
  })
}

const hoursExist = (projectType: ProjectType) =>
  conflict(`Op deze dag staan al uren voor ${projectTypeLabels[projectType]}. Wijzig die uren.`, 'projectType')
const tooMany = () => unprocessable(hoursTexts.tooMany, 'hours')

function entryIn(day: DayRow | null, projectType: ProjectType): EntryOfDay {
  const entry = day?.entries[projectType]
  if (!day || !entry) throw notFound()
  return { day, projectType, entry }
}

/**
 * Saves cells of the week grid, each day in its own transaction; saving the same cells again changes nothing. Returns
 * the saved entries, the number of emptied ones, and the refused cells with reasons, which stop no others. Throws 404
 * when a non-admin names somebody else, 422 for an unknown person.
 */
export async function saveCells(actor: Caller, { userId = actor.id, cells }: Cells) {
  const permit = permitFor(actor, userId)
  const person = await requireFormPerson(userId)
  const result = { saved: [] as ReturnType<typeof entryViewOf>[], emptied: 0, refused: [] as SavedCells['refused'] }
  for (const [date, ofDay] of [...Map.groupBy(cells, (cell) => cell.date)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    // Of two cells for the same kind of work, the last counts.
    const wanted = [...new Map(ofDay.map((cell) => [cell.projectType, cell])).values()]
    const late = explainLateDate(date)
    const checked = wanted.map((cell) => ({
      cell,
      message: cell.hours === null ? null : (late ?? explainInvalidHours(cell.hours)),
    }))
    for (const { cell, message } of checked)
      if (message) result.refused.push({ date, projectType: cell.projectType, message })
    const good = checked.flatMap(({ cell, message }) => (message ? [] : [cell]))
    if (good.length === 0) continue
    const { result: done } = await saveDay(permit, person, date as LocalDate, good)
    for (const { projectType } of done.refused) result.refused.push({ date, projectType, message: hoursTexts.tooMany })
    result.emptied += done.emptied
    for (const one of done.saved) result.saved.push(entryViewOf(actor, one))
  }
  return commitNothing(permit, result)
}

/** Explains in Dutch why a number of hours is invalid for an entry; null when it is valid. */
export function explainInvalidHours(hours: number): string | null {
  if (hours < 0.1) return hoursTexts.tooFew
  if (hours > 24) return hoursTexts.tooMany
  return isEuros(hours) ? null : hoursTexts.invalid
}

/**
 * Saves the cells of one day. Returns the saved entries, the number of emptied ones, and the cells refused above 24
 * hours.
 */
function saveDay(
  permit: ReturnType<typeof permitFor>,
  person: User,
  date: LocalDate,
  cells: readonly Cells['cells'][number][],
) {
  const wanted: Cell[] = cells.map(({ projectType, hours, description }) => ({
    projectType,
    hours: hours === null ? null : toHundredths(hours),
    description,
  }))
  return planAndCommit(permit, async () => {
    const plan = await planDay(person, date, wanted)
    const kept = wanted.filter((cell) => !plan.refused.includes(cell))
    const saved = entriesOf(plan.after).filter((one) => kept.some((cell) => cell.projectType === one.projectType))
    const emptied = kept.filter((cell) => cell.hours === null && plan.before?.entries[cell.projectType]).length
    return { changes: buildPlannedDayChanges(plan), result: { saved, emptied, refused: plan.refused } }
  })
}

/** Parses the id of an entry and authorises a change of it. Throws 404 for an invalid id or hours out of reach. */
function entryWithin(actor: Caller, id: string) {
  const named = parseEntryId(id)
  if (!named || !isLocalDate(named.date)) throw notFound()
  const permit = permitFor(actor, named.userId)
  return { permit, ...named }
}

/**
 * Changes hours or description of an entry of hours; a stored rate stays. Throws 404 for an unknown entry or one out of
 * reach, 422 above 24 hours on the day. Throws 409 when the entry was changed since `If-Match`.
 */
export async function changeEntry(actor: Caller, id: string, { hours, description }: EntryChange) {
  const { permit, userId, date, projectType } = entryWithin(actor, id)
  const person = await requireQueryPerson(userId)
  return planAndCommit(permit, async () => {
    const plan = await planDay(person, date as LocalDate, (day) => {
      const { entry } = entryIn(day, projectType)
      const { expectedVersion } = actor.origin
      if (expectedVersion !== undefined && expectedVersion !== entry.version) throw editConflict('deze uren')
      if (actor.origin.takesNothing) return []
      return [{ projectType, hours: hours === undefined ? entry.hours : toHundredths(hours), description }]
    })
    if (plan.refused.length > 0) throw tooMany()
    return { changes: buildPlannedDayChanges(plan), result: entryViewOf(actor, entryIn(plan.after, projectType)) }
  })
}

/** Deletes an entry of hours. Throws 404 for an unknown entry or one out of reach. */
export async function removeEntry(actor: Caller, id: string) {
  const { permit, userId, date, projectType } = entryWithin(actor, id)
  return planAndCommit(permit, async () => {
    const { day } = entryIn(await findDay(userId, date), projectType)
    const after = { ...day, entries: { ...day.entries, [projectType]: undefined } }
    return { changes: buildDayChanges(day, after), result: undefined }
  })
}
