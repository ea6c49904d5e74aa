import type { SQSEvent } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildMailEvent } from '../../../infra/local/workbench/mail-event.ts'
import type { AuditLog } from '../../../shared/api/audit.ts'
import { buildAgreementForm, buildInvoiceForm, buildPartnerForm, buildSettingsForm } from '../../../testing/invoices.ts'
import { deliverOutbox, readOutboxOf } from '../../../testing/outbox.ts'
import { textsIn } from '../../../testing/read-xml.ts'
import { runAsFunction } from '../../../testing/rights.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let people: Record<'admin' | 'agent' | 'partnersAgent' | 'unseeing', Person>
let as: string

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-23T09:00:00Z' })
  await world.team(1)
  people = {
    admin: await world.person({ role: 'admin', firstName: 'Ada', lastName: 'Beheer' }),
    agent: await world.person({ role: 'agent', teamId: 1, firstName: 'Bram' }),
    partnersAgent: await world.person({ role: 'agent', teamId: 1 }),
    unseeing: await world.person({ role: 'agent', teamId: 1, hasInvoiceAccess: false }),
  }
  as = await world.session(people.admin)
  await done('PUT', '/settings', buildSettingsForm({ emailTemplate: 'Beste relatie,\nzie www.example.nl.' }))
})
afterAll(() => world.stop())

const call = (method: string, path: string, body?: object) =>
  world.call(method, `/api/self-billing${path}`, { as, ...(body ? { body } : {}) })
async function done(method: string, path: string, body?: object) {
  const reply = await call(method, path, body)
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300)
  return reply.body
}

let partners = 0
/** Makes a concept of a new partner; returns it with the partner's address. */
async function concept(form: object = {}, partner: object = {}) {
  const email = `partner-${++partners}@bos.example`
  const { id } = await done('POST', '/partners', buildPartnerForm({ email, ...partner }))
  await world.call('PUT', `/api/self-billing/partners/${id}/agreement`, { as, ...buildAgreementForm() })
  return { ...(await done('POST', '/invoices', buildInvoiceForm(id, form))), email, partnerId: id }
}
const step = (id: string, status: string) => done('PATCH', `/invoices/${id}/status`, { status })
const send = (invoiceId: string, more: object = {}) => call('POST', '/send-invoice-email', { invoiceId, ...more })
const mailsTo = async (to: string) => (await world.ses.mails()).filter((mail) => mail.to.includes(to))
const read = (id: string) => done('GET', `/invoices/${id}`)
const states = async (id: string) =>
  Object.fromEntries(
    (await read(id)).mails.map(({ kind, state }: { kind: string; state: string }) => [kind, state]).reverse(),
  )

it('a line break in an old partner name adds no header or line to a mail and no element to its e-invoice', async () => {
  const { Partners } = await import('../partner-entity.ts')
  const headersOf = async (to: string) => Object.keys((await mailsTo(to))[0]?.headers ?? {}).toSorted()
  const plain = await concept()
  await step(plain.id, 'in_behandeling')
  await deliverOutbox(plain.id)
  for (const payload of ['\r\nBcc: x@k.nl', '\u2028Bcc: x@k.nl', '\r\n\r\nX: y', '</cbc:Name><cbc:ID>&x;]]>']) {
    const given = buildPartnerForm({ contactPerson: `Bo${payload}`, name: `Bos${payload}` })
    if (/[\r\n]/.test(payload)) expect((await call('POST', '/partners', given)).status).toBe(400)
    const { id, email, partnerId } = await concept()
    await Partners.patch({ id: partnerId })
      .set({ name: given.name, contactPerson: `Bo${payload}`, city: `Echt${payload}` })
      .go()
    await step(id, 'in_behandeling')
    await deliverOutbox(id)
    const [mail] = await mailsTo(email)
    expect(await headersOf(email)).toEqual(await headersOf(plain.email))
    expect([mail?.to, mail?.bcc, mail?.attachments.length]).toEqual([[email], [], 2])
    expect(mail?.text).not.toMatch(/^(Bcc|X):/im)
    const ubl = (await call('GET', `/invoices/${id}/ubl`)).text
    expect(textsIn(ubl, 'ID')).toHaveLength(textsIn((await call('GET', `/invoices/${plain.id}/ubl`)).text, 'ID').length)
  }
  // A line break in the partner's address adds no recipient.
  const { id, partnerId } = await concept()
  await Partners.patch({ id: partnerId }).set({ email: 'facturen@bos.example\r\nBcc: x@k.nl' }).go()
  await step(id, 'in_behandeling')
  await deliverOutbox(id)
  expect((await world.ses.mails()).filter(({ to, bcc }) => [...to, ...bcc].join().includes('x@k.nl'))).toEqual([])
})

describe('an invoice that is put into processing', () => {
  it('is mailed with PDF and UBL to its partner and its assigned user, once in its life', async () => {
    const { id, invoiceNumber, email } = await concept(
      { assignedUserId: people.agent.id },
      { assignedAgentId: people.partnersAgent.id },
    )
    const stepped = await step(id, 'in_behandeling')
    expect(stepped).toMatchObject({ sentToPartner: false })
    expect(stepped.mails.map(({ state }: { state: string }) => state)).toEqual(['waiting', 'waiting'])
    await deliverOutbox(id)
    await deliverOutbox(id)
    const [mail, ...others] = await mailsTo(email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`Factuur ${invoiceNumber}`)
    expect(mail?.text).toContain('Beste relatie,')
    expect(mail?.text).not.toContain('www.example.nl')
    expect(mail?.text).toContain('Factuur uitgereikt door afnemer')
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual([`${invoiceNumber}.pdf`, `${invoiceNumber}.xml`])
    const pdf = await world.ses.attachment(mail?.id ?? '', 0)
    expect(Buffer.from(pdf?.bytes ?? []).toString('latin1')).toBe((await call('GET', `/invoices/${id}/pdf`)).text)
    expect((await mailsTo(people.agent.email)).map(({ attachments }) => attachments.length)).toEqual([2])
    expect(await mailsTo(people.partnersAgent.email)).toEqual([])
    expect(await read(id)).toMatchObject({ sentToPartner: true, version: stepped.version })
    expect(await states(id)).toEqual({ 'partner-mail': 'sent', 'agent-mail': 'sent' })

    await step(id, 'concept')
    await step(id, 'in_behandeling')
    await deliverOutbox(id)
    expect(await mailsTo(email)).toHaveLength(1)
    expect(await mailsTo(people.agent.email)).toHaveLength(1)
  })

  it('is mailed once for many requests at once', async () => {
    const { id, email } = await concept()
    await Promise.all(
      Array.from({ length: 10 }, () => call('PATCH', `/invoices/${id}/status`, { status: 'in_behandeling' })),
    )
    expect(await readOutboxOf(id)).toHaveLength(1)
    await Promise.all([deliverOutbox(id), deliverOutbox(id)])
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it("mails the partner's agent where the invoice has no user, and nobody who may not open it", async () => {
    const one = await concept({}, { assignedAgentId: people.partnersAgent.id })
    await step(one.id, 'in_behandeling')
    await deliverOutbox(one.id)
    expect(await mailsTo(people.partnersAgent.email)).toHaveLength(1)
    const other = await concept({ assignedUserId: people.unseeing.id })
    await step(other.id, 'in_behandeling')
    await deliverOutbox(other.id)
    expect(await mailsTo(people.unseeing.email)).toEqual([])
    const shown = await read(other.id)
    expect(shown.mails).toContainEqual(
      expect.objectContaining({ kind: 'agent-mail', state: 'skipped', error: expect.stringMatching(/geen toegang/) }),
    )
    expect(shown.mailable).toEqual(['partner-mail', 'accounting-mail'])
  })

  it('continues when its mail fails: failed after three refusals, unknown without an answer, never retried after that', async () => {
    const { id, email } = await concept()
    world.ses.faults.failBefore = 99
    await step(id, 'in_behandeling')
    for (let attempt = 0; attempt < 5; attempt++) await deliverOutbox(id)
    world.ses.faults.failBefore = 0
    await deliverOutbox(id)
    const failed = await read(id)
    expect(failed).toMatchObject({ status: 'in_behandeling', sentToPartner: false })
    expect(failed.mails).toMatchObject([
      { state: 'failed', error: 'Na 3 pogingen niet verstuurd: de mailserver had het te druk.' },
    ])
    world.ses.faults.failAfter = 1
    expect((await send(id)).body).toMatchObject({ mail: { state: 'waiting' } })
    await deliverOutbox(id)
    await deliverOutbox(id)
    expect(await mailsTo(email)).toHaveLength(1)
    expect((await read(id)).mails.map(({ state }: { state: string }) => state).toSorted()).toEqual([
      'failed',
      'unknown',
    ])
  })
})

describe('the button that sends', () => {
  it('sends a concept, which is fixed then; the next step mails only the assigned user', async () => {
    const { id, email, invoiceNumber } = await concept({ assignedUserId: people.agent.id })
    const before = (await mailsTo(people.agent.email)).length
    const reply = await send(id, { pdfBuffer: 'x'.repeat(100_000) })
    expect([reply.status, reply.body.invoiceNumber, reply.body.partnerEmail]).toEqual([200, invoiceNumber, email])
    expect(await read(id)).toMatchObject({ status: 'concept', isEditable: false, sentAt: expect.any(String) })
    await deliverOutbox(id)
    await step(id, 'in_behandeling')
    await deliverOutbox(id)
    expect(await mailsTo(email)).toHaveLength(1)
    expect(await mailsTo(people.agent.email)).toHaveLength(before + 1)
  })

  it('sends again to the present address, once for two clicks', async () => {
    const { id, email, partnerId } = await concept()
    await step(id, 'in_behandeling')
    expect((await send(id)).status).toBe(409)
    await deliverOutbox(id)
    await done('PATCH', `/partners/${partnerId}`, { email: `nieuw-${email}` })
    const clicks = await Promise.all([send(id), send(id), send(id)])
    expect(clicks.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    await deliverOutbox(id)
    expect([(await mailsTo(email)).length, (await mailsTo(`nieuw-${email}`)).length]).toEqual([1, 1])
    expect((await send(id)).status).toBe(200)
    await deliverOutbox(id)
    expect(await mailsTo(`nieuw-${email}`)).toHaveLength(2)
  })

  it('sends the first mail to the accounting and to a user assigned later, unless unsent or refused', async () => {
    const { id } = await concept()
    expect((await read(id)).mailable).toEqual([])
    await step(id, 'in_behandeling')
    expect((await read(id)).mailable).toEqual(['partner-mail', 'accounting-mail'])
    const assigned = await done('PATCH', `/invoices/${id}`, { assignedUserId: people.agent.id })
    expect(assigned.mailable).toEqual(['partner-mail', 'agent-mail', 'accounting-mail'])
    for (const kind of ['agent-mail', 'accounting-mail']) expect((await send(id, { kind })).status).toBe(200)
    await deliverOutbox(id)
    expect(await states(id)).toEqual({ 'partner-mail': 'sent', 'agent-mail': 'sent', 'accounting-mail': 'sent' })
    const { Invoices } = await import('../invoices/entity.ts')
    await Invoices.patch({ id })
      .set({ answer: { state: 'refused', at: '2026-11-23T09:00:00.000Z' } })
      .go()
    expect((await read(id)).mailable).toEqual(['partner-mail', 'agent-mail'])
  })

  it('sends no second mail when the user meant to send the first', async () => {
    const { id, email } = await concept()
    expect((await send(id, { unlessSent: true })).status).toBe(200)
    await deliverOutbox(id)
    const again = await send(id, { unlessSent: true })
    expect([again.status, again.body.message]).toEqual([409, 'Deze mail is al verstuurd'])
    await deliverOutbox(id)
    expect(await mailsTo(email)).toHaveLength(1)
    expect((await send(id)).status).toBe(200)
  })

  it('sends the accounting a credit note of an invoice that it lacks only with automatic sending on', async () => {
    const { id, invoiceNumber } = await concept()
    await step(id, 'in_behandeling')
    const { Invoices } = await import('../invoices/entity.ts')
    await Invoices.patch({ id })
      .set({ answer: { state: 'refused', at: '2026-11-23T09:00:00.000Z' } })
      .go()
    const note = await done('POST', `/invoices/${id}/credit-notes`, {})
    await step(note.id, 'in_behandeling')
    expect((await read(note.id)).mailable).toEqual(['partner-mail'])
    const refused = await send(note.id, { kind: 'accounting-mail' })
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringContaining(`De boekhouding heeft factuur ${invoiceNumber} niet`),
    ])
    await done('PATCH', `/invoices/${note.id}`, { autoSendEnabled: true })
    expect((await send(note.id, { kind: 'accounting-mail' })).status).toBe(200)
  })

  it('refuses a cancelled invoice, a mail without an assigned user and an unknown invoice', async () => {
    const { id } = await concept()
    expect((await send(id, { kind: 'agent-mail' })).status).toBe(409)
    await step(id, 'cancelled')
    expect((await send(id)).status).toBe(409)
    const other = await concept()
    await step(other.id, 'in_behandeling')
    expect((await send(other.id, { kind: 'agent-mail' })).body.message).toMatch(/aan niemand toegewezen/)
    expect((await send('niets')).status).toBe(404)
  })
})

describe('a later event of the provider', () => {
  type EventType = Parameters<typeof buildMailEvent>[1]['eventType']
  /** Delivers an event of the provider about the newest mail to an address. It arrives twice, as can happen. */
  async function tell(to: string, eventType: EventType) {
    const [mail] = await mailsTo(to)
    if (!mail) throw new Error(`No mail to ${to}`)
    return deliver(JSON.stringify(buildMailEvent(mail, { eventType })))
  }
  async function deliver(body: string) {
    const { handler } = await import('../../../events/mail-events.ts')
    const Records = ['1', '2'].map((messageId) => ({ messageId, body })) as SQSEvent['Records']
    return runAsFunction('mail-events', () => handler({ Records }))
  }
  const sent = async () => {
    const made = await concept()
    await step(made.id, 'in_behandeling')
    await deliverOutbox(made.id)
    return made
  }

  it('marks a bounced mail as failed: the partner has no invoice, and the button sends it again', async () => {
    const { id, email } = await sent()
    expect((await read(id)).acceptance.until).toBe('2026-12-07')
    expect(await tell(email, 'Bounce')).toEqual({ batchItemFailures: [] })
    await tell(email, 'Delivery')
    const bounced = await read(id)
    expect(bounced).toMatchObject({ sentToPartner: false, acceptance: { state: 'open', until: null } })
    expect(bounced.mails).toMatchObject([{ state: 'failed', error: 'De mail kwam terug: dit adres bestaat niet.' }])
    expect((await send(id)).status).toBe(200)
    await deliverOutbox(id)
    expect(await read(id)).toMatchObject({ sentToPartner: true, acceptance: { until: '2026-12-07' } })
    const { body: log } = await world.call('GET', `/api/audit-logs?entityType=invoice&entityId=${id}`, { as })
    const entries = log.map(({ action, entityName }: AuditLog) => [action, entityName])
    expect(entries).toContainEqual(['invoice.partner-mail', bounced.invoiceNumber])
    expect(entries.filter(([, name]: string[]) => name !== bounced.invoiceNumber)).toEqual([])
    // A second bounce of the first mail does not remove the mark, as the second mail was sent.
    const [, first] = await mailsTo(email)
    if (first) await deliver(JSON.stringify(buildMailEvent(first, { eventType: 'Bounce' })))
    expect(await read(id)).toMatchObject({ sentToPartner: true })
  })

  it('resolves an unknown end by a delivery, and shows a complaint with the mail', async () => {
    const { id, email } = await concept()
    world.ses.faults.failAfter = 1
    await step(id, 'in_behandeling')
    await deliverOutbox(id)
    expect(await states(id)).toEqual({ 'partner-mail': 'unknown' })
    await tell(email, 'Delivery')
    expect(await read(id)).toMatchObject({
      sentToPartner: true,
      mails: [{ state: 'sent', error: null, settledAt: expect.stringMatching(/^2026/) }],
    })
    await tell(email, 'Complaint')
    expect((await read(id)).mails).toMatchObject([{ state: 'sent', error: expect.stringMatching(/ongewenst/) }])
  })

  it('changes nothing for other mails or with unknown words', async () => {
    expect(await deliver('{"detail":{"eventType":"Open"}}')).toEqual({ batchItemFailures: [] })
    expect(await deliver('{"detail":{"eventType":"Bounce","mail":{"tags":{"outbox":["bmlldHM"]}}}}')).toEqual({
      batchItemFailures: [],
    })
  })
})

it('a credit note is mailed like an invoice', async () => {
  const { id, email } = await concept()
  await step(id, 'in_behandeling')
  await deliverOutbox(id)
  const note = await done('POST', `/invoices/${id}/credit-notes`, {})
  await step(note.id, 'in_behandeling')
  await deliverOutbox(note.id)
  const [newest] = await mailsTo(email)
  expect([newest?.subject, newest?.attachments.length]).toEqual([`Creditfactuur ${note.invoiceNumber}`, 2])
  expect(newest?.text).toMatch(/Wij verrekenen €\s1\.210,00\./)
})

it('the mail to a partner says what we pay, when and to which IBAN, without repeating a name particle', async () => {
  const { id, email } = await concept({}, { name: 'Van Dijk Sales & Advies' })
  await step(id, 'in_behandeling')
  await deliverOutbox(id)
  const text = (await mailsTo(email))[0]?.text.replaceAll('\u00a0', ' ')
  expect(text).toContain('Wij betalen u € 1.210,00 uiterlijk op 20-12-2026 op NL91 RABO 0315 2736 37.')
  expect(text).not.toMatch(/Te betalen|van van/i)
})

it('a payment is specified to the partner by one mail, with set-offs and discount; made again after it was undone, by one more', async () => {
  const { id, email, invoiceNumber } = await concept({ has48HourDiscount: true, invoiceDate: '2026-11-22' })
  await step(id, 'in_behandeling')
  const note = await done('POST', `/invoices/${id}/credit-notes`, { quantities: [{ lineOrder: 1, quantity: 0.1 }] })
  await step(note.id, 'in_behandeling')
  expect((await read(id)).mailable).not.toContain('remittance-mail')
  expect((await send(id, { kind: 'remittance-mail' })).body.message).toBe('Er is nog niets betaald.')
  const part = { status: 'betaald', partAmount: 3.51 }
  await done('PATCH', `/invoices/${id}/status`, part)
  await deliverOutbox(id)
  await step(id, 'betaald')
  await deliverOutbox(id)
  await deliverOutbox(id)
  const specified = async () => (await mailsTo(email)).filter(({ subject }) => subject.startsWith('Betaling'))
  const [whole, first] = await specified()
  expect([whole?.subject, whole?.attachments]).toEqual([`Betaling van factuur ${invoiceNumber}`, []])
  expect(first?.text.replaceAll('\u00a0', ' ')).toContain('Betaald: € 3,51\n\nNog te betalen: € 1.085,49')
  expect(whole?.text.replaceAll('\u00a0', ' ').split('\n\n').slice(1, 7)).toEqual([
    'Wij betaalden u € 1.000,00 op 23-11-2026 op NL91 RABO 0315 2736 37.',
    `Factuur ${invoiceNumber} van 22-11-2026: € 1.210,00`,
    `Verrekend met creditfactuur ${note.invoiceNumber}: -€ 121,00`,
    '48-uurskorting: -€ 85,49, waarvan € 14,84 btw',
    'Eerder betaald op 23-11-2026: -€ 3,51',
    'Betaald: € 1.000,00',
  ])
  expect(await states(id)).toMatchObject({ 'remittance-mail': 'sent' })
  // Undone before its mail goes out: the partner hears of the payment that stands, once.
  await step(id, 'in_behandeling')
  await step(id, 'betaald')
  await step(id, 'in_behandeling')
  await step(id, 'betaald')
  await deliverOutbox(id)
  expect(await specified()).toHaveLength(3)
  expect((await read(id)).mails.filter(({ state }: { state: string }) => state === 'skipped')).toMatchObject([
    { kind: 'remittance-mail', error: 'Deze betaling is teruggedraaid.' },
  ])
  expect((await send(id, { kind: 'remittance-mail', unlessSent: true })).status).toBe(409)
  expect((await send(id, { kind: 'remittance-mail' })).status).toBe(200)
  await deliverOutbox(id)
  expect(await specified()).toHaveLength(4)
})

it('mails to our own people repeat no name particle', async () => {
  await done('PUT', '/settings', buildSettingsForm({ accountingEmail: 'boeken@boeken.example' }))
  const { id } = await concept({ assignedUserId: people.agent.id }, { name: 'Van Dijk Sales & Advies' })
  await step(id, 'in_behandeling')
  await deliverOutbox(id)
  await send(id, { kind: 'accounting-mail' })
  await deliverOutbox(id)
  for (const to of [people.agent.email, 'boeken@boeken.example']) {
    const text = (await mailsTo(to))[0]?.text ?? ''
    expect(text).toContain('Partner: Van Dijk Sales & Advies.')
    expect(text).not.toMatch(/van van/i)
  }
})
