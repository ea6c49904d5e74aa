import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
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
import { readOutboxOf } from '../../../testing/outbox.ts'

let bank: Awaited<ReturnType<typeof startBank>>
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.world.stop())
afterEach(() => bank.expectBook())

it('posts the repayment of a credit note, whole or in parts', async () => {
  const invoice = await bank.sent(761)
  await bank.paidOn(invoice.id, '2026-11-20')
  const note = await bank.credited(invoice)
  expect(note).toMatchObject({ status: 'in_behandeling', openAmount: -761 })
  const text = buildStatementEntry(
    61,
    buildPaymentDetails('NOTPROVIDED', { text: note.invoiceNumber.toLowerCase() }),
    'CRDT',
    '2026-11-24',
  )
  const statement = await bank.read(text, makeIncomingEntry(note, 24, 700), makeIncomingEntry(note, 24, 1))
  expect(statement.proposals).toMatchObject([
    { kind: 'repayment', invoiceId: note.id, amount: 61, by: 'text', isPart: true },
    { kind: 'repayment', invoiceId: note.id, amount: 700, by: 'reference', isPart: false },
  ])
  const already = [`${note.invoiceNumber} is al terugbetaald op 24-11-2026. Kijk waarvoor dit geld is.`]
  expect(doubtReasonsOf(statement)).toEqual(already)
  expect((await bank.confirm(statement, [note.id, note.id], 'repayment')).repaid).toEqual([note.id, note.id])
  expect(await bank.find(note.id)).toMatchObject({ status: 'betaald', openAmount: 0, paymentDate: '2026-11-24' })
  expect(await sumPostingsOf(note.id)).toMatchObject({ creditor: 0, transit: 0, bank: 76100 })
  expect(await bank.find(invoice.id)).toMatchObject({ status: 'betaald' })
  const again = await bank.read(text, makeIncomingEntry(note, 24, 700), makeIncomingEntry(note, 24, 1), ' ')
  expect([again.proposals, doubtReasonsOf(again)]).toEqual([[], already])
})

it('asks for one remittance advice of a payment: by the bank, or by hand before the bank; none of a repayment', async () => {
  const remittances = async ({ id }: { id: string }) =>
    (await readOutboxOf(id)).filter(({ kind }) => kind === 'invoice-remittance-mail').length
  const [booked, marked] = [await bank.sent(765), await bank.sent(766)]
  await bank.paidOn(marked.id, '2026-11-20')
  expect([await remittances(booked), await remittances(marked)]).toEqual([0, 1])
  const statement = await bank.read(makeOutgoingEntry(booked, 23), makeOutgoingEntry(marked, 23))
  await bank.confirm(statement, [booked.id, marked.id])
  expect([await remittances(booked), await remittances(marked)]).toEqual([1, 1])
  const note = await bank.credited(booked)
  await bank.confirm(await bank.read(makeIncomingEntry(note, 24)), [note.id], 'repayment')
  expect(await remittances(note)).toBe(0)
})

it('asks whether a payment came back or a credit note was repaid, where a booking may be either', async () => {
  const [credited, named] = [await bank.sent(763), await bank.sent(764)]
  for (const { id } of [credited, named]) await bank.paidOn(id, '2026-11-20')
  const note = await bank.credited(credited)
  const repaid = ({ invoiceNumber, totalAmount }: typeof credited, text: string) =>
    buildStatementEntry(
      totalAmount,
      buildPaymentDetails('NOTPROVIDED', { text: `${text} factuur ${invoiceNumber}` }),
      'CRDT',
      '2026-11-24',
    )
  const entries = [repaid(credited, 'Terugbetaling'), repaid(named, 'Credit YDC-2026-0909 van')]
  const unknown = 'YDC-2026-0909 is niet uitgegeven. Kijk waarvoor deze boeking is.'
  const statement = await bank.read(...entries)
  expect([statement.proposals, doubtReasonsOf(statement)]).toEqual([
    [],
    [formatReturnQuestion(credited, note), unknown],
  ])

  // Once a person marks the credit note as repaid, the booking is proposed as that repayment.
  await bank.paidOn(note.id, '2026-11-24')
  const known = await bank.read(...entries)
  expect([summariseProposals(known), doubtReasonsOf(known)]).toEqual([[['repayment', note.id, 763]], [unknown]])
  await bank.confirm(known, [note.id], 'repayment')
  expect(await sumPostingsOf(note.id)).toMatchObject({ creditor: 0, transit: 0, bank: 76300 })
  // One of these two equal bookings is the posted repayment of the credit note. The other one is proposed as the return
  // of our payment of the invoice.
  const later = await bank.read(makeIncomingEntry(credited, 24), ' ', repaid(credited, 'x'))
  expect(summariseProposals(later)).toEqual([['return', credited.id, 763]])
})

it('explains what to do with incoming money that names only a credit note', async () => {
  const [paid, settled, unsent] = [await bank.sent(765), await bank.sent(766), await bank.sent(767)]
  for (const { id } of [paid, unsent]) await bank.paidOn(id, '2026-11-20')
  const [open, netted] = [await bank.credited(paid), await bank.credited(settled)]
  const cancelled = await bank.done('POST', `/invoices/${unsent.id}/credit-notes`, {})
  await bank.step(cancelled.id, 'cancelled')
  const numbers = [open, netted, cancelled, { invoiceNumber: 'YDC-2026-0910' }].map(
    ({ invoiceNumber }) => invoiceNumber,
  )
  const statement = await bank.read(
    ...numbers.map((number) =>
      buildStatementEntry(770, buildPaymentDetails(number.toLowerCase()), 'CRDT', '2026-11-24'),
    ),
    buildStatementEntry(
      10,
      buildPaymentDetails('NOTPROVIDED', { text: `${numbers[0]} ${numbers[1]}` }),
      'CRDT',
      '2026-11-24',
    ),
    makeOutgoingEntry(open, 24, 765),
  )
  expect([statement.proposals, doubtReasonsOf(statement)]).toEqual([
    [],
    [
      `${numbers[0]} is een creditfactuur. Kijk waarvoor deze afschrijving is.`,
      `${numbers[0]}: € 5,00 te veel, er stond € 765,00 open. Kijk wat er is betaald.`,
      `${numbers[1]} is al verrekend op 24-11-2026. Kijk waarvoor dit geld is.`,
      `${numbers[2]} wacht niet op betaling. Kijk waarvoor dit geld is.`,
      'YDC-2026-0910 is niet uitgegeven. Kijk waarvoor deze boeking is.',
      'De boeking noemt meerdere creditfacturen. Zet ze zelf op Betaald.',
    ],
  ])
})

it('books a second equal repayment of a day, which another statement has, once a person says so', async () => {
  const invoice = await bank.sent(242)
  await bank.paidOn(invoice.id, '2026-11-10')
  const note = await bank.credited(invoice)
  const part = (reference: string) =>
    makeIncomingEntry(note, 24, 121).replace('<NtryDtls>', `<AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls>`)
  expect((await bank.confirm(await bank.read(part('R-1')), [note.id], 'repayment')).repaid).toEqual([note.id])
  const choose = (id: string) =>
    bank.call('POST', `/bank-statements/${id}/choose`, { booking: 'in0', invoiceId: note.id })
  expect((await choose((await bank.read(part('R-1'), ' ')).id)).status).toBe(409)
  expect((await choose((await bank.read(part('R-2'))).id)).status).toBe(200)
  expect(await bank.find(note.id)).toMatchObject({ status: 'betaald', openAmount: 0 })
})
