import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, startWorld, type World } from '../../testing/world.ts'

let world: World
let admin: Person
let lead: Person
let agent: Person
let caller: Person
let outsider: Person
const sessions = new Map<string, string>()
const as = (person: Person) => sessions.get(person.id)

const form = (changes: object = {}) => ({
  customerName: 'Bakkerij De Korenaar',
  customerPhone: '0475 123456',
  appointmentDate: '2026-11-24',
  appointmentTime: '10:00',
  bookAnyway: true,
  ...changes,
})

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Roermond Noord')
  await world.team(2, 'Vennep Zuid', 'nieuw-vennep')
  admin = await world.person({ role: 'admin' })
  lead = await world.person({ role: 'teamleader', teamId: 1 })
  agent = await world.person({ role: 'agent', teamId: 1, firstName: 'Sophie', lastName: 'van Dam' })
  caller = await world.person({ role: 'caller', teamId: 1, firstName: 'Tim', lastName: 'Kuiper' })
  outsider = await world.person({ role: 'caller', teamId: 2 })
  for (const person of [admin, lead, agent, caller, outsider]) sessions.set(person.id, await world.session(person))
})
afterAll(() => world.stop())

const book = async (changes: object = {}, by = caller) => {
  const reply = await world.call('POST', '/api/appointments', {
    as: as(by),
    body: form({ agentId: agent.id, ...changes }),
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}

describe('booking an appointment', () => {
  it('stores the agent, the caller, the team and Amsterdam wall time as an instant', async () => {
    const booked = await book()
    expect(booked).toMatchObject({
      customerName: 'Bakkerij De Korenaar',
      appointmentDate: '2026-11-24T09:00:00.000Z',
      status: 'scheduled',
      type: 'particulier',
      agent: { id: agent.id, firstName: 'Sophie', lastName: 'van Dam' },
      caller: { id: caller.id, firstName: 'Tim' },
      team: { id: 1, name: 'Roermond Noord', office: 'roermond' },
      version: 1,
      companyName: null,
    })
  })

  it('makes the type zakelijk with a company name, unless given otherwise', async () => {
    expect((await book({ companyName: 'De Korenaar BV' })).type).toBe('zakelijk')
    expect((await book({ companyName: 'De Korenaar BV', type: 'particulier' })).type).toBe('particulier')
  })

  it('keeps why the customer might be called, lists and counts who gave no reason or too often an inbound call', async () => {
    const busy = await world.person({ role: 'caller', teamId: 1, firstName: 'Bas', lastName: 'Basis' })
    sessions.set(busy.id, await world.session(busy))
    const given = { kind: 'requested', consentId: null, note: 'via de beurs' }
    const day = { appointmentDate: '2026-11-26' }
    const kept = await book({ ...day, contactBasis: given }, busy)
    expect(kept.contactBasis).toEqual(given)
    const missing = await book({ ...day }, busy)
    expect(missing.contactBasis).toEqual({ kind: 'missing', consentId: null, note: null })
    const inbound = await book({ ...day, contactBasis: { kind: 'inbound' } }, busy)
    const listed = async (basis: string) => {
      const path = `/api/appointments?basis=${basis}&calledBy=${busy.id}`
      return (await world.call('GET', path, { as: as(lead) })).body.map(({ id }: { id: string }) => id)
    }
    expect([await listed('missing'), await listed('inbound')]).toEqual([[missing.id], [inbound.id]])
    const performed = async (by: Person) =>
      (await world.call('GET', '/api/appointments/performance?timeFilter=this-month', { as: as(by) })).body.bases
    const line = { id: busy.id, name: 'Bas Basis', booked: 3, inbound: 1, missing: 1 }
    expect(await performed(lead)).toContainEqual(line)
    expect(await performed(admin)).toContainEqual(line)
    expect([await performed(busy), await performed(outsider)]).toEqual([[], []])

    const change = { as: as(busy), body: { contactBasis: { kind: 'visit' } } }
    const mended = await world.call('PATCH', `/api/appointments/${missing.id}`, change)
    expect(mended.body.contactBasis).toEqual({ kind: 'visit', consentId: null, note: null })
    expect(await listed('missing')).toEqual([])
    const past = await world.call('GET', `/api/appointments/${missing.id}/history`, { as: as(busy) })
    const mending = { field: 'contactBasis', before: { kind: 'missing' }, after: { kind: 'visit' } }
    expect(past.body.entries.flatMap(({ changes }: { changes: object[] }) => changes)).toMatchObject([mending])

    const bare = { as: as(busy), body: form({ agentId: agent.id, contactBasis: { kind: 'requested' } }) }
    const refused = await world.call('POST', '/api/appointments', bare)
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { 'contactBasis.note': ['Noteer wanneer en hoe de klant hierom vroeg'] },
    ])
  })

  it('accepts awaiting-customer for awaiting', async () => {
    expect((await book({ status: 'awaiting-customer' })).status).toBe('awaiting')
  })

  it('refuses at the field a wall time that the spring night skips', async () => {
    const reply = await world.call('POST', '/api/appointments', {
      as: as(caller),
      body: form({ agentId: agent.id, appointmentDate: '2027-03-28', appointmentTime: '02:30' }),
    })
    expect(reply.status).toBe(422)
    expect(reply.body.errors.appointmentTime[0]).toContain('zomertijd')
  })

  it('names every missing field in Dutch', async () => {
    const reply = await world.call('POST', '/api/appointments', {
      as: as(caller),
      body: { customerEmail: 'geen adres' },
    })
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject({
      customerName: ['Klantnaam is verplicht'],
      customerPhone: ['Telefoonnummer is verplicht'],
      appointmentDate: ['Datum is verplicht'],
      appointmentTime: ['Tijd is verplicht'],
      customerEmail: ['Ongeldig e-mailadres'],
    })
  })

  it('accepts only an agent or team leader of the caller’s own team', async () => {
    for (const agentId of [outsider.id, caller.id, 'nobody', admin.id]) {
      const reply = await world.call('POST', '/api/appointments', { as: as(caller), body: form({ agentId }) })
      expect(reply.status, agentId).toBe(422)
    }
  })

  it('assigns a booking of an agent to that agent, and refuses one for a colleague', async () => {
    expect((await book({ agentId: undefined }, agent)).agentId).toBe(agent.id)
    const other = await world.call('POST', '/api/appointments', { as: as(agent), body: form({ agentId: lead.id }) })
    expect(other.status).toBe(403)
  })

  it('happens once per Idempotency-Key, also when sent twenty times at once, and is refused with another body', async () => {
    const send = (body: object) =>
      world.call('POST', '/api/appointments', { as: as(caller), body, headers: { 'idempotency-key': 'book-1' } })
    const body = form({ agentId: agent.id, customerName: 'Eenmalig' })
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(body)))
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.text}`)).size).toBe(1)
    expect(replies[0]?.status).toBe(201)
    expect((await send({ ...body, customerName: 'Anders' })).status).toBe(422)
    const list = await world.call('GET', '/api/appointments?limit=500', { as: as(caller) })
    expect(list.body.filter((one: { customerName: string }) => one.customerName === 'Eenmalig')).toHaveLength(1)
  })
})

describe('changing and deleting', () => {
  it('changes only sent fields; a new hour keeps the day', async () => {
    const booked = await book({ notes: 'Bel eerst' })
    const reply = await world.call('PATCH', `/api/appointments/${booked.id}`, {
      as: as(caller),
      body: { appointmentTime: '14:30', status: 'quote-sent' },
    })
    expect(reply.body).toMatchObject({
      appointmentDate: '2026-11-24T13:30:00.000Z',
      status: 'quote-sent',
      notes: 'Bel eerst',
      version: 2,
    })
  })

  it('accepts one of fifty writers with the same If-Match', async () => {
    const booked = await book()
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        world.call('PATCH', `/api/appointments/${booked.id}`, {
          as: as(caller),
          body: { notes: `Schrijver ${index}` },
          headers: { 'if-match': '"1"' },
        }),
      ),
    )
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(49)
  })

  it('ignores fields in a body that would give rights', async () => {
    const booked = await book()
    const reply = await world.call('PATCH', `/api/appointments/${booked.id}`, {
      as: as(caller),
      body: { id: 'x', createdBy: agent.id, teamId: 2, version: 9, confirmationSent: true, notes: 'ja' },
    })
    expect(reply.body).toMatchObject({
      id: booked.id,
      createdBy: caller.id,
      teamId: 1,
      version: 2,
      confirmationSent: false,
    })
  })

  it('does not let an agent assign it to somebody else', async () => {
    const booked = await book()
    const reply = await world.call('PATCH', `/api/appointments/${booked.id}`, {
      as: as(agent),
      body: { agentId: lead.id },
    })
    expect(reply.status).toBe(403)
  })

  it('gives the same answer for another team’s appointment as for an unknown one', async () => {
    const booked = await book()
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { notes: 'x' } : undefined
      const foreign = await world.call(method, `/api/appointments/${booked.id}`, { as: as(outsider), body })
      const none = await world.call(method, '/api/appointments/bestaat-niet', { as: as(outsider), body })
      expect([foreign.status, foreign.text]).toEqual([none.status, none.text])
      expect(foreign.status).toBe(404)
    }
  })

  it('no longer finds a deleted appointment', async () => {
    const booked = await book()
    expect((await world.call('DELETE', `/api/appointments/${booked.id}`, { as: as(lead) })).status).toBe(204)
    expect((await world.call('PATCH', `/api/appointments/${booked.id}`, { as: as(lead), body: {} })).status).toBe(404)
  })
})

describe('the list', () => {
  it('pages through every row in order, each once, and never shows another team’s', async () => {
    await world.call('POST', '/api/appointments', {
      as: as(admin),
      body: form({ agentId: agent.id, appointmentDate: '2027-01-05' }),
    })
    const ids: string[] = []
    const starts: string[] = []
    let url: string | undefined = '/api/appointments?limit=3'
    while (url) {
      const reply = await world.call('GET', url, { as: as(lead) })
      expect(reply.status).toBe(200)
      for (const row of reply.body) {
        ids.push(row.id)
        starts.push(row.appointmentDate)
      }
      url = /<([^>]+)>; rel="next"/.exec(reply.headers['link'] ?? '')?.[1]
    }
    const whole = await world.call('GET', '/api/appointments?limit=500', { as: as(lead) })
    expect(ids).toEqual(whole.body.map((row: { id: string }) => row.id))
    expect(new Set(ids).size).toBe(ids.length)
    expect(starts).toEqual([...starts].sort())
    expect((await world.call('GET', '/api/appointments', { as: as(outsider) })).body).toEqual([])
  })

  it('combines its filters', async () => {
    await book({ customerName: 'Filter', status: 'cancelled', appointmentDate: '2026-12-01' })
    const find = async (query: string, person = admin) =>
      (await world.call('GET', `/api/appointments?${query}`, { as: as(person) })).body.map(
        (row: { customerName: string }) => row.customerName,
      )
    expect(await find('date=2026-12-01')).toEqual(['Filter'])
    expect(await find('date=2026-12-01&status=cancelled&teamId=1')).toEqual(['Filter'])
    expect(await find('date=2026-12-01&status=sale')).toEqual([])
    expect(await find('date=2026-12-01&teamId=2')).toEqual([])
    expect(await find(`from=2026-11-30&to=2026-12-02&agentId=${agent.id}`)).toEqual(['Filter'])
    expect(await find(`date=2026-12-01&calledBy=${caller.id}`)).toEqual(['Filter'])
    expect(await find('date=2026-12-01&mine=true', caller)).toEqual(['Filter'])
    expect(await find('date=2026-12-01&mine=true', agent)).toEqual(['Filter'])
  })
})

describe('the counters', () => {
  it('follow booking, moving, cancelling and deleting', async () => {
    const person = await world.person({ role: 'caller', teamId: 1 })
    const own = await world.session(person)
    const today = '2026-11-21'
    const stats = async () => (await world.call('GET', '/api/appointments/stats?timeFilter=today', { as: own })).body
    const board = async () =>
      (await world.call('GET', '/api/scoreboard?period=today', { as: own })).body.particulier_appointments.find(
        (entry: { id: string }) => entry.id === person.id,
      )?.count ?? 0
    const booked = (
      await world.call('POST', '/api/appointments', {
        as: own,
        body: form({ agentId: agent.id, appointmentDate: today }),
      })
    ).body
    expect([await stats(), await board()]).toEqual([
      { appointmentsToday: 1, pendingAppointments: 1, salesThisMonth: 0 },
      1,
    ])
    const change = (body: object) => world.call('PATCH', `/api/appointments/${booked.id}`, { as: own, body })
    await change({ status: 'no-sale' })
    expect([await stats(), await board()]).toEqual([
      { appointmentsToday: 1, pendingAppointments: 0, salesThisMonth: 0 },
      1,
    ])
    await change({ status: 'cancelled' })
    expect([await stats(), await board()]).toEqual([
      { appointmentsToday: 0, pendingAppointments: 0, salesThisMonth: 0 },
      0,
    ])
    await change({ status: 'scheduled' })
    await change({ appointmentDate: '2030-01-02' })
    expect([await stats(), await board()]).toEqual([
      { appointmentsToday: 0, pendingAppointments: 0, salesThisMonth: 0 },
      0,
    ])
    await change({ appointmentDate: today })
    await world.call('DELETE', `/api/appointments/${booked.id}`, { as: own })
    expect([await stats(), await board()]).toEqual([
      { appointmentsToday: 0, pendingAppointments: 0, salesThisMonth: 0 },
      0,
    ])
  })
})

it('an unknown stored status reads as planned, in the list and in the details', async () => {
  const { documents, TABLE_NAME } = await import('../platform/data/table.ts')
  const { UpdateCommand } = await import('@aws-sdk/lib-dynamodb')
  const { id, appointmentDate } = await book()
  await documents.send(
    new UpdateCommand({
      TableName: TABLE_NAME,
      Key: { pk: `appointment#${id}`, sk: 'appointment' },
      UpdateExpression: 'SET #status = :status',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':status': 'bevestigd' },
    }),
  )
  const day = appointmentDate.slice(0, 10)
  const list = await world.call('GET', `/api/appointments?from=${day}&to=${day}&limit=500`, { as: as(caller) })
  expect(list.status, list.text).toBe(200)
  expect(list.body.find((one: { id: string }) => one.id === id).status).toBe('scheduled')
  expect((await world.call('GET', `/api/appointments/${id}`, { as: as(caller) })).body.status).toBe('scheduled')
})
