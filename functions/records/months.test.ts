import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalDate } from '../../shared/time.ts'
import { startWorld, type World } from '../../testing/world.ts'
import type { Position } from '../platform/http/page.ts'
import type { Order, Partition, Source } from './source.ts'

interface Deal {
  id: string
  saleDate: string
  notes: string
}

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** Creates an entity of deals with an agent and a caller, by the month of their date. */
async function entityOf(name: string) {
  const { Entity, gsi1, gsi2, entityModel, primary, store } = await import('../platform/data/table.ts')
  const must = { type: 'string', required: true } as const
  return new Entity(
    {
      model: entityModel(name),
      attributes: { id: must, agentId: must, callerId: must, month: must, saleDate: must, notes: must },
      indexes: {
        primary: primary(`${name}#\${id}`, name),
        byAgent: gsi1(`${name}#agent#\${agentId}#\${month}`, '${saleDate}#${id}'),
        byCaller: gsi2(`${name}#caller#\${callerId}#\${month}`, '${saleDate}#${id}'),
      },
    },
    store,
  )
}

const span = { first: '2026-01-10' as LocalDate, last: '2027-03-31' as LocalDate }

/** Stores deals of a person who is agent of some and caller of others, and both of some. */
async function dealsOf(name: string, dates: readonly string[], notes = '') {
  const { byMonth, dates: calendar } = await import('./months.ts')
  const Deals = await entityOf(name)
  const rows = dates.map((saleDate, index) => {
    const [agentId, callerId] = (index % 3 === 0 ? ['me', 'me'] : index % 3 === 1 ? ['me', 'x'] : ['x', 'me']) as [
      string,
      string,
    ]
    return { id: `${index}`.padStart(4, '0'), agentId, callerId, month: saleDate.slice(0, 7), saleDate, notes }
  })
  for (const row of rows) await Deals.put(row).go()
  const source = (order: Order) =>
    byMonth<Deal>({
      by: 'saleDate',
      calendar,
      span,
      order,
      partitions: (month) => [
        Deals.query.byAgent({ agentId: 'me', month }),
        Deals.query.byCaller({ callerId: 'me', month }),
      ],
    })
  const expected = rows
    .filter(({ saleDate }) => saleDate >= span.first && saleDate <= span.last)
    .map(({ saleDate, id }) => `${saleDate} ${id}`)
    .sort()
  return { source, expected }
}

/** Stores deals of an agent on these dates; returns a source that reads only the months with deals. */
async function scattered(name: string, dates: readonly string[]) {
  const { byKnownMonth } = await import('./months.ts')
  const Deals = await entityOf(name)
  const ids = dates.map((saleDate, index) => ({ saleDate, id: `${index}` }))
  for (const row of ids) {
    await Deals.put({ ...row, agentId: 'me', callerId: 'x', month: row.saleDate.slice(0, 7), notes: '' }).go()
  }
  const asked: string[] = []
  const source = (order: Order, { from, until }: { from: string; until: string }): Source<Deal> =>
    byKnownMonth<Deal>({
      ...{ by: 'saleDate', from, until, order, months: [...new Set(dates.map((date) => date.slice(0, 7)))] },
      partitions: (month) => {
        asked.push(month)
        return [Deals.query.byAgent({ agentId: 'me', month }) as unknown as Partition<Deal>]
      },
    })
  const expected = ({ from, until }: { from: string; until: string }) =>
    ids
      .filter(({ saleDate }) => saleDate >= from && saleDate < until)
      .map(({ saleDate, id }) => `${saleDate} ${id}`)
      .sort()
  return { source, expected, asked }
}

async function walk(source: Source<Deal>, limit: number): Promise<string[]> {
  const seen: string[] = []
  for (let at: Position | null = source.begin(undefined), more = true; more; ) {
    const { rows, next } = await source.read(at, limit)
    expect(rows.length).toBeLessThanOrEqual(limit)
    seen.push(...rows.map(({ saleDate, id }) => `${saleDate} ${id}`))
    at = next
    more = next !== null
  }
  return seen
}

describe('rows of several partitions by the month of a date', () => {
  it('come once each, in order, forwards and backwards, from the first day of the span to the last', async () => {
    const edges = ['2026-01-09', '2026-01-10', '2026-01-31', '2026-02-01', '2026-12-31', '2027-03-31', '2027-04-01']
    const dates = Array.from({ length: 6 }, () => edges).flat()
    const { source, expected } = await dealsOf('deal', dates)
    for (const limit of [1, 2, 7, 100]) {
      expect(await walk(source('asc'), limit), `${limit}`).toEqual(expected)
      expect(await walk(source('desc'), limit), `${limit}`).toEqual(expected.toReversed())
    }
  })

  it('are complete when one partition is read only as far as a few megabytes reach', async () => {
    const dates = Array.from({ length: 45 }, (_, index) => `2026-05-${String((index % 28) + 1).padStart(2, '0')}`)
    const { source, expected } = await dealsOf('heavydeal', dates, 'x'.repeat(350_000))
    const { rows, next } = await source('asc').read(source('asc').begin(undefined), 500)
    expect([rows.length < expected.length, next === null]).toEqual([true, false])
    expect(await walk(source('asc'), 500)).toEqual(expected)
    expect(await walk(source('desc'), 500)).toEqual(expected.toReversed())
  })
})

describe('rows of known months', () => {
  it('come once each, in order, both ways, however far apart and within any dates', async () => {
    const dates = ['1977-01-01', '2026-01-31', '2026-01-31', '2026-02-01', '2026-02-28', '2026-12-31', '2076-06-15']
    const { source, expected } = await scattered('fardeal', dates)
    const spans = [
      { from: '', until: '9999' },
      { from: '', until: '2026-02-01' },
      { from: '2026-01-31', until: '2026-02-28' },
      { from: '2026-03-01', until: '2026-12-31' },
      { from: '2027-01-01', until: '9999' },
    ]
    for (const within of spans) {
      for (const limit of [1, 2, 100]) {
        const must = expected(within)
        expect(await walk(source('asc', within), limit), JSON.stringify({ within, limit })).toEqual(must)
        expect(await walk(source('desc', within), limit), JSON.stringify({ within, limit })).toEqual(must.toReversed())
      }
    }
  })

  it('take few calls, one after another, when they are few and far apart, and none for other months', async () => {
    const dates = Array.from({ length: 30 }, (_, year) => `${2000 + year}-05-15`)
    const { source, expected, asked } = await scattered('raredeal', dates)
    const all = { from: '', until: '9999' }
    const list = source('asc', all)
    let calls = 0
    const found: string[] = []
    for (let at = list.begin(undefined), more = true; more; calls++) {
      const { rows, next } = await list.read(at, 100)
      found.push(...rows.map(({ saleDate, id }) => `${saleDate} ${id}`))
      at = next
      more = next !== null
    }
    expect(found).toEqual(expected(all))
    expect(calls).toBe(5)
    expect(asked).toHaveLength(30)
  })
})
