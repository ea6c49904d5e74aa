import type { costs } from '../../shared/api/costs.ts'
import type { Input } from '../../shared/api/parts/endpoint.ts'
import { conflict, unprocessable } from '../../shared/errors.ts'
import { foldText } from '../../shared/folded.ts'
import { now } from '../../shared/time.ts'
import { asSystem, type Caller } from '../platform/actor.ts'
import { commitAll, type GuardedWrite, isWritten } from '../platform/data/commit.ts'
import { readAll } from '../platform/data/rows.ts'
import type { Paging } from '../platform/http/page.ts'
import { mapFormFields } from '../records/form.ts'
import { listWithin } from '../records/list.ts'
import { manageWith, newRecordFields, records } from '../records/record.ts'
import { inOrder, isText } from '../records/source.ts'
import { CategoryNames, type CategoryRow, CostCategories } from './cost-entity.ts'

const action = 'cost:manage'

/** Functions that find, create, change and delete categories of fixed costs, with rights and audit. */
const categoryRecords = records<CategoryRow>({
  type: 'cost-category',
  entity: CostCategories,
  called: 'deze categorie',
  ...manageWith(action),
  marks: ['used'],
  derived: ['sortName'],
})

type NewCategory = Input<(typeof costs)['createCategory']>['body']
type CategoryChange = Input<(typeof costs)['updateCategory']>['body']

const same = (row: CategoryRow) => row

/** Lists the categories of fixed costs, by name. Throws 403 for non-admins. */
export const listCategories = (actor: Caller, paging: Paging) =>
  listWithin(actor, action, paging, {
    all: () => inOrder<CategoryRow>({ sortName: isText, id: isText }, [CostCategories.query.all({}) as never]),
    show: (rows) => rows,
  })

/** Reads all categories of fixed costs without checking rights; they are few. */
export const readAllCategories = async (): Promise<CategoryRow[]> =>
  (await readAll(CostCategories.query.all({}))) as CategoryRow[]

/**
 * Adds a category of fixed costs, active by default. Throws 403 for non-admins, 409 when another category has the name,
 * whatever its case and accents.
 */
export const createCategory = (actor: Caller, { name, description, isActive = true }: NewCategory) => {
  const row: CategoryRow = {
    ...newRecordFields(),
    ...nameFields(name),
    description: description ?? undefined,
    isActive,
    used: 0,
  }
  return categoryRecords.create(actor, row, same, { conditions: [claimName(row)] })
}

const stored = mapFormFields<CategoryRow>()()
const nameFields = (name: string) => ({ name, sortName: foldText(name) })

/**
 * Changes a category of fixed costs; forms cannot choose an inactive one. Throws 403 for non-admins, 404 for an unknown
 * id. Throws 409 when another category has the new name, or somebody else changed this one.
 */
export const changeCategory = (actor: Caller, id: string, { name, ...change }: CategoryChange) =>
  categoryRecords.edit(actor, id, same, (before) => {
    const after = { ...before, ...stored.changed(change), ...(name === undefined ? {} : nameFields(name)) }
    const isRenamed = after.sortName !== before.sortName
    return { after, ...(isRenamed ? { conditions: [claimName(after)], write: [releaseName(before)] } : {}) }
  })

/**
 * Deletes a category of fixed costs. Throws 403 for non-admins, 404 for an unknown id. Throws 409 while a fixed cost
 * uses the category, or when somebody else changed it meanwhile.
 */
export const removeCategory = (actor: Caller, id: string) =>
  categoryRecords.remove(actor, id, (before) => {
    if (before.used > 0) {
      const costs = before.used === 1 ? '1 vaste kostenpost heeft' : `${before.used} vaste kostenposten hebben`
      throw conflict(`${costs} deze categorie. Zet de categorie op inactief.`)
    }
    return { write: [releaseName(before)] }
  })

/** Returns the write that claims a name for a category; 409 at `name` when another category has it. */
const claimName = ({ id, sortName }: CategoryRow): GuardedWrite => ({
  write: CategoryNames.put({ name: sortName, categoryId: id }).where((row, { notExists }) => notExists(row.categoryId)),
  onFailure: () => conflict('Er is al een categorie met deze naam', 'name'),
})

const releaseName = ({ sortName }: CategoryRow) => CategoryNames.delete({ name: sortName })

/**
 * Returns the write that adds `by` to the number of fixed costs in a category. It fails with 422 for an unknown
 * category. With `isChosen`, when a form chose the category, it also fails for an inactive one.
 */
export function planCategoryCount(id: string, by: number, isChosen: boolean): GuardedWrite {
  const counted = CostCategories.patch({ id }).add({ used: by })
  return {
    write: isChosen ? counted.where((row, { eq }) => eq(row.isActive, true)) : counted,
    onFailure: () => unprocessable('Kies een actieve categorie', 'categoryId'),
  }
}

const LICENCES = 'Licentie'
const LICENCES_ID = 'licence'

/**
 * Returns the id of the cost category for licences of zzp'ers (freelancers): the one made here before, else one named
 * 'Licentie'. Creates the category when there is neither.
 */
export async function ensureLicenceCategory(): Promise<string> {
  const [{ data: own }, { data: namesake }] = await Promise.all([
    CostCategories.get({ id: LICENCES_ID }).go({ consistent: true }),
    CategoryNames.get({ name: foldText(LICENCES) }).go({ consistent: true }),
  ])
  if (own) return LICENCES_ID
  if (namesake) return namesake.categoryId
  const at = now()
  const row: CategoryRow = {
    ...{ id: LICENCES_ID, version: 1, name: LICENCES, sortName: foldText(LICENCES), used: 0, isActive: true },
    ...{ description: 'Licentie per zzp’er, door Partnerview bijgehouden', createdAt: at, updatedAt: at },
  }
  const changes = categoryRecords.created(row, { conditions: [claimName(row)] })
  await isWritten(commitAll(asSystem('costs'), changes))
  return ensureLicenceCategory()
}
