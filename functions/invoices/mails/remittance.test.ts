import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { AuditLog } from '../../../shared/api/audit.ts'
import type { InvoiceMail } from '../../../shared/api/schemas/invoices.ts'
import {
  buildBatchDetails,
  buildPaymentDetails,
  buildStatementEntry,
  makeOutgoingEntry,
  startBank,
} from '../../../testing/bank.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { deliverItems, deliverOutbox, readOutboxOf } from '../../../testing/outbox.ts'

let bank: Awaited<ReturnType<typeof startBank>>
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.world.stop())
afterEach(() => bank.expectBook())

type Sent = Awaited<ReturnType<typeof bank.sent>>

/** Makes invoices of a new partner, without VAT. */
async function invoicesOf(email: string, amounts: readonly number[], form: object = {}): Promise<Sent[]> {
  const partnerCompanyId = await bank.addPartner({ email })
  const made: Sent[] = []
  for (const amount of amounts) made.push(await bank.sent(amount, { partnerCompanyId, ...form }))
  return made
}

/** Reads a statement with one booking that names these invoices and pays them all. */
function readTogether(invoices: readonly Sent[]) {
  const text = invoices.map(({ invoiceNumber }) => invoiceNumber).join(' ')
  const total = invoices.reduce((sum, { totalAmount }) => sum + totalAmount, 0)
  return bank.read(buildStatementEntry(total, buildPaymentDetails('NOTPROVIDED', { text })))
}
const idsOf = (invoices: readonly Sent[]) => invoices.map(({ id }) => id)

/** Pays invoices with one booking. */
async function payTogether(invoices: readonly Sent[]) {
  expect((await bank.confirm(await readTogether(invoices), idsOf(invoices))).failed).toEqual([])
}

/** Delivers the requests of remittance advices of some invoices at once, as a batch of the stream does. */
async function deliver(invoices: readonly Sent[]) {
  await bank.travel(new Date(Date.now() + 11_000).toISOString())
  const items = (await Promise.all(invoices.map(({ id }) => readOutboxOf(id)))).flat()
  return deliverItems(items.filter(({ kind }) => kind === 'invoice-remittance-mail'))
}

/** Returns the lines of the remittance advices to a partner, the newest mail first. */
const advicesTo = async (email: string) =>
  (await bank.world.ses.mails())
    .filter(({ to, subject }) => to.includes(email) && subject.startsWith('Betaling'))
    .map(({ subject, text }) => [
      subject,
      ...(text.replaceAll('\u00a0', ' ').split('\n\nMet')[0]?.split('\n\n').slice(1) ?? []),
    ])

const adviceMailsOf = async ({ id }: Sent): Promise<InvoiceMail[]> =>
  (await bank.find(id)).mails.filter(({ kind }: InvoiceMail) => kind === 'remittance-mail')
const statesOf = async (invoice: Sent) => (await adviceMailsOf(invoice)).map(({ state }) => state)

it('specifies a booking of several invoices to each partner in one mail, with discount, set-off and sum', async () => {
  const form = { has48HourDiscount: true, invoiceDate: '2026-11-23' }
  const lines = [{ description: 'Commissie', quantity: 1, unitPrice: 1000, vatRate: 21 }]
  const [first, second] = (await invoicesOf('een@bos.example', [0, 0], { ...form, lines })) as [Sent, Sent]
  const [other] = (await invoicesOf('twee@bos.example', [300])) as [Sent]
  const note = await bank.credited(first, 0.1)
  const file = await bank.order([first, second, other])
  const statement = await bank.read(buildStatementEntry(file.total, buildBatchDetails(file), 'DBIT', '2026-11-24'))
  expect((await bank.confirm(statement, idsOf([first, second, other]))).failed).toEqual([])
  await deliver([first, second, other])
  await deliver([first, second, other])
  const advice = [
    'Betaling van 2 facturen',
    'Wij betaalden u € 2.118,52 op 24-11-2026 op NL91 RABO 0315 2736 37.',
    `Factuur ${first.invoiceNumber} van 23-11-2026: € 1.210,00`,
    `Verrekend met creditfactuur ${note.invoiceNumber}: -€ 121,00`,
    '48-uurskorting: -€ 85,49, waarvan € 14,84 btw',
    'Betaald: € 1.003,51',
    `Factuur ${second.invoiceNumber} van 23-11-2026: € 1.210,00`,
    '48-uurskorting: -€ 94,99, waarvan € 16,49 btw',
    'Betaald: € 1.115,01',
    'Totaal betaald: € 2.118,52',
  ]
  expect(await advicesTo('een@bos.example')).toEqual([advice])
  expect((await advicesTo('twee@bos.example')).map(([subject]) => subject)).toEqual([
    `Betaling van factuur ${other.invoiceNumber}`,
  ])
  // Each page shows what became of its mail, and sends the whole advice again.
  const shown = [...(await adviceMailsOf(first)), ...(await adviceMailsOf(second))]
  expect(shown.map(({ state, error }) => [state, error]).toSorted()).toEqual([
    ['sent', null],
    ['skipped', expect.stringMatching(/^Deze betaling staat in de mail over factuur YDS-2026-000[12]\.$/)],
  ])
  for (const { id } of [first, second]) {
    expect((await bank.call('POST', '/send-invoice-email', { invoiceId: id, kind: 'remittance-mail' })).status).toBe(
      200,
    )
    await deliverOutbox(id)
  }
  expect(await advicesTo('een@bos.example')).toEqual([advice, advice, advice])
  const { body: log } = await bank.world.call('GET', `/api/audit-logs?entityType=invoice&entityId=${second.id}`, {
    as: await bank.world.session(bank.admin),
  })
  const ofAdvice = log.filter(({ action }: AuditLog) => /resend|remittance/.test(action))
  expect(ofAdvice.map(({ action, entityName }: AuditLog) => [action, entityName]).toSorted()).toEqual([
    ...Array.from({ length: 2 }, () => ['invoice.remittance-mail', second.invoiceNumber]),
    ['invoice.resend', second.invoiceNumber],
  ])
})

it('mails each booking of one invoice at once, and bookings of one statement apart', async () => {
  const invoices = (await invoicesOf('apart@bos.example', [401, 402])) as [Sent, Sent]
  await bank.confirm(await bank.read(...invoices.map((one) => makeOutgoingEntry(one, 24))), idsOf(invoices))
  for (const { id } of invoices) await deliverOutbox(id)
  expect((await advicesTo('apart@bos.example')).map(([subject]) => subject).toSorted()).toEqual(
    invoices.map(({ invoiceNumber }) => `Betaling van factuur ${invoiceNumber}`),
  )
})

it('leaves out a payment that was taken back before the mail goes, and mails nothing when none stands', async () => {
  const [one, two, three] = (await invoicesOf('terug@bos.example', [411, 412, 413])) as [Sent, Sent, Sent]
  await payTogether([one, two, three])
  await bank.step(two.id, 'in_behandeling')
  await deliver([one, two, three])
  const advices = await advicesTo('terug@bos.example')
  expect(advices.map(([subject, paid]) => [subject, paid?.slice(0, 27)])).toEqual([
    ['Betaling van 2 facturen', 'Wij betaalden u € 824,00 op'],
  ])
  expect(await statesOf(two)).toEqual(['skipped'])
  const none = (await invoicesOf('niets@bos.example', [414, 415])) as [Sent, Sent]
  await payTogether(none)
  for (const { id } of none) await bank.step(id, 'in_behandeling')
  await deliver(none)
  expect(await advicesTo('niets@bos.example')).toEqual([])
})

it('mails an invoice on its own whose payment is booked after the mail about the others went', async () => {
  const [one, two, late] = (await invoicesOf('laat@bos.example', [421, 422, 423])) as [Sent, Sent, Sent]
  const statement = await readTogether([one, two, late])
  await bank.confirm(statement, idsOf([one, two]))
  await bank.travel(new Date(Date.now() + 11_000).toISOString())
  // Its payment is booked once the mail about the others is composed, just before that is claimed.
  await meanwhile(() => bank.confirm(statement, [late.id]))
  await deliver([one])
  await deliver([one, two, late])
  const advices = await advicesTo('laat@bos.example')
  expect(
    advices.map(([subject, , ...lines]) => [subject, lines.filter((text) => text.startsWith('Factuur')).length]),
  ).toEqual([
    [`Betaling van factuur ${late.invoiceNumber}`, 1],
    ['Betaling van 2 facturen', 2],
  ])
  expect(await statesOf(late)).toEqual(['sent'])
})

it('composes a mail again without a payment whose own mail was settled before the claim', async () => {
  const [one, two, three] = (await invoicesOf('intussen@bos.example', [431, 432, 433])) as [Sent, Sent, Sent]
  await payTogether([one, two, three])
  await bank.travel(new Date(Date.now() + 11_000).toISOString())
  await meanwhile(async () => {
    await bank.step(three.id, 'in_behandeling')
    await deliver([three])
  })
  await deliver([one])
  expect((await advicesTo('intussen@bos.example')).map(([, paid]) => paid?.slice(0, 27))).toEqual([
    'Wij betaalden u € 863,00 op',
  ])
  expect(await statesOf(two)).toEqual(['skipped'])
})

it('mails once when the mails of a booking are delivered at the same moment', async () => {
  const [one, two] = (await invoicesOf('samen@bos.example', [441, 442])) as [Sent, Sent]
  await payTogether([one, two])
  await bank.travel(new Date(Date.now() + 11_000).toISOString())
  await meanwhile(() => deliver([two]))
  await deliver([one])
  expect(await advicesTo('samen@bos.example')).toHaveLength(1)
})

it('leaves a mail alone that another delivery claimed before it', async () => {
  const [one, two] = (await invoicesOf('bezig@bos.example', [443, 444])) as [Sent, Sent]
  await payTogether([one, two])
  await bank.travel(new Date(Date.now() + 11_000).toISOString())
  const { Outbox } = await import('../../platform/data/outbox.ts')
  const [{ id } = { id: '' }] = await adviceMailsOf(one)
  await meanwhile(() => Outbox.patch({ id }).set({ state: 'sending' }).go())
  await deliver([one])
  expect([await statesOf(one), await statesOf(two)]).toEqual([['sending'], ['waiting']])
})

it('has the same content after a temporary refusal, less what was taken back then', async () => {
  const invoices = (await invoicesOf('druk@bos.example', [451, 452])) as [Sent, Sent]
  await payTogether(invoices)
  const [one, two] = invoices
  bank.world.ses.faults.failBefore = 1
  await deliver([one])
  expect([await statesOf(one), await advicesTo('druk@bos.example')]).toEqual([['waiting'], []])
  await bank.step(one.id, 'in_behandeling')
  await deliver(invoices)
  expect((await advicesTo('druk@bos.example')).map(([subject]) => subject)).toEqual([
    `Betaling van factuur ${two.invoiceNumber}`,
  ])

  const others = (await invoicesOf('drukker@bos.example', [453, 454])) as [Sent, Sent]
  await payTogether(others)
  bank.world.ses.faults.failBefore = 1
  await deliver([others[0]])
  await deliver(others)
  expect((await advicesTo('drukker@bos.example')).map(([subject]) => subject)).toEqual(['Betaling van 2 facturen'])

  const none = (await invoicesOf('drukst@bos.example', [455, 456])) as [Sent, Sent]
  await payTogether(none)
  bank.world.ses.faults.failBefore = 1
  await deliver([none[0]])
  for (const { id } of none) await bank.step(id, 'in_behandeling')
  await deliver(none)
  expect([await statesOf(none[0]), await advicesTo('drukst@bos.example')]).toEqual([['skipped'], []])
})
