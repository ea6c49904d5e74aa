import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { saleForm } from '../../testing/sales.ts'
import { startWorld, type World } from '../../testing/world.ts'

type Person = Awaited<ReturnType<World['person']>>

let world: World
let people: Record<'admin' | 'leader' | 'agent' | 'other' | 'caller' | 'elsewhere', Person>
const sessions = new Map<string, string>()

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-23T09:00:00Z' })
  await world.team(1)
  await world.team(2)
  people = {
    admin: await world.person({ role: 'admin', firstName: 'Ada' }),
    leader: await world.person({ role: 'teamleader', teamId: 1 }),
    agent: await world.person({ role: 'agent', teamId: 1, firstName: 'Bo', lastName: 'Bakker' }),
    other: await world.person({ role: 'agent', teamId: 1 }),
    caller: await world.person({ role: 'caller', teamId: 1 }),
    elsewhere: await world.person({ role: 'teamleader', teamId: 2 }),
  }
  for (const person of Object.values(people)) sessions.set(person.id, await world.session(person))
})
afterAll(() => world.stop())

const call = (who: keyof typeof people, method: string, path: string, body?: object, headers = {}) =>
  world.call(method, path, { as: sessions.get(people[who].id), ...(body ? { body } : {}), headers })
const note = async (who: keyof typeof people, form: object = {}) => {
  const reply = await call(who, 'POST', '/api/leads', { customerName: 'Klant', ...form })
  expect(reply.text).toContain('"id"')
  return reply.body
}
const names = async (who: keyof typeof people, query = '') =>
  (await call(who, 'GET', `/api/leads${query}`)).body.map((lead: { customerName: string }) => lead.customerName)

describe('a lead', () => {
  it('is new, of medium priority, for gas and power, and its creator’s, with blank fields empty', async () => {
    const lead = await note('agent', { customerName: ' Jansen ', companyName: ' ', customerPhone: '+31612345678' })
    expect(lead).toMatchObject({
      customerName: 'Jansen',
      companyName: null,
      customerPhone: '06 12345678',
      status: 'new',
      priority: 'medium',
      energyType: 'gas_stroom',
      ownerId: people.agent.id,
      teamId: 1,
      owner: { firstName: 'Bo', lastName: 'Bakker' },
      isUrgent: false,
      doNotCall: false,
    })
  })

  it('requires a name, in the words of the field', async () => {
    const reply = await call('agent', 'POST', '/api/leads', { companyName: 'Zonder naam' })
    expect(reply).toMatchObject({ status: 400, body: { errors: { customerName: ['Klantnaam is verplicht'] } } })
  })

  it('always has an owner: emptying it is refused at its field', async () => {
    const lead = await note('agent')
    for (const ownerId of ['', null]) {
      const reply = await call('admin', 'PATCH', `/api/leads/${lead.id}`, { ownerId })
      expect(reply).toMatchObject({ status: 400, body: { errors: { ownerId: ['Eigenaar is verplicht'] } } })
    }
    expect((await call('agent', 'GET', `/api/leads/${lead.id}`)).body.ownerId).toBe(people.agent.id)
  })

  it.each([{}, { unknown: 'x', version: 7 }])(
    'keeps its version after a change without known fields: %j',
    async (change) => {
      const lead = await note('agent')
      const reply = await call('agent', 'PATCH', `/api/leads/${lead.id}`, change)
      expect([reply.status, reply.body]).toEqual([200, lead])
      const log = await call('admin', 'GET', `/api/audit-logs?entityType=lead&entityId=${lead.id}`)
      expect(log.body.map(({ action }: { action: string }) => action)).toEqual(['lead.create'])
    },
  )

  it('is urgent as long as it is open', async () => {
    const { id } = await note('agent', { contractEndDate: '2026-12-31' })
    const urgent = async (status: string) =>
      (await call('agent', 'PATCH', `/api/leads/${id}`, { status })).body.isUrgent
    expect(await urgent('interested')).toBe(true)
    expect(await urgent('not-interested')).toBe(false)
    expect(await urgent('contacted')).toBe(true)
    expect(await urgent('converted')).toBe(false)
  })

  it.each([
    ['qualified', 'interested'],
    ['proposal', 'interested'],
    ['won', 'converted'],
    ['lost', 'not-interested'],
  ])('takes the stored status %s as %s (rulings 30)', async (stored, shown) => {
    const { id } = await note('agent')
    expect((await call('agent', 'PATCH', `/api/leads/${id}`, { id, status: stored })).body.status).toBe(shown)
  })

  it('clears an emptied field, and keeps absent ones (rulings 30a)', async () => {
    const { id } = await note('agent', { city: 'Roermond', notes: 'Bel na zes', contractEndDate: '2027-01-01' })
    const { body } = await call('agent', 'PATCH', `/api/leads/${id}`, { city: '', contractEndDate: '' })
    expect(body).toMatchObject({ city: null, contractEndDate: null, notes: 'Bel na zes' })
  })

  it('is assigned to another only by an admin, and joins that person’s team', async () => {
    const { id } = await note('agent')
    const body = { ownerId: people.elsewhere.id }
    for (const who of ['agent', 'leader'] as const) {
      expect((await call(who, 'PATCH', `/api/leads/${id}`, body)).status).toBe(403)
    }
    expect((await call('admin', 'PATCH', `/api/leads/${id}`, body)).body).toMatchObject({ teamId: 2, ...body })
    expect((await call('agent', 'GET', `/api/leads/${id}`)).status).toBe(404)
    expect((await call('elsewhere', 'GET', `/api/leads/${id}`)).status).toBe(200)
  })

  it('keeps one of two simultaneous changes', async () => {
    const { id, version } = await note('agent')
    const writes = ['a', 'b', 'c', 'd'].map((notes) =>
      call('agent', 'PATCH', `/api/leads/${id}`, { notes }, { 'if-match': `"${version}"` }),
    )
    const statuses = (await Promise.all(writes)).map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 409, 409, 409])
  })
})

describe('the list', () => {
  it('has the earliest end of contract first, then the others by priority, page by page (rulings 31)', async () => {
    const made = [
      { customerName: 'laag', priority: 'low' },
      { customerName: 'over een jaar', contractEndDate: '2027-11-23' },
      { customerName: 'hoog', priority: 'high' },
      { customerName: 'verlopen', contractEndDate: '2026-11-01', priority: 'low' },
      { customerName: 'zeven maanden', contractEndDate: '2027-06-23' },
      { customerName: 'een dag later', contractEndDate: '2027-06-24' },
    ]
    for (const form of made) await note('caller', form)
    const order = ['verlopen', 'zeven maanden', 'een dag later', 'over een jaar', 'hoog', 'laag']
    expect(await names('caller')).toEqual(order)
    const urgent = (await call('caller', 'GET', '/api/leads')).body.filter(
      (lead: { isUrgent: boolean }) => lead.isUrgent,
    )
    expect(urgent.map(({ customerName }: { customerName: string }) => customerName)).toEqual([
      'verlopen',
      'zeven maanden',
    ])
    const paged: string[] = []
    for (let path: string | undefined = '/api/leads?limit=2'; path; ) {
      const reply = await call('caller', 'GET', path)
      paged.push(...reply.body.map((lead: { customerName: string }) => lead.customerName))
      path = /<([^>]+)>/.exec(reply.headers['link'] ?? '')?.[1]
    }
    expect(paged).toEqual(order)
  })

  it('holds one’s own, the team’s or all, as access.md says', async () => {
    await note('other', { customerName: 'van een ander' })
    expect(await names('agent')).not.toContain('van een ander')
    expect(await names('leader')).toContain('van een ander')
    expect(await names('elsewhere')).not.toContain('van een ander')
    expect(await names('admin')).toContain('van een ander')
  })

  it('filters by status, priority, owner and text', async () => {
    await note('leader', { customerName: 'Café Zuiderlicht', priority: 'high', status: 'interested' })
    expect(await names('leader', '?q=cafe')).toEqual(['Café Zuiderlicht'])
    expect(await names('leader', `?ownerId=${people.leader.id}&priority=high`)).toEqual(['Café Zuiderlicht'])
    expect(await names('leader', '?mine=true&status=interested')).toEqual(['Café Zuiderlicht'])
    expect(await names('leader', '?mine=true&status=new')).toEqual([])
  })

  it('counts each status within reach, through every change', async () => {
    const before = (await call('elsewhere', 'GET', '/api/leads/counts')).body.statuses
    const one = await note('elsewhere')
    const two = await note('elsewhere')
    await call('elsewhere', 'PATCH', `/api/leads/${one.id}`, { status: 'contacted' })
    await call('elsewhere', 'DELETE', `/api/leads/${two.id}`)
    const after = (await call('elsewhere', 'GET', '/api/leads/counts')).body.statuses
    expect(after).toEqual({ ...before, contacted: before.contacted + 1 })
    const listed = (await call('elsewhere', 'GET', '/api/leads')).body as { status: string }[]
    for (const [status, count] of Object.entries(after)) {
      expect(listed.filter((lead) => lead.status === status).length, status).toBe(count)
    }
  })
})

describe('a call', () => {
  it('sets a new lead to contacted unless a status is given, and leaves another status', async () => {
    const { id } = await note('agent', {})
    const noted = async (body: object) => (await call('agent', 'POST', `/api/leads/${id}/calls`, body)).body.status
    expect(await noted({ note: 'Niet opgenomen', status: 'new' })).toBe('new')
    expect(await noted({ note: 'Gesproken' })).toBe('contacted')
    expect(await noted({ note: 'Wil meer weten', status: 'interested' })).toBe('interested')
    expect(await noted({ note: 'Nog eens' })).toBe('interested')
    await call('agent', 'DELETE', `/api/leads/${id}`)
  })

  it('is due in one list by moment, later days too, without numbers on the do-not-call list', async () => {
    const at = { callBackAt: '2026-11-23T15:00:00Z' }
    const later = await note('agent', { customerName: 'Morgen', callBackAt: '2026-11-24T09:00:00Z' })
    const soon = await note('agent', { customerName: 'Straks', ...at })
    const closed = { customerName: 'Nooit', customerPhone: '06 31313131', doNotCall: true, ...at }
    const never = await note('agent', closed)
    const due = async (query: string) => (await call('agent', 'GET', `/api/leads${query}`)).body
    const named = (rows: { customerName: string }[]) => rows.map(({ customerName }) => customerName)
    expect(named(await due('?callBacks=true'))).toEqual(['Straks', 'Morgen'])
    expect(named(await due('?callToday=true'))).toEqual(['Straks'])
    expect((await due('/counts')).callToday).toBe(1)
    for (const { id } of [later, soon, never]) await call('agent', 'DELETE', `/api/leads/${id}`)
  })

  it('is stored with its caller and time, newest first, and with the next call-back', async () => {
    const { id } = await note('agent', { callBackAt: '2026-11-23T08:00:00Z' })
    expect(
      (await call('agent', 'GET', '/api/leads?callToday=true')).body.map((lead: { id: string }) => lead.id),
    ).toContain(id)
    expect((await call('agent', 'POST', `/api/leads/${id}/calls`, { note: ' ' })).body.errors.note).toEqual([
      'Vul in wat er is besproken',
    ])
    await call('agent', 'POST', `/api/leads/${id}/calls`, { note: 'Geen gehoor', callBackAt: '2026-11-25T10:00:00Z' })
    vi.setSystemTime(Date.now() + 60_000)
    const { body } = await call('leader', 'POST', `/api/leads/${id}/calls`, {
      note: 'Wil een offerte',
      status: 'interested',
    })
    expect(body).toMatchObject({
      status: 'interested',
      callBackAt: '2026-11-25T10:00:00Z',
      lastCall: { note: 'Wil een offerte' },
    })
    expect(body.calls.map((one: { note: string; by: { id: string } }) => [one.note, one.by.id])).toEqual([
      ['Wil een offerte', people.leader.id],
      ['Geen gehoor', people.agent.id],
    ])
    expect((await call('agent', 'GET', `/api/leads/${id}`)).body.calls).toEqual(body.calls)
    expect((await call('agent', 'GET', '/api/leads?callToday=true')).body).toEqual([])
  })
})

describe('the history', () => {
  it('shows who changed which fields, and no attributes of indexes', async () => {
    const { id } = await note('agent', { contractEndDate: '2027-03-01' })
    await call('agent', 'PATCH', `/api/leads/${id}`, { contractEndDate: '2027-06-01', priority: 'high' })
    await call('admin', 'POST', '/api/leads/assign', { ids: [id], ownerId: people.other.id })
    await call('leader', 'POST', `/api/leads/${id}/calls`, { note: 'Belt terug', callBackAt: '2026-11-25T10:00:00Z' })
    await call('leader', 'POST', `/api/leads/${id}/calls`, { note: 'Nog niet' })
    const { body } = await call('other', 'GET', `/api/leads/${id}/history`)
    const fields = body.entries.map(({ verb, changes }: { verb: string; changes: { field: string }[] }) => [
      verb,
      changes.map(({ field }) => field).sort(),
    ])
    expect(fields.sort()).toEqual([
      ['assign', ['owner']],
      ['call', ['callBackAt', 'status']],
      ['create', []],
      ['update', ['contractEndDate', 'priority']],
    ])
    expect((await call('agent', 'GET', `/api/leads/${id}/history`)).status).toBe(404)
    const audit = await call('admin', 'GET', `/api/audit-logs?entityType=lead&limit=100`)
    expect(audit.text).not.toMatch(/"(rank|teamKey|callKey|callOwner)"/)
  })
})

describe('call-backs of today', () => {
  const toCall = async (who: keyof typeof people, query = '') =>
    (await call(who, 'GET', `/api/leads?callToday=true${query}`)).body.map(
      (lead: { customerName: string }) => lead.customerName,
    )

  it('include earlier days, the earliest first, one’s own or all within reach', async () => {
    await note('other', { customerName: 'Morgen', callBackAt: '2026-11-24T09:00:00Z' })
    await note('other', { customerName: 'Vandaag', callBackAt: '2026-11-23T15:00:00Z' })
    await note('other', { customerName: 'Vergeten', callBackAt: '2026-11-20T15:00:00Z' })
    await note('admin', { customerName: 'Eigen', callBackAt: '2026-11-23T16:00:00Z' })
    expect(await toCall('other')).toEqual(['Vergeten', 'Vandaag'])
    expect(await toCall('leader')).toEqual(['Vergeten', 'Vandaag'])
    expect(await toCall('leader', '&mine=true')).toEqual([])
    expect(await toCall('admin')).toEqual(['Vergeten', 'Vandaag', 'Eigen'])
    expect(await toCall('admin', '&mine=true')).toEqual(['Eigen'])
    expect(await toCall('elsewhere')).toEqual([])
  })
})

describe('a call-back', () => {
  it('is done when the lead becomes a sale', async () => {
    const lead = await note('agent', { customerName: 'Werd sale', callBackAt: '2026-11-23T08:30:00Z' })
    const due = async () =>
      (await call('agent', 'GET', '/api/leads?callToday=true')).body.map(({ id }: typeof lead) => id)
    expect(await due()).toContain(lead.id)
    const sold = await call('agent', 'POST', '/api/sales', saleForm({ leadId: lead.id }))
    expect(sold.status, sold.text).toBe(201)
    expect(await due()).not.toContain(lead.id)
  })

  it('is done after contact with the lead that day, booking an appointment included', async () => {
    const today = { callBackAt: '2026-11-23T16:00:00Z' }
    const called = await note('agent', today)
    const noted = await call('agent', 'POST', `/api/leads/${called.id}/calls`, { note: 'Wil niets' })
    expect(noted.body.callBackAt).toBeNull()
    const booking = {
      customerName: 'Klant',
      customerPhone: '0475 909090',
      appointmentDate: '2026-12-03',
      appointmentTime: '10:00',
    }
    const planned = await note('agent', today)
    expect((await call('agent', 'POST', `/api/leads/${planned.id}/appointment`, booking)).status).toBe(201)
    expect((await call('agent', 'GET', `/api/leads/${planned.id}`)).body.callBackAt).toBeNull()
    const later = await note('agent', { callBackAt: '2026-11-24T08:00:00Z' })
    await call('agent', 'POST', `/api/leads/${later.id}/appointment`, { ...booking, appointmentTime: '12:00' })
    expect((await call('agent', 'GET', `/api/leads/${later.id}`)).body.callBackAt).toBe('2026-11-24T08:00:00Z')
  })
})

describe('a number on the do-not-call list', () => {
  const phone = '06 87654321'

  it('is shown everywhere, blocks planning and the export, and is lifted by an admin with a reason', async () => {
    const lead = await note('agent', { customerPhone: phone, doNotCall: true, doNotCallSource: 'Telefonisch' })
    expect(lead.doNotCall).toBe(true)
    const known = (await call('elsewhere', 'GET', `/api/leads/known?phone=${encodeURIComponent('+31 6 87654321')}`))
      .body
    expect(known).toEqual({ doNotCall: { date: '2026-11-23', source: 'Telefonisch' }, known: [] })
    const theirs = await note('elsewhere', { customerPhone: phone })
    expect(theirs.doNotCall).toBe(true)
    const booking = {
      customerName: 'Klant',
      customerPhone: phone,
      appointmentDate: '2026-12-01',
      appointmentTime: '10:00',
    }
    const planned = await call('agent', 'POST', `/api/leads/${lead.id}/appointment`, booking)
    expect(planned).toMatchObject({ status: 422, body: { message: 'Dit nummer wil niet gebeld worden' } })
    expect((await call('agent', 'GET', '/api/leads/export')).text).not.toContain('87654321')

    const lift = { doNotCall: false, doNotCallLiftReason: 'Klant heeft zelf gebeld' }
    expect((await call('agent', 'PATCH', `/api/leads/${lead.id}`, lift)).status).toBe(403)
    const bare = await call('admin', 'PATCH', `/api/leads/${lead.id}`, { doNotCall: false })
    expect(Object.keys(bare.body.errors)).toEqual(['doNotCallLiftReason'])
    expect((await call('admin', 'PATCH', `/api/leads/${lead.id}`, lift)).body.doNotCall).toBe(false)
    expect((await call('elsewhere', 'GET', `/api/leads/${theirs.id}`)).body.doNotCall).toBe(false)
    const log = (await call('admin', 'GET', '/api/audit-logs?entityType=do-not-call')).body.map(
      (row: { action: string }) => row.action,
    )
    expect(log).toContain('do-not-call.lift')
  })

  it('is left out of the work: counted in no status and never urgent, but listed by a filter or a search', async () => {
    const own = await world.person({ role: 'agent', teamId: 1 })
    sessions.set(own.id, await world.session(own))
    const as = sessions.get(own.id)
    const made = async (form: object) => (await world.call('POST', '/api/leads', { as, body: form })).body
    const listed = async (query = '') =>
      (await world.call('GET', `/api/leads${query}`, { as })).body.map(
        ({ customerName }: { customerName: string }) => customerName,
      )
    const counts = async () => (await world.call('GET', '/api/leads/counts', { as })).body
    await made({ customerName: 'Belt Graag', customerPhone: '06 20000001' })
    const ends = { contractEndDate: '2026-12-31', callBackAt: '2026-11-23T10:00:00Z' }
    const { id } = await made({ customerName: 'Belt Nooit', customerPhone: '06 20000002', ...ends })
    await made({ customerName: 'Belt Nooit Meer', customerPhone: '06 20000002', status: 'interested' })
    expect(await counts()).toMatchObject({ statuses: { new: 2, interested: 1 }, callToday: 1 })

    await world.call('PATCH', `/api/leads/${id}`, { as, body: { doNotCall: true } })
    expect(await counts()).toMatchObject({ statuses: { new: 1, interested: 0 }, callToday: 0 })
    expect(await listed('?doNotCall=false')).toEqual(['Belt Graag'])
    expect(await listed('?doNotCall=true')).toEqual(['Belt Nooit', 'Belt Nooit Meer'])
    expect(await listed('?doNotCall=true&status=interested')).toEqual(['Belt Nooit Meer'])
    expect(await listed('?q=nooit')).toEqual(['Belt Nooit', 'Belt Nooit Meer'])
    expect(await listed('?callBacks=true')).toEqual([])
    expect((await world.call('GET', `/api/leads/${id}`, { as })).body).toMatchObject({ isUrgent: false })
    const { work } = (await world.call('GET', '/api/my-day', { as })).body
    expect(work.map(({ customerName }: { customerName: string }) => customerName)).toEqual(['Belt Graag'])
    const { agents } = (await call('admin', 'GET', '/api/contracts/loads?teamId=1')).body
    expect(agents.find((one: { id: string }) => one.id === own.id)).toMatchObject({ openLeads: 1 })
  })

  it('is in the history of the lead that reported it, set and lifted', async () => {
    const { id } = await note('agent', { customerPhone: '06 10101010' })
    await call('agent', 'PATCH', `/api/leads/${id}`, { doNotCall: true })
    await call('admin', 'PATCH', `/api/leads/${id}`, { doNotCall: false, doNotCallLiftReason: 'Belde zelf' })
    const { body } = await call('agent', 'GET', `/api/leads/${id}/history`)
    const changes = body.entries.flatMap(({ changes }: { changes: object[] }) => changes)
    expect(changes).toContainEqual({ field: 'doNotCall', before: false, after: true })
    expect(changes).toContainEqual({ field: 'doNotCall', before: true, after: false })
  })

  it('stays on it when the lead that reported it is deleted', async () => {
    const { id } = await note('agent', { customerPhone: '06 11112222', doNotCall: true })
    await call('agent', 'DELETE', `/api/leads/${id}`)
    expect((await note('other', { customerPhone: '0031611112222' })).doNotCall).toBe(true)
  })

  it('is audited separately when only others have the customer, and limited to ten a day per person', async () => {
    const actionOf = async (phone: string) =>
      (
        await call('admin', 'GET', `/api/audit-logs?entityType=do-not-call&entityId=${encodeURIComponent(phone)}`)
      ).body.map((row: { action: string }) => row.action)
    const numbers = Array.from({ length: 12 }, (_, turn) => `06 100000${turn + 10}`)
    for (const customerPhone of numbers) await note('elsewhere', { customerPhone })
    const close = (who: 'agent' | 'other' | 'elsewhere', customerPhone: string) =>
      call(who, 'POST', '/api/leads', { customerName: 'Klant', customerPhone, doNotCall: true })
    const [first = '', second = '', last = '', ...others] = numbers
    const planted = await note('agent', { customerPhone: first })
    expect((await call('agent', 'PATCH', `/api/leads/${planted.id}`, { doNotCall: true })).status).toBe(200)
    expect(await actionOf(first)).toEqual(['do-not-call.set-for-others'])
    for (const number of others) expect((await close('agent', number)).status).toBe(201)
    const refused = await close('agent', second)
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'Je hebt vandaag al 10 nummers van klanten van anderen gesloten. Vraag het een beheerder.',
    ])
    expect(await actionOf(second)).toEqual([])

    const own = await close('agent', '06 10000099')
    expect([own.status, await actionOf('06 10000099')]).toEqual([201, ['do-not-call.set']])
    expect((await close('elsewhere', second)).status).toBe(201)
    expect(await actionOf(second)).toEqual(['do-not-call.set'])
    const given = await call('admin', 'POST', '/api/leads', {
      ...{ customerName: 'Klant', customerPhone: last, ownerId: people.agent.id },
    })
    expect((await call('agent', 'PATCH', `/api/leads/${given.body.id}`, { doNotCall: true })).status).toBe(200)
    expect(await actionOf(last)).toEqual(['do-not-call.set'])
  })

  it('must be present and valid', async () => {
    for (const customerPhone of [null, '0', 'onbekend']) {
      const body = { customerName: 'Klant', customerPhone, doNotCall: true }
      const reply = await call('agent', 'POST', '/api/leads', body)
      expect(reply.status).toBe(422)
      expect(Object.keys(reply.body.errors)).toEqual(['customerPhone'])
    }
    expect((await note('other', { customerPhone: 'onbekend' })).doNotCall).toBe(false)
  })
})

describe('hints about a customer', () => {
  it('are shown within reach, by number, mail and address, and follow every change', async () => {
    const lead = await note('other', {
      customerName: 'Peeters',
      customerPhone: '06 20203030',
      postalCode: '6041ab',
      houseNumber: '7',
    })
    const ids = async (who: keyof typeof people, query: string) =>
      (await call(who, 'GET', `/api/leads/known?${query}`)).body.known.map((one: { id: string; by: string }) => [
        one.id,
        one.by,
      ])
    expect(await ids('leader', 'phone=0620203030')).toEqual([[lead.id, 'phone']])
    expect(await ids('leader', 'postalCode=6041%20AB&houseNumber=7')).toEqual([[lead.id, 'address']])
    expect(await ids('leader', `phone=0620203030&except=${lead.id}`)).toEqual([])
    expect(await ids('elsewhere', 'phone=0620203030')).toEqual([])
    await call('other', 'PATCH', `/api/leads/${lead.id}`, { customerPhone: '06 20203031' })
    expect(await ids('leader', 'phone=0620203030')).toEqual([])
    await call('other', 'DELETE', `/api/leads/${lead.id}`)
    expect(await ids('leader', 'phone=0620203031')).toEqual([])
  })

  it('include appointments', async () => {
    const { body } = await call('agent', 'POST', '/api/appointments', {
      customerName: 'Van Dijk',
      customerPhone: '0475 654321',
      appointmentDate: '2026-12-02',
      appointmentTime: '11:00',
    })
    const known = (await call('agent', 'GET', '/api/leads/known?phone=0475654321')).body.known
    expect(known).toEqual([
      {
        type: 'appointment',
        id: body.id,
        customerName: 'Van Dijk',
        companyName: null,
        by: 'phone',
        date: '2026-12-02',
      },
    ])
  })
})

describe('planning an appointment for a lead', () => {
  const booking = {
    customerName: 'Klant',
    customerPhone: '06 30304040',
    appointmentDate: '2026-12-01',
    appointmentTime: '14:00',
  }

  it('books it, makes the lead contacted, links both and copies the consent, once for one key', async () => {
    const consent = { source: 'Webformulier', date: '2026-11-20' }
    const lead = await note('agent', { customerPhone: '06 30304040', consent })
    const headers = { 'idempotency-key': 'plan-1' }
    const replies = await Promise.all(
      [1, 2, 3].map(() => call('agent', 'POST', `/api/leads/${lead.id}/appointment`, booking, headers)),
    )
    const made = new Set(replies.map(({ body }) => body.id))
    expect([made.size, replies[0]?.status]).toEqual([1, 201])
    const [id] = made
    expect((await call('agent', 'GET', `/api/leads/${lead.id}`)).body).toMatchObject({
      status: 'contacted',
      appointmentId: id,
    })
    expect((await call('agent', 'GET', `/api/appointments/${id}`)).body).toMatchObject({ leadId: lead.id, consent })
  })

  it('books nothing when the booking is refused, or the lead is out of reach', async () => {
    const lead = await note('agent')
    const refused = await call('agent', 'POST', `/api/leads/${lead.id}/appointment`, {
      ...booking,
      appointmentDate: '',
    })
    expect(refused.status).toBe(400)
    expect((await call('elsewhere', 'POST', `/api/leads/${lead.id}/appointment`, booking)).status).toBe(404)
    expect((await call('agent', 'GET', `/api/leads/${lead.id}`)).body).toMatchObject({
      status: 'new',
      appointmentId: null,
    })
  })
})

it('an admin assigns many at once, and gets the result of each', async () => {
  const [one, two] = [await note('agent'), await note('caller')]
  const ids = [one.id, two.id, 'nergens']
  expect((await call('leader', 'POST', '/api/leads/assign', { ids, ownerId: people.other.id })).status).toBe(403)
  const none = await call('admin', 'POST', '/api/leads/assign', { ownerId: people.other.id })
  expect(none.body.errors.ids).toEqual(['Geen selectie: kies minstens één lead'])
  const bare = await call('admin', 'POST', '/api/leads/assign', { ids })
  expect(bare.body.errors.ownerId).toEqual(['Selecteer een agent om de lead toe te wijzen.'])
  const { body } = await call('admin', 'POST', '/api/leads/assign', { ids, ownerId: people.other.id })
  expect(body.results).toEqual([
    { id: one.id, message: null },
    { id: two.id, message: null },
    { id: 'nergens', message: 'Niet gevonden' },
  ])
  expect(await names('other')).toContain('Klant')
})

it('counters equal a recount after all of these tests', async () => {
  const { recount } = await import('../records/recount.ts')
  const { countedLeads } = await import('./counting.ts')
  const found = await recount([countedLeads], { from: 2026, to: 2026, repair: false }, () => undefined)
  expect(found.wrong).toBe(0)
  expect(found.records).toBeGreaterThan(10)
})
