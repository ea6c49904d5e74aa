import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { manifest } from '../../infra/manifest.ts'
import { prepareAppointmentMails } from '../../testing/appointment-mails.ts'
import { readOutboxEvent } from '../../testing/outbox.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { type Cast, makeCast, sessionFor } from '../cast.ts'
import { reportFigure, size } from '../figures.ts'
import { readRawTable } from '../raw-table.ts'
import { startOutboxProcess } from './outbox-process.ts'
import { type ReplyInterceptor, startReplyInterceptor } from './reply-interceptor.ts'

/** A day in the future also by the real clock, which the sending processes use. */
const AHEAD = { appointmentDate: '2099-11-24', bookAnyway: true }

let world: World
let cast: Cast
let provider: ReplyInterceptor
let mails: ReturnType<typeof prepareAppointmentMails>
beforeAll(async () => {
  world = await startWorld()
  provider = await startReplyInterceptor(world.ses.url)
  process.env['AWS_ENDPOINT_URL_SES'] = provider.url
  cast = await makeCast(world)
  const session = await sessionFor(world, cast.caller[0])
  mails = prepareAppointmentMails(world, () => ({ session, agentId: cast.agent[0].id }))
})
afterAll(async () => {
  await provider.close()
  await world.stop()
})

it('a mail is not sent twice when its sender is killed between acceptance and mark', async () => {
  const wrong: string[] = []
  for (let kill = 0; kill < size.kills; kill++) {
    const { id, to } = await mails.book(AHEAD)
    const sender = await startOutboxProcess()
    const exited = once(sender, 'exit')
    provider.onAnswer(() => sender.kill('SIGKILL'))
    sender.send(await readOutboxEvent(id))
    await exited
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
    // The details of the appointment show the mail.
    const [shown] = (await mails.details(id)).mails
    if (shown?.state !== 'unknown' || !shown.error) wrong.push(`${to}: shown as ${JSON.stringify(shown)}`)
  }
  reportFigure(
    'mail: killed between accept and mark',
    `0 doubles; each sent or reported unknown (${size.kills} kills)`,
    wrong.length,
    0,
    wrong,
  )
})

it('a mail is sent once, also when its event comes five times more at once', async () => {
  const { id, to } = await mails.book(AHEAD)
  const sender = await startOutboxProcess()
  const event = await readOutboxEvent(id)
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

it('a mail is queued as an outbox item, for which the stream starts its sender', async () => {
  const { id } = await mails.book(AHEAD)
  const [asked] = await mails.itemsOf(id)
  const item = (await readRawTable()).find((one) => one['subject'] === id && one['id'] === asked?.id)
  const started = Object.values(manifest.jobs).flatMap((one) =>
    one.trigger.on === 'stream' ? [one.trigger.entity] : [],
  )
  expect(started).toContain(item?.['__edb_e__'])
})
