import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { prepareAppointmentMails } from '../../../testing/appointment-mails.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

const NOW = '2026-11-21T09:00:00Z'

const world: World = await startWorld({ now: NOW })
let admin: string
let caller: string
let agent: Person

beforeAll(async () => {
  await world.team(1)
  agent = await world.person({ role: 'agent', teamId: 1, firstName: 'Sophie', lastName: 'van Dam' })
})
beforeEach(async () => {
  world.travel(NOW)
  admin = await world.session(await world.person({ role: 'admin' }))
  caller = await world.session(await world.person({ role: 'caller', teamId: 1 }))
  await settings(true, true)
})
afterAll(() => world.stop())

async function settings(sendConfirmations: boolean, sendReminders: boolean, more: object = {}) {
  const { version } = (await world.call('GET', '/api/appointment-settings', { as: admin })).body as { version: number }
  const headers = { 'if-match': `"${version}"` }
  await world.call('PUT', '/api/appointment-settings', {
    as: admin,
    headers,
    body: { sendConfirmations, sendReminders, ...more },
  })
}

const { book, wasStoredWith, change, remove, itemsOf, deliver, remind, details, mailsTo } = prepareAppointmentMails(
  world,
  () => ({
    session: caller,
    agentId: agent.id,
  }),
)

/** Returns the invitation in a mail, read by an independent parser. */
async function invitationOf(mail: { id: string; attachments: readonly { contentType: string; filename: string }[] }) {
  const index = mail.attachments.findIndex(({ filename }) => filename === 'afspraak.ics')
  const attachment = await world.ses.attachment(mail.id, index)
  const calendar = new ICAL.Component(ICAL.parse(Buffer.from(attachment?.bytes ?? []).toString('utf8')))
  const entry = calendar.getFirstSubcomponent('vevent')
  if (!entry) throw new Error('No event in the invitation')
  const event = new ICAL.Event(entry)
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toJSDate().toISOString(),
    status: entry.getFirstPropertyValue('status'),
    properties: entry.getAllProperties().map(({ name }) => name),
    event,
  }
}

describe('mails about an appointment', () => {
  it('are sent when it is booked, moved and cancelled, each once and with a calendar entry', async () => {
    const { id, to } = await book({ address: 'Markt', houseNumber: '1', postalCode: '6041AB', city: 'Roermond' })
    await deliver(id)
    await change(id, { appointmentTime: '14:30' })
    await Promise.all([deliver(id), deliver(id)])
    await change(id, { status: 'cancelled' })
    await deliver(id)
    await deliver(id)
    const mails = await mailsTo(to)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Bevestiging van uw afspraak op dinsdag 24 november 2026 om 10:00',
      'Uw afspraak is verplaatst naar dinsdag 24 november 2026 om 14:30',
      'Uw afspraak op dinsdag 24 november 2026 om 14:30 gaat niet door',
    ])
    const entries = await Promise.all(mails.map(invitationOf))
    expect(entries.map(({ method, sequence, status, start }) => [method, sequence, status, start])).toEqual([
      ['REQUEST', 0, 'CONFIRMED', '2026-11-24T09:00:00.000Z'],
      ['REQUEST', 1, 'CONFIRMED', '2026-11-24T13:30:00.000Z'],
      ['CANCEL', 2, 'CANCELLED', '2026-11-24T13:30:00.000Z'],
    ])
    expect(new Set(entries.map(({ uid }) => uid)).size).toBe(1)
    expect(entries[0]?.event.location).toBe('Markt 1, 6041 AB Roermond')
    expect(mails[0]?.html).toContain('<p>Beste Jan Jansen,</p>')
    expect((await details(id)).mails.map(({ kind, state }: { kind: string; state: string }) => [kind, state])).toEqual([
      ['cancelled', 'sent'],
      ['moved', 'sent'],
      ['confirmation', 'sent'],
    ])
  })

  it('announce the cancellation when an open appointment is deleted', async () => {
    const { id, to } = await book()
    await deliver(id)
    expect((await remove(id)).status).toBe(204)
    await deliver(id)
    const mails = await mailsTo(to)
    expect(mails).toHaveLength(2)
    expect(mails[1] && (await invitationOf(mails[1])).method).toBe('CANCEL')
    expect((await itemsOf(id)).every((item) => item.facts === undefined)).toBe(true)
  })

  it('are not sent about the past, about other fields, or without an address', async () => {
    const past = await book({ appointmentDate: '2026-11-20' })
    await change(past.id, { status: 'cancelled' })
    const sold = await book({ status: 'sale' })
    await change(sold.id, { notes: 'Bel eerst' })
    await remove(sold.id)
    const silent = await book({ customerEmail: '' })
    await change(silent.id, { appointmentTime: '11:00' })
    expect(await itemsOf(past.id)).toEqual([])
    expect((await itemsOf(sold.id)).map(({ kind }) => kind)).toEqual(['appointment-confirmation'])
    expect(await itemsOf(silent.id)).toEqual([])
  })

  it('confirm the appointment at a corrected address, once', async () => {
    const { id, to } = await book()
    await deliver(id)
    await change(id, { customerEmail: `goed-${to}` })
    await change(id, { notes: 'Bel eerst' })
    await deliver(id)
    expect((await mailsTo(`goed-${to}`)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Bevestiging van uw afspraak'),
    ])
    expect(await mailsTo(to)).toHaveLength(1)
  })

  it('announce only the last of two moves, and no cancellation that was undone', async () => {
    const { id, to } = await book()
    await change(id, { appointmentTime: '11:00' })
    await change(id, { appointmentTime: '12:00' })
    await change(id, { status: 'cancelled' })
    await change(id, { status: 'scheduled' })
    await deliver(id)
    const mails = await mailsTo(to)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toContain('12:00')
    expect((await details(id)).mails.filter(({ state }: { state: string }) => state === 'skipped')).toHaveLength(4)
  })

  it('skip a move that is undone in time, and later mention only changes from what the customer knows', async () => {
    const { id, to } = await book()
    await deliver(id)
    await change(id, { appointmentTime: '11:00', undoable: true })
    await change(id, { appointmentTime: '10:00' })
    world.travel('2026-11-21T09:01:00Z')
    await deliver(id)
    expect(await mailsTo(to)).toHaveLength(1)
    expect((await details(id)).mails.map(({ state, error }: Record<string, string>) => [state, error])).toEqual([
      ['skipped', 'Verplaatsing ongedaan gemaakt.'],
      ['sent', null],
    ])
    await change(id, { appointmentTime: '11:00', undoable: true })
    await change(id, { status: 'cancelled' })
    await deliver(id)
    const [, cancelled, ...more] = await mailsTo(to)
    expect(more).toEqual([])
    expect(cancelled?.subject).toBe('Uw afspraak op dinsdag 24 november 2026 om 10:00 gaat niet door')
    expect(cancelled && (await invitationOf(cancelled))).toMatchObject({
      method: 'CANCEL',
      sequence: 4,
      start: '2026-11-24T09:00:00.000Z',
    })
    expect((await itemsOf(id)).every(({ facts }) => facts === undefined)).toBe(true)
  })

  it('announce a move that was undone too late, and then the undo', async () => {
    const { id, to } = await book()
    await deliver(id)
    await change(id, { appointmentTime: '11:00', undoable: true })
    world.travel('2026-11-21T09:00:12Z')
    await deliver(id)
    await change(id, { appointmentTime: '10:00' })
    await deliver(id)
    const mails = await mailsTo(to)
    expect(mails.map(({ subject }) => subject.slice(-5))).toEqual(['10:00', '11:00', '10:00'])
    const entries = await Promise.all(mails.map(invitationOf))
    expect(entries.map(({ method, sequence }) => [method, sequence])).toEqual([
      ['REQUEST', 0],
      ['REQUEST', 1],
      ['REQUEST', 2],
    ])
  })

  it('are right when a move is undone at the moment its mail leaves', async () => {
    for (let time = 0; time < 8; time++) {
      const { id, to } = await book()
      await deliver(id)
      await change(id, { appointmentTime: '11:00' })
      await Promise.all([deliver(id), change(id, { appointmentTime: '10:00' })])
      await deliver(id)
      const times = (await mailsTo(to)).map(({ subject }) => subject.slice(-5))
      expect([['10:00'], ['10:00', '11:00', '10:00']]).toContainEqual(times)
    }
  })

  it.each([
    ['2027-03-27', '23:30', '2027-03-27T22:30:00.000Z'],
    ['2027-03-28', '03:30', '2027-03-28T01:30:00.000Z'],
    ['2027-10-31', '01:30', '2027-10-30T23:30:00.000Z'],
    ['2027-10-31', '03:30', '2027-10-31T02:30:00.000Z'],
  ])('name the right moment around a clock change: %s %s', async (appointmentDate, appointmentTime, moment) => {
    const { id, to } = await book({ appointmentDate, appointmentTime })
    await deliver(id)
    const [mail] = await mailsTo(to)
    expect(mail?.subject).toContain(`om ${appointmentTime}`)
    expect(mail && (await invitationOf(mail)).start).toBe(moment)
  })

  it('name the agent and the day, and the office’s phone and address', async () => {
    const ours = {
      senderName: 'Partnerview Energie BV',
      roermondPhone: '0475 123456',
      roermondEmail: 'roermond@ons.example',
    }
    await settings(true, true, ours)
    const { id, to } = await book()
    await deliver(id)
    await change(id, { status: 'cancelled' })
    await deliver(id)
    const [booked, cancelled] = await mailsTo(to)
    expect(booked?.text).toContain('Kunt u niet? Bel 0475 123456 of antwoord op deze mail.')
    expect(booked?.text).toContain(
      'Met vriendelijke groet,\nSophie van Dam\nPartnerview Energie BV, kantoor Roermond · 0475 123456',
    )
    for (const part of ['november', '>24<', 'di 10:00', 'Sophie van Dam komt bij u langs']) {
      expect(booked?.html).toContain(part)
    }
    expect(cancelled?.text).toContain('Bel 0475 123456 of antwoord op deze mail.')
    expect([booked?.headers['reply-to'], booked?.headers['from']]).toEqual([
      'roermond@ons.example',
      expect.stringMatching(/^"?Partnerview Energie BV"? </),
    ])
    await settings(true, true, { senderName: null, roermondPhone: null, roermondEmail: null })
  })

  it('carry an invitation of folded lines, as RFC 5545 requires', async () => {
    const { id } = await book({ customerName: 'Ä'.repeat(120), address: 'Ligusterlaan '.repeat(12) })
    const { composeInvitation } = await import('./invitation.ts')
    const { appointmentRecords } = await import('../service.ts')
    const lines = composeInvitation('REQUEST', await appointmentRecords.find(id), {
      name: 'Partnerview',
      phone: undefined,
    }).content.split('\r\n')
    expect(lines.at(-1)).toBe('')
    expect(lines.at(-2)).toBe('END:VCALENDAR')
    expect(lines.filter((line) => /[\r\n]/.test(line) || Buffer.byteLength(line) > 75)).toEqual([])
  })

  it('take no header or calendar property from a name', async () => {
    const evil = 'Piet\r\nBcc: evil@example.com\r\nATTENDEE:mailto:evil@example.com\r\nEND:VEVENT "; x <b>'
    const { id, to } = await book({ notes: evil })
    await wasStoredWith(id, { customerName: evil, address: evil })
    await deliver(id)
    const [mail] = await mailsTo(to)
    if (!mail) throw new Error('No mail')
    expect(mail.bcc).toEqual([])
    expect(mail.to).toEqual([to])
    expect(Object.keys(mail.headers)).not.toContain('bcc')
    expect(mail.html).not.toContain('<b>')
    const { properties } = await invitationOf(mail)
    expect(properties.filter((name) => name === 'attendee')).toHaveLength(1)
  })
})

describe('settings', () => {
  it('switch mails off, waiting ones included', async () => {
    const waiting = await book()
    await settings(false, true)
    await deliver(waiting.id)
    expect(await mailsTo(waiting.to)).toEqual([])
    expect((await details(waiting.id)).mails[0]).toMatchObject({
      state: 'skipped',
      error: 'Deze mails staan uit bij de instellingen.',
    })
    const silent = await book()
    expect(await itemsOf(silent.id)).toEqual([])
    expect((await world.call('GET', '/api/appointment-settings', { as: admin })).body).toMatchObject({
      sendConfirmations: false,
      sendReminders: true,
    })
    expect((await world.call('GET', '/api/appointment-settings', { as: caller })).status).toBe(403)
  })
})

describe('reminders', () => {
  const at = { appointmentDate: '2026-11-24', appointmentTime: '10:00' }

  it('are queued and sent once, whatever runs in parallel', async () => {
    const { id, to } = await book(at)
    await deliver(id)
    expect(await remind()).toEqual({ queued: 0 })
    world.travel('2026-11-23T09:00:01Z')
    const runs = await Promise.all([remind(), remind(), remind()])
    expect(runs.reduce((sum, { queued }) => sum + queued, 0)).toBeGreaterThanOrEqual(1)
    await Promise.all([deliver(id), deliver(id)])
    await remind()
    await deliver(id)
    const mails = await mailsTo(to)
    expect(mails.filter(({ subject }) => subject.startsWith('Herinnering'))).toHaveLength(1)
    expect((await itemsOf(id)).filter(({ kind }) => kind === 'appointment-reminder')).toHaveLength(1)
  })

  it('are sent again for the new time of a moved appointment, and never for the old one', async () => {
    const { id, to } = await book({ ...at, appointmentTime: '10:15' })
    world.travel('2026-11-23T09:30:00Z')
    await remind()
    caller = await world.session(await world.person({ role: 'teamleader', teamId: 1 }))
    await change(id, { appointmentDate: '2026-11-27' })
    await deliver(id)
    expect((await mailsTo(to)).map(({ subject }) => subject.split(' ')[0])).toEqual(['Uw'])
    world.travel('2026-11-26T09:30:00Z')
    caller = await world.session(await world.person({ role: 'teamleader', teamId: 1 }))
    await remind()
    await deliver(id)
    expect((await mailsTo(to)).at(-1)?.subject).toContain('vrijdag 27 november')
    expect((await details(id)).reminderSent).toBe(true)
  })

  it.each([
    ['2027-03-28', '10:00', '2027-03-27T08:00:00Z'],
    ['2027-03-28', '01:59', '2027-03-27T00:59:00Z'],
    ['2027-10-31', '02:30', '2027-10-30T00:30:00Z'],
    ['2027-10-31', '10:00', '2027-10-30T09:00:00Z'],
  ])('come 24 hours before, also where the clock changes between: %s %s', async (date, time, due) => {
    const { id, to } = await book({ appointmentDate: date, appointmentTime: time })
    await deliver(id)
    const reminded = async () => (await itemsOf(id)).filter(({ kind }) => kind === 'appointment-reminder').length
    world.travel(Date.parse(due) - 1)
    await remind()
    expect(await reminded()).toBe(0)
    world.travel(due)
    await remind()
    await remind()
    expect(await reminded()).toBe(1)
    await deliver(id)
    expect((await mailsTo(to)).at(-1)?.subject).toMatch(new RegExp(`^Herinnering: .*${time}$`))
  })

  it('are not sent after another mail within the day, for a cancelled appointment, or when switched off', async () => {
    const late = await book({ appointmentDate: '2026-11-22', appointmentTime: '09:00' })
    const off = await book({ ...at, appointmentTime: '10:20' })
    await change(off.id, { status: 'cancelled' })
    const unwanted = await book({ ...at, appointmentTime: '10:25' })
    await remind()
    world.travel('2026-11-23T09:45:00Z')
    admin = await world.session(await world.person({ role: 'admin' }))
    await settings(true, false)
    await remind()
    for (const { id } of [late, off, unwanted]) {
      expect((await itemsOf(id)).map(({ kind }) => kind)).not.toContain('appointment-reminder')
    }
  })
})
