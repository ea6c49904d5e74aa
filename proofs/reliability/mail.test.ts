import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { DynamoDBStreamEvent } from 'aws-lambda'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { manifest } from '../../infra/manifest.ts'
import { appointmentMails } from '../../testing/appointment-mails.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { type Cast, makeCast, sessionFor } from '../cast.ts'
import { figure, size } from '../figures.ts'
import { rawTable } from '../raw-table.ts'

let world: World
let cast: Cast
let provider: Provider
let mails: ReturnType<typeof appointmentMails>
beforeAll(async () => {
  world = await startWorld()
  provider = await standBefore(world.ses.url)
  process.env['AWS_ENDPOINT_URL_SES'] = provider.url
  cast = await makeCast(world)
  const session = await sessionFor(world, cast.caller[0])
  mails = appointmentMails(world, () => ({ session, agentId: cast.agent[0].id }))
})
afterAll(async () => {
  await provider.close()
  await world.stop()
})

interface Provider {
  readonly url: string
  /** Runs `work` once the provider has answered the next mail, in place of handing the answer over. */
  onAnswer(work: () => void): void
  close(): Promise<void>
}

/** Stands before the mail provider, so that its caller can be killed when a mail is accepted and before it knows. */
async function standBefore(target: string): Promise<Provider> {
  let instead: (() => void) | null = null
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const onward = send(
      target,
      { method: request.method ?? 'POST', path: request.url ?? '/', headers: request.headers },
      (reply) => {
        const work = instead
        instead = null
        if (!work) {
          response.writeHead(reply.statusCode ?? 500, reply.headers)
          reply.pipe(response)
          return
        }
        reply.resume().once('end', work)
      },
    )
    onward.on('error', () => response.destroy())
    onward.end(Buffer.concat(chunks))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onAnswer: (work) => {
      instead = work
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const script = fileURLToPath(new URL('mail-member.ts', import.meta.url))

async function startSender(): Promise<ChildProcess> {
  const child = fork(script, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(child, 'message')
  return child
}

async function eventOf(appointmentId: string): Promise<DynamoDBStreamEvent> {
  return {
    Records: (await mails.itemsOf(appointmentId)).map(({ id }) => ({
      eventName: 'INSERT' as const,
      dynamodb: { SequenceNumber: id, NewImage: { id: { S: id } } },
    })),
  }
}

it('is never sent twice when its sender is killed between the provider’s accept and the mark', async () => {
  const wrong: string[] = []
  for (let kill = 0; kill < size.kills; kill++) {
    const { id, to } = await mails.book()
    const sender = await startSender()
    const death = once(sender, 'exit')
    provider.onAnswer(() => sender.kill('SIGKILL'))
    sender.send(await eventOf(id))
    await death
    expect(await mails.mailsTo(to), 'accepted before the kill').toHaveLength(1)
    expect(
      (await mails.itemsOf(id)).map(({ state }) => state),
      'killed before the mark',
    ).toEqual(['sending'])
    // The stream brings the event again, more than once, and twice at a time.
    for (let time = 0; time < 3; time++) await Promise.all([mails.deliver(id), mails.deliver(id)])
    const [got, states] = [await mails.mailsTo(to), (await mails.itemsOf(id)).map(({ state }) => state)]
    if (got.length !== 1) wrong.push(`${to}: ${got.length} mails`)
    if (states.join() !== 'unknown') wrong.push(`${to}: ${states}`)
    // Whoever looks at the appointment is told.
    const [shown] = (await mails.details(id)).mails
    if (shown?.state !== 'unknown' || !shown.error) wrong.push(`${to}: shown as ${JSON.stringify(shown)}`)
  }
  figure(
    'mail: killed between accept and mark',
    `0 doubles; each sent or reported unknown (${size.kills} kills)`,
    wrong.length,
    0,
    wrong,
  )
})

it('is sent once by a sender that lives, to whom its event came five times at once', async () => {
  const { id, to } = await mails.book()
  const sender = await startSender()
  const event = await eventOf(id)
  try {
    sender.send(event)
    const [reply] = await once(sender, 'message')
    expect(reply).toEqual({ batchItemFailures: [] })
    await Promise.all(Array.from({ length: 5 }, () => mails.deliver(id)))
  } finally {
    sender.kill('SIGKILL')
  }
  expect(await mails.mailsTo(to)).toHaveLength(1)
  expect((await mails.itemsOf(id)).map(({ state }) => state)).toEqual(['sent'])
  expect((await mails.details(id)).confirmationSent).toBe(true)
})

it('is asked for by an item that the stream starts its sender for', async () => {
  const { id } = await mails.book()
  const [asked] = await mails.itemsOf(id)
  const item = (await rawTable()).find((one) => one['subject'] === id && one['id'] === asked?.id)
  const started = Object.values(manifest.jobs).flatMap((one) =>
    one.trigger.on === 'stream' ? [one.trigger.entity] : [],
  )
  expect(started).toContain(item?.['__edb_e__'])
})
