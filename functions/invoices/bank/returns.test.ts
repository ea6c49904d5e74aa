import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  buildBatchDetails,
  buildPaymentDetails,
  buildStatementEntry,
  doubtReasonsOf,
  formatReturnQuestion,
  makeIncomingEntry,
  makeOutgoingEntry,
  startBank,
  summariseProposals,
  sumPostingsOf,
} from '../../../testing/bank.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'

let bank: Awaited<ReturnType<typeof startBank>>
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.world.stop())
afterEach(() => bank.expectBook())

const confirmFirst = ({ invoiceNumber }: { invoiceNumber: string }) =>
  `Bevestig eerst de betaling van ${invoiceNumber} die terugkwam`
const unpaid = ({ invoiceNumber }: { invoiceNumber: string }, amount: string) =>
  `${invoiceNumber}: tot 23-11-2026 geen betaling van ${amount}. Kijk waarvoor dit geld is.`

it('takes back a returned payment once, after confirmation', async () => {
  const { done, confirm, find } = bank
  const invoice = await bank.sent(701)
  const { id, invoiceNumber } = invoice
  const file = await bank.order([invoice])
  await confirm(await bank.read(makeOutgoingEntry(invoice, 23)), [id])
  const states = async () => {
    await deliverOutbox(file.id)
    const [listed] = (await done('GET', '/payment-files')).filter((one: { id: string }) => one.id === file.id)
    return [listed.state, (await done('GET', `/payment-files/${file.id}/payments`)).state]
  }
  const { refusal } = await done('GET', `/payment-files/${file.id}/payments`)
  expect([refusal, ...(await states())]).toEqual(['De bank heeft dit bestand betaald.', 'paid', 'paid'])
  const returned = buildStatementEntry(
    701,
    buildPaymentDetails(invoiceNumber, { text: 'AC04 rekening opgeheven' }),
    'CRDT',
    '2026-11-24',
  )
  const statement = await bank.read(returned)
  expect(statement).toMatchObject({
    ...{ bookings: 1, proposed: 1, toConfirm: 1, doubts: [] },
    proposals: [{ kind: 'return', invoiceId: id, status: 'betaald', date: '2026-11-24', amount: 701, by: 'reference' }],
  })
  // The statement proposes a return, so confirming a payment of this invoice fails and does not confirm the return.
  const notProposed = { invoiceId: id, reason: 'Dit voorstel staat niet op het afschrift. Laad de pagina opnieuw.' }
  expect(await confirm(statement, [id])).toEqual({ paid: [], returned: [], repaid: [], failed: [notProposed] })
  const both = await Promise.all([confirm(statement, [id], 'return'), confirm(statement, [id], 'return')])
  expect(both.map((one) => [one.paid.length, one.returned.length, one.failed.length]).toSorted()).toEqual([
    [0, 0, 1],
    [0, 1, 0],
  ])
  expect(await find(id)).toMatchObject({ status: 'in_behandeling', paymentDate: null, paymentFileId: null })
  expect((await done('GET', `/payment-files/${file.id}/payments`)).payments).toMatchObject([{ state: 'released' }])
  expect(await states(), 'not paid any more').toEqual(['open', 'open'])
  const { entries } = await done('GET', `/invoices/${id}/history`)
  expect(entries).toContainEqual(expect.objectContaining({ verb: 'return' }))
  expect(await done('GET', '/bank-statements')).toContainEqual(
    expect.objectContaining({ id: statement.id, toConfirm: 0 }),
  )
  const { AuditLogs } = await import('../../platform/data/audit.ts')
  const audited = await AuditLogs.query.byEntity({ entityType: 'bank-statement', entityId: statement.id }).go()
  const noted = audited.data.flatMap(({ newData }) => (newData as { confirmed?: object[] }).confirmed ?? [])
  expect(noted).toEqual([{ booking: 'in0', invoiceId: id, invoiceNumber, kind: 'return' }])

  // Another statement with the same return leaves a later payment alone, even a payment on the day of the return.
  await bank.paidOn(id, '2026-11-24')
  const week = await bank.read(returned, ' ')
  expect([week.proposals, week.doubts]).toEqual([[], []])
  expect(await sumPostingsOf(id)).toMatchObject({ creditor: 0, transit: -70100, bank: 0 })
})

it('is not marked as paid by a file whose payment is sent back meanwhile', async () => {
  const invoice = await bank.sent(702)
  const file = await bank.order([invoice])
  await bank.confirm(await bank.read(makeOutgoingEntry(invoice, 23)), [invoice.id])
  const details = buildPaymentDetails(invoice.invoiceNumber, { text: 'AC04 rekening opgeheven' })
  await meanwhile(async () => {
    const statement = await bank.read(buildStatementEntry(702, details, 'CRDT', '2026-11-24'))
    expect((await bank.confirm(statement, [invoice.id], 'return')).returned).toHaveLength(1)
    await deliverOutbox(file.id)
  })
  await deliverOutbox(file.id)
  expect((await bank.done('GET', `/payment-files/${file.id}/payments`)).state).toBe('open')
})

it('explains why a return is not proposed, and what to do', async () => {
  const [open, filed, concept] = [await bank.sent(721), await bank.sent(722), await bank.sent(723)]
  await bank.order([filed])
  await bank.step(concept.id, 'concept')
  const [part, later, twice, credited] = [
    ...[await bank.sent(724), await bank.sent(725), await bank.sent(726), await bank.sent(728)],
  ]
  for (const { id } of [part, twice, credited]) await bank.paidOn(id, '2026-11-23')
  await bank.paidOn(later.id, '2026-11-24')
  const half = { quantities: [{ lineOrder: 1, quantity: 0.5 }] }
  const note = await bank.done('POST', `/invoices/${credited.id}/credit-notes`, half)
  const row = ({ invoiceNumber }: { invoiceNumber: string }, amount: number) =>
    `"NL59TRIO0788877666","EUR","2026-11-23","+${amount},00","NL91RABO0315273637","","Retour ${invoiceNumber}"`
  const rows = [
    '"IBAN/BBAN","Munt","Datum","Bedrag","Tegenrekening IBAN/BBAN","Transactiereferentie","Omschrijving-1"',
    ...[row(open, 721), row(filed, 722), row(concept, 723), row(part, 24), row(credited, 364), row(later, 725)],
    ...[row(twice, 726), row(twice, 726), row({ invoiceNumber: 'INKOOP-2026-0001' }, 1)],
  ]
  const { body } = await bank.upload(rows.join('\r\n'), 'rabo.csv')
  // A return without a payment id belongs to a payment that is not confirmed yet.
  expect(body.proposals).toMatchObject([
    ...[open, filed].map((one) => ({ kind: 'return', invoiceId: one.id, reason: confirmFirst(one) })),
    { kind: 'return', invoiceId: twice.id, by: 'text', amount: 726, reason: null },
  ])
  expect(doubtReasonsOf(body)).toEqual([
    unpaid(concept, '€ 723,00'),
    unpaid(part, '€ 24,00'),
    formatReturnQuestion(credited, note),
    unpaid(later, '€ 725,00'),
    unpaid(twice, '€ 726,00'),
  ])
})

it('proposes each payment and each return on a statement, and ends in the right state', async () => {
  const [again, twice, since, later] = [
    ...[await bank.sent(751), await bank.sent(752), await bank.sent(753), await bank.sent(754)],
  ]
  await bank.paidOn(again.id, '2026-11-20')
  await bank.paidOn(twice.id, '2026-11-20')
  await bank.paidOn(since.id, '2026-11-23')
  await bank.paidOn(later.id, '2026-11-19')
  const entries = [
    ...[makeOutgoingEntry(again, 20), makeIncomingEntry(again, 22), makeOutgoingEntry(again, 23)],
    ...[makeOutgoingEntry(twice, 20), makeOutgoingEntry(twice, 22), makeIncomingEntry(twice, 23)],
    // The bank has paid the invoice again after a return, and returned that payment too.
    ...[
      makeOutgoingEntry(since, 20),
      makeIncomingEntry(since, 21),
      makeOutgoingEntry(since, 23),
      makeIncomingEntry(since, 24),
    ],
    ...[makeOutgoingEntry(later, 22), makeIncomingEntry(later, 23)],
  ]
  const statement = await bank.read(...entries)
  const kindsOf = ({ id }: { id: string }) =>
    statement.proposals
      .filter(({ invoiceId }: { invoiceId: string }) => invoiceId === id)
      .map(({ kind, date }: { kind: string; date: string }) => `${kind} ${date.slice(-2)}`)
  expect([again, twice, since, later].map(kindsOf)).toEqual([
    ['payment 20', 'return 22', 'payment 23'],
    ['payment 20', 'return 23', 'payment 22'],
    ['payment 20', 'return 21', 'payment 23', 'return 24'],
    ['payment 22', 'return 23'],
  ])
  expect(statement.doubts).toEqual([])
  const all = [again, twice, since, later].map(({ id }) => id)
  for (const kind of ['payment', 'return', 'payment', 'return']) await bank.confirm(statement, all, kind)
  const stand = await Promise.all(all.map((id) => bank.find(id)))
  expect(stand.map(({ status, paymentDate }) => [status, paymentDate])).toEqual([
    ['betaald', '2026-11-23'],
    ['betaald', '2026-11-22'],
    ['in_behandeling', null],
    ['in_behandeling', null],
  ])
  for (const id of all) expect(await sumPostingsOf(id)).toMatchObject({ transit: 0 })
})

it('reverses one payment by its return, and allows a new payment on that day or later', async () => {
  const [later, sameDay, waiting, carried] = [
    ...[await bank.sent(781), await bank.sent(782), await bank.sent(783), await bank.sent(784)],
  ]
  for (const one of [later, sameDay, waiting, carried]) await bank.order([one])
  const statement = await bank.read(
    ...[makeOutgoingEntry(later, 20), makeIncomingEntry(later, 23), makeOutgoingEntry(later, 24)],
    ...[makeOutgoingEntry(sameDay, 20), makeIncomingEntry(sameDay, 23), makeOutgoingEntry(sameDay, 23)],
    ...[makeIncomingEntry(waiting, 23), makeIncomingEntry(carried, 24)],
  )
  expect(summariseProposals(statement).toSorted()).toEqual(
    [
      ...[later, sameDay].flatMap(({ id, totalAmount }) => [
        ...[
          ['payment', id, totalAmount],
          ['payment', id, totalAmount],
          ['return', id, totalAmount],
        ],
      ]),
      ...[waiting, carried].map(({ id, totalAmount }) => ['return', id, totalAmount]),
    ].toSorted(),
  )
  expect(statement.doubts).toEqual([])
  // The payment is marked on the day after the return, so it is not the payment that came back.
  await bank.paidOn(waiting.id, '2026-11-24')
  expect((await bank.confirm(statement, [waiting.id], 'return')).failed).toEqual([
    { invoiceId: waiting.id, reason: confirmFirst(waiting) },
  ])
})

it('releases an invoice from its payment file when the bank sent the payment back', async () => {
  const [one, returned, alone, together, other] = [
    ...[await bank.sent(811), await bank.sent(812), await bank.sent(813), await bank.sent(814), await bank.sent(815)],
  ]
  const file = await bank.order([one, returned, alone])
  const both = buildPaymentDetails('NOTPROVIDED', { text: `${together.invoiceNumber} ${other.invoiceNumber}` })
  const entries = [
    buildStatementEntry(811 + 812 + 813, buildBatchDetails(file), 'DBIT', '2026-11-23'),
    buildStatementEntry(814 + 815, both, 'DBIT', '2026-11-23'),
    ...[makeIncomingEntry(returned, 23), makeIncomingEntry(alone, 23, 5)],
    buildStatementEntry(814 + 815, both, 'CRDT', '2026-11-23'),
  ]
  const statement = await bank.read(...entries)
  const paid = [one, returned, alone, together, other]
  const cameBack = [returned, together, other]
  expect(summariseProposals(statement)).toEqual([
    ...paid.map(({ id, totalAmount }) => ['payment', id, totalAmount]),
    ...cameBack.map(({ id, totalAmount }) => ['return', id, totalAmount]),
  ])
  expect(doubtReasonsOf(statement)).toEqual([unpaid(alone, '€ 5,00')])
  await bank.confirm(
    statement,
    paid.map(({ id }) => id),
  )
  await bank.confirm(
    statement,
    cameBack.map(({ id }) => id),
    'return',
  )
  const { payments } = await bank.done('GET', `/payment-files/${file.id}/payments`)
  expect(payments.map(({ state }: { state: string }) => state)).toEqual(['paid', 'released', 'paid'])
  expect(await bank.order([returned])).toMatchObject({ count: 1, total: 812 })
  // The same statement, uploaded again, keeps its proposals. Another statement with these bookings proposes nothing, as
  // they are posted already.
  expect(summariseProposals(await bank.read(...entries))).toEqual(summariseProposals(statement))
  const other2 = await bank.read(...entries, ' ')
  expect([other2.proposals, doubtReasonsOf(other2)]).toEqual([[], [unpaid(alone, '€ 5,00')]])
})

it('takes back no payment that was made after the return was read', async () => {
  const release = ({ id }: { id: string }, file: { id: string }) =>
    bank.done('POST', `/payment-files/${file.id}/release`, { invoiceId: id })
  const [called, waiting, filed, alone, known] = [
    ...[await bank.sent(801), await bank.sent(802), await bank.sent(803), await bank.sent(804), await bank.sent(805)],
  ]
  const [first, second] = [await bank.order([called]), await bank.order([waiting])]
  await bank.paidOn(called.id, '2026-11-20')
  const all = [called, waiting, filed, alone]
  const statement = await bank.read(...all.map((one) => makeIncomingEntry(one, 23)))
  expect(statement.proposals).toMatchObject(all.map(({ id }) => ({ kind: 'return', invoiceId: id })))

  // `called` is reopened by hand and paid by another file. `waiting` and `filed` are put into payment files before they
  // are marked as paid for the first time.
  await bank.step(called.id, 'in_behandeling')
  await release(called, first)
  await release(waiting, second)
  const again = [await bank.order([called]), await bank.order([waiting]), await bank.order([filed])]
  await bank.paidOn(called.id, '2026-11-23')
  await bank.paidOn(waiting.id, '2026-11-22')
  await bank.paidOn(filed.id, '2026-11-22')
  // Another statement has the payment of `alone`, on the same day as its return.
  await bank.confirm(await bank.read(makeOutgoingEntry(alone, 23)), [alone.id])
  const { returned, failed } = await bank.confirm(
    statement,
    all.map(({ id }) => id),
    'return',
  )
  // The return of `called` leaves the new payment alone, as the payment that came back was taken back by hand.
  expect([returned, failed]).toEqual([
    [called.id, alone.id],
    [waiting, filed].map((one) => ({ invoiceId: one.id, reason: confirmFirst(one) })),
  ])
  const stand = await Promise.all(all.map(({ id }) => bank.find(id)))
  expect(stand.map(({ status, paymentFileId }) => [status, paymentFileId])).toEqual([
    ...again.map(({ id }) => ['betaald', id]),
    ['in_behandeling', null],
  ])
  // Nothing of `called` is in transit any more once both of its payments are booked.
  await bank.confirm(await bank.read(makeOutgoingEntry(called, 20), makeOutgoingEntry(called, 23)), [
    called.id,
    called.id,
  ])
  expect(await sumPostingsOf(called.id)).toMatchObject({ creditor: 0, transit: 0, bank: -80100 })

  // A person chooses where two unconfirmed payments are possible.
  await bank.paidOn(known.id, '2026-11-20')
  await bank.step(known.id, 'in_behandeling')
  await bank.paidOn(known.id, '2026-11-23')
  const late = await bank.read(makeIncomingEntry(known, 23))
  expect([late.proposals, doubtReasonsOf(late)]).toEqual([
    [],
    [`${known.invoiceNumber} is al eens teruggezet. Kijk welke betaling op 23-11-2026 terugkwam.`],
  ])
})

it('keeps a return that is read before its payment was confirmed', async () => {
  const [invoice, other] = [await bank.sent(771), await bank.sent(772)]
  const first = await bank.read(makeOutgoingEntry(invoice, 20))
  const second = await bank.read(makeIncomingEntry(invoice, 23), makeOutgoingEntry(other, 23))
  expect(second.proposals).toContainEqual(
    expect.objectContaining({ kind: 'return', invoiceId: invoice.id, reason: confirmFirst(invoice) }),
  )
  expect((await bank.confirm(second, [invoice.id], 'return')).failed).toMatchObject([{ invoiceId: invoice.id }])
  await bank.confirm(second, [other.id])
  expect((await bank.confirm(first, [invoice.id])).paid).toEqual([invoice.id])
  expect(await bank.done('GET', '/bank-statements')).toContainEqual(
    expect.objectContaining({ id: second.id, toConfirm: 1 }),
  )
  expect((await bank.confirm(second, [invoice.id], 'return')).returned).toEqual([invoice.id])
  expect(await bank.find(invoice.id)).toMatchObject({ status: 'in_behandeling', openAmount: 771 })

  // The invoice is marked paid and reopened by hand once more. Bookings that were posted before still propose nothing.
  await bank.paidOn(invoice.id, '2026-11-24')
  await bank.step(invoice.id, 'in_behandeling')
  const week = await bank.read(makeOutgoingEntry(invoice, 20), makeIncomingEntry(invoice, 23), ' ')
  expect([week.proposals, week.doubts]).toEqual([[], []])
})

it('takes back a returned payment, whatever was credited since the statement was read', async () => {
  const invoice = await bank.sent(769, { partnerCompanyId: await bank.addPartner() })
  await bank.paidOn(invoice.id, '2026-11-20')
  const statement = await bank.read(makeIncomingEntry(invoice, 23))
  const note = await bank.credited(invoice)
  await bank.confirm(statement, [invoice.id], 'return')
  expect(await bank.find(invoice.id)).toMatchObject({ status: 'in_behandeling', openAmount: 769 })
  expect(await bank.step(invoice.id, 'betaald', { byCreditNotes: true })).toMatchObject({ openAmount: 0 })
  expect(await bank.find(note.id)).toMatchObject({ status: 'betaald', openAmount: 0 })
  // The bank's booking of the payment of 20 November is read last. It can be confirmed, but does not pay the invoice
  // again.
  const left = await bank.read(makeOutgoingEntry(invoice, 20))
  expect((await bank.confirm(left, [invoice.id])).paid).toEqual([invoice.id])
  expect(await sumPostingsOf(invoice.id)).toMatchObject({ creditor: 0, transit: 0, bank: 0 })
  expect(doubtReasonsOf(await bank.read(makeOutgoingEntry(invoice, 24)))).toEqual([
    `${invoice.invoiceNumber} is verrekend op 24-11-2026 en niet betaald. Kijk waarvoor dit geld is.`,
  ])
})

it('reopens the exact amount, with its discount and VAT; set-offs stay', async () => {
  const lines = [
    { description: 'Commissie', quantity: 1, unitPrice: 1000, vatRate: 21 },
    { description: 'Reiskosten', quantity: 3, unitPrice: 33.33, vatRate: 9 },
  ]
  const partnerCompanyId = await bank.addPartner()
  const other = await bank.sent(100, { partnerCompanyId })
  await bank.paidOn(other.id, '2026-11-20')
  const note = await bank.credited(other)
  const invoice = await bank.sent(0, { partnerCompanyId, lines, invoiceDate: '2026-11-23', has48HourDiscount: true })
  const file = await bank.order([invoice])
  expect(file.netted).toMatchObject([{ invoiceNumber: invoice.invoiceNumber, creditNoteNumber: note.invoiceNumber }])
  const { vat, creditor, ...before } = await sumPostingsOf(invoice.id)
  const statement = await bank.read(
    buildStatementEntry(file.total, buildBatchDetails(file), 'DBIT', '2026-11-24'),
    buildStatementEntry(file.total, buildPaymentDetails(invoice.invoiceNumber), 'CRDT', '2026-11-24'),
  )
  await bank.confirm(statement, [invoice.id])
  const paid = await bank.find(invoice.id)
  expect(paid).toMatchObject({ status: 'betaald', openAmount: 0 })
  expect(Math.round((paid.paidAmount + paid.discountTaken + 100) * 100)).toBe(Math.round(invoice.totalAmount * 100))
  expect((await sumPostingsOf(invoice.id)).vat).toBeLessThan(vat)
  await bank.confirm(statement, [invoice.id], 'return')
  expect(await sumPostingsOf(invoice.id)).toMatchObject({ vat, creditor, ...before, transit: 0, bank: 0, discount: 0 })
  expect(await bank.find(note.id)).toMatchObject({ status: 'betaald', openAmount: 0 })
})
