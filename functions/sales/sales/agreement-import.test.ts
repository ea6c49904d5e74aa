import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildUploadForm } from '../../../proofs/sample.ts'
import { sales } from '../../../shared/api/sales.ts'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld()
})
afterAll(() => world.stop())

type Who = 'admin' | 'leader' | 'agent' | 'caller' | 'elsewhere'
const IMPORT = '/api/sales/agreements/import'

async function upload(who: Who, path: string, content: string) {
  const { body, headers } = buildUploadForm(sales.importAgreements.upload, content)
  return world.world.call('POST', path, { as: await world.world.session(world.people[who]), body, headers })
}
const HEADER = 'SalesDock ID;Akkoord op;Soort akkoord;Kenmerk;Informatie gegeven op;Wijze van verkoop;Woning'
const load = (who: Who, ...rows: readonly string[]) => upload(who, IMPORT, [HEADER, ...rows].join('\r\n'))
const check = (who: Who, ...rows: readonly string[]) => upload(who, `${IMPORT}/check`, [HEADER, ...rows].join('\r\n'))
const saleOf = (id: string) => world.done('admin', 'GET', `/api/sales/${id}`)

/** Registers a sale of the agent; returns its id and its SalesDock ID. */
async function sell(form: object = {}): Promise<{ id: string; dock: string }> {
  const id = (await world.sale({ market: 'particulier', ...form })).slice('sale-'.length)
  return { id, dock: (await saleOf(id)).salesDockId }
}

it('notes what sales lack after a preview, and changes nothing the second time', async () => {
  const [whole, partly] = [await sell({ soldAt: 'phone' }), await sell({ confirmation: { kind: 'mail' } })]
  const rows = [
    `${whole.dock.toLowerCase()};20-11-2026;Document;Offerte 12;2026-11-21;telefonisch;nee`,
    `${partly.dock};;E-mail;Map 3;;;`,
  ]
  const planned = await check('leader', ...rows)
  expect(planned.body).toMatchObject({ totalRows: 2, created: 0, updated: 2, unchanged: 0, refused: [] })
  expect(await saleOf(whole.id)).toMatchObject({ confirmedAt: null })
  const seen = `${IMPORT}?seenReading=${planned.body.reading}`
  const stored = await upload('leader', seen, [HEADER, ...rows].join('\r\n'))
  expect(stored.body).toMatchObject({ updated: 2, unchanged: 0, refused: [] })
  expect(await saleOf(whole.id)).toMatchObject({
    ...{ soldAt: 'phone', confirmedAt: '2026-11-20', infoGivenAt: '2026-11-21', isHomeUse: false },
    ...{ confirmation: { kind: 'document', reference: 'Offerte 12' }, coolingOffUntil: '2026-12-07' },
  })
  expect(await saleOf(partly.id)).toMatchObject({ confirmation: { kind: 'mail', reference: 'Map 3' } })
  const { entries } = await world.done('admin', 'GET', `/api/sales/${whole.id}/history`)
  const changes = entries.flatMap((entry: { changes: { field: string }[] }) => entry.changes)
  expect(changes.map(({ field }: { field: string }) => field)).toContain('confirmedAt')
  expect((await load('leader', ...rows)).body).toMatchObject({ updated: 0, unchanged: 2, refused: [] })
  expect((await upload('leader', seen, [HEADER, ...rows].join('\r\n'))).status).toBe(409)
})

it('refuses what contradicts a sale or no sale is, with row, column and reason, and notes the rest', async () => {
  const told = { confirmedAt: '2026-11-10', confirmation: { kind: 'mail', reference: 'Map 1' } }
  const [known, fresh, rejected] = [await sell(told), await sell(), await sell()]
  await world.done('admin', 'PATCH', `/api/sales/${rejected.id}/status`, {
    ...{ status: 'rejected', rejectionReason: 'Dubbel' },
  })
  const { body } = await load(
    'leader',
    `${known.dock};11-11-2026;;;10-11-2026;;`,
    `${known.dock};;Document;;;;`,
    `${fresh.dock};24-11-2026;;;;;`,
    `${rejected.dock};10-11-2026;;;;;`,
    'SD-onbekend;10-11-2026;;;;;',
    ';10-11-2026;;;;;',
    `${fresh.dock};geen dag;Handje;;;;misschien`,
    `${fresh.dock};;;Map 9;;;`,
  )
  expect(body).toMatchObject({ totalRows: 8, updated: 0 })
  expect(body.refused).toEqual([
    { row: 2, column: 'Akkoord op', message: 'Bij de sale staat al 10-11-2026' },
    { row: 3, column: null, message: 'Rij 2 heeft dezelfde SalesDock ID. Laat één van beide staan.' },
    { row: 4, column: 'Akkoord op', message: 'Kies vandaag of een eerdere dag' },
    { row: 5, column: null, message: 'Een afgekeurde sale kan niet meer worden gewijzigd' },
    { row: 6, column: 'SalesDock ID', message: 'Deze sale is niet gevonden' },
    { row: 7, column: 'SalesDock ID', message: 'Vul een SalesDock ID in' },
    { row: 8, column: 'Woning', message: "'misschien' is geen ja of nee" },
    { row: 9, column: 'Soort akkoord', message: 'Kies een bewijs' },
  ])
  expect(await saleOf(known.id)).toMatchObject({ ...told, infoGivenAt: null })
  expect((await upload('leader', IMPORT, 'SalesDock ID;Klant\r\nSD-1;Jansen')).body.errors.file[0]).toContain(
    'SalesDock ID, Akkoord op',
  )
})

it('reaches as far as editing does, and ends an approval', async () => {
  const { id, dock } = await sell()
  const row = `${dock};20-11-2026;;;;;`
  const unknown = { updated: 0, refused: [{ message: 'Deze sale is niet gevonden' }] }
  expect((await load('elsewhere', row)).body).toMatchObject(unknown)
  expect((await load('caller', row)).status).toBe(403)
  expect((await check('agent', row)).body).toMatchObject({ updated: 1 })
  await world.approve(`sale-${id}`)
  expect((await load('agent', row)).body.refused).toHaveLength(1)
  expect((await load('admin', row)).body).toMatchObject({ updated: 1 })
  expect(await saleOf(id)).toMatchObject({ confirmedAt: '2026-11-20', approvedAt: null })
})

it('reads our own export without a change', async () => {
  const fileKey = await world.proof()
  const confirmation = { kind: 'mail', reference: 'Map: 4', fileKey }
  const { id } = await sell({ soldAt: 'phone', confirmedAt: '2026-11-20', confirmation })
  await sell({ market: 'zakelijk', isHomeUse: true, infoGivenAt: '2026-11-20' })
  const { text } = await world.call('admin', 'GET', '/api/sales/export?format=csv')
  expect(text).toContain(';kaart.pdf;')
  const { body } = await upload('admin', IMPORT, Buffer.from(text, 'latin1').toString())
  expect(body).toMatchObject({ updated: 0, refused: [] })
  expect(body.unchanged).toBeGreaterThan(1)
  expect(await saleOf(id)).toMatchObject({ confirmation })
})

it('overwrites nothing that somebody notes meanwhile', async () => {
  const { id, dock } = await sell()
  await meanwhile(() => world.done('admin', 'PATCH', `/api/sales/${id}`, { confirmedAt: '2026-11-19' }))
  expect((await load('leader', `${dock};20-11-2026;;;;;`)).body).toMatchObject({ updated: 0, refused: [{ row: 2 }] })
  expect(await saleOf(id)).toMatchObject({ confirmedAt: '2026-11-19' })
})
