import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leadStatuses, priorities, salesStatuses } from '../../shared/api/parts/statuses.ts'
import { energyTypes } from '../../shared/api/parts/trade.ts'
import { projectTypes } from '../../shared/api/schemas/costs.ts'
import { addDays, type LocalDate } from '../../shared/time.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import { createRandomNumbers } from '../../testing/seed.ts'
import { eanOf } from '../../testing/spreadsheets.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import { buildCsv } from '../../testing/worlds/contract-imports.ts'
import { makeCast } from '../cast.ts'
import { reportFigure, size } from '../figures.ts'
import { readRawTable, removeRaw } from '../raw-table.ts'

let world: World
let admin: string
let people: Person[]
beforeAll(async () => {
  world = await startWorld({ now: '2026-11-23T09:00:00Z' })
  await makeCast(world)
  const named = (firstName: string, lastName: string) => world.person({ role: 'agent', teamId: 1, firstName, lastName })
  people = [await named('Łukasz', 'de Wit'), await named('Zoë', "van 't Hof"), await named('Anne-Marie', 'Bos')]
})
afterAll(() => world.stop())

const ROWS = Math.ceil(size.rows / 5)
const random = createRandomNumbers(58)
const oneOf = <T>(values: readonly T[]): T => values[random(values.length)] as T
const maybe = <T>(value: T): T | undefined => (random(3) === 0 ? undefined : value)
const number = (below: number) => String(random(below)).padStart(String(below - 1).length, '0')
const day = (year: number) =>
  `${year + random(3)}-${String(1 + random(12)).padStart(2, '0')}-${String(1 + random(28)).padStart(2, '0')}`

/** Beginnings of names and notes that a spreadsheet program or a reader could take for something else. */
const STARTS = ['', '', '+', '@', '-', '=', "'t ", '"', '= ', '+-', '０', 'Łó', "d'", 'Nee, ', '1-2 ', 'Totaal ']
const WITHIN = ['', '', ' & Zn', '; =2', ', @x', ' "De Hoek"', '\t', " '-x", ' €', ' 12/31/2027', '’s']
const nameOf = (at: number) => `${oneOf(STARTS)}Klant ${at}${oneOf(WITHIN)}`.trim().replaceAll(/\s+/g, ' ')
const phoneOf = (at: number) => oneOf([`06 ${10_000_000 + at}`, `+49 30 ${900_000 + at}`, `0475 ${300_000 + at}`])
const placeOf = (at: number) => ({
  address: oneOf(['Markt', 'Plein 1944', "'s-Gravenweg", '2e Dwarsstraat', 'Rijksweg A2']),
  houseNumber: oneOf([`${at + 1}`, `${at} bis II`, `${at}-b`, `${at} t/m ${at + 4}`]),
  postalCode: `6041 ${oneOf(['AB', 'EL', 'XZ'])}`,
  city: oneOf(["'s-Hertogenbosch", 'Roermond', 'Nieuw-Vennep']),
})

const call = async (method: string, path: string, body?: object) => {
  const reply = await world.call(method, path, { as: admin, ...(body ? { body } : {}) })
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300)
  return reply
}

async function upload(path: string, bytes: Uint8Array, filename: string) {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], filename))
  const request = new Response(form)
  const body = new Uint8Array(await request.arrayBuffer())
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const reply = await world.call('POST', path, { as: admin, body, headers })
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}

const formats = ['csv', 'xlsx'] as const
type Format = (typeof formats)[number]
const fileOf = async (path: string, format: Format) => {
  const { text } = await call('GET', `${path}${path.includes('?') ? '&' : '?'}format=${format}`)
  return Buffer.from(text, 'latin1')
}

type Line = Record<string, string>
/** Returns the rows of an export as csv, by header. */
const linesOf = async (path: string): Promise<Line[]> =>
  parse((await fileOf(path, 'csv')).toString(), { bom: true, delimiter: ';', columns: true })

/** A kind of record that is exported and read back. */
interface Kind {
  readonly name: string
  /** Entities that are deleted before the files are imported. */
  readonly entities: readonly string[]
  readonly exports: readonly string[]
  readonly imports: string
  readonly create: () => Promise<void>
  /** Returns a row without what an export leaves out on purpose. */
  readonly comparable?: (line: Line) => Line
}

/** A number that must not be called is in no export, so it does not come back with its lead or contract. */
const withoutClosedNumber = (line: Line): Line => ({ ...line, Telefoon: '', 'Niet bellen': '' })

/** Returns a line without the state of its number, which is kept beside the records; an import makes none (market 67f). */
const withoutCallState = ({ Belstatus: _, ...line }: Line): Line => line

const kinds: readonly Kind[] = [
  {
    name: 'leads',
    entities: ['lead', 'leadcall', 'knowncustomer'],
    exports: ['/api/leads/export'],
    imports: '/api/leads/upload',
    create: async () => {
      for (let at = 1; at <= ROWS; at++) {
        await call('POST', '/api/leads', {
          ...{ customerName: nameOf(at), companyName: maybe(nameOf(at)), customerPhone: phoneOf(at) },
          ...{ customerEmail: `jan&piet${at}@lead.example`, ...placeOf(at), currentSupplier: maybe('-Eneco') },
          ...{ monthlyAmount: maybe('€ 125,00 p/m'), consumption: maybe('3.500'), contractEndDate: maybe(day(2027)) },
          ...{ energyType: oneOf(energyTypes), source: maybe('@beurs'), status: oneOf(leadStatuses) },
          ...{ priority: oneOf(priorities), notes: maybe(`${oneOf(STARTS)}bel\n${oneOf(STARTS)}na zes; =1`.trim()) },
          ...{
            ownerId: oneOf(people).id,
            callBackAt: maybe(`${day(2027)}T${number(24)}:${oneOf(['00', '45'])}:00.000Z`),
          },
          ...{ consent: maybe({ source: '=beurs', date: day(2023) }) },
          ...(random(8) === 0 ? { doNotCall: true, doNotCallSource: 'brief' } : {}),
        })
      }
    },
    // The day of creation is a new one, and whether a lead is urgent follows from its other values.
    comparable: ({ Aangemaakt: _, Urgent: _u, ...line }) =>
      withoutCallState(line['Niet bellen'] ? withoutClosedNumber(line) : line),
  },
  {
    name: 'contracts',
    entities: ['contract', 'contractcodes', 'contractmonths', 'contractsuppliers'],
    exports: salesStatuses.map((status) => `/api/contracts/export?status=${status}`),
    imports: '/api/contracts/upload',
    create: async () => {
      const rows = Array.from({ length: ROWS }, (_, at) => {
        const { address, houseNumber, postalCode, city } = placeOf(at)
        const cells = {
          ...{ 'Sale ID': maybe(`S-${at}`), Contractnummer: maybe(`-C${at}`), Klantnaam: nameOf(at) },
          ...{ Bedrijfsnaam: maybe(nameOf(at)), Telefoon: phoneOf(at), 'E-mail': maybe(`c${at}@klant.example`) },
          ...{ Straat: address, Huisnummer: houseNumber, Postcode: postalCode, Plaats: city },
          ...{ KvK: maybe(`0${1_000_000 + at}`), Leverancier: maybe('-Eneco'), Product: maybe('+3 jaar vast') },
          ...{
            Zakelijk: maybe(oneOf(['Ja', 'Nee'])),
            'EAN stroom': maybe(eanOf(at)),
            'EAN gas': maybe(eanOf(5000 + at)),
          },
          ...{ 'Verbruik stroom': maybe(`${random(90_000)}`), 'Verbruik gas': maybe(`${random(9_000)}`) },
          ...{ Team: maybe('=Noord'), Agent: maybe('@Kees'), 'Geldig tot': day(2027) },
          ...oneOf([{ Tekendatum: day(2021) }, { Ingangsdatum: day(2021) }, { Looptijd: oneOf(['12', '36']) }, {}]),
          ...{ 'Niet bellen': random(8) === 0 ? 'Ja' : '' },
        }
        const quoted = Object.entries(cells).map(([name, text = '']) => [name, `"${text.replaceAll('"', '""')}"`])
        return Object.fromEntries(quoted) as Line
      })
      const { contracts } = await upload('/api/contracts/upload', buildCsv(...rows), 'begin.csv')
      for (const { id } of contracts) {
        const notes = maybe(`${oneOf(STARTS)}bel\n${oneOf(STARTS)}na zes; =1`.trim())
        await call('PATCH', `/api/contracts/${id}`, { salesStatus: oneOf(salesStatuses), ...(notes ? { notes } : {}) })
        if (maybe(id)) await call('POST', '/api/contracts/assign', { ids: [id], agentId: oneOf(people).id })
      }
    },
    comparable: (line) => withoutCallState(line['Niet bellen'] ? withoutClosedNumber(line) : line),
  },
  {
    name: 'hours',
    entities: ['timeday'],
    exports: ['/api/time-entries/export?from=2025-01-01&to=2026-10-01'],
    imports: '/api/time-entries/import',
    create: async () => {
      for (let at = 0; at < ROWS; at++) {
        await call('POST', '/api/time-entries', {
          ...{ userId: people[at % people.length]?.id, date: addDays('2026-10-01' as LocalDate, -at) },
          ...{ projectType: oneOf(projectTypes), hours: (1 + random(80)) / 10, description: maybe(nameOf(at)) },
        })
      }
    },
  },
  {
    name: 'fixed costs',
    entities: ['fixedcost'],
    exports: ['/api/fixed-costs/export'],
    imports: '/api/fixed-costs/import',
    create: async () => {
      const [category] = (await call('GET', '/api/cost-categories')).body
      for (let at = 0; at < ROWS; at++) {
        await call('POST', '/api/fixed-costs', {
          ...{ categoryId: category.id, ...oneOf([{}, { teamId: 1 }, { userId: oneOf(people).id }]) },
          ...{ monthlyAmount: (1 + random(90_000)) / 100, description: `${oneOf(STARTS)}Kost ${at}` },
          ...{ effectiveFrom: `2026-${String(1 + random(9)).padStart(2, '0')}-01`, isActive: random(4) > 0 },
        })
      }
    },
  },
]

const sortedTexts = (lines: readonly Line[]) => lines.map((line) => JSON.stringify(line)).sort()

it.each(kinds.flatMap((kind) => formats.map((format) => ({ ...kind, format }))))(
  '$name exported as $format, wiped and imported are the same',
  async ({ name, entities, exports, imports, create, comparable = (line) => line, format }) => {
    const wipe = async () =>
      removeRaw((await readRawTable()).filter((item) => entities.includes(String(item['__edb_e__']))))
    const exported = async () => (await Promise.all(exports.map(linesOf))).flat().map(comparable)
    // Each person makes a limited number of files in five minutes.
    admin = await world.session(await world.person({ role: 'admin' }))
    await wipe()
    await create()
    const before = await exported()
    const files = await Promise.all(exports.map((path) => fileOf(path, format)))
    await wipe()
    expect(await exported()).toEqual([])
    for (const file of files) {
      const { uploadId } = await upload(imports, file, `terug.${format}`)
      if (uploadId) await deliverOutbox(uploadId)
    }
    const [was, is] = [sortedTexts(before), sortedTexts(await exported())]
    const lost = was.filter((line) => !is.includes(line))
    const odd = is.filter((line) => !was.includes(line))
    const wrong = lost.flatMap((line, at) => [`was ${line}`, `is  ${odd[at]}`])
    expect(was.length, 'rows').toBeGreaterThan(ROWS / 2)
    reportFigure('round trip', `${name} as ${format}, ${was.length} rows: 0 differences`, wrong.length, 0, wrong)
    expect(is).toHaveLength(was.length)
  },
)
