import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliverObjectEvent as deliverTo, objectKeyOf } from '../../testing/bucket.ts'
import { buildXlsx, generateContractSheet } from '../../testing/spreadsheets.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { type Cast, makeCast, sessionFor } from '../cast.ts'
import { reportFigure } from '../figures.ts'
import { auditsIn, differencesOf, type Item, itemsOfEntity, readRawTable, removeRaw } from '../raw-table.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
})
afterAll(() => world.stop())

/** Returns an .xlsx with the first rows of the supplier's list; a longer one begins with the same rows. */
const workbook = (rows: number) => buildXlsx({ Blad: [...generateContractSheet(rows)] })
const types = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }

const deliver = (key: string) => deliverTo(world, 'contract-import', key)

async function upload(bytes: Buffer, filename: string) {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], filename))
  const request = new Response(form)
  return world.call('POST', '/api/contracts/upload', {
    as: await sessionFor(world, cast.admin),
    body: new Uint8Array(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}

/** Confirms the columns of the waiting file, so that later files with its headers are imported at once. */
async function confirmLayout(): Promise<void> {
  const as = await sessionFor(world, cast.admin)
  const [waiting] = (await world.call('GET', '/api/contracts/uploads', { as })).body
  const coming = world.created.length
  const body = { seenReading: waiting.reading, remembers: true }
  expect((await world.call('POST', `/api/contracts/uploads/${waiting.id}/confirm`, { as, body })).status).toBe(200)
  for (const event of world.created.slice(coming)) await deliver(objectKeyOf(event))
}

/** Returns the imported contracts without timestamps and marks of their uploads. */
const contractsIn = (items: readonly Item[]): Item[] =>
  itemsOfEntity(items, 'contract').map(
    ({ createdAt: _c, updatedAt: _u, uploadId: _f, madeBy: _m, touched: _t, ...row }) => row as Item,
  )

async function forgetContracts(): Promise<void> {
  const items = await readRawTable()
  await removeRaw([...itemsOfEntity(items, 'contract'), ...itemsOfEntity(items, 'upload')])
}

it('events that come five times, out of order and racing the upload give the same contracts as one event', async () => {
  const [small, large] = [await workbook(30), await workbook(60)]
  await world.s3.put('uploads', 'contracts/ooit.xlsx', large, types.xlsx)
  await deliver('contracts/ooit.xlsx')
  await confirmLayout()
  const must = contractsIn(await readRawTable())
  expect(must).toHaveLength(60)
  await forgetContracts()

  const before = auditsIn(await readRawTable()).length
  await world.s3.put('uploads', 'contracts/eerst.xlsx', small, types.xlsx)
  await world.s3.put('uploads', 'contracts/map met spatie/later.xlsx', large, types.xlsx)
  const racing = upload(large, 'race.xlsx')
  const keyOfUpload = async () => {
    for (;;) {
      const key = world.created.map(objectKeyOf).find((one) => one.endsWith('/race.xlsx'))
      if (key) return key
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const raced = await keyOfUpload()
  // The events of the later file come first. Each event is delivered five times, all at the same time.
  const keys = ['contracts/map met spatie/later.xlsx', raced, 'contracts/eerst.xlsx']
  await Promise.all(keys.flatMap((key) => Array.from({ length: 5 }, () => deliver(key))))
  const reply = await racing
  expect(reply.status, reply.text).toBe(200)
  for (const key of keys) await deliver(key)

  const items = await readRawTable()
  const { added, removed, changed } = differencesOf(must, contractsIn(items))
  const uploads = itemsOfEntity(items, 'upload')
  const created = uploads.reduce((sum, one) => sum + Number((one['stats'] as { created: number }).created), 0)
  const wrong = [
    ...removed.map((row) => `missing: ${row['customerName']}`),
    ...[...added, ...changed.map(({ after }) => after)].map((row) => `other: ${JSON.stringify(row).slice(0, 300)}`),
    ...(uploads.length === 3 ? [] : [`${uploads.length} uploads`]),
    ...(uploads.every(({ state }) => state === 'klaar') ? [] : ['an upload that is not done']),
    ...(created === 60 ? [] : [`${created} rows counted as new`]),
  ]
  const audits = auditsIn(items).length - before
  if (audits !== 3) wrong.push(`${audits} audit rows`)
  reportFigure('events', '5×, out of order, racing the upload: rows as from one', wrong.length, 0, wrong)
})
