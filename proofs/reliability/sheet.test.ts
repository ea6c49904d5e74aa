import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SEED } from '../../testing/seed.ts'
import { buildXlsx, type CellInput, generateContractSheet, sheetHeaders } from '../../testing/spreadsheets.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { type Cast, makeCast, sessionFor } from '../cast.ts'
import { reportFigure, size } from '../figures.ts'
import { type Item, itemsOfEntity, readRawTable } from '../raw-table.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
})
afterAll(() => world.stop())

const ROWS = 20
const WIDTH = sheetHeaders.length
const [, ...whole] = [...generateContractSheet(ROWS)]
/** Columns without which a row is no contract. */
const needed = ['Sale ID', 'Klantnaam', 'Geldig tot']

interface Outcome {
  readonly stats: { totalRows: number; created: number; updated: number; skipped: number; errors: number }
  readonly details: readonly { row: number; reason: string }[]
  readonly leftOut: readonly { kind: string; name: string }[]
}

async function imported(bytes: Buffer, filename: string): Promise<Outcome> {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], filename))
  const request = new Response(form)
  const reply = await world.call('POST', '/api/contracts/upload', {
    as: await sessionFor(world, cast.admin),
    body: new Uint8Array(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}

/** Returns the stored values of every contract as text, by partition and path; without marks of the import. */
async function knownValues(): Promise<Map<string, string>> {
  const values = new Map<string, string>()
  const add = (path: string, value: unknown): void => {
    if (value === null || value === undefined) return
    if (typeof value !== 'object') values.set(path, String(value))
    else for (const [name, inner] of Object.entries(value)) add(`${path} ${name}`, inner)
  }
  for (const {
    pk,
    sk: _s,
    uploadId: _u,
    version: _v,
    updatedAt: _a,
    statedTermParts: _t,
    touched: _o,
    former: _f,
    ...row
  } of itemsOfEntity(await readRawTable(), 'contract')) {
    add(String(pk), row as Item)
  }
  return values
}

const lossesSince = async (before: ReadonlyMap<string, string>) => {
  const now = await knownValues()
  return [...before]
    .filter(([path, value]) => now.get(path) !== value)
    .map(([path, value]) => `${path}: ${value} → ${now.get(path)}`)
}

/**
 * Random choices of what a sheet keeps: the first list is about its columns, each other list about the cells of a row.
 */
const choices = fc.array(fc.array(fc.boolean(), { minLength: WIDTH, maxLength: WIDTH }), {
  minLength: ROWS + 1,
  maxLength: ROWS + 1,
})

it('a narrower sheet, empty cells and formulas without values overwrite no known value', async () => {
  await imported(await buildXlsx({ Blad: [sheetHeaders, ...whole] }), 'alles.xlsx')
  const before = await knownValues()
  expect(before.size).toBeGreaterThan(ROWS * 30)
  const lost: string[] = []
  const rounds = fc.sample(choices, { seed: SEED, numRuns: size.worlds * 3 })
  for (const [round, [kept = [], ...filled]] of rounds.entries()) {
    const isNeeded = (column: number) => needed.includes(sheetHeaders[column] ?? '')
    const columns = [...sheetHeaders.keys()].filter((column) => isNeeded(column) || kept[column])
    const rows = whole.map((row, index) =>
      columns.map((column) => (isNeeded(column) || filled[index]?.[column] ? (row[column] ?? null) : null)),
    )
    const narrow = [columns.map((column) => sheetHeaders[column] ?? ''), ...rows]
    const { stats } = await imported(await buildXlsx({ Smal: narrow }), `smal-${round}.xlsx`)
    if (stats.skipped !== ROWS) lost.push(`round ${round}, seed ${SEED}: ${JSON.stringify(stats)}`)
    lost.push(...(await lossesSince(before)).map((loss) => `round ${round}, seed ${SEED}: ${loss}`))
  }
  const formulas = (name: string) => (needed.includes(name) ? null : { formula: '1+1' })
  const rows = whole.map((row) => row.map((cell, column) => formulas(sheetHeaders[column] ?? '') ?? cell))
  await imported(await buildXlsx({ Formules: [sheetHeaders, ...(rows as CellInput[][])] }), 'formules.xlsx')
  lost.push(...(await lossesSince(before)))
  reportFigure(
    'nothing lost by a sheet',
    'nothing known is overwritten by what a sheet leaves open',
    lost.length,
    0,
    lost,
  )
})

it('every row is stored, or named as left out, refused, joined or double', async () => {
  const telling = (id: string, name: string, extra = '') => [id, name, '01-01-2028', extra]
  const header = ['Sale ID', 'Klantnaam', 'Geldig tot', 'Telefoon', 'Kleur']
  const rows = [
    telling('N-1', 'Een', '0612345671'),
    telling('N-1', 'Een', '0612345672'),
    telling('N-2', 'Twee'),
    telling('N-2', 'Twee'),
    ['N-3', '', '01-01-2028'],
    ['Totaal', '', '', '5'],
    telling('N-4', 'Vier'),
  ]
  const file = await buildXlsx({
    Uitleg: [['Lees mij']],
    Lijst: [header, ...rows],
    Meer: [header, telling('N-5', 'Vijf')],
  })
  const { stats, details, leftOut } = await imported(file, 'genoemd.xlsx')
  const contracts = itemsOfEntity(await readRawTable(), 'contract').filter(({ metadata }) =>
    String((metadata as { saleId?: string }).saleId).startsWith('N-'),
  )
  const wrong = [
    ...(contracts.length === 4 ? [] : [`${contracts.length} contracts`]),
    ...(stats.created + stats.updated + stats.skipped + stats.errors === stats.totalRows
      ? []
      : [JSON.stringify(stats)]),
    ...[/als rij 2/, /gelijk aan een eerdere rij/, /naam van de klant/].flatMap((reason) =>
      details.some((one) => reason.test(one.reason)) ? [] : [`${reason} is not named`],
    ),
    ...['sheet Uitleg', 'row 7', 'column Kleur'].flatMap((part) =>
      leftOut.some(({ kind, name }) => `${kind} ${name}` === part) ? [] : [`${part} is not named`],
    ),
  ]
  reportFigure('nothing lost by a sheet', 'every row that is left out or joined is named', wrong.length, 0, wrong)
})
