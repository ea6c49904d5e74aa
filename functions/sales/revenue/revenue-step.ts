import { randomUUID } from 'node:crypto'
import type { Provider } from '../../../shared/api/parts/trade.ts'
import { addMonths, type LocalDate, localDateOf, monthOf, now } from '../../../shared/time.ts'
import { asSystem } from '../../platform/actor.ts'
import { commit, type GuardedWrite, isWritten } from '../../platform/data/commit.ts'
import { movesOf } from '../../platform/data/counters.ts'
import type { OutboxItem } from '../../platform/data/outbox.ts'
import { splitIntoBatches, takeRows } from '../../platform/data/rows.ts'
import { type SaleRow, Sales } from '../entity.ts'
import { saleRecords } from '../records.ts'
import { contributionsOf } from '../rules.ts'
import { pickExpectedRevenue, readRevenueTable, requireSameRevenueRates } from './revenue.ts'
import type { RevenueTable } from './revenue-entity.ts'

/** Maximum number of sales that one step reads, and that one transaction writes. */
const STEP = { rows: 300, together: 20 }

/**
 * Maximum number of passes over all sales. A pass that changed sales is followed by another, because an index may lag
 * behind a sale that was just registered.
 */
const MOST_PASSES = 3

/** First month whose sales are updated; earlier sales keep their amount. */
const FIRST_MONTH = '2015-01'

interface Place {
  /** Day of the first sale whose expected revenue a rate may change. */
  readonly from: string
  /** Next month to read. */
  readonly month?: string | undefined
  /** Last sale read in that month; absent before its first sale. */
  readonly after?: { readonly saleDate: string; readonly id: string } | undefined
  readonly pass?: number | undefined
  /** Set when this pass changed a sale. */
  readonly hasMoved?: boolean | undefined
  /** Id of the run, so that each of its steps is requested once. */
  readonly run?: string | undefined
}

type Product = Pick<RevenueTable, 'provider' | 'productType'>

/**
 * Returns the outbox item that applies the current rates to sales of a provider and product; `place` is where the step
 * begins.
 */
export function requestRevaluation({ provider, productType }: Product, place: Place): OutboxItem {
  const { run = randomUUID(), month, after, pass = 1 } = place
  const id = `revalue#${run}#${pass}#${month ?? ''}#${after?.id ?? ''}`
  return { kind: 'sales-revalued', subject: `${provider}#${productType}`, id, facts: { ...place, run } }
}

/**
 * Applies the current rates of expected revenue to sales from a position on, and requests the next step. `subject`
 * names provider and product, `facts` is the position. One step reads at most `rows` sales and writes at most
 * `together` in one transaction; it may be repeated.
 */
export async function revalueSales(subject: string, facts: unknown, { rows, together } = STEP): Promise<void> {
  const [provider, productType] = subject.split('#') as [Provider, SaleRow['productType']]
  const place = facts as Place
  const thisMonth = monthOf(localDateOf(now()))
  let month = place.month ?? [monthOf(place.from as LocalDate), FIRST_MONTH].toSorted().at(-1) ?? FIRST_MONTH
  let { after, hasMoved = false } = place
  let left = rows
  while (left > 0 && month <= thisMonth) {
    const all = Sales.query.byMonth({ month })
    const part = await takeRows<SaleRow>((after ? all.gt(after) : all) as never, left)
    const table = await readRevenueTable({ provider, productType })
    const outdated = part.rows.filter((sale) => sale.saleDate >= place.from && isOutdated(sale, table))
    for (const batch of splitIntoBatches(outdated, together)) {
      hasMoved = true
      if (await isWritten(revalue(batch, table))) continue
      // A sale or the rates changed meanwhile, so each sale is handled by itself.
      for (const { id } of batch) await revalueOne(id, { provider, productType })
    }
    left -= Math.max(1, part.rows.length)
    const last = part.rows.at(-1)
    after = part.isOver || !last ? undefined : { saleDate: last.saleDate, id: last.id }
    if (!after) month = monthOf(addMonths(`${month}-01` as LocalDate, 1))
  }
  const { from, run, pass = 1 } = place
  if (month <= thisMonth) return requestNextStep({ provider, productType }, { from, run, pass, month, after, hasMoved })
  if (hasMoved && pass < MOST_PASSES) return requestNextStep({ provider, productType }, { from, run, pass: pass + 1 })
}

const isOutdated = (sale: SaleRow, table: RevenueTable): boolean =>
  sale.provider === table.provider &&
  sale.productType === table.productType &&
  sale.expectedRevenue !== pickExpectedRevenue(table, sale.saleDate)

/** Requests the next step, and only once when this step runs several times. */
const requestNextStep = (product: Product, place: Place): Promise<void> =>
  isWritten(
    commit(asSystem('sales'), {
      action: 'revenue-rate.apply-further',
      entity: { type: 'revenue-rate', id: `${product.provider}#${product.productType}` },
      after: { from: place.from, month: place.month },
      write: [],
      outbox: [requestRevaluation(product, place)],
    }),
  ).then(() => undefined)

/** Writes the expected revenue of sales and their counters. Throws 409 when a sale or the rates changed meanwhile. */
function revalue(sales: readonly SaleRow[], table: RevenueTable) {
  const revalued = sales.map((sale) => ({ ...sale, expectedRevenue: pickExpectedRevenue(table, sale.saleDate) }))
  return commit(asSystem('sales'), {
    action: 'revenue-rate.apply',
    entity: { type: 'revenue-rate', id: `${table.provider}#${table.productType}` },
    after: { sales: sales.map(({ salesDockId }) => salesDockId) },
    write: [
      requireSameRevenueRates(table),
      ...sales.map((sale, at) => revenueWrite(sale, revalued[at]?.expectedRevenue)),
    ],
    count: movesOf(sales.flatMap(contributionsOf), revalued.flatMap(contributionsOf)),
  })
}

function revenueWrite(
  { id, version, expectedRevenue: was }: SaleRow,
  expectedRevenue: number | undefined,
): GuardedWrite {
  const patch = Sales.patch({ id })
  const set = expectedRevenue === undefined ? patch.remove(['expectedRevenue']) : patch.set({ expectedRevenue })
  return {
    write: set.where((row, { eq, notExists }) =>
      [
        eq(row.version, version),
        was === undefined ? notExists(row.expectedRevenue) : eq(row.expectedRevenue, was),
      ].join(' AND '),
    ),
    onFailure: saleRecords.lost,
  }
}

/** Applies the current rates to one sale; tries again when the sale or a rate changes meanwhile. */
async function revalueOne(id: string, product: Product): Promise<void> {
  for (;;) {
    const [sale, table] = [await saleRecords.find(id), await readRevenueTable(product)]
    if (!isOutdated(sale, table) || (await isWritten(revalue([sale], table)))) return
  }
}
