import { randomUUID } from 'node:crypto'
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Route, routes } from '../../shared/api/index.ts'
import { storeContract } from '../../testing/contracts.ts'
import { buildInvoiceForm } from '../../testing/invoices.ts'
import { postOpenItems } from '../../testing/money.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import { buildSaleForm } from '../../testing/sales.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { type Cast, makeApiKey, makeCast, PARTNER, sessionFor } from '../cast.ts'
import { reportFigure, sampleRoutes, size } from '../figures.ts'
import { fieldsOf, schemaOf } from '../json-schema.ts'
import { isAboutRecord, isProven } from '../proven-routes.ts'
import { type Item, readRawTable, removeRaw } from '../raw-table.ts'
import { prepareCall } from '../ready-calls.ts'
import { createRecordFor } from '../records.ts'
import { pathOf } from '../sample.ts'

/** Approximate bytes of text in each row. The text has characters that JSON escapes, and characters of three bytes. */
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
  await storeUploads()
  const body = { customerName: 'Proef', customerPhone: '0475 123456', agentId: cast.agent[0].id }
  const booked = { ...body, appointmentDate: '2026-11-25', appointmentTime: '10:00', bookAnyway: true }
  const as = await sessionFor(world, cast.admin)
  await world.call('POST', '/api/appointments', { as, body: booked })
  await world.call('POST', '/api/leads', { as, body: { customerName: 'Proef' } })
  const sale = await world.call('POST', '/api/sales', { as, body: buildSaleForm({ agentId: cast.agent[0].id }) })
  const agent = await sessionFor(world, cast.agent[0])
  const asked = { as: agent, body: { question: 'Klopt dit?' } }
  await world.call('POST', `/api/commissions/sale-${sale.body.id}/questions`, asked)
  const started = { ids: [`sale-${sale.body.id}`], expectedStatus: 'nieuw' }
  await world.call('POST', '/api/commissions/advance', { as, body: started })
  const corrected = { userId: cast.agent[0].id, amount: -85, reason: 'Proef' }
  await world.call('POST', '/api/commissions/adjustments', { as, body: corrected })
  await world.call('POST', '/api/commission-rates', { as, body: { role: 'agent', defaultRate: 85 } })
  const { body: invoice } = await world.call('POST', '/api/self-billing/invoices', {
    as,
    body: buildInvoiceForm(PARTNER),
  })
  await assign(invoice.id, cast.admin.id)
  await postOpenItems(cast.admin.id, [85])
})
afterAll(() => world.stop())

/** Makes a person the assignee of an invoice. Writes the row directly, as the API accepts no admin as assignee. */
async function assign(id: string, userId: string): Promise<void> {
  const { Invoices } = await import('../../functions/invoices/invoices/entity.ts')
  const { data } = await Invoices.get({ id }).go()
  if (data) await Invoices.put({ ...data, assignedUserId: userId, assigneeKey: userId }).go()
}

async function storeUploads(): Promise<void> {
  const { Uploads } = await import('../../functions/spreadsheets/imports/entity.ts')
  const at = '2026-11-20T09:00:00.000Z'
  const stats = { totalRows: 1, created: 1, updated: 0, skipped: 0, errors: 0 }
  const upload = { uploadedBy: 'x', uploadedAt: at, state: 'klaar', stats, details: [] } as const
  for (const list of ['uploads', 'lead-uploads'] as const) {
    await Uploads.put({ ...upload, id: randomUUID(), list, filename: 'proef.csv' }).go()
  }
}

/** Creates a record for an empty list, by the POST on the path of the list or on that path without its last part. */
async function makeFor({ endpoint: { path } }: Route): Promise<void> {
  const above = path.slice(0, path.lastIndexOf('/'))
  const create = [path, above].flatMap((at) => routes.filter((one) => one.key === `POST ${at}`))[0]
  if (create) await (await prepareCall(world, cast, create, { full: true })).send()
}

// These lists are left out, as this test cannot make their rows large. Hours are stored in the row of their day, with
// at most 500 characters of text; functions/costs/hours.test.ts reads the pages of that list. Each posting of a report
// has one text, which the ledger writes. Bookings are not rows of the table, but parts of a stored file.
const small = [
  'GET /api/time-entries',
  'GET /api/reports/commissions',
  'GET /api/self-billing/bank-statements/{id}/bookings',
]
const lists = sampleRoutes(
  routes.filter(({ endpoint, key }) => endpoint.result.kind === 'page' && !small.includes(key)),
).filter(isProven)

/** Returns the attributes of free text that the list shows, except choices, moments, and parts of a key. */
function textsOf({ endpoint }: Route, item: Item): string[] {
  if (endpoint.result.kind !== 'page') return []
  const shown = Object.entries(fieldsOf(schemaOf(endpoint.result.schema.element as never)))
  const keys = Object.entries(item).filter(([name]) => isKey(name))
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

const isKey = (name: string) => /(^|\d)[ps]k$/.test(name)

/** Returns a copy of a listed item under another id, with `ROW_BYTES` of text divided over its texts. */
function copyOf(item: Item, listedId: string | number, id: string | number, texts: readonly string[]): Item {
  const filler = '"€\n'.repeat(Math.ceil(ROW_BYTES / 5 / Math.max(1, texts.length)))
  const moved = Object.entries(item).map(([name, value]) => {
    if (name === 'id' && value === listedId) return [name, id]
    const isNamed = isKey(name) || name === 'id' || name === 'originalId'
    return [name, isNamed ? String(value).replace(String(listedId), String(id)) : value]
  })
  return { ...Object.fromEntries(moved), ...Object.fromEntries(texts.map((name) => [name, filler])) } as Item
}

async function store(items: readonly Item[]): Promise<void> {
  const { documents, TABLE_NAME } = await import('../../functions/platform/data/table.ts')
  for (let at = 0; at < items.length; at += 25) {
    const requests = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }))
    await documents.send(new BatchWriteCommand({ RequestItems: { [TABLE_NAME]: requests } }))
  }
}

it.each(lists.map((route) => [route.key, route] as const))(
  '%s ends its pages before they are too large, and loses nothing',
  async (_, route) => {
    const as = await sessionFor(world, cast.admin)
    const about = isAboutRecord(route) ? await createRecordFor(world, cast, route, cast.admin) : undefined
    if (about !== undefined) await deliverOutbox(String(about))
    const first = `${pathOf(route.endpoint, about).replace('{status}', 'nieuw')}?limit=500`
    const listed = async () => (await world.call('GET', first, { as })).body
    if ((await listed()).length === 0) await makeFor(route)
    const [sample] = await listed()
    if (!sample) throw new Error('Nothing is listed that could be copied')
    const newId = (index: number) => (typeof sample.id === 'number' ? 1000 + index : randomUUID())

    /**
     * Returns an item of the sample record whose copies appear in the list, as not every item makes a row. Also returns
     * the names of its texts that the list shows unchanged, and the items without which it is not listed.
     */
    async function listedItem(): Promise<{ item: Item; texts: readonly string[]; beside: readonly Item[] }> {
      const named = (await readRawTable()).filter(({ id, originalId }) => [id, originalId].includes(sample.id))
      for (const isAlone of [true, false]) {
        for (const item of named) {
          const id = newId(0)
          const texts = textsOf(route, item)
          const beside = isAlone ? [] : named.filter((one) => one !== item)
          const copy = copyOf(item, sample.id, id, texts)
          const copies = [copy, ...beside.map((one) => copyOf(one, sample.id, id, []))]
          await store(copies)
          const rows = await listed()
          await removeRaw(copies)
          const shown = rows.find((row: { id: unknown }) => row.id === id)
          if (shown) return { item, texts: texts.filter((name) => shown[name] === copy[name]), beside }
        }
      }
      throw new Error('No item is listed when it is copied')
    }

    const { item, texts, beside } = await listedItem()
    const ids = Array.from({ length: size.rows }, (_, index) => newId(index))
    const copies = ids.flatMap((id) => [
      copyOf(item, sample.id, id, texts),
      ...beside.map((one) => copyOf(one, sample.id, id, [])),
    ])
    await store(copies)
    const seen: unknown[] = []
    let pages = 0
    let largest = 0
    for (let url: string | undefined = first; url; pages += 1) {
      const reply = await world.call('GET', url, { as })
      expect(reply.status, reply.text.slice(0, 200)).toBe(200)
      // Measures the bytes as Lambda counts them: the reply is JSON within JSON.
      largest = Math.max(largest, Buffer.byteLength(JSON.stringify(reply.text)))
      seen.push(...reply.body.map(({ id }: { id: unknown }) => id))
      url = /<([^>]+)>; rel="next"/.exec(reply.headers['link'] ?? '')?.[1]
    }
    // Rows without free text cannot be enlarged, so their list may fit on one page.
    if (texts.length > 0) expect(pages).toBeGreaterThan(1)
    expect(new Set(seen).size).toBe(seen.length)
    const found = new Set(seen)
    expect(ids.filter((id) => !found.has(id))).toEqual([])
    await removeRaw(copies)
    const most = texts.length > 0 ? largest : (largest / seen.length) * 500
    reportFigure(`reply size: ${route.key}`, '≤ 4 MB, a cursor, no row lost', most <= MAX_BYTES + 100, true, [
      `${most} bytes`,
    ])
  },
)
