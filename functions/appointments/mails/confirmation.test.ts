import type { DynamoDBStreamEvent } from 'aws-lambda'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runAsFunction } from '../../../testing/rights.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let caller: string
let agent: Person

beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  agent = await world.person({ role: 'agent', teamId: 1, firstName: 'Sophie', lastName: 'van Dam' })
  caller = await world.session(await world.person({ role: 'caller', teamId: 1 }))
})
afterAll(() => world.stop())

const send = (changes: object) => {
  const form = {
    customerName: 'Jan Jansen',
    customerPhone: '0475123456',
    customerEmail: 'jan@klant.example',
    appointmentDate: '2026-11-24',
    appointmentTime: '10:00',
    bookAnyway: true,
    agentId: agent.id,
    ...changes,
  }
  return world.call('POST', '/api/appointments', { as: caller, body: form })
}

const book = async (changes: object = {}) => {
  const reply = await send(changes)
  expect(reply.status, reply.text).toBe(201)
  return reply.body as { id: string }
}

/** Returns the stream event of a new appointment's outbox item. */
async function eventOf(appointmentId: string): Promise<DynamoDBStreamEvent> {
  const { Outbox } = await import('../../platform/data/outbox.ts')
  const { data } = await Outbox.query.bySubject({ subject: appointmentId }).go()
  return {
    Records: data.map((item) => ({
      eventName: 'INSERT' as const,
      dynamodb: { SequenceNumber: item.id, NewImage: { id: { S: item.id } } },
    })),
  }
}

const run = async (event: DynamoDBStreamEvent) => {
  const { handler } = await import('../../../events/outbox.ts')
  return runAsFunction('outbox', () => handler(event))
}
const appointment = async (id: string) =>
  (await world.call('GET', '/api/appointments', { as: caller })).body.find((row: { id: string }) => row.id === id)
const mailsTo = async (address: string) => (await world.ses.mails()).filter((mail) => mail.to.includes(address))

it('confirms a new appointment by mail, once, and marks it', async () => {
  const { id } = await book()
  const event = await eventOf(id)
  await Promise.all([run(event), run(event)])
  await run(event)
  const mails = await mailsTo('jan@klant.example')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toContain('dinsdag 24 november 2026')
  expect(mails[0]?.text).toContain('10:00')
  expect(mails[0]?.text).toContain('Sophie van Dam')
  expect((await appointment(id)).confirmationSent).toBe(true)
})

it('sends nothing without an address', async () => {
  const { id } = await book({ customerEmail: '' })
  expect((await eventOf(id)).Records).toEqual([])
})

it('carries no header or markup typed by the customer', async () => {
  const customerName = 'Piet\r\nBcc: evil@example.com <b>x</b>'
  const refused = await send({ customerName })
  expect([refused.status, refused.body.errors]).toEqual([400, { customerName: ['Gebruik één regel'] }])
  const { id } = await book({ customerEmail: 'piet@klant.example' })
  const { Appointments } = await import('../entity.ts')
  await Appointments.patch({ id }).set({ customerName }).go()
  await run(await eventOf(id))
  const [mail] = await mailsTo('piet@klant.example')
  expect(mail?.bcc).toEqual([])
  expect(Object.keys(mail?.headers ?? {})).not.toContain('bcc')
  expect(mail?.html).not.toContain('<b>x</b>')
})

it('is tried again when the provider refuses, and never when its answer was lost', async () => {
  const refused = await book({ customerEmail: 'weer@klant.example' })
  world.ses.faults.failBefore = 1
  const first = await run(await eventOf(refused.id))
  expect(first.batchItemFailures).toHaveLength(1)
  await run(await eventOf(refused.id))
  expect(await mailsTo('weer@klant.example')).toHaveLength(1)

  const lost = await book({ customerEmail: 'weg@klant.example' })
  world.ses.faults.failAfter = 1
  for (let time = 0; time < 3; time++) await run(await eventOf(lost.id))
  expect(await mailsTo('weg@klant.example')).toHaveLength(1)
  expect((await appointment(lost.id)).confirmationSent).toBe(false)
})
