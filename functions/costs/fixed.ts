import type { costs } from '../../shared/api/costs.ts'
import type { Input } from '../../shared/api/parts/endpoint.ts'
import type { FixedCostFilter } from '../../shared/api/schemas/costs.ts'
import { costScopes, fixedCost } from '../../shared/costs/record.ts'
import { conflict, invalid, unprocessable } from '../../shared/errors.ts'
import { foldText } from '../../shared/folded.ts'
import { type Cents, euros } from '../../shared/money.ts'
import { findTeam, findTeamIdsOfOffice, nameOf, requireTeam } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import type { GuardedWrite } from '../platform/data/commit.ts'
import { readAll } from '../platform/data/rows.ts'
import type { Paging } from '../platform/http/page.ts'
import { fullName } from '../platform/identity/user.ts'
import { mapFormFields } from '../records/form.ts'
import { type Bounds, listWithin, readAllWithin } from '../records/list.ts'
import { onlyItem } from '../records/only-item.ts'
import { manageWith, newRecordFields, records } from '../records/record.ts'
import { byPosition, isInteger, isText, sourceInMemory } from '../records/source.ts'
import { planCategoryCount, readAllCategories } from './categories.ts'
import { addIndexKeys, type FixedCostRow, FixedCosts } from './cost-entity.ts'
import { requireFormPerson, requireStillInTeam } from './people.ts'
import { overlapsMonth, refuseBackwards } from './periods.ts'

const action = 'cost:manage'

/** Functions that find, create, change and delete fixed costs, with rights and audit. */
export const fixedCostRecords = records<FixedCostRow>({
  type: 'fixed-cost',
  entity: FixedCosts,
  called: 'deze vaste kosten',
  ...manageWith(action),
  marks: ['user', 'team'],
  derived: ['endsOn', 'personKey', 'teamKey'],
})

type NewFixedCost = Input<(typeof costs)['createFixedCost']>['body']
type FixedCostChange = Input<(typeof costs)['updateFixedCost']>['body']
/** Person, team or organisation that a fixed cost is for; with a person also the team in which the cost counts. */
export type CostTarget = Pick<FixedCostRow, 'scope' | 'userId' | 'user' | 'teamId' | 'team'>

const stored = mapFormFields<FixedCostRow>()(['userId', 'teamId'], fixedCost.normal)

/** Returns the first and last day of a fixed cost; `to` is undefined without an end. */
const periodOf = ({ effectiveFrom, effectiveTo }: FixedCostRow) => ({ from: effectiveFrom, to: effectiveTo })

/** Tells whether a fixed cost is active and runs in a month `yyyy-mm`. */
export const isCountedIn = (row: FixedCostRow, month: string): boolean =>
  row.isActive && overlapsMonth(periodOf(row), month)

/**
 * Reads the fixed costs that end in or after a month `yyyy-mm`, inactive ones included, without checking rights. Reads
 * all of them without a month.
 */
export async function loadFixedCosts(month?: string): Promise<FixedCostRow[]> {
  const all = FixedCosts.query.all({})
  return (await readAll((month ? all.gte({ endsOn: `${month}-01` }) : all) as never)) as FixedCostRow[]
}

const ORGANISATION: CostTarget = {
  scope: 'organisation',
  userId: undefined,
  user: undefined,
  teamId: undefined,
  team: undefined,
}

/**
 * Finds the person, team or organisation of a fixed cost, with the conditions for its write. With neither id it is the
 * organisation. Throws 422 at the field for an unknown id.
 */
export async function findCostTarget(
  userId: string | null | undefined,
  teamId: number | null | undefined,
): Promise<{ readonly whom: CostTarget; readonly conditions: GuardedWrite[] }> {
  const team = async (id: number) => {
    const found = await findTeam(id)
    if (!found) throw unprocessable('Dit team bestaat niet (meer)', 'teamId')
    return { teamId: id, team: { id, name: found.name, office: found.office } }
  }
  if (userId) {
    const person = await requireFormPerson(userId)
    const theirs = person.teamId === undefined ? null : await findTeam(person.teamId)
    const whom = {
      ...{ scope: 'person' as const, userId, user: nameOf(person), teamId: theirs?.id },
      team: theirs ? { id: theirs.id, name: theirs.name, office: theirs.office } : undefined,
    }
    return { whom, conditions: [requireStillInTeam(person)] }
  }
  if (!teamId) return { whom: ORGANISATION, conditions: [] }
  const whom = { scope: 'team' as const, userId: undefined, user: undefined, ...(await team(teamId)) }
  return { whom, conditions: [requireTeam(teamId)] }
}

function refuseBoth({ userId, teamId }: Pick<FixedCostChange, 'userId' | 'teamId'>): void {
  if (userId && teamId) throw invalid('Kies een team of een persoon', 'teamId')
}

/**
 * Adds a fixed cost for a person, a team or the organisation. Throws 403 for non-admins, 400 for both a person and a
 * team, or an end before its begin. Throws 422 for an unknown person or team, or a category that is unknown or
 * inactive.
 */
export async function createFixedCost(actor: Caller, form: NewFixedCost) {
  authorise(actor, action)
  refuseBoth(form)
  const { whom, conditions } = await findCostTarget(form.userId, form.teamId)
  const row = buildFixedCost(form, whom)
  return fixedCostRecords.create(actor, row, viewOf, {
    conditions: [...conditions, planCategoryCount(row.categoryId, 1, true)],
  })
}

/**
 * Builds the row of a new fixed cost for the person, team or organisation `whom`; stores nothing. Throws 400 at
 * `effectiveTo` for an end before its begin.
 */
export function buildFixedCost(form: Omit<NewFixedCost, 'userId' | 'teamId'>, whom: CostTarget): FixedCostRow {
  const given = { ...stored.created(form), isActive: form.isActive ?? true }
  const row = addIndexKeys({ ...newRecordFields(), ...whom, ...given, isLicence: false })
  refuseBackwards(periodOf(row))
  return row
}

const refuseLicence = ({ isLicence }: FixedCostRow) => {
  if (isLicence) throw conflict('Partnerview houdt licenties van zzp’ers zelf bij')
}

/**
 * Changes a fixed cost. Throws 403 for non-admins, 404 for an unknown id, 400 and 422 as `createFixedCost` does. Throws
 * 409 when somebody else changed the cost, and for the licence of a zzp'er, which only the system changes.
 */
export const changeFixedCost = (actor: Caller, id: string, change: FixedCostChange) =>
  fixedCostRecords.edit(actor, id, viewOf, async (before) => {
    refuseLicence(before)
    refuseBoth(change)
    const whom = await changedWhom(before, change)
    const after = applyFixedCostChange(before, change)
    const isMoved = after.categoryId !== before.categoryId
    return {
      after: addIndexKeys({ ...after, ...whom?.whom }),
      conditions: whom?.conditions ?? [],
      write: isMoved
        ? [planCategoryCount(before.categoryId, -1, false), planCategoryCount(after.categoryId, 1, true)]
        : [],
    }
  })

/**
 * Returns a fixed cost with changed fields; its person or team stays. Throws 400 at `effectiveTo` for an end before its
 * begin.
 */
export function applyFixedCostChange(
  before: FixedCostRow,
  change: Omit<FixedCostChange, 'userId' | 'teamId'>,
): FixedCostRow {
  const after = addIndexKeys({ ...before, ...stored.changed(change) })
  refuseBackwards(periodOf(after))
  return after
}

/** Finds the new person, team or organisation of a cost; null when it does not change. */
async function changedWhom(before: FixedCostRow, { userId, teamId }: FixedCostChange) {
  if (userId) return userId === before.userId ? null : findCostTarget(userId, null)
  if (teamId) return before.scope === 'team' && teamId === before.teamId ? null : findCostTarget(null, teamId)
  const isCleared = before.scope === 'person' ? userId === null : before.scope === 'team' && teamId === null
  return isCleared ? findCostTarget(null, null) : null
}

/**
 * Deletes a fixed cost, so that it no longer counts in any month, past ones included. Throws 403 for non-admins, 404
 * for an unknown id. Throws 409 when somebody else changed the cost meanwhile, and for the licence of a zzp'er, which
 * only the system changes.
 */
export const removeFixedCost = (actor: Caller, id: string) =>
  fixedCostRecords.remove(actor, id, (before) => {
    refuseLicence(before)
    return { write: [planCategoryCount(before.categoryId, -1, false)] }
  })

/** Fixed cost with the name of its category. */
export interface NamedFixedCost extends FixedCostRow {
  readonly category: { readonly id: string; readonly name: string }
}

/** Returns fixed costs with the names of their categories; 'Onbekend' for a category that is gone. */
export async function addCategoryNames(rows: readonly FixedCostRow[]): Promise<NamedFixedCost[]> {
  if (rows.length === 0) return []
  const names = new Map((await readAllCategories()).map(({ id, name }) => [id, name]))
  return rows.map((row) => ({
    ...row,
    category: { id: row.categoryId, name: names.get(row.categoryId) ?? 'Onbekend' },
  }))
}

const viewOf = async (row: FixedCostRow) => onlyItem((await addCategoryNames([row])).map(showInEuros))
const showInEuros = (row: NamedFixedCost) => ({ ...row, monthlyAmount: euros(row.monthlyAmount as Cents) })

/** Returns whom a fixed cost is for: the name of a person or team, or 'Organisatie'. */
export const whomTextOf = ({ scope, user, team }: FixedCostRow): string =>
  scope === 'organisation' ? 'Organisatie' : user ? fullName(user) : (team?.name ?? '')

/**
 * Reads the fixed costs that match a filter, without checking rights, ordered by scope, category and name. With a
 * month, only active costs that run in it.
 */
async function findFixedCosts(filter: FixedCostFilter): Promise<NamedFixedCost[]> {
  const { month, categoryId, scope, userId, teamId, office, q } = filter
  const ofOffice = office && (await findTeamIdsOfOffice(office))
  const sought = q ? foldText(q) : ''
  const rows = (await loadFixedCosts(month)).filter(
    (row) =>
      (month === undefined || isCountedIn(row, month)) &&
      (categoryId === undefined || row.categoryId === categoryId) &&
      (scope === undefined || row.scope === scope) &&
      (userId === undefined || row.userId === userId) &&
      (teamId === undefined || row.teamId === Number(teamId)) &&
      (!ofOffice || (row.teamId !== undefined && ofOffice.has(row.teamId))),
  )
  return (await addCategoryNames(rows))
    .filter((row) =>
      [row.description ?? '', row.category.name, whomTextOf(row)].some((part) => foldText(part).includes(sought)),
    )
    .sort((one, other) => byPosition(orderOf(one), orderOf(other)))
}

const orderOf = (row: NamedFixedCost) => [
  costScopes.indexOf(row.scope),
  foldText(row.category.name),
  foldText(whomTextOf(row)),
  row.effectiveFrom,
  row.id,
]

const sourceOf = async (filter: FixedCostFilter) =>
  sourceInMemory(await findFixedCosts(filter), {
    positionOf: orderOf,
    parts: [isInteger, isText, isText, isText, isText],
    compare: byPosition,
  })

/** Lists a page of the fixed costs that match a filter, in the order of `findFixedCosts`. Throws 403 for non-admins. */
export const listFixedCosts = (actor: Caller, { limit, cursor, ...filter }: FixedCostFilter & Paging) =>
  listWithin(
    actor,
    action,
    { limit, cursor },
    {
      all: () => sourceOf(filter),
      show: (rows: readonly NamedFixedCost[]) => rows.map(showInEuros),
    },
  )

/**
 * Reads all fixed costs that match a filter, for an export. Throws 403 for non-admins, and the error of `bounds` when
 * there are more than it allows.
 */
export const readAllFixedCosts = (actor: Caller, filter: FixedCostFilter, bounds: Bounds) =>
  readAllWithin<typeof action, NamedFixedCost>(actor, action, bounds, { all: () => sourceOf(filter) })

/**
 * Adds up the filtered fixed costs of a month in euros: all, and those of organisation, teams and people; `count` is
 * their number. Throws 403 for non-admins.
 */
export async function sumFixedCosts(actor: Caller, filter: FixedCostFilter & { readonly month: string }) {
  authorise(actor, action)
  const rows = await findFixedCosts(filter)
  const of = (scope: FixedCostRow['scope'] | null) =>
    rows.reduce((sum, row) => sum + (scope === null || row.scope === scope ? row.monthlyAmount : 0), 0)
  return {
    month: filter.month,
    count: rows.length,
    organisation: euros(of('organisation') as Cents),
    teams: euros(of('team') as Cents),
    people: euros(of('person') as Cents),
    total: euros(of(null) as Cents),
  }
}
