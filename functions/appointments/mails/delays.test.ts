import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { prepareAppointmentMails } from '../../../testing/appointment-mails.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

const TODAY = { appointmentDate: '2026-11-24', appointmentTime: '10:15' }

const world: World = await startWorld({ now: '2026-11-24T08:00:00Z' })
let agent: Person
let as: string

beforeAll(async () => {
  await world.team(1)
  agent = await world.person({ role: 'agent', teamId: 1, firstName: 'Sophie', lastName: 'van Dam' })
})
beforeEach(async () => {
  world.travel('2026-11-24T09:10:00Z')
  as = await world.session(agent)
})
afterAll(() => world.stop())

const { book, change, deliver, details, mailsTo, resend } = prepareAppointmentMails(world, () => ({
  ...{ session: as, agentId: agent.id },
}))

const announce = (id: string, key: string = crypto.randomUUID(), by = as, version = 1) =>
  world.call('POST', `/api/appointments/${id}/delay`, {
    ...{ as: by, headers: { 'idempotency-key': key, 'if-match': `"${version}"` } },
  })

/** Returns what the agent did with an appointment, by the audit log. */
const auditsOf = async (id: string): Promise<string[]> => {
  const admin = await world.session(await world.person({ role: 'admin' }))
  const { body } = await world.call('GET', `/api/audit-logs?entityId=${id}&userId=${agent.id}`, { as: admin })
  return body.map(({ action }: { action: string }) => action)
}

it('a delay is mailed once, however often the call is sent again without an answer', async () => {
  const { id, to } = await book(TODAY)
  await deliver(id)
  const first = await announce(id, 'onderweg-1')
  const again = await announce(id, 'onderweg-1')
  await deliver(id)
  await deliver(id)
  expect(first).toMatchObject({ status: 200, body: { kind: 'late', state: 'waiting' } })
  expect(again.text).toBe(first.text)
  const [, mail, ...more] = await mailsTo(to)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Iets later: uw afspraak op dinsdag 24 november 2026 om 10:15')
  expect(mail?.html).toContain('Sophie van Dam is ongeveer 10 minuten later bij u, rond 10:25.')
  expect(mail?.attachments).toEqual([])
  expect((await details(id)).mails[0]).toMatchObject({ kind: 'late', state: 'sent' })
  expect((await auditsOf(id)).filter((action) => action === 'appointment.late')).toHaveLength(1)
})

it('a second tap, also at the same moment, is refused and mails nothing', async () => {
  const { id, to } = await book(TODAY)
  await deliver(id)
  let other = 0
  await meanwhile(async () => {
    other = (await announce(id)).status
  })
  expect([(await announce(id)).status, other].sort()).toEqual([200, 409])
  expect(await announce(id)).toMatchObject({ status: 409, body: { message: 'De klant heeft deze mail al' } })
  await deliver(id)
  expect(await mailsTo(to)).toHaveLength(2)
})

it('no mail says what is not true: another day, handled, too late, moved meanwhile or without an address', async () => {
  const refusalOf = async (changes: object) => {
    const { id, to } = await book({ ...TODAY, ...changes })
    const { status, body } = await announce(id)
    await deliver(id)
    expect((await mailsTo(to)).filter(({ subject }) => subject.startsWith('Iets later'))).toEqual([])
    return [status, body.message]
  }
  const onlyToday = [422, 'Dit kan alleen bij een open afspraak van vandaag']
  expect(await refusalOf({ appointmentDate: '2026-11-25' })).toEqual(onlyToday)
  expect(await refusalOf({ status: 'no-sale' })).toEqual(onlyToday)
  expect(await refusalOf({ appointmentTime: '10:00' })).toEqual([422, 'Deze afspraak is al geweest.'])
  expect(await refusalOf({ customerEmail: '' })).toEqual([422, 'Deze klant heeft geen e-mailadres.'])

  const { id, to } = await book(TODAY)
  await announce(id)
  await change(id, { appointmentTime: '15:00' })
  await deliver(id)
  expect((await details(id)).mails.find(({ kind }: { kind: string }) => kind === 'late').state).toBe('skipped')
  expect((await mailsTo(to)).map(({ subject }) => subject)).not.toContainEqual(expect.stringContaining('Iets later'))
})

it('a tap about an earlier time mails nothing, as the office moved the visit meanwhile', async () => {
  const { id, to } = await book(TODAY)
  await change(id, { appointmentTime: '15:00' })
  expect((await announce(id)).status).toBe(409)
  await deliver(id)
  expect((await mailsTo(to)).filter(({ subject }) => subject.startsWith('Iets later'))).toEqual([])
  expect((await announce(id, 'opnieuw', as, 2)).status).toBe(200)
})

it('a mail about a delay is not sent after an outcome, and not sent again after a move', async () => {
  const { id, to } = await book(TODAY)
  await deliver(id)
  expect((await announce(id)).status).toBe(200)
  await change(id, { status: 'no-sale' })
  await deliver(id)
  const [late] = (await details(id)).mails
  expect(late).toMatchObject({ kind: 'late', state: 'skipped', error: 'Deze afspraak is niet open of niet vandaag.' })
  await change(id, { status: 'scheduled', appointmentDate: '2026-12-01' })
  const again = await resend(id, late.id)
  expect([again.status, again.body.message]).toEqual([422, 'Deze afspraak is daarna verplaatst.'])
  await deliver(id)
  expect((await mailsTo(to)).filter(({ subject }) => subject.startsWith('Iets later'))).toEqual([])
})

it('only who may change the appointment mails its customer', async () => {
  const { id } = await book(TODAY)
  const colleague = await world.session(await world.person({ role: 'agent', teamId: 1 }))
  const stranger = await world.session(await world.person({ role: 'agent', teamId: 2 }))
  expect((await announce(id, 'a', colleague)).status).toBe(404)
  expect((await announce(id, 'b', stranger)).status).toBe(404)
})

it('an arrival ends with a move and a reactivation, can be cleared, and is never in the future', async () => {
  const { id } = await book(TODAY)
  const arrivedAt = '2026-11-24T09:09:00.000Z'
  const arrivalAfter = async (...bodies: object[]) => {
    for (const body of [{ arrivedAt }, ...bodies]) await change(id, body)
    return (await details(id)).arrivedAt
  }
  expect(await arrivalAfter({ notes: 'Bel aan' })).toBe(arrivedAt)
  expect(await arrivalAfter({ appointmentTime: '15:00' })).toBeNull()
  expect(await arrivalAfter({ status: 'cancelled' }, { status: 'scheduled' })).toBeNull()
  expect(await arrivalAfter({ arrivedAt: null })).toBeNull()
  const late = await world.call('PATCH', `/api/appointments/${id}`, { as, body: { arrivedAt: '2026-11-24T09:16:00Z' } })
  expect([late.status, Object.keys(late.body.errors)]).toEqual([422, ['arrivedAt']])
})

it('an outcome and an arrival that are sent again happen once', async () => {
  const { id } = await book(TODAY)
  const send = (body: object, key: string, version: number) =>
    world.call('PATCH', `/api/appointments/${id}`, {
      ...{ as, body, headers: { 'idempotency-key': key, 'if-match': `"${version}"` } },
    })
  const arrived = await send({ arrivedAt: '2026-11-24T09:07:00.000Z' }, 'er', 1)
  expect(arrived.body).toMatchObject({ version: 2, arrivedAt: '2026-11-24T09:07:00.000Z' })
  const replies = await Promise.all([1, 2, 3].map(() => send({ status: 'quote-sent' }, 'offerte', 2)))
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(replies[0]?.body).toMatchObject({ version: 3, status: 'quote-sent' })
  expect((await details(id)).version).toBe(3)
  expect((await auditsOf(id)).filter((action) => action === 'appointment.update')).toHaveLength(2)
  // A repeat of the first one answers as before, and does not bring back what it changed.
  expect((await send({ arrivedAt: '2026-11-24T09:07:00.000Z' }, 'er', 1)).text).toBe(arrived.text)
})
