import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LocalDate } from '../../shared/time.ts'
import { deliverEvent } from '../../testing/bucket.ts'
import { runAsFunction } from '../../testing/rights.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import type { Permit } from '../platform/actor.ts'

let world: World
let admin: Person
let as: string
beforeAll(async () => {
  world = await startWorld({ now: '2026-11-23T09:00:00Z' })
  admin = await world.person({ role: 'admin' })
  as = await world.session(admin)
})
afterAll(() => world.stop())

const bodyOf = async (content: string, filename: string) => {
  const form = new FormData()
  form.append('file', new File([content], filename))
  const request = new Response(form)
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  return { body: new Uint8Array(await request.arrayBuffer()), headers }
}
/** Imports a file and expects success; returns the id of the upload and what was said about its rows. */
async function imported(list: 'leads' | 'contracts', lines: readonly string[], filename = 'lijst.csv') {
  const reply = await world.call('POST', `/api/${list}/upload`, { as, ...(await bodyOf(lines.join('\r\n'), filename)) })
  expect(reply.status, reply.text).toBe(200)
  const said: string[] = reply.body.details.map(
    ({ row, reason }: { row: number; reason: string }) => `${row} ${reason}`,
  )
  return { id: reply.body.uploadId, stats: reply.body.stats, said: said.filter((text) => !text.includes('aangenomen')) }
}
const about = async (number: string) =>
  (await world.call('GET', `/api/consents?number=${encodeURIComponent(number)}`, { as })).body
const stateOf = async (number: string) =>
  (await world.call('GET', `/api/numbers/${encodeURIComponent(number)}/may-call`, { as })).body.state

const heads = 'Toestemming;Toestemming gegeven via;Toestemming op;Toestemmingstekst;Bewijs;Rechtsvorm;Mag gebeld worden'
const text = 'Ja, bel mij over energie'

it.each([
  { list: 'leads' as const, more: 'Plaats', last: 'Roermond', digit: 1 },
  { list: 'contracts' as const, more: 'Geldig tot', last: '01-06-2027', digit: 2 },
])(
  '$list: rows tell consents with their proof, legal forms and refusals; an undo takes the first two back',
  async (of) => {
    const { list, more, last, digit } = of
    const numberOf = (row: number) => `06 7${digit}00000${row}`
    const cells = [
      ['Via beurs', `Ja;Beurs Venlo;01-11-2026;${text};beurs-12.pdf;;`],
      ['Zonder bewijs', 'Website;;02-11-2026;;;;'],
      ['Nee', 'Nee;;02-11-2026;;;;'],
      ['Ingetrokken', 'Ingetrokken;;02-11-2026;;;;'],
      ['Weigert', ';;;;;;Nee, liever niet'],
      ['Zonder dag', 'Ja;Beurs;;;;;'],
      ['Bakker B.V.', ';;;;;B.V.;'],
      ['Zon', ';;;;;V.O.F.;'],
      ['Piet', ';;;;;bv;'],
      ['Raar', ';;;;;iets;'],
    ]
    const lines = [
      `Klantnaam;Telefoon;${heads};${more}`,
      ...cells.map(([name, rest], row) => `${name};${numberOf(row)};${rest};${last}`),
    ]
    const { id, stats, said } = await imported(list, lines)
    expect(stats).toMatchObject({ created: 10, errors: 0 })
    expect(said).toEqual(['7 is weggelaten, omdat er geen datum bij staat', "11 'iets' is geen bekende rechtsvorm"])
    const states = async () => Promise.all(cells.map((_, row) => stateOf(numberOf(row))))
    expect(await states()).toEqual([
      'consented',
      'unproven',
      'none',
      'closed',
      'closed',
      'none',
      'free',
      'none',
      'none',
      'none',
    ])
    const { consents } = await about(numberOf(0))
    expect(consents).toMatchObject([
      {
        givenBy: 'event',
        givenAt: '2026-11-01',
        source: 'Beurs Venlo',
        text,
        proof: 'beurs-12.pdf',
        listId: 'lijst.csv',
      },
    ])
    expect((await about(numberOf(7))).legalForm.legalForm).toBe('vof')

    // The same rows in another file say nothing new, also after the customer withdrew.
    await world.call('POST', `/api/consents/${consents[0].id}/withdraw`, { as, body: { how: 'Belde' } })
    await imported(list, lines, 'nogmaals.csv')
    expect([await stateOf(numberOf(0)), (await about(numberOf(0))).consents.length]).toEqual(['withdrawn', 1])

    const undone = await world.call('POST', `/api/${list}/uploads/${id}/undo`, { as })
    expect(undone.status, undone.text).toBe(200)
    expect(await deliverEvent(list === 'leads' ? 'lead-import' : 'contract-import', world.created.at(-1))).toBe(true)
    expect(await states()).toEqual([
      'withdrawn',
      'none',
      'none',
      'closed',
      'closed',
      'none',
      'none',
      'none',
      'none',
      'none',
    ])
  },
)

it('our own export, read back, makes, prolongs and revives no consent', async () => {
  const number = '06 73000001'
  const lead = { customerName: 'Heenreis', customerPhone: number, consent: { source: 'Beurs', date: '2026-11-01' } }
  const { id } = (await world.call('POST', '/api/leads', { as, body: lead })).body
  const file = (await world.call('GET', '/api/leads/export?q=Heenreis', { as })).text
  const [consent] = (await about(number)).consents
  await world.call('POST', `/api/consents/${consent.id}/withdraw`, { as, body: { how: 'Belde' } })
  await world.call('DELETE', `/api/leads/${id}`, { as })
  const other = file.replaceAll('73000001', '73000002').replace('Heenreis', 'Ander')
  for (const text of [file, other]) await imported('leads', text.split('\r\n').filter(Boolean), 'eigen.csv')
  expect([await stateOf(number), await stateOf('06 73000002')]).toEqual(['withdrawn', 'none'])
  expect((await about(number)).consents).toHaveLength(1)
  expect((await about('06 73000002')).consents).toEqual([])
})

it('the import of a dropped file records for the admin who sent it, and nothing for nobody', async () => {
  const { recordImported } = await import('./importing.ts')
  const { asSelf, asSystem } = await import('../platform/actor.ts')
  for (const [at, name] of (['lead-import', 'contract-import'] as const).entries()) {
    const [consented, company] = [`06 7400000${at}`, `06 7500000${at}`]
    const rows = [
      { phone: consented, consent: { source: 'Beurs', date: '2026-11-01' as LocalDate, text, proof: 'p.pdf' } },
      { phone: company, company: 'Los B.V.', legalForm: 'bv' as const },
    ]
    const record = (permit: Permit) =>
      runAsFunction(name, () => recordImported(permit, { id: name, filename: 'los.csv' }, rows))
    const system = asSystem(name)
    await record(system)
    expect((await about(consented)).consents).toEqual([])
    await record(asSelf({ id: admin.id, name: 'Ada' }, system.actor.origin))
    expect((await about(consented)).consents).toMatchObject([{ isProven: true, recordedBy: { id: admin.id } }])
    expect(await stateOf(company)).toBe('free')
  }
})
