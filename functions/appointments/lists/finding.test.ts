import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let lead: string
let outsider: string
let sophie: Person
let bram: Person
let keyless: string

beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  await world.team(2)
  sophie = await world.person({ role: 'agent', teamId: 1, firstName: 'Sophie', lastName: 'van Dam' })
  bram = await world.person({ role: 'agent', teamId: 1, firstName: 'Bram', lastName: 'de Wit' })
  lead = await world.session(await world.person({ role: 'teamleader', teamId: 1 }))
  outsider = await world.session(await world.person({ role: 'teamleader', teamId: 2 }))
  keyless = await world.session(await world.person({ role: 'agent', teamId: 1, hasCalendarAccess: false }))
  await book('Élise Brûlée', { customerPhone: '+31 6 1234 5678', postalCode: '6041ab', agentId: bram.id })
  await book('anton Zwart', { customerPhone: '0475-987654', companyName: 'Café Zon', status: 'sale' })
  await book('Zoë Aalbers', { appointmentTime: '09:00', status: 'awaiting' })
  await book('Zoë Aalbers', { appointmentTime: '08:00' })
})
afterAll(() => world.stop())

async function book(customerName: string, changes: object = {}) {
  const form = {
    customerName,
    customerPhone: '020 1112233',
    appointmentDate: '2026-11-24',
    appointmentTime: '10:00',
    bookAnyway: true,
  }
  const body = { ...form, agentId: sophie.id, ...changes }
  const reply = await world.call('POST', '/api/appointments', { as: lead, body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id as string
}

const find = async (query: Record<string, string>, as = lead) => {
  const names: string[] = []
  for (let url: string | undefined = `/api/appointments?${new URLSearchParams(query)}`; url; ) {
    const reply = await world.call('GET', url, { as })
    expect(reply.status, reply.text).toBe(200)
    names.push(...reply.body.map((row: { customerName: string }) => row.customerName))
    url = /<([^>]+)>; rel="next"/.exec(reply.headers['link'] ?? '')?.[1]
  }
  return names
}

describe('one appointment', () => {
  it('is shown with its mails, to everybody who may read it', async () => {
    const id = await book('Enkel', { appointmentDate: '2026-12-20', customerEmail: 'enkel@klant.example' })
    const reply = await world.call('GET', `/api/appointments/${id}`, { as: lead })
    expect(reply.body).toMatchObject({ id, customerName: 'Enkel', mails: [{ kind: 'confirmation', state: 'waiting' }] })
    expect(reply.headers['etag']).toBe('"1"')
    const foreign = await world.call('GET', `/api/appointments/${id}`, { as: outsider })
    const none = await world.call('GET', '/api/appointments/bestaat-niet', { as: outsider })
    expect([foreign.status, foreign.text]).toEqual([404, none.text])
    expect((await world.call('GET', `/api/appointments/${id}`, { as: keyless })).status).toBe(403)
  })
})

describe('searching', () => {
  const day = { date: '2026-11-24' }
  it.each([
    ['elise', ['Élise Brûlée']],
    ['BRULEE', ['Élise Brûlée']],
    ['cafe z', ['anton Zwart']],
    ['6041 AB', ['Élise Brûlée']],
    ['6041ab', ['Élise Brûlée']],
    ['06-12345678', ['Élise Brûlée']],
    ['+31612345678', ['Élise Brûlée']],
    ['0031 6 1234', ['Élise Brûlée']],
    ['(0475) 98', ['anton Zwart']],
    ['  ', ['Zoë Aalbers', 'Zoë Aalbers', 'Élise Brûlée', 'anton Zwart']],
    ['niemand', []],
    ['.*', []],
  ])('for %j finds %j', async (q, names) => {
    expect((await find({ ...day, q })).sort()).toEqual([...names].sort())
  })

  it('stays within the span, the other filters and the reach', async () => {
    expect(await find({ date: '2026-11-25', q: 'elise' })).toEqual([])
    expect(await find({ ...day, q: 'elise', agentId: sophie.id })).toEqual([])
    expect(await find({ ...day, q: 'elise' }, outsider)).toEqual([])
  })
})

describe('sorting', () => {
  const span = { from: '2026-11-24', to: '2026-11-24' }
  it('by customer, status and agent, in Dutch, equals by time, page after page', async () => {
    const byCustomer = ['anton Zwart', 'Élise Brûlée', 'Zoë Aalbers', 'Zoë Aalbers']
    for (const limit of ['1', '2', '3', '100']) {
      expect(await find({ ...span, sort: 'customer', limit }), limit).toEqual(byCustomer)
      expect(await find({ ...span, sort: '-customer', limit })).toEqual(byCustomer.toReversed())
      expect((await find({ ...span, sort: 'agent', limit }))[0]).toBe('Élise Brûlée')
      expect((await find({ ...span, sort: '-status', limit }))[0]).toBe('anton Zwart')
    }
    const times = await world.call('GET', '/api/appointments?date=2026-11-24&sort=-customer', { as: lead })
    expect(times.body.slice(0, 2).map((row: { appointmentDate: string }) => row.appointmentDate.slice(11, 13))).toEqual(
      ['07', '08'],
    )
  })

  it('by date goes backwards and forwards over months and years', async () => {
    await book('Vroeg', { appointmentDate: '2026-01-31' })
    await book('Laat', { appointmentDate: '2029-03-01' })
    const ranges: Record<string, string>[] = [
      {},
      { from: '2026-01-31', to: '2029-03-01' },
      { from: '2020-02-29', to: '2031-12-31' },
    ]
    for (const range of ranges) {
      for (const limit of ['1', '2', '100']) {
        const forth = await find({ ...range, limit, sort: 'date' })
        expect(forth.length).toBeGreaterThan(3)
        expect(await find({ ...range, limit, sort: '-date' })).toEqual(forth.toReversed())
      }
    }
  })

  it('asks for a shorter span when there is too much to sort', async () => {
    const wide = await world.call('GET', '/api/appointments?from=2020-01-01&to=2030-01-01&sort=agent', { as: lead })
    expect([wide.status, wide.body.message]).toEqual([422, 'Kies een kortere periode om te sorteren'])
  })

  it('refuses a cursor of the order by date in the order of a column, and the reverse', async () => {
    const first = await world.call('GET', '/api/appointments?limit=1&sort=customer', { as: lead })
    const second = await world.call('GET', '/api/appointments?limit=1&sort=date', { as: lead })
    const cursorOf = (link = '') => /cursor=([^&>]+)/.exec(link)?.[1] ?? ''
    const asked = async (sort: string, { headers }: typeof first) =>
      (await world.call('GET', `/api/appointments?sort=${sort}&cursor=${cursorOf(headers['link'])}`, { as: lead }))
        .status
    for (const sort of ['date', '-date']) expect(await asked(sort, first)).toBe(400)
    for (const sort of ['customer', '-agent']) expect(await asked(sort, second)).toBe(400)
  })
})

describe('clashes', () => {
  const asked = async (query: Record<string, string>, as = lead) =>
    world.call('GET', `/api/appointments/clashes?${new URLSearchParams(query)}`, { as })

  it('are the start times of the agent’s appointments within the hour, and a text that names them', async () => {
    const day = { agentId: bram.id, date: '2026-12-31' }
    const one = { agentId: bram.id, appointmentDate: '2026-12-31' }
    const late = await book('Laat', { ...one, appointmentTime: '23:30' })
    await book('Vroeg', { ...one, appointmentDate: '2027-01-01', appointmentTime: '00:15' })
    await book('Af', { ...one, appointmentTime: '23:45', status: 'cancelled' })
    expect((await asked({ ...day, time: '23:45' })).body).toEqual({
      times: ['23:30', '00:15'],
      message: 'Bram heeft om 23:30 al Laat en om 00:15 Vroeg. Vrij: 01-01 09:00, 01-01 10:00, 01-01 11:00.',
    })
    expect((await asked({ ...day, time: '22:31' })).body.times).toEqual(['23:30'])
    expect((await asked({ ...day, time: '22:30' })).body.times).toEqual([])
    expect((await asked({ ...day, time: '23:45', except: late })).body.times).toEqual(['00:15'])
    expect((await asked({ ...day, agentId: sophie.id, time: '23:45' })).body.times).toEqual([])
  })

  it('are shown only for agents whom one may book for', async () => {
    const query = { agentId: bram.id, date: '2026-12-31', time: '23:45' }
    expect((await asked(query, outsider)).status).toBe(422)
    expect((await asked(query, await world.session(sophie))).status).toBe(403)
    expect((await asked({ date: query.date, time: query.time }, await world.session(bram))).body.times).toHaveLength(2)
  })
})

describe('free times', () => {
  const asked = async (query: Record<string, string>, as = lead) =>
    world.call('GET', `/api/appointments/free?${new URLSearchParams(query)}`, { as })

  it('are quarter-hours that overlap with no appointment, from a moment on and over the next days', async () => {
    const day = { agentIds: bram.id, date: '2027-01-12' }
    const one = { agentId: bram.id, appointmentDate: '2027-01-12' }
    const first = await book('Eerst', { ...one, appointmentTime: '14:00' })
    await book('Half', { ...one, appointmentTime: '15:50' })
    await book('Af', { ...one, appointmentTime: '19:00', status: 'cancelled' })
    const { body } = await asked({ ...day, time: '14:00' })
    expect(body.agents).toEqual([
      {
        id: bram.id,
        taken: ['14:00', '15:50'],
        kilometres: [],
        next: ['17:00', '18:00', '19:00'].map((time) => ({ date: '2027-01-12', time })),
      },
    ])
    const others = await asked({ ...day, time: '14:00', except: first })
    expect(others.body.agents[0].next[0]).toEqual({ date: '2027-01-12', time: '14:00' })
    const late = await asked({ ...day, time: '19:30' })
    expect(late.body.agents[0].next).toEqual([
      { date: '2027-01-12', time: '19:30' },
      { date: '2027-01-13', time: '09:00' },
      { date: '2027-01-13', time: '10:00' },
    ])
  })

  it('are shown for several agents at once, and only for those whom one may book for', async () => {
    const query = { agentIds: [bram.id, sophie.id].join(','), date: '2027-01-12' }
    const idsFor = async (as: string) => (await asked(query, as)).body.agents.map(({ id }: { id: string }) => id)
    expect(await idsFor(lead)).toEqual([bram.id, sophie.id])
    expect(await idsFor(await world.session(sophie))).toEqual([sophie.id])
    expect(await idsFor(outsider)).toEqual([])
  })

  it('come with the kilometres to the appointments beside them, and with no place of these', async () => {
    const day = { agentIds: sophie.id, date: '2027-01-14' }
    const one = { agentId: sophie.id, appointmentDate: '2027-01-14' }
    const first = await book('Maas', { ...one, appointmentTime: '15:00', postalCode: '6211 AA', city: 'Maastricht' })
    await book('Roer', { ...one, appointmentTime: '10:00', postalCode: '6041 EL' })
    await book('Zonder', { ...one, appointmentTime: '12:00' })
    const { body, text } = await asked({ ...day, postalCode: '6049 AB' })
    expect(body.agents[0]).toMatchObject({ taken: ['10:00', '12:00', '15:00'], kilometres: [0, null, 43] })
    expect(text).not.toMatch(/6041|6211|Maas/)
    expect((await asked({ ...day, postalCode: '6041', except: first })).body.agents[0].kilometres).toEqual([0, null])
    expect((await asked({ ...day, postalCode: 'B-3600' })).body.agents[0].kilometres).toEqual([null, null, null])
  })

  it('are in the future, also today', async () => {
    const { agents } = (await asked({ agentIds: sophie.id, date: '2026-11-21', time: '09:00' })).body
    expect(agents[0].next[0].time > '10:00').toBe(true)
  })
})
