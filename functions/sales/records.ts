import { editConflict, notFound } from '../../shared/errors.ts'
import { traceWritesFor } from '../known-customers/service.ts'
import { condition, type GuardedWrite } from '../platform/data/commit.ts'
import { getRows } from '../platform/data/rows.ts'
import type { Operation } from '../platform/data/table.ts'
import { type More, records } from '../records/record.ts'
import {
  addCommissionKeys,
  contributionsOf as commissionContributions,
  ownersOf as commissionOwnersOf,
  moneyOf,
} from './amounts/commission-rules.ts'
import { type CommissionRow, Commissions, type Sale } from './commission-entity.ts'
import { type SaleRow, Sales } from './entity.ts'
import { commissionNotices, saleNotices } from './notices.ts'
import { addIndexKeys, commissionOf, contributionsOf, correctionContributions, eansOf, ownersOf } from './rules.ts'

const SALE = 'sale-'

/** Returns the id of the sale in a commission id; null for a held appointment. Throws 404 for any other id. */
export function saleIdOf(id: string): string | null {
  if (id.startsWith(SALE)) return id.slice(SALE.length)
  if (!id.startsWith('lead-')) throw notFound()
  return null
}

const recognised = traceWritesFor<SaleRow>('sale', { ownersOf, dateOf: ({ saleDate }) => saleDate, eansOf })

/**
 * Returns the further writes of every change of a sale: its commission row, and the rows in the index of known
 * customers by which other records recognise its customer.
 */
const alongside = (before: Sale | null, after: Sale | null): Operation[] => [
  ...(after ? [Commissions.put(commissionOf(after))] : []),
  ...recognised(before, after),
]

/** Adds to sales the money of their commissions. */
export async function withMoney(rows: readonly SaleRow[], consistent = false): Promise<Sale[]> {
  const keys = rows.map(({ id }) => ({ id: `${SALE}${id}` }))
  const found = (await getRows(Commissions, keys, { consistent })) as CommissionRow[]
  const moneyById = new Map(found.map((row) => [row.originalId, moneyOf(row)]))
  return rows.flatMap((row) => {
    const money = moneyById.get(row.id)
    return money ? [{ ...money, ...row }] : []
  })
}

export const saleRecords = records<Sale>({
  type: 'sale',
  entity: {
    get: ({ id }) => ({
      go: async (reading) => {
        // The sale comes first: its commission is then never older, so the version of the sale guards both.
        const { data } = await Sales.get({ id: String(id) }).go(reading)
        return { data: data && ((await withMoney([data as SaleRow], true))[0] ?? null) }
      },
    }),
    create: (sale) => Sales.create(sale),
    put: (sale) => Sales.put(sale),
    delete: ({ id }) => Sales.delete({ id: String(id) }),
  },
  called: 'deze sale',
  ownersOf,
  actions: { read: 'sale:read', create: 'sale:create', edit: 'sale:edit', remove: 'sale:edit' },
  marks: ['agent', 'caller', 'team', 'openQuestions', 'expectedRevenue'],
  derived: ['amountFacts', 'phoneBy', 'coolingOff', 'coolingOffUntil'],
  keyed: addIndexKeys,
  contributions: (row) => [
    ...contributionsOf(row),
    ...correctionContributions(row),
    ...commissionContributions(commissionOf(row)),
  ],
  alongside,
  notifies: saleNotices,
})

/** Fees of held appointments without a sale, as records. The commission of a sale is written with its sale. */
export const leadFeeRecords = records<CommissionRow>({
  type: 'commission',
  entity: Commissions,
  called: 'deze commissie',
  ownersOf: commissionOwnersOf,
  actions: {
    read: 'commission:read',
    create: 'commission:edit',
    edit: 'commission:edit',
    remove: 'commission:edit',
  },
  marks: ['agent', 'caller', 'team', 'openQuestions'],
  derived: ['amountFacts'],
  keyed: addCommissionKeys,
  contributions: commissionContributions,
  notifies: commissionNotices,
  isHidden: (_actor, _action, { replacedBy }) => replacedBy !== undefined,
})

/** Returns the condition that a sale is unchanged since it was read; it fails with 409. */
export const requireUnchangedSale = ({ id, version }: Pick<SaleRow, 'id' | 'version'>): GuardedWrite =>
  condition(
    Sales.delete({ id }).where((row, { eq }) => eq(row.version, version)),
    () => editConflict('deze sale'),
  )

/**
 * Finds a commission without checking rights, also the fee of an appointment that a sale replaced. Returns its row, its
 * sale (null for a fee), and `changed`: a function that takes the row after a change and returns the changes that store it. Throws 404 for an
 * unknown id.
 */
export async function findStoredCommission(id: string) {
  const saleId = saleIdOf(id)
  if (saleId === null) {
    const row = await leadFeeRecords.find(id)
    return {
      row,
      sale: null,
      changed: (after: CommissionRow, more: More) => leadFeeRecords.changed(row, after, more).changes,
    }
  }
  const sale = await saleRecords.find(saleId)
  const changed = (after: CommissionRow, more: More) =>
    saleRecords.changed(sale, { ...sale, ...moneyOf(after) }, more).changes
  return { row: commissionOf(sale), sale, changed }
}

/** Finds a commission as `findStoredCommission` does. Throws 404 also for a fee that a sale replaced. */
export async function findCommission(id: string) {
  const found = await findStoredCommission(id)
  if (found.row.replacedBy) throw notFound()
  return found
}
