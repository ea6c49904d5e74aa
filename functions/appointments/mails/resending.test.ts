import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { manifest } from '../../../infra/manifest.ts'
import { prepareAppointmentMails } from '../../../testing/appointment-mails.ts'
import { type Person, startWorld } from '../../../testing/world.ts'

const NOW = '2026-11-21T09:00:00Z'

const world = await startWorld({ now: NOW })
let caller: string
let outsider: string
let agent: Person

beforeAll(async () => {
  await world.team(1)
  await world.team(2)
  agent = await world.person({ role: 'agent', teamId: 1 })
})
beforeEach(async () => {
  world.travel(NOW)
  caller = await world.session(await world.person({ role: 'caller', teamId: 1 }))
  outsider = await world.session(await world.person({ role: 'caller', teamId: 2 }))
})
afterAll(() => world.stop())

const { book, change, remove, itemsOf, deliver, remind, details, mailsTo, resend } = prepareAppointmentMails(
  world,
  () => ({
    session: caller,
    agentId: agent.id,
  }),
)

/** Moves the clock, and starts a new session for the requests after that. */
async function travel(moment: string) {
  world.travel(moment)
  caller = await world.session(await world.person({ role: 'teamleader', teamId: 1 }))
}

describe('a mail that does not arrive', () => {
  it('is failed with its reason after all attempts of its event', async () => {
    const { attempts: MAX_ATTEMPTS } = (await import('./mails.ts')).appointmentMails
    expect(MAX_ATTEMPTS).toBe(manifest.jobs.outbox.trigger.attempts)
    const { id, to } = await book()
    world.ses.faults.failBefore = MAX_ATTEMPTS
    const failures: number[] = []
    for (let attempt = 0; attempt < MAX_ATTEMPTS + 1; attempt++) {
      failures.push((await deliver(id)).batchItemFailures.length)
    }
    expect(failures).toEqual([1, 1, 1, 1, 0, 0])
    const [mail] = (await details(id)).mails
    expect(mail).toMatchObject({
      state: 'failed',
      error: 'Na 5 pogingen niet verstuurd: de mailserver had het te druk.',
    })
    expect((await resend(id, mail.id, outsider)).status).toBe(404)
    const again = await resend(id, mail.id)
    expect([again.status, again.body.state, again.body.kind]).toEqual([200, 'waiting', 'confirmation'])
    expect((await resend(id, mail.id)).status).toBe(409)
    expect((await resend(id, again.body.id)).status).toBe(409)
    await deliver(id)
    expect(await mailsTo(to)).toHaveLength(1)
    expect((await resend(id, again.body.id)).body.message).toBe('Deze mail is al verstuurd')
    expect((await details(id)).confirmationSent).toBe(true)
  })

  it.each([
    ['MessageRejected', 'Email address is not verified. The following identities failed the check: x', 'bevestigd'],
    ['MailFromDomainNotVerified', 'Domain is not verified.', 'bevestigd'],
    ['AccountSendingPaused', 'Account is paused.', 'stilgezet'],
    ['Throttling', 'Daily message quota exceeded.', 'maximum van vandaag'],
  ])(
    'waits for SES when the account may not send it yet (%s), and can be sent again',
    async (name, message, reason) => {
      const { id, to } = await book()
      world.ses.faults.refusal = { name, message }
      expect((await deliver(id)).batchItemFailures).toEqual([])
      delete world.ses.faults.refusal
      const [mail] = (await details(id)).mails
      expect(mail).toMatchObject({ state: 'held', error: expect.stringMatching(/^Wacht op SES: /) })
      expect(mail.error).toContain(reason)
      await resend(id, mail.id)
      await deliver(id)
      expect(await mailsTo(to)).toHaveLength(1)
    },
  )

  it('is resent once for two clicks at a time', async () => {
    const { id, to } = await book()
    world.ses.faults.failAfter = 1
    await deliver(id)
    const [mail] = (await details(id)).mails
    expect(mail.state).toBe('unknown')
    const statuses = (await Promise.all([resend(id, mail.id), resend(id, mail.id)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
    await deliver(id)
    expect(await mailsTo(to)).toHaveLength(2)
  })

  it('is not resent when it would be outdated', async () => {
    const { id } = await book()
    world.ses.faults.failAfter = 1
    await deliver(id)
    const [mail] = (await details(id)).mails
    await change(id, { status: 'cancelled' })
    expect((await resend(id, mail.id)).status).toBe(422)
    expect((await resend(id, 'bestaat-niet')).status).toBe(404)
    const other = await book()
    expect((await resend(other.id, mail.id)).status).toBe(404)
  })

  it('is unknown, and never sent twice, when its sender crashed between claim and mark', async () => {
    const { Outbox } = await import('../../platform/data/outbox.ts')
    const { id, to } = await book()
    const [item] = await itemsOf(id)
    await Outbox.patch({ id: String(item?.id) })
      .set({ state: 'sending' })
      .go()
    for (let time = 0; time < 3; time++) await deliver(id)
    expect(await mailsTo(to)).toEqual([])
    expect((await details(id)).mails[0].state).toBe('unknown')
  })

  it('is not a reminder of an earlier time, which would replace the next one', async () => {
    const { id, to } = await book({ appointmentTime: '10:15' })
    await travel('2026-11-23T09:30:00Z')
    await remind()
    await change(id, { appointmentDate: '2026-11-27' })
    await deliver(id)
    const old = (await details(id)).mails.find(({ kind }: { kind: string }) => kind === 'reminder')
    expect(old.state).toBe('skipped')
    const reply = await resend(id, old.id)
    expect([reply.status, reply.body.message]).toEqual([422, 'Deze afspraak is daarna verplaatst.'])
    await travel('2026-11-26T09:30:00Z')
    await remind()
    await deliver(id)
    expect((await mailsTo(to)).at(-1)?.subject).toContain('Herinnering: uw afspraak op vrijdag 27 november')
  })

  it('keeps no data of the customer once another mail replaces it', async () => {
    const { id } = await book()
    await change(id, { status: 'cancelled' })
    await travel('2026-11-21T10:30:00Z')
    const [lost] = (await details(id)).mails
    expect([lost.kind, lost.state]).toEqual(['cancelled', 'failed'])
    expect((await resend(id, lost.id)).status).toBe(200)
    const kept = (await itemsOf(id)).find((item) => item.id === lost.id)
    expect([kept?.state, kept?.facts]).toEqual(['failed', undefined])
    await deliver(id)
    await deliver(id)
    expect((await itemsOf(id)).every(({ facts }) => facts === undefined)).toBe(true)
    expect((await remove(id)).status).toBe(204)
  })
})
