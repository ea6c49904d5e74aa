import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { prepareAppointmentMails } from '../../../testing/appointment-mails.ts'
import { runAsFunction } from '../../../testing/rights.ts'
import { loadOwnModules } from '../../../testing/runner/own-modules.ts'
import { startWorld } from '../../../testing/world.ts'

/** Open calls to a mail provider. Each waits without an answer until a test ends it with a temporary refusal. */
const calls: ServerResponse[] = []
let called = () => {}
const provider = createServer((request, response) => {
  request.resume().on('end', () => {
    calls.push(response)
    called()
  })
})
const nextCall = () =>
  new Promise<void>((resolve) => {
    called = resolve
  })
function refuse() {
  const response = calls.pop()
  response?.writeHead(400, { 'content-type': 'text/xml' })
  response?.end('<ErrorResponse><Error><Type>Sender</Type><Code>Throttling</Code></Error></ErrorResponse>')
}

loadOwnModules()
const world = await startWorld()
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
process.env['AWS_ENDPOINT_URL_SES'] = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
await world.team(1)
const agent = await world.person({ role: 'agent', teamId: 1 })
const session = await world.session(agent)
const { book, itemsOf, deliver, details, resend } = prepareAppointmentMails(world, () => ({
  session,
  agentId: agent.id,
}))

afterAll(async () => {
  provider.close()
  await world.stop()
})

it('a late refusal does not reopen a mail that was taken for lost and sent again', async () => {
  const { id } = await book()
  const [item] = await itemsOf(id)
  const atProvider = nextCall()
  const first = deliver(id)
  await atProvider
  expect((await deliver(id)).batchItemFailures).toEqual([])
  expect((await details(id)).mails[0].state).toBe('unknown')
  expect((await resend(id, String(item?.id))).status).toBe(200)
  refuse()
  expect((await first).batchItemFailures).toEqual([])
  expect((await itemsOf(id)).map(({ state }) => state).sort()).toEqual(['failed', 'waiting'])
})

it('a mail without an answer of the provider does not delay others', async () => {
  const [slow, other] = [await book(), await book()]
  const answers: string[] = []
  const atProvider = nextCall()
  const first = deliver(slow.id).then(() => answers.push('slow'))
  await atProvider
  const bothAtProvider = nextCall()
  const items = [...(await itemsOf(other.id))].map(({ id, subject }) => ({
    eventName: 'INSERT' as const,
    dynamodb: { SequenceNumber: id, NewImage: { id: { S: id }, subject: { S: subject } } },
  }))
  const { handler } = await import('../../../events/outbox.ts')
  const second = runAsFunction('outbox', () => handler({ Records: items }))
  await bothAtProvider
  expect(answers).toEqual([])
  refuse()
  refuse()
  await Promise.all([first, second])
})
