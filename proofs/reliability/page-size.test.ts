import { randomUUID } from 'node:crypto'
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Route, routes } from '../../shared/contract/index.ts'
import { saleForm } from '../../testing/sales.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { type Cast, makeApiKey, makeCast, sessionFor } from '../cast.ts'
import { figure, size } from '../figures.ts'
import { type Item, rawTable, removeRaw } from '../raw-table.ts'
import { fieldsOf, pathOf, schemaOf } from '../sample.ts'

/** Bytes of text in each row, with characters that JSON escapes and that take three bytes. */
const ROW_BYTES = 12_000
const MAX_BYTES = 4_000_000

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
  await world.person({ isActive: false })
  await makeApiKey(cast.admin)
  await storeContract()
  const body = { customerName: 'Proef', customerPhone: '0475 123456', agentId: cast.agent[0].id }
  const booked = { ...body, appointmentDate: '2026-11-25', appointmentTime: '10:00' }
  const as = await sessionFor(world, cast.admin)
  await world.call('POST', '/api/appointments', { as, body: booked })
  await world.call('POST', '/api/leads', { as, body: { customerName: 'Proef' } })
  await world.call('POST', '/api/sales', { as, body: saleForm({ agentId: cast.agent[0].id }) })
})
afterAll(() => world.stop())

async function storeContract(): Promise<void> {
  const { Contracts, Uploads } = await import('../../functions/contracts/entity.ts')
  const at = '2026-11-20T09:00:00.000Z'
  const stats = { totalRows: 1, created: 1, updated: 0, skipped: 0, errors: 0 }
  await Uploads.put({
    id: randomUUID(),
    filename: 'proef.csv',
    uploadedBy: 'x',
    uploadedAt: at,
    state: 'klaar',
    stats,
    details: [],
  }).go()
  await Contracts.put({
    id: randomUUID(),
    version: 1,
    uploadId: 'x',
    customerName: 'Proef',
    signedDate: '2024-01-01',
    durationValue: 36,
    durationUnit: 'months',
    expiryDate: '2027-01-01',
    status: 'active',
    salesStatus: 'nieuw',
    createdAt: at,
    updatedAt: at,
  }).go()
}

const lists = routes.filter(({ endpoint }) => endpoint.result.kind === 'page')
const urlOf = ({ endpoint }: Route) => `${pathOf(endpoint).replace('{status}', 'nieuw')}?limit=500`

/** Attributes of free text: those that the list shows, that are no choice or moment, and that no key is made of. */
function textsOf({ endpoint }: Route, item: Item): string[] {
  if (endpoint.result.kind !== 'page') return []
  const shown = Object.entries(fieldsOf(schemaOf(endpoint.result.schema.element as never)))
  const keys = Object.entries(item).filter(([name]) => /(^|\d)[ps]k$/.test(name))
  return shown
    .filter(([name, field]) => {
      const kinds = [field, ...(field.anyOf ?? [])]
      const isText = kinds.some((one) => one.type === 'string' && !one.enum && !('format' in one))
      const value = item[name]
      return isText && !(typeof value === 'string' && keys.some(([, key]) => String(key).includes(value)))
    })
    .map(([name]) => name)
    .filter((name) => !/(Id|By|Date)$/.test(name))
}

/** Copies of an item under ids of their own, as large as can be. */
function copiesOf(item: Item, texts: readonly string[]): Item[] {
  const old = String(item['id'])
  const filler = '"€\n'.repeat(Math.ceil(ROW_BYTES / 5 / texts.length))
  return Array.from({ length: size.rows }, (_, index) => {
    const id = typeof item['id'] === 'number' ? 1000 + index : randomUUID()
    const moved = Object.entries(item).map(([name, value]) => {
      const isKey = /(^|\d)[ps]k$/.test(name)
      return [name, isKey ? String(value).replace(old, String(id)) : name === 'id' ? id : value]
    })
    return { ...Object.fromEntries(moved), ...Object.fromEntries(texts.map((name) => [name, filler])) } as Item
  })
}

async function store(items: readonly Item[]): Promise<void> {
  const { documents, TABLE_NAME } = await import('../../functions/platform/table.ts')
  for (let at = 0; at < items.length; at += 25) {
    const requests = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }))
    await documents.send(new BatchWriteCommand({ RequestItems: { [TABLE_NAME]: requests } }))
  }
}

it.each(lists.map((route) => [route.key, route] as const))(
  '%s ends its pages before they are too large, and loses nothing',
  async (_, route) => {
    const as = await sessionFor(world, cast.admin)
    const [sample] = (await world.call('GET', urlOf(route), { as })).body
    const item = sample && (await rawTable()).find((one) => one['id'] === sample.id)
    if (!item) throw new Error('Nothing is listed that could be copied')
    const texts = textsOf(route, item)
    expect(texts.length).toBeGreaterThan(0)
    const copies = copiesOf(item, texts)
    await store(copies)
    const seen: unknown[] = []
    let pages = 0
    let largest = 0
    for (let url: string | undefined = urlOf(route); url; pages += 1) {
      const reply = await world.call('GET', url, { as })
      expect(reply.status, reply.text.slice(0, 200)).toBe(200)
      // As the function hands it over: JSON within JSON.
      largest = Math.max(largest, Buffer.byteLength(JSON.stringify(reply.text)))
      seen.push(...reply.body.map(({ id }: { id: unknown }) => id))
      url = /<([^>]+)>; rel="next"/.exec(reply.headers['link'] ?? '')?.[1]
    }
    expect(pages).toBeGreaterThan(1)
    expect(new Set(seen).size).toBe(seen.length)
    const listed = new Set(seen)
    expect(copies.filter(({ id }) => !listed.has(id))).toEqual([])
    await removeRaw(copies)
    figure(`reply size: ${route.key}`, '≤ 4 MB, a cursor, no row lost', largest <= MAX_BYTES + 100, true, [
      `${largest} bytes`,
    ])
  },
)
