import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { AppointmentRow } from '../functions/appointments/entity.ts'
import type { User } from '../functions/platform/identity/user.ts'
import type { Findable } from '../functions/records/findable.ts'
import { drawCustomer } from '../seed/customers.ts'
import { firstNames, lastNames, places } from '../seed/names.ts'
import { buildDemoPeople, teams } from '../seed/people.ts'
import { type Chance, createChance } from '../seed/random.ts'
import { openBulkTable } from '../testing/bulk-table.ts'
import { startDatabase } from '../testing/database/database.ts'
import { createTable } from '../testing/database/table.ts'
import { buildCaller, itemOfFindable, sampleKinds, storeFindables } from '../testing/searched.ts'
import type { Row } from './row.ts'

/** Numbers of records among which the read units of a search are measured. */
const SIZES = (process.env['BENCH_SEARCH_SIZES'] ?? '1000,10000,100000').split(',').map(Number)

/** Numbers of records that are indexed one by one, and many at a time. */
const SINGLE = 40
const MANY = 600
/** Number of records in one batch of the table's stream. */
const TOGETHER = 100
/** Number of appointments of the person who is renamed. */
const APPOINTMENTS = 84

/** Returns a row whose value may be at most `most`. */
const buildRow = (name: string, value: number, most: number, digits = 1): Row => ({
  name: `search: ${name}`,
  value: value.toFixed(digits).replace(/\.0+$/, ''),
  goal: `≤ ${most}`,
  ok: value <= most,
})

async function measure(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'search-cost-'))
  const file = join(folder, 'table.db')
  const database = await startDatabase(file)
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = database.url
  try {
    const rows: Row[] = []
    for (const size of SIZES) {
      const drop = await createTable(database.url, 'bench')
      const bulk = openBulkTable(file, 'bench')
      await storeFindables(records(size), bulk)
      bulk.close()
      rows.push(...(await measureReading(`${size / 1000} k records`)))
      await drop()
    }
    await createTable(database.url, 'bench')
    return [await measureRows(), ...rows, ...(await measureWriting())].flat()
  } finally {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const DAY = '2026-11-24'

/** Returns a record of a demo customer: an appointment, lead or contract, made by `number` alone. */
async function recordOf(number: number): Promise<Findable> {
  const chance = createChance(number * 7919 + 1)
  const customer = drawCustomer(chance, chance.pick(teams))
  const [owner, other] = [person(chance), person(chance)]
  const digits = (count: number) => String(chance.below(10 ** Math.min(count, 9))).padStart(count, '0')
  const { findables } = await import('../functions/search/findables.ts')
  const ownRow = { ...customer, id: chance.id(), teamId: owner.teamId, createdAt: DAY, status: 'scheduled' }
  const rows = {
    appointment: { agentId: owner.id, createdBy: chance.maybe(0.85) ? other.id : owner.id, agent: owner, date: DAY },
    lead: { ownerId: owner.id, owner },
    contract: {
      ...{ signedDate: DAY, salesStatus: 'nieuw' },
      metadata: { iban: `NL91ABNA041716${digits(4)}`, eanElectricity: `8716870${digits(11)}` },
    },
  }
  const kind = (['appointment', 'appointment', 'appointment', 'contract', 'contract', 'lead'] as const)[number % 6]
  const found = findables.find((one) => one.kind === kind)?.findableOf({ ...ownRow, ...rows[kind ?? 'lead'] })
  if (!found) throw new Error('The search finds every demo record')
  return found
}

const people = buildDemoPeople(`${DAY}T00:00:00.000Z`).map(({ user }) => user)
const workers = people.filter(({ teamId, role }) => teamId !== undefined && (role === 'agent' || role === 'caller'))
const person = (chance: Chance): User => chance.pick(workers)

async function* records(count: number): AsyncIterable<Findable> {
  for (let number = 0; number < count; number++) yield recordOf(number)
}

async function measureRows(): Promise<Row[]> {
  const { makeIndexRows } = await import('../functions/search/index-rows.ts')
  const counts: number[] = []
  for await (const record of records(1_000)) counts.push(makeIndexRows(record, new Set()).rows.length)
  const average = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return [
    buildRow('index rows a record, on average over demo customers', average, 8, 2),
    buildRow('index rows of any demo customer', Math.max(...counts), 16),
  ]
}

async function measureReading(among: string): Promise<Row[]> {
  const { searchRecords } = await import('../functions/search/finding.ts')
  const most = { word: 0, words: 0, mistyped: 0 }
  const towns = Object.values(places).flatMap((some) => some.map(([city]) => city))
  const mistyped = (name: string) => `${name.slice(0, -1)}${name.endsWith('q') ? 'x' : 'q'}`
  const sample = (names: readonly string[]) => names.filter((_, at) => at % 4 === 0)
  const sampled = sample(lastNames)
  const queries = {
    word: [...sampled, ...sample(firstNames), 'bakkerij', 'jan', '06', '0475 1', 'info@', '6041'],
    words: sampled.flatMap((last, at) => {
      const [first = '', town = ''] = [firstNames[at % firstNames.length], towns[at % towns.length]]
      const names = [`${first} ${last}`, `${last} ${lastNames[(at * 7 + 3) % lastNames.length]}`]
      const others = [`${last} ${town}`, `${town} ${last}`, `${first} bakkerij`, `${first} ${town}`]
      const mistakes = [`${first} ${mistyped(last)}`, `${mistyped(last)} ${first}`, `${mistyped(first)} ${last}`]
      return [...names, ...others, ...mistakes, `${mistyped(last)} ${mistyped(first)}`]
    }),
    mistyped: sampled.map(mistyped),
  }
  for (const [kind, some] of Object.entries(queries) as [keyof typeof queries, string[]][]) {
    for (const q of some) {
      const { read } = await readUsage(() => searchRecords(sampleKinds, buildCaller('admin', 'admin-1', 1), q))
      most[kind] = Math.max(most[kind], read)
    }
  }
  return [
    buildRow(`most read units of a word, ${among}`, most.word, 12),
    buildRow(`most read units of two words, found, corrected or missed, ${among}`, most.words, 20),
    buildRow(`most read units of a mistyped word, ${among}`, most.mistyped, 20),
  ]
}

async function readUsage(work: () => Promise<unknown>): Promise<{ read: number; write: number }> {
  const { meterWork } = await import('../functions/platform/request.ts')
  const usage = { read: 0, write: 0 }
  await meterWork(usage, work)
  return usage
}

async function store(some: readonly Findable[]): Promise<void> {
  const { documents, TABLE_NAME } = await import('../functions/platform/data/table.ts')
  for (const one of some) await documents.send(new PutCommand({ TableName: TABLE_NAME, Item: itemOfFindable(one) }))
}

async function measureWriting(): Promise<Row[]> {
  const { updateIndex } = await import('../functions/search/indexing.ts')
  const index = (some: readonly Findable[]) => readUsage(() => updateIndex(sampleKinds, some))
  const all: Findable[] = []
  for await (const one of records(SINGLE * 2)) if (one.kind === 'appointment') all.push(one)
  await store(all)
  // Names that the index does not know yet cost nine units each; these are known from here on.
  await index(all)
  const anew = all.map((one) => ({ ...one, id: one.id.replace(/^......../, 'aaaaaaaa') }))
  await store(anew)
  const created: number[] = []
  for (const one of anew) created.push((await index([one])).write)
  const changed = anew.map((one) => ({ ...one, shown: { ...one.shown, status: 'sale', colleague: 'Nieuwe Naam' } }))
  await store(changed)
  const again = await index(changed)
  return [
    buildRow('write units of a created appointment, on average', average(created), 30),
    { name: 'search: the same, most', value: String(Math.max(...created)), goal: '', ok: null },
    buildRow('write units of a new status and colleague', again.write, 0),
    ...(await measureRename()),
    ...(await measureSpeed()),
  ]
}

const average = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length

/** Renames a person with 84 appointments, which the stream then reports as changed. */
async function measureRename(): Promise<Row[]> {
  const { Users } = await import('../functions/platform/identity/user.ts')
  const { Appointments } = await import('../functions/appointments/entity.ts')
  const { putRows, splitIntoBatches } = await import('../functions/platform/data/rows.ts')
  const { updateIndex } = await import('../functions/search/indexing.ts')
  const { findables } = await import('../functions/search/findables.ts')
  const { refreshPersonName } = await import('../events/names.ts')
  const user = workers[0] as User
  const rows = Array.from({ length: APPOINTMENTS }, (_, at) => appointmentOf(user, at))
  await Users.put(user).go()
  await putRows(Appointments as never, rows)
  const refs = rows.map(({ id }) => ({ kind: 'appointment' as const, id }))
  const own = [{ kind: 'person' as const, id: user.id }]
  const index = async (some: Parameters<typeof updateIndex>[1]) => {
    for (const batch of splitIntoBatches(some, TOGETHER)) await updateIndex(findables, batch)
  }
  await index([...refs, ...own])
  await Users.patch({ id: user.id })
    .set({ lastName: 'Hernoemdsen', name: `${user.firstName} Hernoemdsen` })
    .go()
  const copies = await readUsage(() => refreshPersonName(user.id))
  const others = await readUsage(() => index(refs))
  const person = await readUsage(() => index(own))
  const total = [copies, others, person].reduce((sum, { read, write }) => sum + read + write, 0)
  const { data } = await Appointments.get({ id: refs[0]?.id ?? '' }).go()
  if (data?.agent.lastName !== 'Hernoemdsen') throw new Error('The new name is not in the appointments')
  return [
    buildRow(`units in all of renaming a person with ${APPOINTMENTS} appointments`, total, 2_500),
    buildRow('write units of the index for these appointments', others.write, 0),
    {
      name: "search: write units of the index for the person's own rows",
      value: String(person.write),
      goal: '',
      ok: null,
    },
  ]
}

function appointmentOf(agent: User, at: number): AppointmentRow {
  const chance = createChance(at + 1)
  const team = teams.find(({ id }) => id === agent.teamId) ?? teams[0]
  if (!team) throw new Error('The demo has teams')
  const month = String(1 + (at % 11)).padStart(2, '0')
  const name = { id: agent.id, firstName: agent.firstName, lastName: agent.lastName }
  const other = workers.find(({ id }) => id !== agent.id) ?? agent
  return {
    ...drawCustomer(chance, team),
    ...{ id: chance.id(), version: 1, start: `2026-${month}-10T09:00:00.000Z`, date: `2026-${month}-10` },
    ...{ month: `2026-${month}`, type: 'particulier', status: 'scheduled', agentId: agent.id, agent: name },
    ...{
      createdBy: other.id,
      caller: { id: other.id, firstName: other.firstName, lastName: other.lastName },
      teamId: team.id,
      team,
      sequence: 0,
      plannedAt: `${DAY}T09:00:00.000Z`,
    },
    ...{ confirmationSent: false, reminderSent: false, createdAt: `${DAY}T09:00:00.000Z`, updatedAt: DAY },
  } as AppointmentRow
}

/**
 * Measures the processor time of indexing contracts against that of storing them: a busy or slow machine makes both
 * dearer, so that the ratio is of our code alone. The best of some parts counts, as what else runs meanwhile falls on
 * one of the two.
 */
async function measureSpeed(): Promise<Row[]> {
  const { updateIndex } = await import('../functions/search/indexing.ts')
  const { splitIntoBatches } = await import('../functions/platform/data/rows.ts')
  const all: Findable[] = []
  for await (const one of records(MANY * 3)) if (one.kind === 'contract') all.push(one)
  const ratios: number[] = []
  let seconds = 0
  for (let part = 0; part < PARTS; part++) {
    const some = all.filter((_, at) => at % PARTS === part)
    const storing = await secondsOf(() => store(some))
    const indexing = await secondsOf(async () => {
      for (const batch of splitIntoBatches(some, TOGETHER)) await updateIndex(sampleKinds, batch)
    })
    ratios.push(indexing / storing)
    seconds += indexing
  }
  return [
    buildRow(
      'processor time of indexing a contract, in times of storing it',
      Math.min(...ratios),
      MOST_TIMES_OF_STORING,
    ),
    {
      name: 'search: contracts indexed a second of processor time, of function and database',
      value: String(Math.round(all.length / seconds)),
      goal: '',
      ok: null,
    },
  ]
}
const MOST_TIMES_OF_STORING = 1.5
const PARTS = 12

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const before = processorSeconds()
  await work()
  return processorSeconds() - before
}

/**
 * Returns the seconds of processor time that this process and its database have used themselves. Leaves out what the
 * system used for them, which on virtual machines is half of it and varies most.
 */
function processorSeconds(): number {
  const { user } = process.cpuUsage()
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
  const ticks = children.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return Number(fields[11])
  })
  return user / 1e6 + ticks.reduce((sum, one) => sum + one, 0) / 100
}

process.stdout.write(JSON.stringify(await measure()))
