import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, it } from 'vitest'
import type { Findable } from '../../functions/records/findable.ts'
import { firstNames, lastNames } from '../../seed/names.ts'
import type { SearchResult } from '../../shared/api/search.ts'
import { openBulkTable } from '../../testing/bulk-table.ts'
import { type Database, startDatabase } from '../../testing/database/database.ts'
import { buildCaller, itemOfFindable, sampleKinds, storeFindables } from '../../testing/searched.ts'
import { createRandomNumbers } from '../../testing/seed.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { reportFigure, size } from '../figures.ts'

const random = createRandomNumbers(91)
const oneOf = <T>(all: readonly T[]): T => all[random(all.length)] as T

/** Number of customers that are searched by each of their attributes, among all records. */
const CUSTOMERS = 100

/** Maximum read units of a search for a word that is found, and of any search, however many records there are. */
const MOST_UNITS = { ofWord: 12, ofAny: 20 }
/** Maximum number of index rows of a record on average, and of any record. */
const MOST_ROWS = { average: 8, any: 16 }

const TEAMS = 4
const team = 1
const kinds = ['lead', 'appointment', 'contract', 'sale'] as const

let world: World
let database: Database
const folder = mkdtempSync(join(tmpdir(), 'partnerview-search-'))
const looked: Findable[] = []
let units = 0
let rows = 0

interface Capacity {
  CapacityUnits?: number
}

beforeAll(async () => {
  const file = join(folder, 'table.db')
  database = await startDatabase(file)
  world = await startWorld({ database: database.url })
  const { documents, TABLE_NAME } = await import('../../functions/platform/data/table.ts')
  documents.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const reply = await next(args)
        const { ConsumedCapacity } = reply.output as { ConsumedCapacity?: Capacity | Capacity[] }
        if (commandName === 'QueryCommand' || commandName === 'BatchGetItemCommand')
          units += [ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
        return reply
      },
    { step: 'initialize', name: 'units' },
  )
  const bulk = openBulkTable(file, TABLE_NAME)
  rows = await storeFindables(records(), bulk)
  bulk.close()
})
afterAll(async () => {
  await world.stop()
  await database.stop()
  rmSync(folder, { recursive: true })
})

async function* records(): AsyncIterable<Findable> {
  for (let at = 0; at < size.searched; at++) {
    const isLooked = at % Math.ceil(size.searched / CUSTOMERS) === 0
    const record = recordOf(at, isLooked)
    if (isLooked) looked.push(record)
    yield record
  }
}

const digits = (at: number, length: number) => String(at).padStart(length, '0')

const rare = (at: number) => `Q${[...digits(at, 6)].map((digit) => 'aeioubdfgk'[Number(digit)]).join('')}`

const trades = ['Bakkerij', 'Garage', 'Slagerij', 'Kapsalon']

/**
 * Returns a record with the codes of its kind, each unique, and names that many records share. If `isRare`, its last name is unique, and its
 * first name and trade occur together only in other rare records.
 */
function recordOf(at: number, isRare: boolean): Findable {
  const kind = kinds[random(kinds.length)] as (typeof kinds)[number]
  const first = random(firstNames.length)
  const trade = trades[(first + (isRare ? 1 : 0)) % trades.length]
  const hasCompany = isRare || at % 2 === 0
  const company = hasCompany ? `${trade} ${isRare ? `${rare(at)}x` : oneOf(lastNames)}` : undefined
  return {
    kind,
    id: `00000000-0000-4000-8000-${digits(at, 12)}`,
    day: `2026-${digits(1 + random(12), 2)}-${digits(1 + random(28), 2)}`,
    team: 1 + random(TEAMS),
    own:
      kind === 'contract' ? [undefined] : [`agent-${random(20)}`, kind === 'lead' ? undefined : `agent-${random(20)}`],
    shown: {
      name: `${firstNames[first]} ${isRare ? rare(at) : oneOf(lastNames)}`,
      company,
      phone: `06 ${20_000_000 + at}`,
      email: `klant${at}@voorbeeld.nl`,
      address: `${1000 + (at % 9000)} ${oneOf(['AB', 'KC', 'XZ'])} ${1 + (at % 900)}`,
      number: kind === 'sale' ? `SD-${digits(at, 7)}` : undefined,
      city: 'Roermond',
      supplier: 'Greenchoice',
      moment: '2026-11-24T09:00:00.000Z',
      colleague: `${oneOf(firstNames)} ${oneOf(lastNames)}`,
      status: 'scheduled',
    },
    also:
      kind === 'sale' || kind === 'contract'
        ? [{ field: 'ean', text: `8716${digits(at, 14)}`, shownAs: `8716${digits(at, 14)}` }]
        : [],
  }
}

const callerOf = (role: 'admin' | 'teamleader' | 'agent') => buildCaller(role, 'agent-1', team)

const isHit = ({ groups }: SearchResult, { kind, id }: Findable) =>
  groups.some((group) => group.hits.some((hit) => hit.kind === kind && hit.id === id))

it('the search finds customers by each of their attributes, for a limited number of read units', async () => {
  const { searchRecords } = await import('../../functions/search/finding.ts')
  const { splitQuery } = await import('../../functions/search/words.ts')
  const missed: string[] = []
  const dearest = { ofWord: 0, ofAny: 0 }
  const search = async (role: Parameters<typeof callerOf>[0], q: string) => {
    units = 0
    const result = (await searchRecords(sampleKinds, callerOf(role), q)) as SearchResult
    dearest.ofAny = Math.max(dearest.ofAny, units)
    const isWord = splitQuery(q).length === 1 && result.groups.length > 0 && result.corrected === null
    if (isWord) dearest.ofWord = Math.max(dearest.ofWord, units)
    return result
  }
  for (const record of looked) {
    const { name = '', company = '', phone = '', email = '', address = '', number = '' } = record.shown
    const [first = '', last = ''] = name.split(' ')
    const [trade = '', second = ''] = company.split(' ')
    const codes = [number, record.also[0]?.text ?? ''].filter((code) => code !== '')
    const one = [phone, phone.replace('06 ', '+31 6 '), email, address, ...codes, last]
    const two = [name, `${last} ${first}`, company, `${second} ${trade}`, `${last} ${second}`, `${second} ${last}`]
    const three = [`${first} ${trade} ${last}`, `${trade} Roermond ${last}`, `${first} ${last} Roer`]
    for (const q of [...one, ...two, `${last} Roermond`, `Roermond ${last}`, ...three]) {
      if (!isHit(await search('admin', q), record)) missed.push(q)
    }
  }
  for (const name of [...lastNames, ...firstNames].filter((_, at) => at % 4 === 0)) {
    for (const role of ['admin', 'teamleader', 'agent'] as const) {
      const mistyped = `${name.slice(0, -1)}q`
      const two = [`${name} bakkerij`, `bakkerij ${name}`, `${mistyped} bakkerij`, `bakkerij ${mistyped}`]
      for (const q of [name, name.slice(0, 3), mistyped, ...two, `${name} bakkerij roermond`]) {
        await search(role, q)
      }
    }
  }
  const count = size.searched
  const missing = `customers not found by one of their attributes among ${count} records`
  reportFigure('search', missing, missed.length, 0, missed)
  reportFigure(
    'search',
    'words found for more than 12 units, or any query answered for more than 20',
    dearest.ofWord > MOST_UNITS.ofWord || dearest.ofAny > MOST_UNITS.ofAny,
    false,
    [dearest],
  )
  reportFigure('search', 'more than eight index rows a record', rows / count > MOST_ROWS.average, false, [rows / count])
})

it('a record has at most 16 index rows, however many words it has', async () => {
  const { makeIndexRows } = await import('../../functions/search/index-rows.ts')
  const wordsOf = (count: number) => Array.from({ length: count }, () => rare(random(1_000_000))).join(' ')
  const counts = looked.map((record) => {
    const shown = {
      ...record.shown,
      name: wordsOf(1 + random(9)),
      company: wordsOf(random(9)),
      city: wordsOf(random(5)),
    }
    const ean = (at: number) => ({ field: 'ean' as const, text: `8716${digits(at, 14)}`, shownAs: '' })
    const also = Array.from({ length: random(20) }, (_, at) => ean(at))
    return makeIndexRows({ ...record, shown, also }, new Set()).rows.length
  })
  reportFigure('search', 'more than 16 index rows of a record', Math.max(...counts) > MOST_ROWS.any, false, counts)
})

it('other pairs of words are found among the first 24 records of the first word', async () => {
  const { searchRecords } = await import('../../functions/search/finding.ts')
  const { updateIndex } = await import('../../functions/search/indexing.ts')
  const { documents, TABLE_NAME } = await import('../../functions/platform/data/table.ts')
  const { PutCommand } = await import('@aws-sdk/lib-dynamodb')
  const [base] = looked as [Findable]
  const others = Array.from({ length: 24 }, (_, at): Findable => {
    const shown = {
      ...base.shown,
      name: `Qwertyn Achternaam${rare(at)}`,
      company: `Bedrijf${rare(at)} ${rare(at)}y`,
      city: 'Echt',
    }
    return { ...base, id: `00000000-0000-4000-9000-${digits(at, 12)}`, shown }
  })
  for (const one of others) await documents.send(new PutCommand({ TableName: TABLE_NAME, Item: itemOfFindable(one) }))
  await updateIndex(sampleKinds, others)
  const missed: string[] = []
  for (const one of others) {
    const q = `Qwertyn ${one.shown.company?.split(' ')[1]}`
    if (!isHit((await searchRecords(sampleKinds, callerOf('admin'), q)) as SearchResult, one)) missed.push(q)
  }
  reportFigure('search', 'other pairs not found among 24 records of a word', missed.length, 0, missed)
})
