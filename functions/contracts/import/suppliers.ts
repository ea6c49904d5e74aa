import { salesStatuses } from '../../../shared/api/parts/statuses.ts'
import { foldText } from '../../../shared/folded.ts'
import { defineEntity, must, primary } from '../../platform/data/table.ts'
import { iterateRows } from '../../records/source.ts'
import type { ContractRow } from '../entity.ts'
import { contractsWith } from '../months.ts'

/**
 * Suppliers in contracts, as their sheets write them. Names are only added, so some may no longer be used.
 *
 * | Read          | Index   | Key |
 * | the suppliers | primary | ·   |
 */
export const ContractSuppliers = defineEntity('contractsuppliers', {
  attributes: { id: must, names: { type: 'set', items: 'string' } },
  indexes: { primary: primary('contract#suppliers#${id}', 'suppliers') },
})

const ALL = { id: 'all' }
/** Maximum number of stored names: a row takes 400 kB, and the texts of a wrong column must not fill it. */
const MOST = 1_000
/** Maximum length of a stored name. */
const LONGEST = 60

/** Returns the names of suppliers in contracts in alphabetical order, one spelling of each. */
export async function readSupplierNames(): Promise<string[]> {
  const { data } = await ContractSuppliers.get(ALL).go()
  const names = new Map((data?.names ?? []).toSorted().map((name) => [foldText(name), name]))
  return [...names.values()].toSorted((one, other) => one.localeCompare(other, 'nl'))
}

/**
 * Adds the suppliers of contracts to the stored list of names, which takes at most 1,000 names of at most 60
 * characters.
 */
export async function storeSuppliers(rows: readonly Pick<ContractRow, 'supplier'>[]): Promise<void> {
  const named = new Set(
    rows.map(({ supplier = '' }) => supplier).filter((name) => name !== '' && name.length <= LONGEST),
  )
  if (named.size === 0) return
  const { data } = await ContractSuppliers.get(ALL).go()
  const known = new Set(data?.names)
  const fresh = [...named].filter((name) => !known.has(name)).slice(0, Math.max(0, MOST - known.size))
  if (fresh.length > 0) await ContractSuppliers.update(ALL).add({ names: fresh }).go()
}

/** Adds the suppliers of all contracts to the stored list of names, for contracts from before that list. */
export async function storeAllSuppliers(): Promise<void> {
  const named = new Map<string, Pick<ContractRow, 'supplier'>>()
  for await (const { supplier = '' } of iterateRows(await contractsWith(salesStatuses)))
    named.set(supplier, { supplier })
  await storeSuppliers([...named.values()])
}
