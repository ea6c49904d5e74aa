import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeContract } from '../../testing/contracts.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { runAsFunction } from '../../testing/rights.ts'
import { startLeadsWorld } from '../../testing/worlds/leads.ts'

let leads: Awaited<ReturnType<typeof startLeadsWorld>>
beforeAll(async () => {
  leads = await startLeadsWorld()
})
afterAll(() => leads.world.stop())

type Who = Parameters<typeof leads.call>[0]

let count = 0
/** Returns a number that nobody has yet. */
const newNumber = () => {
  count += 1
  return `06 ${61_000_000 + count}`
}

const proven = { givenBy: 'event', givenAt: '2026-11-01', text: 'Ja, bel mij over energie', proof: 'beurs-12.pdf' }
const record = async (who: Who, number: string, form: object = proven) => {
  const reply = await leads.call(who, 'POST', '/api/consents', { number, ...form })
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}
const stateOf = async (number: string, who: Who = 'agent') => {
  const reply = await leads.call(who, 'GET', `/api/numbers/${encodeURIComponent(number)}/may-call`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const leadOf = async (id: string, who: Who = 'agent') => (await leads.call(who, 'GET', `/api/leads/${id}`)).body
const withdraw = (who: Who, id: string, body: object = { how: 'Belde terug' }) =>
  leads.call(who, 'POST', `/api/consents/${id}/withdraw`, body)

/** Expects that the three parts of the list of leads are what the counters say, and together all leads. */
async function expectParts(who: Who) {
  const { parts } = (await leads.call(who, 'GET', '/api/leads/counts')).body
  const listed = async (query: string) => (await leads.call(who, 'GET', `/api/leads?limit=500${query}`)).body.length
  const sum = (part: object) => Object.values(part).reduce((total: number, one) => total + Number(one), 0)
  const found = await Promise.all((['may', 'none', 'closed'] as const).map((part) => listed(`&call=${part}`)))
  expect(found).toEqual([sum(parts.may), sum(parts.none), sum(parts.closed)])
  expect(found.reduce((total, one) => total + one, 0)).toBe(await listed(''))
  expect((await leads.recounted()).wrong).toBe(0)
  return { may: found[0], none: found[1], closed: found[2] }
}

describe('consents of a number', () => {
  it('counts once a team leader saw the proof of somebody else’s, and every list, count and contract follows', async () => {
    const number = newNumber()
    const { id } = await leads.note('agent', { customerName: 'Piet', customerPhone: number })
    const contract = await storeContract({ customerPhone: number })
    expect((await leadOf(id)).mayCall).toEqual({ state: 'none', until: null, source: null })
    const before = await expectParts('agent')

    const consent = await record('agent', number, { ...proven, name: 'Piet' })
    expect(consent).toMatchObject({ number, isProven: false, firstCallBy: '2027-05-01', until: '2027-11-01' })
    expect((await leadOf(id)).mayCall).toEqual({ state: 'unproven', until: '2027-05-01', source: 'event' })

    const confirm = (who: Who) => leads.call(who, 'POST', `/api/consents/${consent.id}/confirm`)
    expect((await confirm('agent')).status).toBe(403)
    expect((await confirm('elsewhere')).status).toBe(404)
    expect((await confirm('leader')).body).toMatchObject({ isProven: true })
    expect((await leadOf(id)).mayCall).toEqual({ state: 'consented', until: '2027-05-01', source: 'event' })
    expect(await expectParts('agent')).toEqual({ ...before, may: (before.may ?? 0) + 1, none: (before.none ?? 0) - 1 })
    const board = (await leads.call('admin', 'GET', '/api/contracts/sales-status/alle?call=may')).body
    expect(board).toMatchObject([{ id: contract.id, mayCall: { state: 'consented' } }])
    const counts = (await leads.call('admin', 'GET', '/api/contracts/counts?call=may')).body.counts
    expect(counts.nieuw).toBe(1)
    const inState = async (path: string) => (await leads.call('admin', 'GET', path)).body
    expect(await inState('/api/leads?callState=consented')).toMatchObject([{ id }])
    expect(await inState('/api/leads?call=none&callState=consented')).toEqual([])
    expect(await inState('/api/contracts/sales-status/alle?callState=consented')).toMatchObject([{ id: contract.id }])
    expect((await inState('/api/contracts/counts?callState=consented')).counts.nieuw).toBe(1)

    // A call in time makes it hold until its last day.
    await leads.call('agent', 'POST', `/api/leads/${id}/calls`, { note: 'Gesproken' })
    expect(await stateOf(number)).toMatchObject({ state: 'consented', until: '2027-11-01', maySell: true })

    expect((await withdraw('elsewhere', consent.id)).status).toBe(200)
    expect((await leadOf(id)).mayCall.state).toBe('withdrawn')
    expect(await expectParts('agent')).toEqual({
      ...before,
      none: (before.none ?? 0) - 1,
      closed: (before.closed ?? 0) + 1,
    })
    const again = (await leads.call('agent', 'GET', `/api/consents?number=${encodeURIComponent(number)}`)).body
    expect(again.consents).toMatchObject([{ id: consent.id, withdrawnHow: 'Belde terug', text: proven.text }])
  })

  it('who recorded a consent does not confirm it, and nobody confirms one without text and proof', async () => {
    const number = newNumber()
    await leads.note('agent', { customerPhone: number })
    const own = await record('admin', number)
    expect(own.isProven).toBe(true)
    expect((await leads.call('admin', 'POST', `/api/consents/${own.id}/confirm`)).status).toBe(403)
    const bare = await record('agent', number, { givenBy: 'phone', givenAt: '2026-11-02' })
    expect((await leads.call('leader', 'POST', `/api/consents/${bare.id}/confirm`)).status).toBe(422)
    // Of a number of another team, a team leader's consent waits for somebody who has the number.
    expect(await record('elsewhere', number)).toMatchObject({ isProven: false })
  })

  it('shows state and kind to all, and free texts only within reach', async () => {
    const number = newNumber()
    await leads.note('agent', { customerPhone: number })
    await record('admin', number, { ...proven, name: 'Mevrouw Geheim' })
    const other = await leads.call('elsewhere', 'GET', `/api/consents?number=${encodeURIComponent(number)}`)
    expect(other.text).not.toContain('Geheim')
    expect(other.text).not.toContain(proven.proof)
    expect(other.body.consents).toMatchObject([{ givenBy: 'event', name: null, text: null, proof: null }])
    expect(await stateOf(number, 'elsewhere')).toMatchObject({ state: 'consented', source: 'event' })
  })

  it('refuses days that cannot be, a refusal as text and a number that is none, at the field', async () => {
    const refused = async (form: object) => {
      const reply = await leads.call('agent', 'POST', '/api/consents', { number: newNumber(), ...proven, ...form })
      return [reply.status, Object.keys(reply.body.errors ?? {})]
    }
    expect(await refused({ givenAt: '2026-11-24' })).toEqual([422, ['givenAt']])
    expect(await refused({ until: '2026-10-31' })).toEqual([422, ['until']])
    expect(await refused({ firstCallBy: '2026-10-31' })).toEqual([422, ['firstCallBy']])
    expect(await refused({ text: 'Nee, geen toestemming' })).toEqual([400, ['text']])
    expect(await refused({ number: 'onbekend' })).toEqual([422, ['number']])
    expect((await withdraw('agent', '0612345678-x')).status).toBe(404)
  })

  it('keeps a consent that somebody else recorded at the same moment', async () => {
    const number = newNumber()
    await leads.note('agent', { customerPhone: number })
    await meanwhile(() => record('leader', number, { ...proven, listId: 'eerste' }))
    await record('admin', number, { ...proven, listId: 'tweede' })
    const { consents } = (await leads.call('admin', 'GET', `/api/consents?number=${encodeURIComponent(number)}`)).body
    expect(consents.map(({ listId }: { listId: string }) => listId).sort()).toEqual(['eerste', 'tweede'])
  })

  it('a consent after a closing is listed until it is withdrawn, objected to or the number reopened', async () => {
    const [number, other] = [newNumber(), newNumber()]
    const listed = async () => {
      const reply = await leads.call('admin', 'GET', '/api/numbers/consented-closings')
      return reply.body.closings.map((one: { number: string; isProven: boolean }) => [one.number, one.isProven])
    }
    const close = (phone: string) => leads.call('agent', 'POST', '/api/numbers/close', { number: phone })
    const tick = () => leads.world.travel(Date.now() + 1_000)
    const later = { ...proven, givenAt: '2026-11-23' }
    await record('admin', number, later)
    tick()
    for (const phone of [number, other]) await close(phone)
    tick()
    await record('admin', number)
    expect(await listed(), 'recorded or given before the closing').toEqual([])
    const [proof, bare] = [await record('admin', number, later), await record('agent', other, later)]
    expect((await listed()).flat()).toEqual([number, true, other, false])
    await withdraw('agent', bare.id)
    expect(await listed()).toEqual([[number, true]])
    expect(await stateOf(number)).toMatchObject({ state: 'closed' })
    tick()
    await close(number)
    expect(await listed()).toEqual([])
    tick()
    expect(await record('admin', number, later)).not.toMatchObject({ id: proof.id })
    expect(await listed()).toEqual([[number, true]])
    expect((await leads.call('leader', 'GET', '/api/numbers/consented-closings')).status).toBe(403)
    await leads.call('admin', 'POST', '/api/numbers/lift', { number, reason: 'Gaf opnieuw toestemming' })
    expect(await listed()).toEqual([])
    expect(await stateOf(number)).toMatchObject({ state: 'consented' })
  })

  it('a wrong number ends all consents; a closed one stays closed whatever is recorded', async () => {
    const number = newNumber()
    const { id } = await leads.note('agent', { customerPhone: number })
    const [one] = [await record('admin', number), await record('admin', number)]
    await withdraw('caller', one.id, { how: 'Verkeerd verbonden', wrongNumber: true })
    expect(await stateOf(number)).toMatchObject({ state: 'none' })
    await leads.call('caller', 'POST', '/api/numbers/close', { number })
    await record('admin', number)
    expect(await stateOf(number)).toMatchObject({ state: 'closed', maySell: false })
    expect((await leadOf(id)).mayCall.state).toBe('closed')
    const lift = { number, reason: 'Gaf opnieuw toestemming' }
    expect((await leads.call('leader', 'POST', '/api/numbers/lift', lift)).status).toBe(403)
    expect((await leads.call('admin', 'POST', '/api/numbers/lift', { ...lift, number: 'x' })).status).toBe(422)
    expect((await leads.call('admin', 'POST', '/api/numbers/lift', lift)).body).toEqual({ numbers: [number] })
    expect((await leadOf(id)).mayCall.state).toBe('consented')
    await expectParts('agent')
  })

  it('a consent written at a lead is one of its number, without proof; a new lead with the number has its state', async () => {
    const number = newNumber()
    const given = { source: 'Beurs Venlo', date: '2026-11-02' }
    const { id } = await leads.note('agent', { customerPhone: number, consent: given })
    expect(await leadOf(id)).toMatchObject({ consent: given, mayCall: { state: 'unproven', source: 'event' } })
    expect(await leads.note('other', { customerPhone: number })).toMatchObject({ mayCall: { state: 'unproven' } })
    await leads.call('agent', 'PATCH', `/api/leads/${id}`, { consent: given, notes: 'Zelfde' })
    await leads.call('agent', 'PATCH', `/api/leads/${id}`, { consent: { ...given, source: 'Website' } })
    const { consents } = (await leads.call('agent', 'GET', `/api/consents?number=${encodeURIComponent(number)}`)).body
    expect(consents.map(({ source }: { source: string }) => source)).toEqual(['Website', 'Beurs Venlo'])
    await expectParts('agent')
  })

  it('expires by the day in lists at once, and in the counts by the next morning', async () => {
    const number = newNumber()
    const { id } = await leads.note('agent', { customerPhone: number })
    await record('admin', number, { ...proven, firstCallBy: '2026-11-23' })
    expect((await leadOf(id)).mayCall.state).toBe('consented')
    leads.world.travel('2026-11-24T09:00:00Z')
    leads.sessions.set(leads.people.agent.id, await leads.world.session(leads.people.agent))
    try {
      expect((await leadOf(id)).mayCall).toMatchObject({ state: 'expired', until: '2026-11-23' })
      const { handler } = await import('../../events/search-mend.ts')
      await runAsFunction('search-mend', () => handler())
      await expectParts('agent')
    } finally {
      leads.world.travel('2026-11-23T09:00:00Z')
      leads.sessions.set(leads.people.agent.id, await leads.world.session(leads.people.agent))
    }
  })
})

it('a call and a booking without a reason keep the consent or legal form that allows them', async () => {
  const number = newNumber()
  const { id } = await leads.note('agent', {
    customerName: 'Bakker B.V.',
    companyName: 'Bakker B.V.',
    customerPhone: number,
  })
  const called = async () =>
    (await leads.call('agent', 'POST', `/api/leads/${id}/calls`, { note: 'Gesproken' })).body.calls[0].contactBasis
  const bare = await record('agent', number)
  expect(await called()).toMatchObject({ kind: 'missing' })
  const consent = await record('admin', number)
  const reason = { kind: 'consent', consentId: consent.id, note: null }
  expect(await called()).toEqual(reason)
  const form = { customerName: 'Bakker B.V.', customerPhone: number, appointmentDate: '2026-12-04' }
  const path = `/api/leads/${id}/appointment`
  const booked = await leads.call('agent', 'POST', path, { ...form, appointmentTime: '11:00' })
  expect(booked.body.contactBasis).toEqual(reason)
  for (const one of [consent, bare]) await withdraw('agent', one.id)
  expect(await called()).toMatchObject({ kind: 'missing' })
  // What the office knows to be wrong is not believed.
  for (const contactBasis of [reason, { kind: 'legal' }]) {
    const claimed = { note: 'Gesproken', contactBasis }
    const { calls } = (await leads.call('agent', 'POST', `/api/leads/${id}/calls`, claimed)).body
    expect(calls[0].contactBasis).toMatchObject({ kind: 'missing', consentId: null })
  }
  const other = { ...form, appointmentTime: '15:00', contactBasis: reason }
  const wrong = await leads.call('agent', 'POST', '/api/appointments', other)
  expect([wrong.status, wrong.body.contactBasis]).toEqual([201, { kind: 'missing', consentId: null, note: null }])
  const change = (kind: string) =>
    leads.call('agent', 'PATCH', `/api/appointments/${wrong.body.id}`, { contactBasis: { kind } })
  expect((await change('visit')).body.contactBasis).toMatchObject({ kind: 'visit' })
  expect((await change('consent')).body.contactBasis).toMatchObject({ kind: 'missing' })
  await leads.call('agent', 'PUT', `/api/numbers/${encodeURIComponent(number)}/legal-form`, { legalForm: 'bv' })
  expect(await called()).toMatchObject({ kind: 'legal', consentId: null })
})

it('an admin gets what shows why a customer was called as a PDF, for the customer without names', async () => {
  const number = newNumber()
  const { id } = await leads.note('agent', { customerName: 'Piet', customerPhone: number })
  const consent = await record('admin', number)
  await leads.call('agent', 'POST', `/api/leads/${id}/calls`, { note: 'Wil een voorstel' })
  await withdraw('leader', consent.id)
  await leads.call('agent', 'POST', '/api/numbers/close', { number, source: 'Per mail' })
  const other = await leads.note('agent', { customerName: 'Klaas', customerPhone: number })
  for (let call = 1; call <= 51; call++) {
    await leads.call('agent', 'POST', `/api/leads/${other.id}/calls`, { note: `Poging ${call}.` })
  }
  const second = newNumber()
  await storeContract({ customerName: 'Piet', customerPhone: `${number} / ${second}` })
  await record('admin', second, { ...proven, text: 'Ja, ook hier' })
  const path = `/api/customers/tel-${number.replace('06 ', '316')}/call-evidence`
  const read = async (query = '') => {
    const reply = await leads.call('admin', 'GET', path + query)
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
    const { pages } = await readPdf(Buffer.from(reply.text, 'latin1'))
    return pages.flatMap(({ texts }) => texts).join(' ')
  }
  const text = await read()
  expect(text).toMatch(/Gegeven op 01-11-2026.*Ja, bel mij.*beurs-12.pdf.*Ada.*ingetrokken Belde terug/)
  expect(text).toMatch(/Gesprek Wil een voorstel Toestemming Bo Bakker.*Niet meer bellen Per mail Bo Bakker/)
  expect(text).toMatch(/Poging 1\..*Ja, ook hier/)
  const own = await read('?reader=customer')
  expect(own.match(/Gesprek/g)).toHaveLength(1)
  expect(own).not.toMatch(/Bakker|Ada|Wil een voorstel|Poging|Belde terug/)
  expect((await leads.call('leader', 'GET', path)).status).toBe(403)
  expect((await leads.call('admin', 'GET', '/api/customers/tel-31699999999/call-evidence')).status).toBe(404)
})

describe('the legal form of a number', () => {
  const set = (who: Who, number: string, body: object) =>
    leads.call(who, 'PUT', `/api/numbers/${encodeURIComponent(number)}/legal-form`, body)

  it('frees the number of a legal person within reach, never that of a natural person', async () => {
    const number = newNumber()
    const { id } = await leads.note('agent', {
      customerName: 'Bakker B.V.',
      companyName: 'Bakker B.V.',
      customerPhone: number,
    })
    expect((await set('elsewhere', number, { legalForm: 'bv' })).status).toBe(404)
    const form = await set('agent', number, { legalForm: 'bv', kvkNumber: '12345678', company: 'Bakker B.V.' })
    expect(form.body).toMatchObject({ legalForm: 'bv', setBy: { firstName: 'Bo' } })
    expect((await leadOf(id)).mayCall).toEqual({ state: 'free', until: null, source: null })
    expect(await stateOf(number)).toMatchObject({ maySell: true, legalForm: { kvkNumber: '12345678' } })
    expect((await stateOf(number, 'elsewhere')).legalForm).toBeNull()

    await leads.note('agent', { customerName: 'Jan Bakker', customerPhone: number })
    // The repair of the night asks who else has the number, and takes the right from the company too.
    const { handler } = await import('../../events/search-mend.ts')
    await runAsFunction('search-mend', () => handler())
    expect((await leadOf(id)).mayCall.state).toBe('none')
    expect((await stateOf(number)).state).toBe('none')
    const refused = await set('agent', number, { legalForm: 'nv' })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { legalForm: ['Dit nummer hoort ook bij een particulier'] },
    ])
    expect((await set('agent', number, { legalForm: 'bv', kvkNumber: '12' })).status).toBe(400)
  })
})

it('the settings of calls are an admin’s, and set how long a new consent holds', async () => {
  expect((await leads.call('leader', 'GET', '/api/settings/calling')).status).toBe(403)
  const before = (await leads.call('admin', 'GET', '/api/settings/calling')).body
  expect(before).toMatchObject({ gate: 'off', callGateFrom: null, consentMonths: 12, firstCallMonths: 6, keepYears: 5 })
  const { version: _, ...values } = before
  const changed = await leads.call('admin', 'PUT', '/api/settings/calling', { ...values, consentMonths: 24 })
  expect(changed.body.consentMonths).toBe(24)
  expect(await record('agent', newNumber())).toMatchObject({ until: '2028-11-01', firstCallBy: '2027-05-01' })
})

it('an office chooses a day on which calls without right stop, and may warn for thirty days', async () => {
  const settings = async () => (await leads.call('admin', 'GET', '/api/settings/calling')).body
  const choose = async (form: object) => {
    const { version, warnUntil: _, inForce: __, ...values } = await settings()
    const body = { ...values, warnReason: null, ...form }
    return leads.call('admin', 'PUT', '/api/settings/calling', body, { 'If-Match': `"${version}"` })
  }
  const gate = async () => (await leads.call('caller', 'GET', '/api/numbers/gate')).body
  const [without, withdrawn, served] = [newNumber(), newNumber(), newNumber()]
  expect((await withdraw('agent', (await record('agent', withdrawn)).id)).status).toBe(200)
  const booked = {
    customerName: 'Piet',
    customerPhone: served,
    appointmentDate: '2026-12-01',
    appointmentTime: '10:00',
  }
  const agentId = leads.people.agent.id
  expect((await leads.call('admin', 'POST', '/api/appointments', { ...booked, agentId })).status).toBe(201)
  const doors = async () => Promise.all([without, withdrawn, served].map(async (one) => (await stateOf(one)).door))

  expect([await gate(), await doors()]).toEqual([{ inForce: 'off', from: null }, ['open', 'shut', 'service']])
  for (const [form, field] of [
    [{ gate: 'block', callGateFrom: '2026-11-22' }, 'callGateFrom'],
    [{ gate: 'block', callGateFrom: '2026-12-24' }, 'callGateFrom'],
    [{ gate: 'warn', callGateFrom: '2026-11-23' }, 'warnReason'],
  ] as const) {
    const refused = await choose(form)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]])
  }
  expect((await choose({ gate: 'block', callGateFrom: '2026-12-01' })).body.inForce).toBe('off')
  expect(await gate()).toEqual({ inForce: 'off', from: '2026-12-01' })

  const warned = await choose({ gate: 'warn', callGateFrom: '2026-11-23', warnReason: 'Oude lijst' })
  expect(warned.body).toMatchObject({ inForce: 'warn', warnUntil: '2026-12-23', warnReason: 'Oude lijst' })
  expect(await doors()).toEqual(['warn', 'shut', 'service'])
  const told = async () => {
    const { warnReason, warnUntil } = await settings()
    return [warnReason, warnUntil]
  }
  expect((await choose({ gate: 'warn', warnReason: 'Nog langer' })).status).toBe(200)
  expect(await told()).toEqual(['Nog langer', '2026-12-23'])
  expect(Object.keys((await choose({ gate: 'off' })).body.errors)).toEqual(['gate'])

  expect((await choose({ gate: 'block' })).body).toMatchObject({ inForce: 'block', warnUntil: null })
  expect(await doors()).toEqual(['shut', 'shut', 'service'])
  expect(Object.keys((await choose({ callGateFrom: '2026-12-05' })).body.errors)).toEqual(['callGateFrom'])
  // An office warns once: after blocking goes on what is left of it, and after its end nothing.
  expect((await choose({ gate: 'warn', warnReason: 'Toch nog' })).body).toMatchObject({ warnUntil: '2026-12-23' })
  await choose({ gate: 'block' })
  const { CallingSettingsRows } = await import('./entity.ts')
  await CallingSettingsRows.patch({ id: 'calling' }).set({ warnUntil: '2026-11-22' }).go()
  expect(Object.keys((await choose({ gate: 'warn', warnReason: 'Weer' })).body.errors)).toEqual(['gate'])
  // A choice stored without a day is saved again, and an empty day means today.
  await CallingSettingsRows.patch({ id: 'calling' }).remove(['callGateFrom', 'warnUntil']).go()
  expect((await choose({ keepYears: 6 })).body).toMatchObject({ gate: 'block', callGateFrom: null, keepYears: 6 })
  await CallingSettingsRows.patch({ id: 'calling' }).set({ callGateFrom: '2026-12-01' }).go()
  expect((await choose({ callGateFrom: null })).body).toMatchObject({ callGateFrom: '2026-11-23', inForce: 'block' })
})

it('asks about a number at most sixty times a minute', async () => {
  const number = newNumber()
  const asked = async () =>
    (await leads.call('other', 'GET', `/api/numbers/${encodeURIComponent(number)}/may-call`)).status
  const statuses = []
  for (let time = 0; time < 61; time++) statuses.push(await asked())
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.at(-1)).toBe(429)
})
