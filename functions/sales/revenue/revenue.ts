import { conflict, editConflict } from '../../../shared/errors.ts'
import { cents } from '../../../shared/money.ts'
import type { Caller } from '../../platform/actor.ts'
import { condition, type GuardedWrite } from '../../platform/data/commit.ts'
import type { SaleRow } from '../entity.ts'
import { saleRecords } from '../records.ts'
import { viewOf } from '../views.ts'
import { type RevenueTable, RevenueTables } from './revenue-entity.ts'

type Product = Pick<SaleRow, 'provider' | 'productType'>

/** Reads the rates of expected revenue of a provider and product, strongly consistent; version 0 without any. */
export async function readRevenueTable({ provider, productType }: Product): Promise<RevenueTable> {
  const { data } = await RevenueTables.get({ provider, productType }).go({ consistent: true })
  return (data as RevenueTable | null) ?? { provider, productType, version: 0, rates: [] }
}

/**
 * Returns the expected revenue of a sale on a day, in cents; undefined without a rate. Among the rates that apply, the
 * rate that starts last counts. With equal starts, the rate created last counts.
 */
export function pickExpectedRevenue({ rates }: Pick<RevenueTable, 'rates'>, day: string): number | undefined {
  const orderOf = (rate: RevenueTable['rates'][number]) => `${rate.validFrom} ${rate.createdAt} ${rate.id}`
  const [newest] = rates
    .filter(({ validFrom }) => validFrom <= day)
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? 1 : -1))
  return newest?.amount
}

/** Returns the condition that the rates of a provider and product are unchanged since they were read; 409 otherwise. */
export const requireSameRevenueRates = ({ version, ...product }: RevenueTable): GuardedWrite =>
  condition(
    RevenueTables.delete({ provider: product.provider, productType: product.productType }).where(
      (row, { eq, notExists }) => (version === 0 ? notExists(row.version) : eq(row.version, version)),
    ),
    () => editConflict('een tarief voor omzet'),
  )

/** Reads the expected revenue of a sale in cents, with the condition that its rates stay unchanged. */
export async function readExpectedRevenue(sale: Product & Pick<SaleRow, 'saleDate'>) {
  const table = await readRevenueTable(sale)
  return { expectedRevenue: pickExpectedRevenue(table, sale.saleDate), ratesUnchanged: requireSameRevenueRates(table) }
}

/**
 * Stores the euros that a provider paid for a sale, or removes them; the sale keeps its approval. Throws 409 for a
 * rejected sale.
 */
export const setReceivedRevenue = (actor: Caller, id: string, { received }: { readonly received: number | null }) =>
  saleRecords.edit(
    actor,
    { id, action: 'revenue:manage' },
    (row) => viewOf(actor, row),
    (before) => {
      if (before.status === 'rejected') throw conflict('Een afgekeurde sale heeft geen omzet')
      return { after: { ...before, receivedRevenue: received === null ? undefined : cents(received) } }
    },
  )
