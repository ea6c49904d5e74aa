import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appointmentFields } from '../../shared/appointments/record.ts'
import { contractFields } from '../../shared/contracts/record.ts'
import { leadFields } from '../../shared/leads/record.ts'
import { saleFields } from '../../shared/sales/record.ts'
import { type Fields, fieldsIn, shortLabelOf } from '../../shared/values/field.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { type Cast, hintsFor, makeCast, sessionFor } from '../cast.ts'
import { reportFigure } from '../figures.ts'
import { isProven, routeAt } from '../proven-routes.ts'
import { prepareCall } from '../ready-calls.ts'
import { fullBodyOf } from '../sample.ts'

/** Descriptions of the fields of each kind of record, by the path of its list. */
const described: Readonly<Record<string, Fields>> = {
  '/api/sales': saleFields,
  '/api/appointments': appointmentFields,
  '/api/leads': leadFields,
  '/api/contracts': contractFields,
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

const proven = Object.entries(described).filter(([path]) => isProven(routeAt(`PATCH ${path}/{id}`)))

describe.each(proven)('each field of %s', (path, fields) => {
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
