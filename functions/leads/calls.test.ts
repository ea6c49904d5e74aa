import { afterAll, describe, expect, it, vi } from 'vitest'
import { meanwhile } from '../../testing/meanwhile.ts'
import { buildSaleForm } from '../../testing/sales.ts'
import { startLeadsWorld } from '../../testing/worlds/leads.ts'

const { world, people, sessions, call, note, recounted } = await startLeadsWorld()
afterAll(() => world.stop())

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

  it('has its call-back in one list by moment, later days too, without numbers on the do-not-call list', async () => {
    const at = { callBackAt: '2026-11-23T15:00:00Z' }
    const later = await note('agent', { customerName: 'Morgen', callBackAt: '2026-11-24T09:00:00Z' })
    const soon = await note('agent', { customerName: 'Straks', ...at })
    const closed = { customerName: 'Nooit', customerPhone: '06 31313131', doNotCall: true, ...at }
    const never = await note('agent', closed)
    const due = async (query: string) => (await call('agent', 'GET', `/api/leads${query}`)).body
    const named = (rows: { customerName: string }[]) => rows.map(({ customerName }) => customerName)
    expect(named(await due('?callBacks=true'))).toEqual(['Straks', 'Morgen'])
    expect(named(await due('?callToday=true'))).toEqual(['Straks'])
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
    const sold = await call('agent', 'POST', '/api/sales', buildSaleForm({ leadId: lead.id }))
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
      bookAnyway: true,
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

  it('is shown everywhere, blocks planning, is not exported, and is lifted by an admin with a reason', async () => {
    const lead = await note('agent', { customerPhone: phone, doNotCall: true, doNotCallSource: 'Telefonisch' })
    expect(lead.doNotCall).toBe(true)
    const known = (await call('elsewhere', 'GET', `/api/leads/known?phone=${encodeURIComponent('+31 6 87654321')}`))
      .body
    expect(known).toEqual({ doNotCall: { date: '2026-11-23' }, known: [] })
    const path = `/api/leads/${lead.id}/history`
    const told = (await call('agent', 'GET', path)).body.entries[0]
    expect(told.changes).toContainEqual({ field: 'doNotCallSource', before: null, after: 'Telefonisch' })
    const theirs = await note('elsewhere', { customerPhone: phone })
    expect(theirs.doNotCall).toBe(true)
    const booking = {
      customerName: 'Klant',
      customerPhone: phone,
      appointmentDate: '2026-12-01',
      appointmentTime: '10:00',
      bookAnyway: true,
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
    expect(await counts()).toMatchObject({ statuses: { new: 2, interested: 1 } })

    await world.call('PATCH', `/api/leads/${id}`, { as, body: { doNotCall: true } })
    expect(await counts()).toMatchObject({ statuses: { new: 1, interested: 0 } })
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
    const told = body.entries.flatMap(({ changes }: { changes: object[] }) => changes)
    expect(told).toContainEqual({ field: 'doNotCall', before: false, after: true })
    expect(told).toContainEqual({ field: 'doNotCall', before: true, after: false })
  })

  it('is closed however it is written, both numbers of a field included, and opened likewise', async () => {
    const typed = '06\u201341414141 (WhatsApp) of 0475-414141'
    const { id, customerPhone } = await note('agent', { customerPhone: typed, doNotCall: true })
    expect(customerPhone).toBe('06 41414141 / 0475 414141')
    const spellings = ['06\u221241414141', 'tel:+31641414141', "'0475414141", '0475 41 41 41 tst 3']
    for (const phone of spellings) expect((await note('other', { customerPhone: phone })).doNotCall, phone).toBe(true)
    const booked = await call('agent', 'POST', '/api/appointments', {
      ...{
        customerName: 'Klant',
        appointmentDate: '2026-12-01',
        appointmentTime: '10:00',
        bookAnyway: true,
        agentId: people.agent.id,
      },
      customerPhone: '0641\u00ad414141',
    })
    expect([booked.status, Object.keys(booked.body.errors)]).toEqual([422, ['doNotCallReason']])
    await call('admin', 'PATCH', `/api/leads/${id}`, { doNotCall: false, doNotCallLiftReason: 'Belde zelf' })
    for (const phone of spellings) expect((await note('other', { customerPhone: phone })).doNotCall, phone).toBe(false)
  })

  it('stays on it when the lead that reported it is deleted', async () => {
    const { id } = await note('agent', { customerPhone: '06 11112222', doNotCall: true })
    await call('agent', 'DELETE', `/api/leads/${id}`)
    expect((await note('other', { customerPhone: '0031611112222' })).doNotCall).toBe(true)
  })

  const actionsOf = async (phone: string): Promise<string[]> =>
    (
      await call('admin', 'GET', `/api/audit-logs?entityType=do-not-call&entityId=${encodeURIComponent(phone)}`)
    ).body.map((row: { action: string }) => row.action)
  const closeNumber = (who: Parameters<typeof call>[0], number: string) =>
    call(who, 'POST', '/api/numbers/close', { number })
  const waiting = async (who: Parameters<typeof call>[0]) =>
    (await call(who, 'GET', '/api/numbers/provisional')).body.closings as { number: string; closedBy: { id: string } }[]
  const judge = (who: Parameters<typeof call>[0], numbers: readonly string[], decision: 'confirm' | 'reopen') =>
    call(who, 'POST', '/api/numbers/judge', { numbers, decision })
  const isClosed = async (phone: string) =>
    (await call('admin', 'GET', `/api/leads/known?phone=${encodeURIComponent(phone)}`)).body.doNotCall !== null

  it('is always taken, beyond ten numbers a day of others provisionally, until a team leader or admin judges', async () => {
    const numbers = Array.from({ length: 15 }, (_, turn) => `06 100000${turn + 10}`)
    for (const customerPhone of numbers) await note('elsewhere', { customerPhone })
    const [planted = '', ...others] = numbers
    // A lead of one's own on the number of somebody else does not make the customer one's own; nor do two.
    for (const customerName of ['Klant', 'Nog een klant']) await note('agent', { customerPhone: planted, customerName })
    expect((await closeNumber('agent', planted)).body).toEqual({ numbers: [planted], mayBeJudged: false })
    expect(await actionsOf(planted)).toEqual(['do-not-call.set-for-others'])
    // Nor does the number of somebody else that one writes in a record that a colleague made.
    const [inLead = '', inAppointment = '', inSale = ''] = others
    const lead = await call('admin', 'POST', '/api/leads', { customerName: 'Klant', ownerId: people.agent.id })
    await call('agent', 'PATCH', `/api/leads/${lead.body.id}`, { customerPhone: inLead })
    const visit = await call('caller', 'POST', '/api/appointments', {
      ...{ customerName: 'Klant', customerPhone: '0475 123456', agentId: people.agent.id },
      ...{ appointmentDate: '2026-12-03', appointmentTime: '10:00' },
    })
    await call('agent', 'PATCH', `/api/appointments/${visit.body.id}`, { customerPhone: inAppointment })
    const sold = await call('leader', 'POST', '/api/sales', buildSaleForm({ agentId: people.agent.id }))
    await call('agent', 'PATCH', `/api/sales/${sold.body.id}`, { customerPhone: inSale })
    for (const number of others.slice(0, 9)) await closeNumber('agent', number)
    for (const written of [inLead, inAppointment, inSale]) {
      expect(await actionsOf(written)).toEqual(['do-not-call.set-for-others'])
    }
    expect(await waiting('admin')).toEqual([])
    const beyond = others.slice(9)
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = beyond
    const viaLead = await call('agent', 'POST', '/api/leads', {
      ...{ customerName: 'Klant', customerPhone: first, doNotCall: true },
    })
    expect(viaLead.body).toMatchObject({ doNotCall: true, mayBeJudged: true })
    for (const number of [second, third, fourth, fifth]) {
      // The reply is the same as for a number that nobody has, and so tells nothing.
      expect((await closeNumber('agent', number)).body).toEqual({ numbers: [number], mayBeJudged: true })
    }
    for (const number of beyond) expect(await isClosed(number)).toBe(true)

    expect((await waiting('admin')).map(({ number }) => number)).toEqual(beyond)
    expect((await waiting('leader')).map(({ closedBy }) => closedBy.id)).toEqual(beyond.map(() => people.agent.id))
    expect((await call('agent', 'GET', '/api/numbers/provisional')).status).toBe(403)
    // Also of a team leader who does not see leads: closing a number is no lead.
    const withoutLeads = await world.person({ role: 'teamleader', teamId: 1, hasLeadsAccess: false })
    for (const who of [people.admin, people.leader, withoutLeads]) {
      const day = await world.call('GET', '/api/my-day', { as: await world.session(who) })
      expect(day.body.work, who.role).toContainEqual(expect.objectContaining({ kind: 'closing', count: beyond.length }))
    }
    const told = (await call('admin', 'GET', '/api/notifications')).body.filter(
      ({ kind }: { kind: string }) => kind === 'closing-waits',
    )
    expect(told).toMatchObject([{ count: 5, title: '5 nummers voorlopig gesloten' }])

    const cell = '  06-41414141 (WhatsApp, na 18:00 uur) / thuis: +31 (0)475–414141 of werk 0475-424242'
    const all = ['06 41414141', '0475 414141', '0475 424242']
    expect((await closeNumber('admin', cell)).body).toEqual({ numbers: all, mayBeJudged: false })
    for (const number of all) expect(await isClosed(number)).toBe(true)

    const tooMany = Array.from({ length: 41 }, (_, at) => `06 ${20_000_000 + at}`)
    expect((await judge('leader', tooMany, 'reopen')).body.errors).toEqual({ numbers: ['Kies hoogstens 40 nummers'] })
    expect((await judge('leader', [first, '06 99999999'], 'reopen')).body).toEqual({ judged: 1, left: 1 })
    expect(await isClosed(first)).toBe(false)
    expect((await judge('admin', [second], 'confirm')).body).toEqual({ judged: 1, left: 0 })
    expect((await judge('admin', [second], 'reopen')).body).toEqual({ judged: 0, left: 1 })
    expect((await actionsOf(second)).toSorted()).toEqual(['do-not-call.confirm', 'do-not-call.set-for-others'])
    // The customer also told somebody who has them.
    expect((await closeNumber('elsewhere', third)).status).toBe(200)
    expect((await waiting('admin')).map(({ number }) => number)).toEqual([fourth, fifth])
    await meanwhile(() => judge('leader', [fifth], 'confirm'))
    expect((await judge('admin', [fifth], 'reopen')).body).toEqual({ judged: 0, left: 1 })
    expect(await isClosed(fifth)).toBe(true)

    const day = Date.now()
    vi.setSystemTime(new Date('2026-12-01T09:00:00Z'))
    const as = await world.session(people.admin)
    expect((await world.call('GET', '/api/numbers/provisional', { as })).body.closings).toEqual([])
    const body = { numbers: [fourth], decision: 'reopen' }
    expect((await world.call('POST', '/api/numbers/judge', { as, body })).body).toEqual({ judged: 0, left: 1 })
    vi.setSystemTime(day)
    expect(await isClosed(fourth)).toBe(true)
  })

  it('takes numbers that nobody has, beyond thirty a day provisionally', async () => {
    const before = (await waiting('admin')).length
    // From the eleventh of a day on, whoever has the number, the person is told what may happen.
    const said: boolean[] = []
    for (let turn = 0; turn < 30; turn++) {
      said.push((await closeNumber('other', `06 200000${turn + 10}`)).body.mayBeJudged)
    }
    expect([said.indexOf(true), said.slice(10).every(Boolean)]).toEqual([10, true])
    expect(await waiting('admin')).toHaveLength(before)
    expect((await closeNumber('other', 'onbekend')).body.errors).toEqual({
      number: ['Vul een geldig telefoonnummer in'],
    })
    const given = await call('admin', 'POST', '/api/leads', {
      ...{ customerName: 'Klant', customerPhone: '06 20000098', ownerId: people.other.id },
    })
    expect(given.status).toBe(201)
    for (const number of ['06 20000098', '06 20000099']) expect((await closeNumber('other', number)).status).toBe(200)
    expect((await waiting('admin')).slice(before).map(({ number }) => number)).toEqual(['06 20000099'])
    // Somebody else beyond the limit was told it too: the team leader of the first one does not undo that.
    for (let turn = 0; turn < 30; turn++) await closeNumber('caller', `06 300000${turn + 10}`)
    await closeNumber('other', '06 20000097')
    expect((await waiting('leader')).map(({ number }) => number)).toContain('06 20000097')
    await closeNumber('caller', '06 20000097')
    expect((await judge('leader', ['06 20000097'], 'reopen')).body).toEqual({ judged: 0, left: 1 })
    expect((await judge('admin', ['06 20000097'], 'confirm')).body).toEqual({ judged: 1, left: 0 })
    await closeNumber('other', '06 20000096')
    await meanwhile(() => closeNumber('caller', '06 20000096'))
    expect((await judge('leader', ['06 20000096'], 'reopen')).body).toEqual({ judged: 0, left: 1 })
    expect(await isClosed('06 20000096')).toBe(true)
    // Reopened while somebody else closes it: the second objection counts.
    await meanwhile(() => judge('admin', ['06 20000099'], 'reopen'))
    expect((await closeNumber('leader', '06 20000099')).status).toBe(200)
    expect(await isClosed('06 20000099')).toBe(true)
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

it('counters equal a recount after all of these tests', async () => {
  const found = await recounted()
  expect(found.wrong).toBe(0)
  expect(found.records).toBeGreaterThan(10)
})
