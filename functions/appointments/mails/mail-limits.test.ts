import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { prepareAppointmentMails } from '../../../testing/appointment-mails.ts'
import { type Person, startWorld } from '../../../testing/world.ts'

const NOW = '2026-11-21T09:00:00Z'
const world = await startWorld({ now: NOW })
let agent: Person
let caller: Person
let session: string

beforeAll(async () => {
  await world.team(1)
  agent = await world.person({ role: 'agent', teamId: 1 })
})
beforeEach(async () => {
  caller = await world.person({ role: 'caller', teamId: 1 })
  await at(NOW)
})
afterAll(() => world.stop())

async function at(moment: string) {
  world.travel(moment)
  session = await world.session(caller)
}

const { book, wasStoredWith, change, deliver, details, mailsTo, resend, remind } = prepareAppointmentMails(
  world,
  () => ({
    session,
    agentId: agent.id,
  }),
)

/** Books for one address and moves the appointment several times, with each mail delivered before the next change. */
async function changedOften(to: string, changes: number) {
  const { id } = await book({ customerEmail: to })
  await deliver(id)
  for (let time = 1; time < changes; time++) {
    await change(id, { appointmentTime: `1${time % 10}:30` })
    await deliver(id)
  }
  return id
}

const statesOf = async (id: string) => (await details(id)).mails.map(({ state }: { state: string }) => state)

describe('the limit per recipient', () => {
  it('sends five mails an hour and shows the others at the appointment, to be sent later', async () => {
    const to = 'vijf@klant.example'
    const id = await changedOften(to, 8)
    expect(await mailsTo(to)).toHaveLength(5)
    const [last] = (await details(id)).mails
    expect(last).toMatchObject({
      kind: 'moved',
      state: 'held',
      error: 'Dit adres kreeg in een uur al 5 mails. Verstuur deze mail later opnieuw.',
    })
    const early = await resend(id, last.id)
    expect(early.status).toBe(200)
    await deliver(id)
    expect((await statesOf(id)).slice(0, 2)).toEqual(['held', 'held'])
    await at('2026-11-21T10:00:00Z')
    expect((await resend(id, early.body.id)).status).toBe(200)
    await deliver(id)
    const mails = await mailsTo(to)
    expect(mails).toHaveLength(6)
    expect(mails.at(-1)?.subject).toContain('17:30')
  })

  it('holds for any hour, for each spelling of a mailbox and over all senders', async () => {
    const to = 'rollend@klant.example'
    await at('2026-11-21T09:00:00Z')
    await changedOften(to, 1)
    await at('2026-11-21T09:50:00Z')
    await changedOften(to, 2)
    caller = await world.person({ role: 'caller', teamId: 1 })
    await at('2026-11-21T09:55:00Z')
    await changedOften('ROLLEND+x@klant.example', 2)
    await at('2026-11-21T10:00:00Z')
    // This address got five mails since 09:00, of which the first no longer counts. So one more is sent in this hour.
    expect(await statesOf(await changedOften(to, 3))).toEqual(['held', 'held', 'sent'])
    await at('2026-11-21T10:50:00Z')
    expect(await statesOf(await changedOften(to, 3))).toEqual(['held', 'sent', 'sent'])
  })

  it('sends twenty mails a day', async () => {
    const to = 'twintig@klant.example'
    for (let hour = 9; hour < 14; hour++) {
      await at(`2026-11-21T${String(hour).padStart(2, '0')}:00:00Z`)
      const id = await changedOften(to, 5)
      if (hour < 13) continue
      expect((await details(id)).mails[0]).toMatchObject({
        state: 'held',
        error: 'Dit adres kreeg in een dag al 20 mails. Verstuur deze mail later opnieuw.',
      })
    }
    expect(await mailsTo(to)).toHaveLength(20)
  })

  it('counts a mail once however often it is attempted, and no outdated mail', async () => {
    const to = 'pogingen@klant.example'
    const { id } = await book({ customerEmail: to })
    world.ses.faults.failBefore = 4
    for (let time = 0; time < 5; time++) await deliver(id)
    for (const time of ['11:00', '12:00', '13:00', '14:00']) await change(id, { appointmentTime: time })
    await deliver(id)
    for (const time of ['15:00', '16:00', '17:00']) {
      await change(id, { appointmentTime: time })
      await deliver(id)
    }
    expect(await mailsTo(to)).toHaveLength(5)
    expect(await statesOf(id)).not.toContain('held')
  })
})

describe('the limit per person', () => {
  /** Delivers ten at a time, as the stream does. */
  async function deliverAll(ids: readonly string[]) {
    for (let from = 0; from < ids.length; from += 10) await Promise.all(ids.slice(from, from + 10).map(deliver))
  }

  it('sends sixty mails an hour to any address; others’ mails and reminders are sent all the same', async () => {
    const ids: string[] = []
    for (let time = 0; time < 61; time++) ids.push((await book()).id)
    await deliverAll(ids)
    const mails = (await Promise.all(ids.map(details))).flatMap((one) => one.mails)
    expect(mails.filter(({ state }) => state === 'sent')).toHaveLength(60)
    expect(mails.filter(({ state }) => state === 'held')).toMatchObject([
      { error: 'Deze gebruiker verstuurde in een uur al 60 mails. Verstuur deze mail later opnieuw.' },
    ])
    caller = await world.person({ role: 'caller', teamId: 1 })
    await at(NOW)
    const other = await book()
    await deliver(other.id)
    expect(await statesOf(other.id)).toEqual(['sent'])
    await at('2026-11-23T09:30:00Z')
    await remind()
    await deliverAll(ids)
    const reminders = (await Promise.all(ids.map(details)))
      .flatMap((one) => one.mails)
      .filter(({ kind, state }) => kind === 'reminder' && state === 'sent')
    expect(reminders).toHaveLength(61)
  }, 120_000)
})

describe('a name in a mail', () => {
  it('is no link in any part of it, the invitation included', async () => {
    const name = 'www.kwaad.example https://kwaad.example x@kwaad.example'
    agent = await world.person({ role: 'agent', teamId: 1, firstName: 'www.agent.example', lastName: 'x' })
    const { id, to } = await book({ customerName: name, address: name, city: 'https://plaats.example' })
    await deliver(id)
    const [mail] = await mailsTo(to)
    if (!mail) throw new Error('No mail')
    const invitation = Buffer.from((await world.ses.attachment(mail.id, 0))?.bytes ?? []).toString('utf8')
    const unfolded = invitation.replaceAll(/\r\n[ \t]/g, '')
    expect(unfolded).toContain('kwaad')
    for (const part of [mail.text, mail.html, unfolded]) {
      expect(part).not.toMatch(/www\.\S|https?:\S|(kwaad|plaats|agent)\.\S|@kwaad/)
    }
    expect(mail.text).toMatch(/^Beste heer of mevrouw,\n/)
  })

  it('leaves every line of the mail and of its parts ended by CR LF', async () => {
    const { id, to } = await book({ address: 'Markt', notes: 'x\ny' })
    await wasStoredWith(id, { customerName: 'Zoë\nde Vries' })
    await deliver(id)
    const [mail] = await mailsTo(to)
    const raw = (await world.ses.raw(mail?.id ?? ''))?.toString('latin1') ?? ''
    expect(raw).toContain('text/html')
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const encoded = [...raw.matchAll(/transfer-encoding: base64\r\n(?:[^\r\n]+\r\n)*\r\n((?:[A-Za-z0-9+/=]+\r\n)+)/gi)]
    expect(encoded.length).toBeGreaterThan(0)
    for (const [, base64 = ''] of encoded) {
      const part = Buffer.from(base64, 'base64').toString('utf8')
      expect(part.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    }
  })
})
