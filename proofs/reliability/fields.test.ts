import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api, routes } from '../../shared/api/index.ts'
import { type Fields, fieldsIn, shortLabelOf } from '../../shared/values/field.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { type Cast, hintsFor, makeCast, sessionFor } from '../cast.ts'
import { reportFigure } from '../figures.ts'
import { isProven, routeAt } from '../proven-routes.ts'
import { prepareCall } from '../ready-calls.ts'
import { fullBodyOf } from '../sample.ts'

const hasRoute = (key: string) => routes.some((route) => route.key === key)

/** Paths of the lists whose records have a history and an export. */
const paths = Object.keys(api)
  .map((group) => `/api/${group}`)
  .filter((path) => hasRoute(`GET ${path}/{id}/history`) && hasRoute(`GET ${path}/export`))

/** Returns the descriptions of the fields of a record, from its card in the folder of its group. */
async function readFields(path: string): Promise<Fields> {
  const module = await import(join(import.meta.dirname, '../../shared', path.slice('/api/'.length), 'record.ts'))
  const card = Object.values<{ logged?: unknown; fields: Fields }>(module).find(({ logged }) => logged)
  if (!card) throw new Error(`No card of ${path}`)
  return card.fields
}

/** Fields with one example in the API. Each sample sends that example, so this test cannot change these fields. */
const constant = ['doNotCall']

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
})
afterAll(() => world.stop())

type Row = Readonly<Record<string, unknown>>

it('each record with a history and an export is among those whose fields are checked', () => {
  expect(paths).toEqual(expect.arrayContaining(['/api/appointments', '/api/leads', '/api/sales', '/api/contracts']))
})

const proven = paths.filter((path) => isProven(routeAt(`PATCH ${path}/{id}`)))
const described = await Promise.all(proven.map(async (path) => [path, await readFields(path)] as const))

describe.each(described)('each field of %s', (path, fields) => {
  let before: Row
  let after: Row
  let missing: { history: string[]; export: string[] }
  const isChanged = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(after[name])

  beforeAll(async () => {
    const as = await sessionFor(world, cast.admin)
    const read = async (address: string) => (await world.call('GET', address, { as })).body
    const route = routeAt(`PATCH ${path}/{id}`)
    const { id, send } = await prepareCall(world, cast, route)
    before = await read(`${path}/${id}`)
    // A new lead gets priority medium by default, so this change must send another one.
    const hints = { ...hintsFor(cast, cast.admin), '/api/users': cast.caller[0].id, priority: 'low' }
    const { status, text } = await send({ body: fullBodyOf(route.endpoint, hints, 1) })
    if (status !== 200) throw new Error(text)
    after = await read(`${path}/${id}`)

    const { entries } = await read(`${path}/${id}/history`)
    const historyFields = new Set(
      entries.flatMap(({ changes }: { changes: { field: string }[] }) => changes.map((one) => one.field)),
    )
    const query = new URLSearchParams({ from: '2026-01-01', to: '2026-12-31' })
    // Contracts are listed by their status.
    if (after['salesStatus']) query.set('status', String(after['salesStatus']))
    const file = await world.call('GET', `${path}/export?${query}`, { as })
    const rows: Record<string, string>[] = parse(Buffer.from(file.text, 'latin1'), {
      bom: true,
      delimiter: ';',
      columns: true,
    })
    const row = rows.find((one) => Object.values(one).includes(String(after['customerName']))) ?? {}
    missing = {
      history: fieldsIn(fields)
        .filter(([name, { history }]) => isChanged(name) && !historyFields.has(history ?? name))
        .map(([name]) => name),
      export: fieldsIn(fields)
        .filter(([name, { column }]) => column === undefined && (after[name] ?? null) !== null)
        .filter(([, field]) => !row[shortLabelOf(field)])
        .map(([name]) => name),
    }
  })

  it('has a new value after the edit if people type it, without which the next test would show nothing', () => {
    const typed = fieldsIn(fields).filter(([name, { form, format }]) => form && format !== 'own' && name in after)
    expect(typed.map(([name]) => name).filter((name) => !isChanged(name) && !constant.includes(name))).toEqual([])
  })

  it('is in the history when it changed, and in the export when it has a value', () => {
    const { length } = [...missing.history, ...missing.export]
    reportFigure(`fields of ${path}`, 'each is in history and export', length, 0, [missing])
  })
})
