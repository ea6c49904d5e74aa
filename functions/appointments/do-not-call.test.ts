import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, startWorld, type World } from '../../testing/world.ts'

let world: World
let admin: string
let agent: Person
let as: string
let elsewhere: string

beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  await world.team(2)
  admin = await world.session(await world.person({ role: 'admin' }))
  agent = await world.person({ role: 'agent', teamId: 1 })
  as = await world.session(agent)
  elsewhere = await world.session(await world.person({ role: 'agent', teamId: 2 }))
})
afterAll(() => world.stop())

const CLOSED = { date: '2026-11-21' }

async function post(path: string, body: object, by = as) {
  const reply = await world.call('POST', path, { as: by, body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}
const book = (customerName: string, customerPhone: string) =>
  post('/api/appointments', {
    customerName,
    customerPhone,
    appointmentDate: '2026-11-24',
    appointmentTime: '10:00',
    bookAnyway: true,
    agentId: agent.id,
  })
const shownOf = async () =>
  Object.fromEntries(
    (await world.call('GET', '/api/appointments', { as })).body.map(
      (row: { customerName: string; doNotCallSince: unknown }) => [row.customerName, row.doNotCallSince],
    ),
  )

it('an appointment shows that its number, in any notation, is on the do-not-call list', async () => {
  const { id } = await book('Dicht', '06 12345678')
  await book('Open', '06 87654321')
  await book('Ook open', '06 12345679')
  expect(await shownOf()).toEqual({ Dicht: null, Open: null, 'Ook open': null })
  const noted = { customerPhone: '+31612345678', doNotCall: true, doNotCallSource: 'Telefonisch' }
  const lead = await post('/api/leads', { customerName: 'Elders', ...noted }, elsewhere)
  expect(await shownOf()).toEqual({ Dicht: CLOSED, Open: null, 'Ook open': null })
  expect((await world.call('GET', `/api/appointments/${id}`, { as })).body.doNotCallSince).toEqual(CLOSED)
  const form = { customerPhone: '0612345678', appointmentDate: '2026-11-24', appointmentTime: '10:00' }
  const again = { ...form, customerName: 'Nieuw', agentId: agent.id, doNotCallReason: 'Belde ons zelf' }
  expect(await post('/api/appointments', again)).toMatchObject({
    doNotCallSince: CLOSED,
    doNotCallReason: 'Belde ons zelf',
  })

  const file = await world.call('GET', '/api/appointments/export', { as })
  const rows: Record<string, string>[] = parse(Buffer.from(file.text, 'latin1'), {
    bom: true,
    delimiter: ';',
    columns: true,
  })
  expect(rows.map((row) => [row['Klant'], row['Telefoon'] === '', row['Niet bellen']])).toEqual(
    expect.arrayContaining([
      ['Dicht', true, 'Ja'],
      ['Open', false, ''],
    ]),
  )

  const feed = new URL((await post('/api/calendar-feed', {})).url)
  const calendar = (await world.call('GET', feed.pathname)).text.replaceAll('\r\n ', '')
  expect(calendar.match(/Telefoon: 06 12345678 \(wil niet gebeld worden\)/g)).toHaveLength(2)
  expect(calendar).toContain('Telefoon: 06 87654321 (alleen over de afspraak)')

  const lift = { doNotCall: false, doNotCallLiftReason: 'Belde zelf' }
  await world.call('PATCH', `/api/leads/${lead.id}`, { as: admin, body: lift })
  expect(await shownOf()).toEqual({ Dicht: null, Open: null, 'Ook open': null, Nieuw: null })
})

it('a number that a busy table left out of a batch does not count as one that may be called', async () => {
  await book('Druk', '06 11122233')
  const noted = { customerPhone: '06 11122233', doNotCall: true, doNotCallSource: 'Telefonisch' }
  await post('/api/leads', { customerName: 'Druk elders', ...noted }, elsewhere)
  const { documents } = await import('../platform/data/table.ts')
  const leftOut: unknown[] = []
  documents.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== 'BatchGetItemCommand' || leftOut.length > 0) return next(args)
        const { RequestItems } = args.input as { RequestItems: object }
        leftOut.push(RequestItems)
        return { response: {}, output: { $metadata: {}, Responses: {}, UnprocessedKeys: RequestItems } as never }
      },
    { step: 'initialize', name: 'busy' },
  )
  const shown = await shownOf()
  documents.middlewareStack.remove('busy')
  expect(leftOut).toHaveLength(1)
  expect(shown['Druk']).toEqual(CLOSED)
})

it('a number on the do-not-call list is booked only with a reason, which stays with it and is audited', async () => {
  const phone = '06 55544433'
  const noted = { customerPhone: phone, doNotCall: true, doNotCallSource: 'Telefonisch' }
  await post('/api/leads', { customerName: 'Dicht elders', ...noted }, elsewhere)
  const form = {
    customerName: 'Toch',
    appointmentDate: '2026-11-25',
    appointmentTime: '10:00',
    bookAnyway: true,
    agentId: agent.id,
  }
  const refused = await world.call('POST', '/api/appointments', { as, body: { ...form, customerPhone: phone } })
  expect(refused.status).toBe(422)
  expect(Object.keys(refused.body.errors)).toEqual(['doNotCallReason'])

  const { id } = await book('Eerst open', '06 99988877')
  const change = (body: object) => world.call('PATCH', `/api/appointments/${id}`, { as, body })
  expect((await change({ customerPhone: phone })).status).toBe(422)
  const moved = await change({ customerPhone: phone, doNotCallReason: 'Klant vroeg erom' })
  expect(moved.status, moved.text).toBe(200)
  expect((await change({ customerPhone: '0655544433', notes: 'Bel aan de achterdeur' })).body.doNotCallReason).toBe(
    'Klant vroeg erom',
  )
  expect((await change({ customerPhone: '06 99988877' })).body.doNotCallReason).toBeNull()
  const { body } = await world.call('GET', `/api/appointments/${id}/history`, { as })
  expect(body.entries.flatMap(({ changes }: { changes: object[] }) => changes)).toContainEqual({
    field: 'doNotCallReason',
    before: null,
    after: 'Klant vroeg erom',
  })
})
