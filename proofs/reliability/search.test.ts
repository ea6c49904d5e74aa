import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, it } from 'vitest'
import type { Caller } from '../../functions/platform/actor.ts'
import type { Findable } from '../../functions/records/findable.ts'
import { firstNames, lastNames } from '../../seed/names.ts'
import { flags } from '../../shared/access.ts'
import type { SearchResult } from '../../shared/contract/search.ts'
import { openBulkTable } from '../../testing/bulk-table.ts'
import { type Database, startDatabase } from '../../testing/database/database.ts'
import { createRandomNumbers } from '../../testing/seed.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { reportFigure, size } from '../figures.ts'

const random = createRandomNumbers(91)
const oneOf = <T>(all: readonly T[]): T => all[random(all.length)] as T

/** Number of customers that are searched by each of their attributes, among all records. */
const CUSTOMERS = 100

/** Maximum read units of a searched word, however many records there are. */
const MOST_UNITS = 5
/** Maximum read units of a word without results, for which similar words are searched too. */
const MOST_UNFOUND = 10

const TEAMS = 4
const team = 1
const kinds = ['lead', 'appointment', 'contract', 'sale'] as const

let world: World
let database: Database
const folder = mkdtempSync(join(tmpdir(), 'partnerview-search-'))
const looked: Findable[] = []
let units = 0

beforeAll(async () => {
  const file = join(folder, 'table.db')
  database = await startDatabase(file)
  world = await startWorld({ database: database.url })
  const { documents, TABLE_NAME } = await import('../../functions/platform/data/table.ts')
  documents.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const reply = await next(args)
        const { ConsumedCapacity } = reply.output as { ConsumedCapacity?: { CapacityUnits?: number } }
        if (commandName === 'QueryCommand') units += ConsumedCapacity?.CapacityUnits ?? 0
        return reply
      },
    { step: 'initialize', name: 'units' },
  )
  const { writeNewIndex } = await import('../../functions/search/indexing.ts')
  const bulk = openBulkTable(file, TABLE_NAME)
  await writeNewIndex(records(), bulk.put)
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
 * Returns a record with unique codes, and names that many records share. If `isRare`, its last name is unique, and its
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
      number: `SD-${digits(at, 7)}`,
      city: 'Roermond',
      supplier: 'Greenchoice',
      moment: '2026-11-24T09:00:00.000Z',
      colleague: `${oneOf(firstNames)} ${oneOf(lastNames)}`,
      status: 'scheduled',
    },
    also: [{ field: 'ean', text: `8716${digits(at, 14)}`, shownAs: `8716${digits(at, 14)}` }],
  }
}

const callerOf = (role: 'admin' | 'teamleader' | 'agent'): Caller => ({
  ...{ id: 'agent-1', role, teamId: role === 'admin' ? null : team, name: 'Proef' },
  flags: Object.fromEntries(flags.map((flag) => [flag, true])) as Caller['flags'],
  origin: { requestId: '-', ip: '-', userAgent: '-' },
})

const isHit = ({ groups }: SearchResult, { kind, id }: Findable) =>
  groups.some((group) => group.hits.some((hit) => hit.kind === kind && hit.id === id))

it('the search finds customers by each of their attributes, for at most five read units a word', async () => {
  const { searchRecords } = await import('../../functions/search/finding.ts')
  const { splitQuery } = await import('../../functions/search/words.ts')
  const missed: string[] = []
  let dearest = 0
  let unfound = 0
  const admin = callerOf('admin')
  for (const record of looked) {
    const { name = '', company = '', phone = '', email = '', address = '', number = '' } = record.shown
    const [first = '', last = ''] = name.split(' ')
    const [trade = '', second = ''] = company.split(' ')
    const one = [phone, phone.replace('06 ', '+31 6 '), email, address, number, record.also[0]?.text ?? '', last]
    const two = [name, `${last} ${first}`, company, `${first} ${second}`, `${first} ${trade}`, `${trade} ${first}`]
    const three = [`${first} ${trade} ${last}`, `${trade} Roermond ${last}`, `${first} ${second} Roer`]
    for (const q of [...one, ...two, `${last} Roermond`, `Roermond ${last}`, ...three]) {
      units = 0
      if (!isHit((await searchRecords(admin, q)) as SearchResult, record)) missed.push(q)
      dearest = Math.max(dearest, units / splitQuery(q).length)
    }
  }
  for (const name of [...lastNames, ...firstNames]) {
    for (const role of ['admin', 'teamleader', 'agent'] as const) {
      for (const q of [name, name.slice(0, 3), `${name} bakkerij`, `${name} bakkerij roermond`]) {
        units = 0
        const { groups, corrected } = await searchRecords(callerOf(role), q)
        const each = units / splitQuery(q).length
        if (groups.length > 0 && corrected === null) dearest = Math.max(dearest, each)
        else unfound = Math.max(unfound, each)
      }
    }
  }
  reportFigure(
    'search',
    `customers not found by one of their attributes among ${size.searched} records`,
    missed.length,
    0,
    missed,
  )
  reportFigure('search', 'words found for more than five units', dearest > MOST_UNITS, false, [dearest])
  reportFigure(
    'search',
    'words not found, and looked for mistyped, for more than ten units',
    unfound > MOST_UNFOUND,
    false,
    [unfound],
  )
})
