import type { S3Event } from 'aws-lambda'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ContractRow } from '../../functions/contracts/entity.ts'
import type { LocalDate } from '../../shared/time.ts'
import { deliverEvent, deliverObjectEvent, objectKeyOf } from '../../testing/bucket.ts'
import type { MortalProxies } from '../../testing/database/mortal-proxy.ts'
import { startMortalProxies } from '../../testing/database/mortal-proxy.ts'
import { runAsFunction } from '../../testing/rights.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { type Cast, makeCast, sessionFor } from '../cast.ts'
import { buildPartitionLister, generateContracts, measureBusiestPartition } from '../contract-keys.ts'
import { reportFigure, size } from '../figures.ts'
import { itemsOfEntity, readRawTable } from '../raw-table.ts'

let world: World
let cast: Cast
let mortal: MortalProxies
beforeAll(async () => {
  world = await startWorld()
  mortal = await startMortalProxies()
  cast = await makeCast(world)
})
afterAll(async () => {
  await mortal.close()
  await world.stop()
})

const WINDOW_ROWS = 25
const MINUTE_MS = 61_000
const HALF_AN_HOUR_MS = 1_800_000
const header = 'Sale ID;Klantnaam;Postcode;Huisnummer;Leverancier;Geldig tot'
const row = (id: string, supplier: string, end = '01-02-2027') => `${id};Klant ${id};6041 AB;7;${supplier};${end}`

/** Returns a file whose contracts are stored before `file` is imported. */
const before = (own: string) =>
  [header, ...Array.from({ length: 12 }, (_, n) => row(`${own}-${n}`, 'Eneco'))].join('\r\n')
/**
 * Returns a file of four windows, the parts that an import stores one by one. It has new, changed, equal and wrong
 * rows, rows that repeat another row, and rows with other values for the contract of an earlier row.
 */
const file = (own: string) =>
  [
    header,
    ...Array.from({ length: 6 }, (_, n) => row(`${own}-${n}`, 'Engie')),
    ...Array.from({ length: 4 }, (_, n) => row(`${own}-${6 + n}`, 'Eneco')),
    row(`${own}-wrong`, 'Engie', '31-02-2027'),
    ...Array.from({ length: 30 }, (_, n) => row(`${own}-${20 + n}`, 'Engie')),
    row(`${own}-20`, 'Vattenfall'),
    row(`${own}-0`, 'Vattenfall', '01-03-2027'),
    ...Array.from({ length: 20 }, (_, n) => row(`${own}-${60 + n}`, 'Engie')),
    row(`${own}-60`, 'Engie'),
    row(`${own}-61`, 'Greenchoice', '01-02-2028'),
    row(`${own}-10`, 'Vattenfall'),
    ...Array.from({ length: 15 }, (_, n) => row(`${own}-${90 + n}`, 'Engie')),
  ].join('\r\n')

/**
 * Delivers an S3 event to the function and returns the import. Returns null when the function died, and for a dropped
 * file, which the function only copies.
 */
async function handleEvent(event: S3Event | undefined, isRepeated = false) {
  const { importUpload } = await import('../../functions/spreadsheets/imports/import.ts')
  const { contractImport } = await import('../../functions/contracts/import/importing.ts')
  const { asSystem } = await import('../../functions/platform/actor.ts')
  const { eTag: etag = '', sequencer = '' } = event?.Records[0]?.s3.object ?? {}
  const by = { permit: asSystem('proof'), patienceMs: 0, etag, sequencer, isRepeated }
  return runAsFunction('contract-import', () =>
    importUpload({ ...contractImport, windowRows: WINDOW_ROWS }, objectKeyOf(event), by),
  ).catch(() => null)
}

/**
 * Delivers the event of a dropped file, and the event of the copy that the function makes of it. Returns the import;
 * null when the function died.
 */
async function handleFile(name: string) {
  await handleEvent(world.created.findLast((event) => objectKeyOf(event) === `contracts/${name}`))
  return handleEvent(world.created.findLast((event) => objectKeyOf(event).endsWith(`/${name}`)))
}

/**
 * Drops a file and delivers its event until the import is done. Calls `die` before the first delivery, to plan a crash.
 * Returns the number of crashes; throws when four deliveries do not suffice.
 */
async function dropped(name: string, text: string, die?: () => void): Promise<number> {
  await world.s3.put('uploads', `contracts/${name}`, Buffer.from(text), 'text/csv')
  let crashes = 0
  die?.()
  for (let delivery = 1; delivery <= 4; delivery++) {
    const end = await handleFile(name)
    if (mortal.revive()) crashes += 1
    else if (end) return crashes
    // The lock of a dead process expires after a minute.
    world.travel(Date.now() + MINUTE_MS)
  }
  throw new Error(`${name} was not imported`)
}

const ask = async (path: string) => (await world.call('GET', path, { as: await sessionFor(world, cast.admin) })).body
const counted = async () => (await ask('/api/contracts/counts')).counts

interface UploadReply {
  readonly reading: number
  readonly id: string
  readonly filename: string
  readonly state: string
  readonly isGivenUp: boolean
  readonly stats: object
  readonly details: readonly object[]
  readonly undone: object | null
}
async function uploadOf(own: string): Promise<UploadReply> {
  const uploads: UploadReply[] = await ask('/api/contracts/uploads?limit=500')
  const upload = uploads.find(({ filename }) => filename === `${own}.csv`)
  if (!upload) throw new Error(`${own} is no upload`)
  return upload
}
const UNDONE = JSON.stringify(['teruggedraaid', { removed: 65, restored: 7, kept: 0, named: [] }])

async function contractsOf(own: string): Promise<string[]> {
  const rows = itemsOfEntity(await readRawTable(), 'contract').filter(({ customerName }) =>
    String(customerName).startsWith(`Klant ${own}-`),
  )
  return rows.map(({ customerName, supplier, expiryDate }) => [customerName, supplier, expiryDate].join(' ')).sort()
}

/**
 * Returns the state of an upload and its contracts as text. The text has `…` in place of `own`, the unique name of this
 * upload, so that outcomes can be compared.
 */
async function outcomeOf(own: string) {
  const { state, stats, details } = await uploadOf(own)
  return JSON.stringify({ state, stats, details, rows: await contractsOf(own) }).replaceAll(own, '…')
}

it('an import killed at any write continues after the stored rows, and its numbers match the file', async () => {
  await dropped('k0-before.csv', before('k0'))
  const standing = await counted()
  await dropped('k0.csv', file('k0'))
  const whole = await outcomeOf('k0')
  const more = (await counted()).nieuw - standing.nieuw
  expect(JSON.parse(whole)).toMatchObject({
    state: 'klaar',
    stats: { totalRows: 81, created: 65, updated: 10, skipped: 5, errors: 1 },
  })
  const wrong: string[] = []
  const step = size.kills > 1 ? 1 : 9
  let kills = 0
  let refusals = 0
  for (let writes = 3, isOver = false; !isOver; writes += step) {
    const own = `k${writes}`
    await dropped(`${own}-before.csv`, before(own))
    const { nieuw } = await counted()
    const crashes = await dropped(`${own}.csv`, file(own), () => mortal.dieAfter(writes))
    kills += crashes
    isOver = crashes === 0
    if (await isRefused(own)) refusals += 1
    const is = await outcomeOf(own)
    if (is !== whole) wrong.push(`after ${writes} writes: ${is} and not ${whole}`)
    const counts = (await counted()).nieuw - nieuw
    if (counts !== more) wrong.push(`after ${writes} writes: ${counts} counted and not ${more}`)
  }
  expect(kills, 'something was killed').toBeGreaterThan(2)
  expect(refusals, 'only the end of the first rows is a write while reading').toBeLessThanOrEqual(1)
  reportFigure('import killed', 'rows, numbers, messages and counters as of one that was not', wrong.length, 0, wrong)
})

/**
 * Tells whether an upload was refused as damaged, because its process ended while it read the file (decision 58). Then
 * drops the file again.
 */
async function isRefused(own: string): Promise<boolean> {
  const { state, isGivenUp } = await uploadOf(own)
  if (state !== 'mislukt' || isGivenUp) return false
  await dropped(`${own}.csv`, file(own))
  return true
}

/** Requests the undoing of an upload and delivers the event of its file. */
async function undoUpload(own: string, id: string): Promise<void> {
  const as = await sessionFor(world, cast.admin)
  await world.call('POST', `/api/contracts/uploads/${id}/undo`, { as })
  await handleFile(`${own}.csv`)
}

it('an import given up within a window keeps its numbers, and undoing it leaves no rows and no counts', async () => {
  const { Uploads } = await import('../../functions/spreadsheets/imports/entity.ts')
  const wrong: string[] = []
  let isMet = false
  for (let writes = 10; writes < 30 && !isMet; writes++) {
    const own = `g${writes}`
    const counts = JSON.stringify(await counted())
    await world.s3.put('uploads', `contracts/${own}.csv`, Buffer.from(file(own)), 'text/csv')
    mortal.dieAfter(writes)
    await handleFile(`${own}.csv`)
    mortal.revive()
    world.travel(Date.now() + MINUTE_MS)
    const { id, stats } = await uploadOf(own)
    const { created } = stats as { created: number }
    isMet = created > 0 && (await contractsOf(own)).length > created
    if (!isMet) continue
    await Uploads.patch({ id }).set({ attempts: 4 }).go()
    await handleFile(`${own}.csv`)
    const end = await uploadOf(own)
    if (end.state !== 'mislukt') wrong.push(`given up as ${end.state}`)
    if (Number(end.details.length > 0) !== Math.min((stats as { errors: number }).errors, 1))
      wrong.push('told no reasons')
    if (JSON.stringify(end.stats) !== JSON.stringify(stats)) wrong.push(`told ${JSON.stringify(end.stats)}`)
    await undoUpload(own, id)
    const left = await contractsOf(own)
    if (left.length > 0) wrong.push(`left ${left}`)
    const now = JSON.stringify(await counted())
    if (now !== counts) wrong.push(`counted ${now} and not ${counts}`)
  }
  expect(isMet, 'a window was begun').toBe(true)
  reportFigure('import given up', 'its numbers, and nothing left of it once taken back', wrong.length, 0, wrong)
})

it('an upload whose function is killed at each delivery shows as stopped, and a retry imports it whole', async () => {
  const wrong: string[] = []
  for (const writes of [0, 1, 2, 4]) {
    const own = `d${writes}`
    await world.s3.put('uploads', `contracts/${own}.csv`, Buffer.from(file(own)), 'text/csv')
    await deliverEvent('contract-import', world.created.at(-1))
    const copy = world.created.at(-1)
    for (let delivery = 1; delivery <= 5; delivery++) {
      mortal.dieAfter(writes)
      await handleEvent(copy, delivery > 1)
      mortal.revive()
      world.travel(Date.now() + HALF_AN_HOUR_MS)
    }
    world.travel(Date.now() + HALF_AN_HOUR_MS)
    if (!(await isRefused(own))) {
      const { id, isGivenUp } = await uploadOf(own)
      if (!isGivenUp) wrong.push(`killed after ${writes} writes: cannot be tried again`)
      const as = await sessionFor(world, cast.admin)
      const events = world.created.length
      await world.call('POST', `/api/contracts/uploads/${id}/retry`, { as })
      if (world.created.length === events) wrong.push(`killed after ${writes} writes: not told again`)
      await handleFile(`${own}.csv`)
    }
    const { state, stats } = await uploadOf(own)
    const end = JSON.stringify([state, stats])
    const whole = ['klaar', { totalRows: 81, created: 76, updated: 3, skipped: 1, errors: 1 }]
    if (end !== JSON.stringify(whole)) wrong.push(`killed after ${writes} writes: ${end}`)
  }
  reportFigure('import killed at each delivery', 'seen, and whole once tried again', wrong.length, 0, wrong)
})

it('undoing an upload, killed at any write, restores the contracts and counters in the end', async () => {
  const counts = await counted()
  const wrong: string[] = []
  const step = size.kills > 1 ? 1 : 5
  let kills = 0
  for (let writes = 1, isOver = false; !isOver; writes += step) {
    const own = `u${writes}`
    await dropped(`${own}-before.csv`, before(own))
    const was = await contractsOf(own)
    await dropped(`${own}.csv`, file(own))
    const { id } = await uploadOf(own)
    const undo = () => undoUpload(own, id)
    await sessionFor(world, cast.admin)
    mortal.dieAfter(writes)
    await undo()
    isOver = !mortal.revive()
    if (!isOver) kills += 1
    world.travel(Date.now() + MINUTE_MS)
    if ((await uploadOf(own)).state !== 'teruggedraaid') await undo()
    const { state, undone } = await uploadOf(own)
    const found = JSON.stringify([state, undone])
    if (found !== UNDONE) wrong.push(`after ${writes} writes: ${found}`)
    const is = await contractsOf(own)
    if (is.join() !== was.join()) wrong.push(`after ${writes} writes: ${is} and not ${was}`)
    counts.nieuw += was.length
    const { nieuw } = await counted()
    if (nieuw !== counts.nieuw) wrong.push(`after ${writes} writes: ${nieuw} counted and not ${counts.nieuw}`)
  }
  expect(kills, 'something was killed').toBeGreaterThan(1)
  reportFigure('upload taken back, killed', 'contracts, numbers and counters as before it', wrong.length, 0, wrong)
})

it('correcting the columns of an upload, killed at any write, leaves each contract once in the end', async () => {
  const as = () => sessionFor(world, cast.admin)
  const fields = ['customerName', null, 'expiryDate']
  const wrong: string[] = []
  const step = size.kills > 1 ? 1 : 7
  let kills = 0
  let refusals = 0
  for (let writes = 2, isOver = false; !isOver; writes += step) {
    const own = `m${writes}`
    const rows = Array.from({ length: 20 }, (_, n) => `Klant ${own}-${n};01-02-2027;01-02-2028`)
    await dropped(`${own}.csv`, ['Klant;Einddatum;Datum', ...rows].join('\r\n'))
    const { id, reading } = await uploadOf(own)
    const shown = { seenReading: reading, remembers: false }
    await world.call('POST', `/api/contracts/uploads/${id}/confirm`, { as: await as(), body: shown })
    await handleFile(`${own}.csv`)
    const { nieuw } = await counted()
    const body = { sheet: 0, headerRow: 1, fields, monthFirst: false }
    const correct = async () => world.call('PUT', `/api/contracts/uploads/${id}/mapping`, { as: await as(), body })
    await as()
    mortal.dieAfter(writes)
    const { status } = await correct()
    isOver = !mortal.revive()
    if (!isOver) kills += 1
    world.travel(Date.now() + MINUTE_MS)
    if (status !== 200 && (await uploadOf(own)).state === 'klaar') await correct()
    await handleFile(`${own}.csv`)
    // The process ended while it read the file, after it removed the former contracts (decision 58).
    const isRefusal = (await uploadOf(own)).state === 'mislukt' && ++refusals === 1
    if (isRefusal) await correct()
    const { state, undone } = await uploadOf(own)
    if (state !== 'klaar') wrong.push(`after ${writes} writes: ${state}`)
    if (JSON.stringify(undone) !== JSON.stringify({ removed: isRefusal ? 0 : 20, restored: 0, kept: 0, named: [] }))
      wrong.push(`after ${writes} writes: ${JSON.stringify(undone)}`)
    const ends = new Set((await contractsOf(own)).map((one) => one.split(' ').at(-1)))
    if ([...ends].join() !== '2028-02-01') wrong.push(`after ${writes} writes: ends ${[...ends]}`)
    const is = [(await contractsOf(own)).length, (await counted()).nieuw - nieuw].join()
    if (is !== '20,0') wrong.push(`after ${writes} writes: contracts and counted more: ${is}`)
  }
  expect(kills, 'something was killed').toBeGreaterThan(1)
  reportFigure('columns corrected, killed', 'each contract once, in the counters too', wrong.length, 0, wrong)
})

it('files that arrive at the same time are each imported completely, in turn', async () => {
  const names = ['side-a', 'side-b', 'side-c']
  for (const name of names) await world.s3.put('uploads', `contracts/${name}.csv`, Buffer.from(file(name)), 'text/csv')
  await Promise.all(
    [...names, ...names].map((name) => deliverObjectEvent(world, 'contract-import', `contracts/${name}.csv`)),
  )
  const all = await Promise.all(names.map(outcomeOf))
  reportFigure('imports at once', 'each whole, and none again', new Set(all).size, 1, all)
  expect(JSON.parse(all[0] ?? '')).toMatchObject({ state: 'klaar', stats: { totalRows: 81, errors: 1 } })
})

it('no partition holds a fifth of the contracts of a status, however many there are', async () => {
  const partitions = await buildPartitionLister()
  const items = new Map<string, number>()
  const statuses = new Map<string, number>()
  for (const contract of generateContracts(size.contracts)) {
    for (const partition of partitions(contract)) items.set(partition, (items.get(partition) ?? 0) + 1)
    statuses.set(contract.salesStatus, (statuses.get(contract.salesStatus) ?? 0) + 1)
  }
  const [most = ['', 0]] = [...items].sort(([, one], [, other]) => other - one)
  const all = statuses.get('nieuw') ?? 0
  const measured = `${size.contracts} contracts in ${items.size} partitions, at most ${most[1]} of the ${all} new ones in one (${most[0]})`
  reportFigure('contracts by key', `less than a fifth of a status in a partition: ${measured}`, most[1] < all / 5, true)
})

it('the import of a file sorted by date writes at most 1,000 units a second to a partition', async () => {
  const { generateContractSheet, buildXlsx } = await import('../../testing/spreadsheets.ts')
  const { readContracts } = await import('../../functions/contracts/import/read-contracts.ts')
  const { toSheetData } = await import('../../functions/contracts/import/merging.ts')
  const file = await buildXlsx({ Blad: [...generateContractSheet(1)] })
  const like: object[] = []
  for await (const { items } of readContracts(file, { filename: 'lijst', today: '2026-11-21' as LocalDate })) {
    like.push(...items.map(({ contract }) => toSheetData(contract)))
  }
  const rows = [...generateContracts(size.contractsInFile)]
    .map((one) => ({ ...like[0], version: 1, uploadId: 'u', ...one, salesStatus: 'nieuw' }) as ContractRow)
    .toSorted((one, other) => one.expiryDate.localeCompare(other.expiryDate))
  const most = await Promise.all([250, 500, 1000, 4000].map((speed) => measureBusiestPartition(rows, speed)))
  const [one] = rows
  const oneDay = rows.map((row) => ({ ...row, expiryDate: one?.expiryDate ?? '', expiryMonth: one?.expiryMonth ?? '' }))
  most.push(await measureBusiestPartition(oneDay, 4000))
  const measured = `at 250, 500, 1,000 and 4,000 rows a second at most ${most.slice(0, -1).join(', ')}, where all end on one day ${most.at(-1)}`
  reportFigure(
    'contracts by key',
    `1,000 write units a second for a file of ${rows.length}: ${measured}`,
    Math.max(...most) <= 1000,
    true,
  )
})
