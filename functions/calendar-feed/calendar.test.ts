import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, startWorld, type World } from '../../testing/world.ts'

const NOW = '2026-11-21T09:00:00Z'

let world: World
let admin: Person
let lead: Person
let agent: Person
let caller: Person
const sessions = new Map<string, string>()
const as = (person: Person) => sessions.get(person.id)

beforeAll(async () => {
  world = await startWorld({ now: NOW })
  await world.team(1, 'Roermond Noord')
  await world.team(2, 'Vennep Zuid', 'nieuw-vennep')
  admin = await world.person({ role: 'admin' })
  lead = await world.person({ role: 'teamleader', teamId: 1 })
})
beforeEach(async () => {
  world.travel(NOW)
  agent = await world.person({ role: 'agent', teamId: 1, firstName: 'Sophie', lastName: 'van Dam' })
  caller = await world.person({ role: 'caller', teamId: 1, firstName: 'Tim', lastName: 'Kuiper' })
  for (const person of [admin, lead, agent, caller]) sessions.set(person.id, await world.session(person))
})
afterAll(() => world.stop())

async function book(changes: object = {}, by = caller) {
  const reply = await world.call('POST', '/api/appointments', {
    as: as(by),
    body: {
      customerName: 'Mevrouw De Vries',
      customerPhone: '0475 123456',
      appointmentDate: '2026-11-24',
      appointmentTime: '10:00',
      bookAnyway: true,
      agentId: agent.id,
      ...changes,
    },
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}

async function subscribe(by = agent): Promise<string> {
  const reply = await world.call('POST', '/api/calendar-feed', { as: as(by) })
  expect(reply.status, reply.text).toBe(201)
  return new URL(reply.body.url).pathname
}

/** Reads a path without a session, as a calendar program does. */
const read = (path: string) => world.call('GET', path)

async function textOf(path: string): Promise<string> {
  const reply = await read(path)
  expect(reply.status, reply.text).toBe(200)
  return Buffer.from(reply.text, 'latin1').toString('utf8')
}

const calendarOf = (text: string) => new ICAL.Component(ICAL.parse(text))
const eventsOf = (text: string) =>
  calendarOf(text)
    .getAllSubcomponents('vevent')
    .map((event) => new ICAL.Event(event))
const summaries = async (path: string) => eventsOf(await textOf(path)).map(({ summary }) => summary)

describe('the contents of the feed', () => {
  it('describes an appointment as a calendar shows it', async () => {
    const booked = await book({
      companyName: 'Bakkerij; De Korenaar, BV',
      address: 'Markt',
      houseNumber: '12',
      postalCode: '6041 AB',
      city: 'Roermond',
      notes: 'Niet voor in de agenda',
    })
    const reply = await read(await subscribe())
    expect(reply.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': "inline; filename*=UTF-8''partnerview.ics",
      'cache-control': 'no-store',
    })
    const text = Buffer.from(reply.text, 'latin1').toString('utf8')
    const calendar = calendarOf(text)
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect(calendar.getFirstPropertyValue('prodid')).toContain('Partnerview')
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Partnerview – Sophie')
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT15M\r\n')
    const [event] = eventsOf(text)
    expect(event?.uid).toBe(`${booked.id}@partnerview`)
    expect(event?.sequence).toBe(1)
    expect(event?.summary).toBe('Mevrouw De Vries (Bakkerij; De Korenaar, BV)')
    expect(event?.location).toBe('Markt 12, 6041 AB Roermond')
    expect(event?.description).toContain(`Telefoon: ${booked.customerPhone}`)
    expect(event?.description).toContain('Status: Gepland')
    expect(event?.startDate.toJSDate().toISOString()).toBe('2026-11-24T09:00:00.000Z')
    expect(event?.duration.toSeconds()).toBe(3600)
    expect(text).not.toContain('Niet voor')
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75 && !/[\r\n]/.test(line))).toBe(true)
  })

  it('keeps the UID and counts on when an appointment changes, and shows it as cancelled', async () => {
    const booked = await book()
    const path = await subscribe()
    const reply = await world.call('PATCH', `/api/appointments/${booked.id}`, {
      as: as(agent),
      body: { status: 'cancelled', appointmentTime: '14:00' },
    })
    expect(reply.status, reply.text).toBe(200)
    const [event] = eventsOf(await textOf(path))
    expect([event?.uid, event?.sequence]).toEqual([`${booked.id}@partnerview`, reply.body.version])
    expect(event?.component.getFirstPropertyValue('status')).toBe('CANCELLED')
    expect(event?.description).toContain('Status: Geannuleerd')
    expect(event?.startDate.toJSDate().toISOString()).toBe('2026-11-24T13:00:00.000Z')
    await world.call('DELETE', `/api/appointments/${booked.id}`, { as: as(agent) })
    expect(await summaries(path)).toEqual([])
  })

  it('is right on the nights when the clock changes', async () => {
    const moments = [
      ['2026-10-24', '23:30', '2026-10-24T21:30:00.000Z'],
      ['2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
      ['2026-10-25', '09:00', '2026-10-25T08:00:00.000Z'],
      ['2027-03-28', '01:30', '2027-03-28T00:30:00.000Z'],
      ['2027-03-28', '09:00', '2027-03-28T07:00:00.000Z'],
    ] as const
    for (const [appointmentDate, appointmentTime] of moments) await book({ appointmentDate, appointmentTime })
    const events = eventsOf(await textOf(await subscribe()))
    expect(events.map(({ startDate }) => startDate.toJSDate().toISOString())).toEqual(moments.map(([, , at]) => at))
    const lengths = events.map(({ startDate, endDate }) => endDate.toUnixTime() - startDate.toUnixTime())
    expect(new Set(lengths)).toEqual(new Set([3600]))
  })

  it('goes 60 days back and a year ahead', async () => {
    for (const appointmentDate of ['2026-09-21', '2026-09-22', '2027-11-21', '2027-11-22']) {
      await book({ appointmentDate, customerName: appointmentDate })
    }
    expect(await summaries(await subscribe())).toEqual(['2026-09-22', '2027-11-21'])
  })

  it('is an agent’s or team leader’s own appointments and a caller’s bookings, and no others', async () => {
    const other = await world.person({ role: 'agent', teamId: 1 })
    sessions.set(other.id, await world.session(other))
    await book({ customerName: 'Voor Sophie' })
    await book({ customerName: 'Voor een collega', agentId: other.id, appointmentTime: '11:00' })
    await book({ customerName: 'Van zichzelf', appointmentTime: '12:00' }, agent)
    await book({ customerName: 'Voor de leider', agentId: lead.id, appointmentTime: '13:00' })
    await book({ customerName: 'Van de leider', agentId: other.id, appointmentTime: '15:00' }, lead)
    expect(await summaries(await subscribe(agent))).toEqual(['Voor Sophie', 'Van zichzelf'])
    expect(await summaries(await subscribe(caller))).toEqual(['Voor Sophie', 'Voor een collega', 'Voor de leider'])
    expect(await summaries(await subscribe(lead))).toEqual(['Voor de leider'])
    expect(await summaries(await subscribe(admin))).toEqual([])
  })

  it('is whole when it is longer than a page', async () => {
    const { Appointments } = await import('../appointments/entity.ts')
    const { id } = await book()
    const { data } = await Appointments.get({ id }).go({ consistent: true })
    if (!data) throw new Error('Not booked')
    await Appointments.put(
      Array.from({ length: 700 }, (_, index) => ({ ...data, id: `copy-${agent.id}-${index}` })),
    ).go()
    const uids = eventsOf(await textOf(await subscribe())).map(({ uid }) => uid)
    expect(new Set(uids).size).toBe(701)
  })
})

describe('typed text in the feed', () => {
  const line = 'X\r\nBEGIN:VEVENT\r\nSUMMARY:Ingebracht\r\nATTACH:http://kwaad.example\r\nEND:VEVENT'

  it('cannot start a property, whatever line breaks are in it', async () => {
    const texts = [
      line,
      line.replaceAll('\r\n', '\n'),
      line.replaceAll('\r\n', '\r'),
      'A\u2028B\u0085C\u0000D',
      'a\\nb;c,d"e:f',
    ]
    for (const [index, text] of texts.entries()) {
      const { id } = await book({ houseNumber: '1', appointmentTime: `1${index}:00` })
      // Forms refuse most of these texts now; older rows may hold them.
      const { Appointments } = await import('../appointments/entity.ts')
      const names = { customerName: text, companyName: text, address: text, city: text, notes: text }
      await Appointments.patch({ id })
        .set({ ...names, customerPhone: text.slice(0, 40) })
        .go()
    }
    const text = await textOf(await subscribe())
    const events = eventsOf(text)
    expect(events).toHaveLength(texts.length)
    for (const event of events) expect(event.component.getAllProperties('attach')).toEqual([])
    expect(text.match(/^SUMMARY/gm)).toHaveLength(texts.length)
    expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(texts.length)
    expect(events.at(-1)?.summary).toBe('a\\nb;c,d"e:f (a\\nb;c,d"e:f)')
    expect(events[0]?.summary).not.toMatch(/[\r\n]/)
  })

  it('cannot do so in a first name either', async () => {
    const named = await world.person({ role: 'agent', teamId: 1, firstName: 'Jan\r\nX-KWAAD:1', lastName: 'B' })
    sessions.set(named.id, await world.session(named))
    const text = await textOf(await subscribe(named))
    expect(calendarOf(text).getFirstProperty('x-kwaad')).toBeNull()
    expect(calendarOf(text).getFirstPropertyValue('x-wr-calname')).toBe('Partnerview – Jan X-KWAAD:1')
  })

  it('keeps letters of every script, folded without breaking one', async () => {
    const name = 'Zoë Łukasiewicz 👩‍🌾 '.repeat(8).trim()
    await book({ customerName: name })
    expect(await summaries(await subscribe())).toEqual([name])
  })
})
