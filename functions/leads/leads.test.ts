import { afterAll, describe, expect, it } from 'vitest'
import { callPartOf } from '../../shared/numbers/states.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import { startLeadsWorld } from '../../testing/worlds/leads.ts'

const { world, people, call, note, names, recounted } = await startLeadsWorld()
afterAll(() => world.stop())

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

  it('keeps one of several simultaneous changes', async () => {
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

  it('lists the leads and call-backs of a team, or of none, as many as are counted in each state', async () => {
    await note('admin')
    const { id } = await note('elsewhere')
    await call('elsewhere', 'POST', `/api/leads/${id}/calls`, { note: 'Later', callBackAt: '2026-12-01T10:00:00Z' })
    const { states } = (await call('admin', 'GET', '/api/leads/counts')).body
    expect(new Set(states.map(({ teamId }: { teamId: number }) => teamId))).toEqual(new Set([0, 1, 2]))
    for (const { teamId, state, leads, callBacks } of states) {
      const filter = `teamId=${teamId}&callState=${state}&limit=200`
      expect((await names('admin', `?${filter}`)).length, filter).toBe(leads)
      if (callPartOf(state) !== 'closed') {
        expect((await names('admin', `?callBacks=true&${filter}`)).length, filter).toBe(callBacks)
      }
    }
    expect(await names('leader', '?teamId=2')).toEqual([])
  })
})

describe('the history', () => {
  it('shows who changed which fields, and no attributes of indexes', async () => {
    const { id } = await note('agent', { contractEndDate: '2027-03-01' })
    await call('agent', 'PATCH', `/api/leads/${id}`, { contractEndDate: '2027-06-01', priority: 'high' })
    await assigned([id], people.other.id)
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
      bookAnyway: true,
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
    bookAnyway: true,
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

it('an admin assigns many at once, gets the result of each, and undoes it', async () => {
  const [one, two] = [await note('agent'), await note('caller')]
  const ids = [one.id, two.id, 'nergens']
  expect((await call('leader', 'POST', '/api/leads/assign', { ids, ownerId: people.other.id })).status).toBe(403)
  const none = await call('admin', 'POST', '/api/leads/assign', { ownerId: people.other.id })
  expect(none.body.errors.ids).toEqual(['Geen selectie: kies minstens één lead'])
  const many = Array.from({ length: 501 }, (_, index) => `l-${index}`)
  const tooMany = await call('admin', 'POST', '/api/leads/assign', { ids: many, ownerId: people.other.id })
  expect(tooMany.body.errors.ids).toEqual(['Kies er hoogstens 500 tegelijk'])
  const bare = await call('admin', 'POST', '/api/leads/assign', { ids })
  expect(bare.body.errors.ownerId).toEqual(['Selecteer een agent om de lead toe te wijzen.'])
  const nobody = await call('admin', 'POST', '/api/leads/assign', { ids, ownerId: 'niemand' })
  expect(nobody.status).toBe(422)
  const run = await assigned(ids, people.other.id)
  expect(await call('admin', 'GET', `/api/leads/changes/${run}`)).toMatchObject({
    body: { state: 'done', changed: 2, skipped: 0, failed: 1, change: { ownerId: people.other.id } },
  })
  const results = (await call('admin', 'GET', `/api/leads/changes/${run}/results`)).body as object[]
  expect(results).toHaveLength(3)
  expect(results).toContainEqual({ id: 'nergens', name: '', outcome: 'failed', message: 'Niet gevonden' })
  expect(await names('other')).toContain('Klant')

  await call('admin', 'PATCH', `/api/leads/${two.id}`, { notes: 'Intussen' })
  const back = (await call('admin', 'POST', `/api/leads/changes/${run}/undo`)).body.id
  await deliverOutbox(back)
  const ownerOf = async (id: string) => (await call('admin', 'GET', `/api/leads/${id}`)).body.ownerId
  expect([await ownerOf(one.id), await ownerOf(two.id)]).toEqual([one.ownerId, people.other.id])
  const undone = (await call('admin', 'GET', `/api/leads/changes/${back}/results?outcome=failed`)).body
  expect(undone).toMatchObject([{ id: two.id, message: expect.stringContaining('intussen gewijzigd') }])
})

/** Assigns leads in a run, and returns the id of the run when it has ended. */
async function assigned(ids: readonly string[], ownerId: string): Promise<string> {
  const { id } = (await call('admin', 'POST', '/api/leads/assign', { ids, ownerId })).body
  await deliverOutbox(id)
  return id
}

it('counters equal a recount after all of these tests', async () => {
  const found = await recounted()
  expect(found.wrong).toBe(0)
  expect(found.records).toBeGreaterThan(10)
})
