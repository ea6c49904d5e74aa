import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  buildBatchDetails,
  buildPaymentDetails,
  buildStatementEntry,
  doubtReasonsOf,
  makeIncomingEntry,
  makeOutgoingEntry,
  startBank,
  summariseProposals,
  sumPostingsOf,
} from '../../../testing/bank.ts'
import { buildSettingsForm } from '../../../testing/invoices.ts'

describe('a bank statement', () => {
  let bank: Awaited<ReturnType<typeof startBank>>
  beforeAll(async () => {
    bank = await startBank()
  })
  afterAll(() => bank.world.stop())
  afterEach(() => bank.expectBook())

  it('doubts a booking above the open amount, or unequal to the sum of the invoices that it names', async () => {
    const [one, two] = [await bank.sent(310), await bank.sent(311)]
    const both = buildStatementEntry(
      620,
      buildPaymentDetails('NOTPROVIDED', { text: `${one.invoiceNumber} ${two.invoiceNumber}` }),
    )
    const { proposals, ...statement } = await bank.read(makeOutgoingEntry(one, 23, 311), both)
    expect([proposals, doubtReasonsOf(statement)]).toEqual([
      [],
      [
        `${one.invoiceNumber}: € 1,00 te veel, er stond € 310,00 open. Kijk wat er is betaald.`,
        `${one.invoiceNumber}, ${two.invoiceNumber}: samen € 621,00, de boeking is € 620,00. Splits zelf.`,
      ],
    ])
  })

  it('pays no two invoices by one booking to another IBAN', async () => {
    const [one, two] = [await bank.sent(312), await bank.sent(313)]
    const text = `${one.invoiceNumber} ${two.invoiceNumber}`
    const elsewhere = { text, iban: 'NL20INGB0001234567' }
    const { proposals, ...statement } = await bank.read(
      buildStatementEntry(625, buildPaymentDetails('NOTPROVIDED', elsewhere)),
    )
    expect([proposals, doubtReasonsOf(statement)]).toEqual([
      [],
      [expect.stringMatching(/^De boeking ging naar een andere rekening\. Bij de partner staat NL/)],
    ])
  })

  it('matches the rest of an invoice after its credit note', async () => {
    const invoice = await bank.sent(320)
    await bank.credited(invoice, 0.25)
    const statement = await bank.read(makeOutgoingEntry(invoice, 23, 240))
    expect(statement.proposals).toMatchObject([{ invoiceId: invoice.id, amount: 240, isPart: false }])
    await bank.confirm(statement, [invoice.id])
    expect(await bank.find(invoice.id)).toMatchObject({ status: 'betaald', paidAmount: 240, openAmount: 0 })
  })

  it('proposes the amount that a payment file ordered, also when the bank books it after the 48 hours', async () => {
    const prompt = { invoiceDate: '2026-11-22', has48HourDiscount: true }
    const invoices = [await bank.sent(1000, prompt), await bank.sent(2000, prompt), await bank.sent(3000, prompt)]
    const [referred, named, alone] = invoices
    const ordered: number[] = invoices.map(({ finalAmount }) => finalAmount)
    await bank.order(invoices)
    await bank.travel('2026-11-25T09:00:00Z')
    const entries = [
      buildPaymentDetails(referred.invoiceNumber),
      buildPaymentDetails('NOTPROVIDED', { text: named.invoiceNumber }),
      buildPaymentDetails('NOTPROVIDED'),
    ].map((payment, at) => buildStatementEntry(ordered[at] ?? 0, payment, 'DBIT', '2026-11-25'))
    const statement = await bank.read(...entries)
    expect(statement).toMatchObject({
      doubts: [],
      proposals: [
        { invoiceId: referred.id, by: 'reference', amount: ordered[0], date: '2026-11-25', isPart: false },
        { invoiceId: named.id, by: 'text', amount: ordered[1], isPart: false },
        { invoiceId: alone.id, by: 'account', amount: ordered[2], isPart: false },
      ],
    })
    await bank.confirm(
      statement,
      invoices.map(({ id }) => id),
    )
    expect(await bank.find(referred.id)).toMatchObject({
      ...{ status: 'betaald', openAmount: 0, paymentDate: '2026-11-25' },
      discountTaken: 1000 - (ordered[0] ?? 0),
    })
    await bank.travel('2026-11-24T09:00:00Z')
  })

  it('does not match an invoice by its amount when the payment names another invoice', async () => {
    const [paid, open] = [await bank.sent(411), await bank.sent(411)]
    await bank.confirm(await bank.read(makeOutgoingEntry(paid, 10)), [paid.id])
    const named = (number: string) =>
      buildStatementEntry(411, buildPaymentDetails('NOTPROVIDED', { text: `fact ${number}` }))
    const reasons = [
      `${paid.invoiceNumber} is al betaald op 10-11-2026. Kijk of dit een dubbele betaling is.`,
      'YDS-2026-9876 is niet uitgegeven. Kijk waarvoor deze boeking is.',
    ]
    const statement = await bank.read(named(paid.invoiceNumber), named('YDS-2026-9876'))
    expect(statement).toMatchObject({ proposals: [], doubts: reasons.map((reason) => ({ amount: 411, reason })) })
    const theirs = await bank.read(buildStatementEntry(411, buildPaymentDetails('INKOOP-2026-0007')))
    expect(theirs.proposals).toMatchObject([{ invoiceId: open.id, by: 'account' }])
  })

  describe('warns of a possible double payment', () => {
    const twice = ({ invoiceNumber }: { invoiceNumber: string }, day: string) =>
      `${invoiceNumber} is al betaald op ${day}. Kijk of dit een dubbele betaling is.`

    it('in one statement, also when it is read again after the first payment was confirmed', async () => {
      const invoice = await bank.sent(412)
      const content = [makeOutgoingEntry(invoice, 21), makeOutgoingEntry(invoice, 21)]
      const statement = await bank.read(...content)
      expect(statement.proposals).toMatchObject([{ invoiceId: invoice.id, amount: 412, date: '2026-11-21' }])
      expect(doubtReasonsOf(statement)).toEqual([twice(invoice, '21-11-2026')])
      await bank.confirm(statement, [invoice.id])
      expect(doubtReasonsOf(await bank.read(...content))).toEqual([twice(invoice, '21-11-2026')])
      // A later statement may contain the confirmed booking of day 21 as well. The one of day 22 is a second payment.
      for (const days of [[21, 22], [22]]) {
        const later = await bank.read(...days.map((day) => makeOutgoingEntry(invoice, day)))
        expect([later.proposals, doubtReasonsOf(later)]).toEqual([[], [twice(invoice, '21-11-2026')]])
      }
    })

    it('but not when the bank books a payment that was marked by hand, whatever its day', async () => {
      const [near, far, part] = [await bank.sent(413), await bank.sent(414), await bank.sent(400)]
      await bank.paidOn(near.id, '2026-11-21')
      await bank.paidOn(far.id, '2026-11-17')
      await bank.credited(part, 0.25)
      await bank.paidOn(part.id, '2026-11-21')
      expect(await sumPostingsOf(near.id)).toMatchObject({ creditor: 0, transit: -41300, bank: 0 })
      const statement = await bank.read(
        makeOutgoingEntry(near, 22),
        makeOutgoingEntry(far, 22),
        makeOutgoingEntry(part, 21, 300),
        makeOutgoingEntry(near, 23),
      )
      expect(summariseProposals(statement)).toEqual([
        ['payment', part.id, 300],
        ['payment', near.id, 413],
        ['payment', far.id, 414],
      ])
      expect(doubtReasonsOf(statement)).toEqual([twice(near, '22-11-2026')])
      await bank.confirm(statement, [near.id, far.id, part.id])
      expect(await bank.find(far.id)).toMatchObject({ status: 'betaald', paymentDate: '2026-11-22', paidAmount: 414 })
      expect(await sumPostingsOf(near.id)).toMatchObject({ creditor: 0, transit: 0, bank: -41300 })
      expect(doubtReasonsOf(await bank.read(makeOutgoingEntry(far, 23)))).toEqual([twice(far, '22-11-2026')])
    })

    it('by a payment file that was booked twice, or with an invoice that was paid otherwise', async () => {
      const [one, two] = [await bank.sent(415), await bank.sent(416)]
      const file = await bank.order([one, two])
      await bank.confirm(await bank.read(makeOutgoingEntry(one, 18)), [one.id])
      const booked = (day: string) => buildStatementEntry(831, buildBatchDetails(file), 'DBIT', day)
      const read = () => bank.read(booked('2026-11-23'), booked('2026-11-24'))
      const reasons = [twice(one, '18-11-2026'), twice(one, '18-11-2026'), twice(two, '23-11-2026')]
      const statement = await read()
      expect(statement.proposals).toMatchObject([{ invoiceId: two.id, by: 'payment-file' }])
      expect(doubtReasonsOf(statement)).toEqual(reasons)
      await bank.confirm(statement, [two.id])
      expect(doubtReasonsOf(await read())).toEqual(reasons)
    })

    it('of an invoice that was settled with its credit note and never paid', async () => {
      const invoice = await bank.sent(417)
      await bank.credited(invoice)
      expect(doubtReasonsOf(await bank.read(makeOutgoingEntry(invoice, 23)))).toEqual([
        `${invoice.invoiceNumber} is verrekend op 24-11-2026 en niet betaald. Kijk waarvoor dit geld is.`,
      ])
    })

    it('but not of a confirmed payment while another invoice of that amount still waits', async () => {
      const [first] = [await bank.sent(418), await bank.sent(418)]
      await bank.confirm(await bank.read(makeOutgoingEntry(first, 21)), [first.id])
      const again = await bank.read(
        makeOutgoingEntry(first, 21),
        buildStatementEntry(9, buildPaymentDetails('INKOOP-1'), 'DBIT', '2026-11-22'),
      )
      expect([again.proposals, doubtReasonsOf(again)]).toEqual([[], []])
    })

    it('and proposes no other invoice by the account and amount of a posted booking', async () => {
      const [byBank, byHand] = [await bank.sent(419), await bank.sent(420)]
      const alone = (amount: number) =>
        buildStatementEntry(amount, buildPaymentDetails('NOTPROVIDED'), 'DBIT', '2026-11-21')
      await bank.confirm(await bank.read(alone(419)), [byBank.id])
      await bank.paidOn(byHand.id, '2026-11-20')
      const others = [await bank.sent(419), await bank.sent(421)]
      const again = await bank.read(alone(419), alone(420), ' ')
      expect(summariseProposals(again)).toEqual([['payment', byHand.id, 420]])
      expect(doubtReasonsOf(again)).toEqual([])
      expect(others).toHaveLength(2)
    })
  })

  it('prefers the text of a booking over its amount, and reports a file with another amount or withdrawn', async () => {
    const filed = [await bank.sent(500), await bank.sent(31)]
    const [alone, within, other] = [await bank.sent(531), await bank.sent(22), await bank.sent(531)]
    await bank.order(filed)
    const short = await bank.order([within])
    const statement = await bank.read(
      buildStatementEntry(531, buildPaymentDetails('NOTPROVIDED', { text: `fact ${alone.invoiceNumber}` })),
      buildStatementEntry(531, buildPaymentDetails(`Factuur ${other.invoiceNumber}`)),
      buildStatementEntry(531, ''),
      buildStatementEntry(21, buildBatchDetails(short)),
    )
    expect(statement.proposals).toMatchObject([
      { invoiceId: alone.id, by: 'text', amount: 531 },
      { invoiceId: other.id, by: 'text', amount: 531 },
      ...filed.map(({ id }) => ({ invoiceId: id, by: 'payment-file' })),
    ])
    expect(doubtReasonsOf(statement)).toEqual([
      'Het betaalbestand van 24-11-2026 is € 22,00, de boeking € 21,00. Kijk wat er is betaald.',
    ])
    await bank.done('POST', `/payment-files/${short.id}/withdraw`)
    const again = await bank.read(buildStatementEntry(22, buildBatchDetails(short)))
    expect([again.proposals, doubtReasonsOf(again)]).toEqual([
      [],
      ['Het betaalbestand van 24-11-2026 is ingetrokken en toch uitgevoerd. Kijk wat er is betaald.'],
    ])
  })

  it('recognises an invoice by its own prefix after the settings changed', async () => {
    const { done, sent, read } = bank
    const paid = await sent(731)
    await bank.confirm(await read(makeOutgoingEntry(paid, 22)), [paid.id])
    for (const invoicePrefix of ['NWE', 'ANDER', 'NWE'])
      await done('PUT', '/settings', buildSettingsForm({ invoicePrefix }))
    const named = await sent(731)
    expect(named.invoiceNumber).toMatch(/^NWE-/)
    expect((await read(makeIncomingEntry(paid, 24))).proposals).toMatchObject([{ kind: 'return', invoiceId: paid.id }])
    const again = buildStatementEntry(
      731,
      buildPaymentDetails('NOTPROVIDED', { text: `fact ${paid.invoiceNumber}` }),
      'DBIT',
      '2026-11-23',
    )
    expect((await read(again)).proposals).toEqual([])
    await done('PUT', '/settings', buildSettingsForm())
    expect((await read(makeOutgoingEntry(named, 23))).proposals).toMatchObject([
      { kind: 'payment', invoiceId: named.id },
    ])
  })

  it('proposes no payment from before the invoice date; such an invoice can be marked paid by hand', async () => {
    const early = await bank.sent(743, { invoiceDate: '2026-11-20' })
    const statement = await bank.read(
      buildStatementEntry(743, buildPaymentDetails(early.invoiceNumber), 'DBIT', '2026-11-19'),
    )
    expect([statement.proposals, doubtReasonsOf(statement)]).toEqual([
      [],
      [`${early.invoiceNumber} is van 20-11-2026, na deze boeking. Kijk of het nummer klopt.`],
    ])
    expect(await bank.step(early.id, 'betaald', { paymentDate: '2026-11-20' })).toMatchObject({ status: 'betaald' })
    // The bank does not move the marked payment to a day before the invoice either.
    const again = await bank.read(
      buildStatementEntry(743, buildPaymentDetails(early.invoiceNumber, { text: 'x' }), 'DBIT', '2026-11-19'),
    )
    const body = { booking: 'out0', invoiceId: early.id }
    const chosen = await bank.call('POST', `/bank-statements/${again.id}/choose`, body)
    expect([chosen.status, chosen.body.message]).toEqual([
      ...[409, `${early.invoiceNumber} is van 20-11-2026, na deze boeking. Kijk of het nummer klopt.`],
    ])
    expect((await bank.find(early.id)).paymentDate).toBe('2026-11-20')
  })

  it('recognises numbers of next year, from the day on which invoices may have them', async () => {
    await bank.travel('2026-12-20T09:00:00Z')
    const { invoiceNumber } = await bank.sent(741, { invoiceDate: '2027-01-05' })
    expect(invoiceNumber).toMatch(/-2027-/)
    const statement = await bank.read(
      buildStatementEntry(741, buildPaymentDetails(invoiceNumber), 'DBIT', '2026-12-19'),
    )
    expect([statement.proposals, doubtReasonsOf(statement)]).toEqual([
      [],
      [`${invoiceNumber} is van 05-01-2027, na deze boeking. Kijk of het nummer klopt.`],
    ])
    await bank.travel('2026-11-24T09:00:00Z')
  })
})
