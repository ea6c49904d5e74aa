import { randomUUID } from 'node:crypto'
import type { Provider } from '../../shared/contract/sales.ts'
import { addMonths, type LocalDate, localDateOf, monthOf, now } from '../../shared/time.ts'
import { asSystem } from '../platform/actor.ts'
import { commit, type GuardedWrite, isWritten } from '../platform/commit.ts'
import { movesOf } from '../platform/counters.ts'
import type { OutboxItem } from '../platform/outbox.ts'
import { inBatches, take } from '../platform/rows.ts'
import { type SaleRow, Sales } from './entity.ts'
import { saleRecords } from './records.ts'
import { expectedOn, revenueStands, revenueTable } from './revenue.ts'
import type { RevenueTable } from './revenue-entity.ts'
import { contributionsOf } from './rules.ts'

declare module '../platform/outbox.ts' {
  interface OutboxKinds {
    'sales-revalued': true
  }
}

/** Sales that one step looks at, and that one transaction writes. */
const STEP = { rows: 300, together: 20 }

/** Most times that all sales are gone through: an index may lag behind a sale that was registered just now. */
const MOST_PASSES = 3

/** First month of which sales can be. */
const FIRST_MONTH = '2015-01'

interface Place {
  /** Day of the first sale that a rate may move. */
  readonly from: string
  /** Month that is read next, and the last sale that was. */
  readonly month?: string | undefined
  readonly after?: { readonly saleDate: string; readonly id: string } | undefined
  readonly pass?: number | undefined
  readonly hasMoved?: boolean | undefined
  /** Names the run, so that each of its steps is asked for once. */
  readonly run?: string | undefined
}

type Product = Pick<RevenueTable, 'provider' | 'productType'>

/** Asks that sales of a provider and product take the rates as they are now, from a place on. */
export function revaluing({ provider, productType }: Product, place: Place): OutboxItem {
  const { run = randomUUID(), month, after, pass = 1 } = place
  const id = `revalue#${run}#${pass}#${month ?? ''}#${after?.id ?? ''}`
  return { kind: 'sales-revalued', subject: `${provider}#${productType}`, id, facts: { ...place, run } }
}

/**
 * Gives some sales of a provider and product the revenue that the rates expect now, and asks for the next step. May be
 * done any number of times, and beside changes of the sales and the rates.
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
    const part = await take<SaleRow>((after ? all.gt(after) : all) as never, left)
    const table = await revenueTable({ provider, productType })
    const outdated = part.rows.filter((sale) => sale.saleDate >= place.from && isOutdated(sale, table))
    for (const batch of inBatches(outdated, together)) {
      hasMoved = true
      if (await isWritten(revalue(batch, table))) continue
      // Somebody changed one of them meanwhile, or the rates.
      for (const { id } of batch) await revalueOne(id, { provider, productType })
    }
    left -= Math.max(1, part.rows.length)
    const last = part.rows.at(-1)
    after = part.isOver || !last ? undefined : { saleDate: last.saleDate, id: last.id }
    if (!after) month = monthOf(addMonths(`${month}-01` as LocalDate, 1))
  }
  const { from, run, pass = 1 } = place
  if (month <= thisMonth) return goOn({ provider, productType }, { from, run, pass, month, after, hasMoved })
  if (hasMoved && pass < MOST_PASSES) return goOn({ provider, productType }, { from, run, pass: pass + 1 })
}

const isOutdated = (sale: SaleRow, table: RevenueTable): boolean =>
  sale.provider === table.provider &&
  sale.productType === table.productType &&
  sale.expectedRevenue !== expectedOn(table, sale.saleDate)

/** Asks for the next step, once however often this one is done. */
const goOn = (product: Product, place: Place): Promise<void> =>
  isWritten(
    commit(
      asSystem('sales'),
      {
        action: 'revenue-rate.apply-further',
        entity: { type: 'revenue-rate', id: `${product.provider}#${product.productType}` },
        after: { from: place.from, month: place.month },
        write: [],
        outbox: [revaluing(product, place)],
      },
      undefined,
    ),
  ).then(() => undefined)

/** Writes the expected revenue of sales as they were read, with their counters. 409 where one of them was changed. */
function revalue(sales: readonly SaleRow[], table: RevenueTable) {
  const revalued = sales.map((sale) => ({ ...sale, expectedRevenue: expectedOn(table, sale.saleDate) }))
  return commit(
    asSystem('sales'),
    {
      action: 'revenue-rate.apply',
      entity: { type: 'revenue-rate', id: `${table.provider}#${table.productType}` },
      after: { sales: sales.map(({ salesDockId }) => salesDockId) },
      write: [revenueStands(table), ...sales.map((sale, at) => valued(sale, revalued[at]?.expectedRevenue))],
      count: movesOf(sales.flatMap(contributionsOf), revalued.flatMap(contributionsOf)),
    },
    undefined,
  )
}

function valued({ id, version, expectedRevenue: was }: SaleRow, expectedRevenue: number | undefined): GuardedWrite {
  const patch = Sales.patch({ id })
  const set = expectedRevenue === undefined ? patch.remove(['expectedRevenue']) : patch.set({ expectedRevenue })
  return {
    write: set.where((row, { eq, notExists }) =>
      [
        eq(row.version, version),
        was === undefined ? notExists(row.expectedRevenue) : eq(row.expectedRevenue, was),
      ].join(' AND '),
    ),
    otherwise: saleRecords.lost,
  }
}

/** Gives one sale its expected revenue as it stands now. */
async function revalueOne(id: string, product: Product): Promise<void> {
  for (;;) {
    const [sale, table] = [await saleRecords.find(id), await revenueTable(product)]
    if (!isOutdated(sale, table) || (await isWritten(revalue([sale], table)))) return
  }
}
