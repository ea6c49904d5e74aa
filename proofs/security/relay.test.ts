import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepareAppointmentMails } from '../../testing/appointment-mails.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { type Cast, makeCast, sessionFor } from '../cast.ts'
import { reportFigure } from '../figures.ts'

const START = Date.parse('2026-11-21T09:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let world: World
let cast: Cast
let session: string
let mails: ReturnType<typeof prepareAppointmentMails>
beforeAll(async () => {
  world = await startWorld({ now: new Date(START).toISOString() })
  cast = await makeCast(world)
  session = await sessionFor(world, cast.caller[0])
  mails = prepareAppointmentMails(world, () => ({ session, agentId: cast.agent[0].id }))
})
afterAll(() => world.stop())

/** Returns the largest number of these moments within any period of `span` milliseconds. */
const densest = (moments: readonly number[], span: number) =>
  Math.max(...moments.map((from) => moments.filter((at) => at >= from && at < from + span).length))

const victim = 'slachtoffer@elders.example'
const spellings = [
  victim,
  'Slachtoffer@Elders.example',
  'slachtoffer+1@elders.example',
  'slachtoffer+x.y@elders.example',
]
const name = 'Win op www.kwaad.example of https://kwaad.example/p, mail x@kwaad.example'

it('200 changes by one person mail nobody more often than the limits allow, and mail no link from a name', async () => {
  const wrong: string[] = []
  const changed: string[] = []
  // Books ten appointments every two hours and moves each of them every half hour, for ten hours. Half of them are for
  // one mailbox.
  for (let round = 0; round < 20; round++) {
    world.travel(START + round * 30 * MINUTE)
    if (round % 2 === 0) session = await sessionFor(world, cast.caller[0])
    for (let turn = 0; turn < 10; turn++) {
      const customerEmail = turn < 5 ? spellings[turn % spellings.length] : `ander-${round}-${turn}@elders.example`
      const known = round % 4 === 0 ? undefined : changed.at(-10)
      if (known) await mails.change(known, { appointmentTime: `1${round % 9}:0${turn}`, customerEmail })
      changed.push(known ?? (await mails.book({ customerEmail, customerName: name, address: name })).id)
    }
    await Promise.all(changed.slice(-10).map(mails.deliver))
  }
  // Then sixty-five appointments are booked at once, for as many addresses.
  world.travel(START + 11 * HOUR)
  session = await sessionFor(world, cast.caller[0])
  const burst: string[] = []
  for (let one = 0; one < 65; one++) burst.push((await mails.book({ customerName: name, address: name })).id)
  await Promise.all(burst.map(mails.deliver))

  const sent = await world.ses.mails()
  const moments = sent.map(({ sentAt }) => Date.parse(sentAt))
  const toVictim = sent.filter(({ to }) => /^slachtoffer/i.test(String(to[0]))).map(({ sentAt }) => Date.parse(sentAt))
  const most = {
    perHour: densest(toVictim, HOUR),
    perDay: densest(toVictim, 24 * HOUR),
    byOneInAnHour: densest(moments, HOUR),
  }
  if (most.perHour > 5) wrong.push(`${most.perHour} mails in an hour to one mailbox`)
  if (most.perDay > 20) wrong.push(`${most.perDay} mails in a day to one mailbox`)
  if (most.byOneInAnHour > 60) wrong.push(`${most.byOneInAnHour} mails in an hour by one person`)
  // The limits are reached, as more mails were requested.
  expect(most).toEqual({ perHour: 5, perDay: 20, byOneInAnHour: 60 })
  for (const mail of sent) {
    const invitation = Buffer.from((await world.ses.attachment(mail.id, 0))?.bytes ?? []).toString('utf8')
    for (const part of [mail.subject, mail.text, mail.html, invitation.replaceAll(/\r\n[ \t]/g, '')]) {
      if (/www\.\S|https?:\S|kwaad\.\S|@kwaad/.test(part)) wrong.push(`a link: ${part}`)
    }
  }
  // The details of the appointment show that its mail was held back.
  const held = (await Promise.all(burst.map(mails.details)))
    .flatMap((one) => one.mails)
    .filter((one) => one.state === 'held')
  if (held.length !== 5 || held.some(({ error }) => !error)) wrong.push(`${held.length} of 5 are shown as held back`)
  reportFigure('relay', '265 changes: the limits per mailbox and person hold, 0 links', wrong.length, 0, wrong)
})
