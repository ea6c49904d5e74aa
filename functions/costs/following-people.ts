import { LICENCE_FEE } from '../../shared/api/schemas/costs.ts'
import { cents } from '../../shared/money.ts'
import { addDays, addMonths, type LocalDate, localDateOf, monthOf, now } from '../../shared/time.ts'
import { findTeam, nameOf, peopleInState } from '../people/service.ts'
import { asSystem } from '../platform/actor.ts'
import { type Change, commitAll, isWritten } from '../platform/data/commit.ts'
import { readAll } from '../platform/data/rows.ts'
import { findUser, type User } from '../platform/identity/user.ts'
import { iterateRows } from '../records/source.ts'
import { ensureLicenceCategory, planCategoryCount } from './categories.ts'
import { addIndexKeys, type FixedCostRow, FixedCosts, NO_END } from './cost-entity.ts'
import { fixedCostRecords, loadFixedCosts } from './fixed.ts'

/** Maximum number of attempts while somebody else changes the fixed costs. */
const TRIES = 5

/**
 * Moves a person's fixed costs to their current team from next month on. Begins or ends the cost of the licence of a
 * zzp'er (freelancer). Returns whether changes were needed; a repeated call makes none. Throws when others keep
 * changing the costs.
 */
export async function syncFixedCosts(userId: string): Promise<boolean> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const person = await findUser(userId)
    if (!person) return attempt > 0
    const changes = await changesFor(person)
    if (changes.length === 0) return attempt > 0
    await isWritten(commitAll(asSystem('costs'), changes))
  }
  throw new Error(`The fixed costs of ${userId} keep changing`)
}

/**
 * Does `syncFixedCosts` for all active people, and for everybody with costs from this month on. Returns how many people
 * were checked, and for how many changes were needed (`mended`).
 */
export async function syncAllFixedCosts(): Promise<{ checked: number; mended: number }> {
  const ids = new Set<string>()
  for await (const user of iterateRows(peopleInState('active'))) ids.add(user.id)
  for (const { userId } of await loadFixedCosts(monthOf(localDateOf(now())))) if (userId) ids.add(userId)
  let mended = 0
  for (const id of ids) if (await syncFixedCosts(id)) mended += 1
  return { checked: ids.size, mended }
}

/** Returns the changes by which the fixed costs of a person follow their team, activity and employment. */
async function changesFor(person: User): Promise<Change[]> {
  const today = localDateOf(now())
  const month = { first: `${monthOf(today)}-01` as LocalDate, next: addMonths(`${monthOf(today)}-01` as LocalDate, 1) }
  const rules = (await readAll(
    FixedCosts.query.byPerson({ personKey: person.id }).gte({ endsOn: month.first }) as never,
  )) as FixedCostRow[]
  const team = person.teamId === undefined ? null : await findTeam(person.teamId)
  const place = {
    teamId: team?.id,
    team: team ? { id: team.id, name: team.name, office: team.office } : undefined,
  }
  const wantsLicence = person.isActive && person.employmentType === 'zzp'
  const licences = rules.filter(({ isLicence }) => isLicence)
  const ended = wantsLicence ? [] : licences.filter(({ endsOn }) => endsOn >= month.next)
  const moving = rules.filter(
    (rule) => !ended.includes(rule) && rule.endsOn >= month.next && rule.teamId !== place.teamId,
  )
  return [
    ...ended.flatMap((rule) => endLicence(rule, month)),
    ...moving.flatMap((rule) => moveCost(rule, place, month)),
    ...(wantsLicence && !licences.some(({ endsOn }) => endsOn === NO_END)
      ? await beginLicence(person, place, licences, month)
      : []),
  ]
}

interface Month {
  readonly first: LocalDate
  readonly next: LocalDate
}
type Place = Pick<FixedCostRow, 'teamId' | 'team'>

const endingThisMonth = (rule: FixedCostRow, { next }: Month): FixedCostRow =>
  addIndexKeys({ ...rule, effectiveTo: addDays(next, -1) })

/** Returns the changes that end a zzp'er's licence at the end of this month, or delete one that has not begun. */
function endLicence(rule: FixedCostRow, month: Month): Change[] {
  if (rule.effectiveFrom >= month.next) {
    return fixedCostRecords.removed(rule, { write: [planCategoryCount(rule.categoryId, -1, false)] })
  }
  return fixedCostRecords.changed(rule, endingThisMonth(rule, month), { verb: 'end' }).changes
}

/**
 * Returns the changes that move a fixed cost to another team from the next month on. The cost ends with this month, and
 * a new one begins; a cost that begins after this month only gets the new team.
 */
function moveCost(rule: FixedCostRow, place: Place, month: Month): Change[] {
  if (rule.effectiveFrom >= month.next)
    return fixedCostRecords.changed(rule, addIndexKeys({ ...rule, ...place }), { verb: 'move' }).changes
  const at = now()
  const further = addIndexKeys({
    ...rule,
    ...place,
    id: `${rule.id.split('~')[0]}~${monthOf(month.next)}`,
    version: 1,
    effectiveFrom: month.next,
    createdAt: at,
    updatedAt: at,
  })
  return [
    ...fixedCostRecords.changed(rule, endingThisMonth(rule, month), { verb: 'move' }).changes,
    ...fixedCostRecords.created(further, { verb: 'move', write: [planCategoryCount(rule.categoryId, 1, false)] }),
  ]
}

/**
 * Returns the changes that begin a zzp'er's licence with this month. When an earlier licence ends with this month, they
 * extend it instead; if the zzp'er has another team since, a new licence begins next month.
 */
async function beginLicence(
  person: User,
  place: Place,
  licences: readonly FixedCostRow[],
  month: Month,
): Promise<Change[]> {
  const last = licences.find(({ endsOn }) => endsOn === addDays(month.next, -1))
  if (last) {
    const further = addIndexKeys({ ...last, effectiveTo: undefined })
    if (last.teamId === place.teamId) return fixedCostRecords.changed(last, further, { verb: 'resume' }).changes
  }
  const at = now()
  const effectiveFrom = last ? month.next : month.first
  const categoryId = await ensureLicenceCategory()
  const row = addIndexKeys({
    ...place,
    id: `licence-${person.id}~${monthOf(effectiveFrom)}`,
    version: 1,
    categoryId,
    scope: 'person',
    userId: person.id,
    user: nameOf(person),
    monthlyAmount: cents(LICENCE_FEE),
    description: undefined,
    effectiveFrom,
    effectiveTo: undefined,
    isActive: true,
    isLicence: true,
    createdAt: at,
    updatedAt: at,
  })
  return fixedCostRecords.created(row, { write: [planCategoryCount(categoryId, 1, false)] })
}
