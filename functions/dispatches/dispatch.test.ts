import type { SQSEvent } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildMailEvent } from '../../infra/local/workbench/mail-event.ts'
import { buildAgreementForm, buildInvoiceForm, buildPartnerForm, buildSettingsForm } from '../../testing/invoices.ts'
import { buildIssuedInvoice } from '../../testing/issued.ts'
import { deliverOutbox, readOutboxOf } from '../../testing/outbox.ts'
import { runAsFunction } from '../../testing/rights.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import type { Issued } from '../invoices/invoices/issued.ts'

const ACCOUNTING = 'boekhouding@partnerview.example'
const whenever = { rows: 50, ms: Number.POSITIVE_INFINITY }

let world: World
let admin: Person
let as: string
let documents: Issued['documents']

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-23T06:00:00Z' })
  admin = await world.person({ role: 'admin', firstName: 'Ada' })
  as = await world.session(admin)
  await settings()
  const { keepDocuments } = await import('../invoices/documents/documents.ts')
  documents = await keepDocuments(buildIssuedInvoice())
})
afterAll(() => world.stop())

const call = (method: string, path: string, body?: object) =>
  world.call(method, `/api/self-billing${path}`, { as, ...(body ? { body } : {}) })
async function done(method: string, path: string, body?: object) {
  const reply = await call(method, path, body)
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300)
  return reply.body
}
const settings = (form: object = {}) => done('PUT', '/settings', buildSettingsForm(form))
async function travel(to: string): Promise<void> {
  world.travel(to)
  as = await world.session(admin)
}

let numbers = 0
/** Stores an invoice that was sent to its partner and not yet to the accounting. */
async function awaited(given: Partial<Issued> = {}): Promise<Issued> {
  const { Invoices } = await import('../invoices/invoices/entity.ts')
  const { addIndexKeys } = await import('../invoices/invoices/rules.ts')
  numbers += 1
  const row = { ...buildIssuedInvoice({ documents, sentToPartner: true }), invoiceNumber: `YDS-2025-${1000 + numbers}` }
  const stored = addIndexKeys({ ...row, id: crypto.randomUUID(), ...given }) as Issued
  await Invoices.put(stored).go()
  return stored
}

const start = async (): Promise<string> => (await done('POST', '/dispatches')).id
/** Runs the steps that a run asks for, until it asks for no more. */
async function go(id: string): Promise<string> {
  for (let before = -1, asked = 0; asked !== before; ) {
    await deliverOutbox(id)
    ;[before, asked] = [asked, (await readOutboxOf(id)).length]
  }
  return id
}
const run = (id: string) => done('GET', `/dispatches/${id}`)
const results = (id: string) => done('GET', `/dispatches/${id}/results?limit=500`)
const outcomes = async (id: string) =>
  Object.fromEntries(
    (await results(id)).map((one: { invoiceNumber: string; outcome: string }) => [one.invoiceNumber, one.outcome]),
  )
const mailsAbout = async (subject: string) =>
  (await world.ses.mails()).filter((mail) => mail.to.includes(ACCOUNTING) && mail.subject.includes(subject))
const read = (id: string) => done('GET', `/invoices/${id}`)
async function byClock() {
  const { handler } = await import('../../events/accounting-dispatch.ts')
  return runAsFunction('accounting-dispatch', () => handler())
}
async function step(id: string, most: { rows: number; ms: number }) {
  const { runDispatchStep } = await import('./dispatch-step.ts')
  return runAsFunction('outbox', () => runDispatchStep(id, most))
}

describe('the run of a day (rulings 47)', () => {
  it('mails the invoices that partners have, each with PDF and UBL, and reports; a repetition sends nothing twice', async () => {
    const { id: partnerId } = await done('POST', '/partners', buildPartnerForm())
    await world.call('PUT', `/api/self-billing/partners/${partnerId}/agreement`, { as, ...buildAgreementForm() })
    const { id, invoiceNumber } = await done('POST', '/invoices', buildInvoiceForm(partnerId))
    await done('PATCH', `/invoices/${id}/status`, { status: 'in_behandeling' })
    expect(await done('GET', '/dispatches/awaiting')).toEqual({ count: 0, isComplete: true, against: null })
    await deliverOutbox(id)
    expect(await done('GET', '/dispatches/awaiting')).toMatchObject({ count: 1 })
    const { version } = await read(id)

    await Promise.all([byClock(), byClock()])
    const day = await go('day-2026-11-23')
    await byClock()
    await go(day)
    const [mail, ...more] = await mailsAbout(`Factuur ${invoiceNumber}`)
    expect(more).toEqual([])
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual([`${invoiceNumber}.pdf`, `${invoiceNumber}.xml`])
    const reports = await mailsAbout('Facturen aan de boekhouding: 1 verstuurd')
    expect(reports).toHaveLength(1)
    expect(reports[0]?.text).toContain(`1 factuur, samen € 1.210,00 inclusief btw`)
    expect(reports[0]?.text).toContain(`\n${invoiceNumber}, Bos Energieadvies, € 1.210,00\n`)
    expect(await run(day)).toMatchObject({
      ...{ state: 'done', isScheduled: true, startedBy: { firstName: 'Partnerview' }, to: ACCOUNTING },
      ...{ total: 1, sent: 1, failed: 0, skipped: 0, unknown: 0, report: { state: 'sent' } },
    })
    expect(await results(day)).toMatchObject([
      { id, invoiceNumber, outcome: 'sent', message: null, totalAmount: 1210, sentToAccounting: true },
    ])
    expect(await read(id)).toMatchObject({ sentToAccounting: true, version })

    await travel('2026-11-24T06:00:00Z')
    await byClock()
    expect(await run(await go('day-2026-11-24'))).toMatchObject({ state: 'done', total: 0, report: null })
    expect((await done('GET', '/dispatches')).map((one: { id: string }) => one.id)).toEqual(['day-2026-11-24', day])
  })

  it('skips invoices that were refused, are held back or have not reached their partner', async () => {
    const kept = await awaited({ autoSendEnabled: false })
    await awaited({ sentToPartner: false })
    await awaited({ answer: { state: 'refused', at: '2026-11-23T06:00:00.000Z', reason: 'Nee' } })
    await awaited({ sentToAccounting: true })
    expect(await run(await go(await start()))).toMatchObject({
      state: 'done',
      total: 0,
      startedBy: { firstName: 'Ada' },
    })
    await done('PATCH', `/invoices/${kept.id}`, { autoSendEnabled: true })
    const refused = await awaited()
    const { Invoices } = await import('../invoices/invoices/entity.ts')
    // The refused invoice is still in the list for the accounting. This happens when a mail reaches the partner after
    // the partner's answer.
    await Invoices.patch({ id: refused.id })
      .set({ answer: { state: 'refused', at: '2026-11-23T06:00:00.000Z', reason: 'Nee' } })
      .go()
    expect(await outcomes(await go(await start()))).toEqual({ [kept.invoiceNumber]: 'sent' })
    const byHand = await call('POST', '/send-invoice-email', { invoiceId: refused.id, kind: 'accounting-mail' })
    expect(byHand.status).toBe(422)
    await Invoices.remove({ id: refused.id }).go()
  })

  it('does not start without an address, with the switch off, or for anyone but an admin', async () => {
    for (const form of [{ accountingEmail: '' }, { autoSendToAccounting: false }]) {
      await settings(form)
      const { against } = await done('GET', '/dispatches/awaiting')
      expect((await call('POST', '/dispatches')).body.message).toBe(against)
      await travel('2026-11-25T06:00:00Z')
      await byClock()
      expect((await call('GET', '/dispatches/day-2026-11-25')).status).toBe(404)
    }
    await settings()
    const agent = await world.session(await world.person({ role: 'agent' }))
    expect((await world.call('POST', '/api/self-billing/dispatches', { as: agent })).status).toBe(403)
  })
})

describe('a mail that goes wrong', () => {
  it('is shown with its reason, stops no other mail, and is retried by the next run', async () => {
    const [unmade, fine] = [await awaited({ documents: undefined }), await awaited()]
    const first = await go(await start())
    expect(await outcomes(first)).toEqual({ [unmade.invoiceNumber]: 'failed', [fine.invoiceNumber]: 'sent' })
    const [report] = await mailsAbout('1 verstuurd, 1 niet verstuurd')
    expect(report?.text).toMatch(new RegExp(`${unmade.invoiceNumber}, .*: De mail kon niet worden gemaakt`))
    const { Invoices } = await import('../invoices/invoices/entity.ts')
    await Invoices.remove({ id: unmade.id }).go()

    const refused = await awaited()
    world.ses.faults.failBefore = 3
    const second = await go(await start())
    expect(await results(second)).toMatchObject([
      { outcome: 'failed', message: 'Na 3 pogingen niet verstuurd: de mailserver had het te druk.' },
    ])
    expect(await outcomes(await go(await start()))).toEqual({ [refused.invoiceNumber]: 'sent' })
    expect(await mailsAbout(refused.invoiceNumber)).toHaveLength(1)
  })

  it('is sent again only by a person when its end is unknown', async () => {
    const lost = await awaited()
    world.ses.faults.failAfter = 1
    const id = await go(await start())
    expect(await outcomes(id)).toEqual({ [lost.invoiceNumber]: 'unknown' })
    expect(await outcomes(await go(await start()))).toEqual({ [lost.invoiceNumber]: 'unknown' })
    await done('POST', '/send-invoice-email', { invoiceId: lost.id, kind: 'accounting-mail' })
    await deliverOutbox(lost.id)
    expect(await mailsAbout(lost.invoiceNumber)).toHaveLength(2)
    expect(await results(id)).toMatchObject([{ outcome: 'unknown', sentToAccounting: true }])
    expect(await run(await go(await start()))).toMatchObject({ total: 0 })
  })

  it('makes the accounting await the invoice again when it bounces later', async () => {
    const { id, invoiceNumber } = await awaited()
    await go(await start())
    const [mail] = await mailsAbout(invoiceNumber)
    if (!mail) throw new Error('It was not mailed')
    const { handler } = await import('../../events/mail-events.ts')
    const body = JSON.stringify(buildMailEvent(mail, { eventType: 'Bounce' }))
    await runAsFunction('mail-events', () => handler({ Records: [{ messageId: '1', body }] as SQSEvent['Records'] }))
    expect(await read(id)).toMatchObject({ sentToAccounting: false })
    expect(await outcomes(await go(await start()))).toEqual({ [invoiceNumber]: 'sent' })
  })
})

describe('a run that crashes', () => {
  it('is continued by hand or by the clock, and sends nothing again', async () => {
    await travel('2026-11-26T06:00:00Z')
    const invoices = [await awaited(), await awaited(), await awaited()]
    await byClock()
    const id = 'day-2026-11-26'
    await step(id, { rows: 1, ms: 0 })
    const goOn = () => call('POST', `/dispatches/${id}/continue`)
    expect((await goOn()).status).toBe(409)
    await travel('2026-11-26T07:00:00Z')
    expect(await run(id)).toMatchObject({ state: 'stopped', sent: 1 })
    expect((await goOn()).body).toMatchObject({ state: 'running', sent: 1 })
    await travel('2026-11-26T08:00:00Z')
    await byClock()
    expect(await run(id)).toMatchObject({ state: 'running' })
    await go(id)
    expect(await run(id)).toMatchObject({ state: 'done', total: 3, sent: 3 })
    for (const { invoiceNumber } of invoices) expect(await mailsAbout(invoiceNumber)).toHaveLength(1)
  })

  it('between asking for a mail and its end sends it at most once, and reports an unknown end', async () => {
    const { id: invoiceId, invoiceNumber } = await awaited()
    const id = await start()
    const { Outbox } = await import('../platform/data/outbox.ts')
    const mailId = `${invoiceId}-accounting-mail`
    // State after a crash: the mail is claimed, and the invoice is no longer in the list of waiting invoices.
    const died = { id: mailId, kind: 'invoice-accounting-mail', subject: invoiceId, lane: 'own' as const }
    const at = '2026-11-26T08:00:00.000Z'
    await Outbox.put({ ...died, state: 'sending', createdAt: at, claimedAt: at }).go()
    const { DispatchResults, Dispatches } = await import('./dispatch-entity.ts')
    const noted = { invoiceNumber, type: 'invoice' as const, partnerName: 'Bos', totalAmount: 1, mailId }
    await DispatchResults.put({ runId: id, id: invoiceId, ...noted, outcome: 'waiting' }).go()
    await Dispatches.patch({ id }).add({ total: 1 }).go()
    await go(id)
    expect(await run(id)).toMatchObject({ state: 'done', total: 1, sent: 0, unknown: 1 })
    expect(await mailsAbout(invoiceNumber)).toEqual([])
    await done('POST', '/send-invoice-email', { invoiceId, kind: 'accounting-mail' })
    await deliverOutbox(invoiceId)
  })

  it('keeps its own mails: a parallel run stores no result while the end of a mail is unknown', async () => {
    const { id: invoiceId, invoiceNumber } = await awaited()
    const [one, other] = [await start(), await start()]
    const { Outbox } = await import('../platform/data/outbox.ts')
    const mailId = `${invoiceId}-accounting-mail`
    const asked = { id: mailId, kind: 'invoice-accounting-mail', subject: invoiceId, lane: 'own' as const }
    await Outbox.put({ ...asked, state: 'unknown', createdAt: '2026-11-26T08:00:00.000Z' }).go()
    const { DispatchResults, Dispatches } = await import('./dispatch-entity.ts')
    const noted = { invoiceNumber, type: 'invoice' as const, partnerName: 'Bos', totalAmount: 1, mailId }
    await DispatchResults.put({ runId: one, id: invoiceId, ...noted, outcome: 'waiting' }).go()
    await Dispatches.patch({ id: one }).add({ total: 1 }).go()
    expect(await run(await go(other))).toMatchObject({ state: 'done', total: 0 })
    await Outbox.patch({ id: mailId }).set({ state: 'sent' }).go()
    expect(await run(await go(one))).toMatchObject({ state: 'done', total: 1, sent: 1, unknown: 0 })
    const { Invoices } = await import('../invoices/invoices/entity.ts')
    await Invoices.remove({ id: invoiceId }).go()
  })

  it('may repeat its steps beside another run: each invoice is sent once', async () => {
    const invoices = await Promise.all(Array.from({ length: 4 }, () => awaited()))
    const [one, other] = [await start(), await start()]
    await Promise.all([step(one, whenever), step(one, whenever), step(other, whenever)])
    await go(one)
    await go(other)
    const [first, second] = [await run(one), await run(other)]
    expect([first.state, second.state]).toEqual(['done', 'done'])
    expect([first.failed + second.failed, first.unknown]).toEqual([0, 0])
    // Both runs may store 'sent' for the same mail. A run also stores a result for a mail of the other run, when the
    // outcome of that mail is unknown.
    const noted = [...(await results(one)), ...(await results(other))].filter(({ outcome }) => outcome === 'sent')
    expect(new Set(noted.map(({ invoiceNumber }) => invoiceNumber))).toEqual(
      new Set(invoices.map(({ invoiceNumber }) => invoiceNumber)),
    )
    for (const { invoiceNumber } of invoices) expect(await mailsAbout(invoiceNumber)).toHaveLength(1)
  })
})
