import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  buildBatchDetails,
  buildPaymentDetails,
  buildStatementEntry,
  buildStatementXml,
  doubtReasonsOf,
  makeIncomingEntry,
  makeOutgoingEntry,
  startBank,
  summariseProposals,
  sumPostingsOf,
} from '../../../testing/bank.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'

const othersOf = (account: string) => `Dit afschrift is van rekening ${account}, niet van de onze`

describe('a bank statement', () => {
  let bank: Awaited<ReturnType<typeof startBank>>
  beforeAll(async () => {
    bank = await startBank()
  })
  afterAll(() => bank.world.stop())
  afterEach(() => bank.expectBook())

  it('proposes the invoices that its bookings pay, and pays confirmed ones once, on that day', async () => {
    const { done, sent, find, upload, confirm } = bank
    const invoices = []
    for (const price of [101, 102, 103, 104, 105, 105, 106, 107, 108]) invoices.push(await sent(price))
    const [referred, named, namedToo, alone, twin, twinToo, part, filed, filedToo] = invoices
    const file = await bank.order([filed, filedToo])
    const statement = buildStatementXml(
      [
        buildStatementEntry(101, buildPaymentDetails(referred.invoiceNumber)),
        buildStatementEntry(
          205,
          buildPaymentDetails('NOTPROVIDED', { text: `fact ${named.invoiceNumber} en ${namedToo.invoiceNumber}` }),
        ),
        buildStatementEntry(104, buildPaymentDetails('NOTPROVIDED')),
        buildStatementEntry(105, buildPaymentDetails('NOTPROVIDED')),
        makeOutgoingEntry(part, 23, 100),
        buildStatementEntry(215, buildBatchDetails(file)),
        buildStatementEntry(9, buildPaymentDetails('HUUR', { iban: 'NL20INGB0001234567' })),
      ].join(''),
    )
    const read = await upload(statement)
    expect(read.status, read.text).toBe(200)
    const proposed = (body: { proposals: { invoiceId: string; by: string; amount: number; isPart: boolean }[] }) =>
      body.proposals.map(({ invoiceId, by, amount, isPart }) => [invoiceId, by, amount, isPart])
    expect(proposed(read.body)).toEqual([
      [referred.id, 'reference', 101, false],
      ...[named, namedToo].map(({ id, totalAmount }) => [id, 'text', totalAmount, false]),
      [alone.id, 'account', 104, false],
      [part.id, 'reference', 100, true],
      ...[filed, filedToo].map(({ id, totalAmount }) => [id, 'payment-file', totalAmount, false]),
    ])
    expect(read.body.bookings).toBe(7)
    expect(doubtReasonsOf(read.body)).toEqual([
      `${twin.invoiceNumber}, ${twinToo.invoiceNumber} hebben deze rekening en dit bedrag. Zet zelf de juiste op Betaald.`,
    ])

    const some = [referred.id, named.id, filed.id]
    expect(await confirm(read.body, [...some, twin.id])).toEqual({
      ...{ paid: some, returned: [], repaid: [] },
      failed: [{ invoiceId: twin.id, reason: 'Dit voorstel staat niet op het afschrift. Laad de pagina opnieuw.' }],
    })
    expect(await find(referred.id)).toMatchObject({ status: 'betaald', paymentDate: '2026-11-23' })
    expect(await sumPostingsOf(referred.id)).toMatchObject({ creditor: 0, transit: 0, bank: -10100 })
    const { AuditLogs } = await import('../../platform/data/audit.ts')
    const audited = await AuditLogs.query.byEntity({ entityType: 'bank-statement', entityId: read.body.id }).go()
    expect(audited.data.find(({ action }) => action === 'bank-statement.confirm')?.newData).toMatchObject({
      confirmed: [referred, named, filed].map(({ invoiceNumber }) => ({ kind: 'payment', invoiceNumber })),
      failed: [{ invoiceId: twin.id }],
    })
    expect((await confirm(read.body, [named.id])).failed[0].reason).toBe('Deze boeking is al bevestigd op 24-11-2026')
    expect(await done('GET', '/bank-statements')).toMatchObject([{ proposed: 7, toConfirm: 4 }])
    const [shown] = await bank.bookingsIn(read.body.id)
    expect(shown?.matches[0]).toMatchObject({ invoiceNumber: referred.invoiceNumber, status: 'betaald' })

    // A second upload of the same file proposes nothing new, not even a later invoice of the same amount.
    await confirm(read.body, [namedToo.id, alone.id, filedToo.id, part.id])
    await sent(104)
    const again = await upload(statement)
    expect([again.body.id, proposed(again.body)]).toEqual([read.body.id, proposed(read.body)])
    const open = await Promise.all([twin, twinToo, part].map(({ id }) => find(id)))
    expect(open.map(({ status, openAmount }) => [status, openAmount])).toEqual(
      [105, 105, 6].map((amount) => ['in_behandeling', amount]),
    )
    expect(await done('GET', '/bank-statements')).toEqual([
      {
        ...{ id: read.body.id, version: expect.any(Number), filename: 'afschrift.xml', bookings: 7 },
        ...{ proposed: 7, toConfirm: 0, doubtful: 1, uploadedBy: expect.anything(), uploadedAt: expect.any(String) },
      },
    ])
  })

  it('pays an invoice in parts, each confirmed separately; the last pays the rest', async () => {
    const invoice = await bank.sent(300)
    const statement = await bank.read(
      makeOutgoingEntry(invoice, 20, 100),
      makeOutgoingEntry(invoice, 20, 100),
      makeOutgoingEntry(invoice, 21, 100),
    )
    expect(statement.proposals.map(({ isPart }: { isPart: boolean }) => isPart)).toEqual([true, true, false])
    await bank.confirm(statement, [invoice.id])
    expect(await bank.find(invoice.id)).toMatchObject({ status: 'in_behandeling', openAmount: 200, paidAmount: 100 })
    await bank.confirm(statement, [invoice.id, invoice.id])
    expect(await bank.find(invoice.id)).toMatchObject({ status: 'betaald', openAmount: 0, paymentDate: '2026-11-21' })
    const more = await bank.read(
      makeOutgoingEntry(invoice, 20, 100),
      makeOutgoingEntry(invoice, 20, 100),
      makeOutgoingEntry(invoice, 22, 100),
    )
    expect([more.proposals, doubtReasonsOf(more)]).toEqual([
      [],
      [`${invoice.invoiceNumber} is al betaald op 21-11-2026. Kijk of dit een dubbele betaling is.`],
    ])
  })

  it('does not pay a returned payment again; a released invoice is paid by its next file only', async () => {
    const { done, call, confirm, order, step } = bank
    const [kept, sentBack] = [await bank.sent(401), await bank.sent(402)]
    const file = await order([kept, sentBack])
    const booked = (of: { id: string }, amount: number, day = 23) =>
      buildStatementEntry(amount, buildBatchDetails(of), 'DBIT', `2026-11-${day}`)
    const first = await bank.read(booked(file, 803))
    const release = () => call('POST', `/payment-files/${file.id}/release`, { invoiceId: sentBack.id })
    await confirm(first, [sentBack.id])
    expect((await release()).status).toBe(409)
    await step(sentBack.id, 'in_behandeling')
    expect(await confirm(first, [sentBack.id])).toMatchObject({
      paid: [],
      failed: [{ reason: 'Deze boeking is al bevestigd op 24-11-2026' }],
    })
    const shown = await done('GET', `/bank-statements/${first.id}`)
    const [booking] = await bank.bookingsIn(first.id)
    expect([shown.toConfirm, booking?.matches[1]?.confirmedAt]).toEqual([1, expect.any(String)])

    const released = await release()
    const states = (body: { payments: { state: string }[] }) => body.payments.map(({ state }) => state)
    expect([released.status, states(released.body)]).toEqual([200, ['ordered', 'released']])
    expect(states(await done('GET', `/payment-files/${file.id}/payments`))).toEqual(['ordered', 'released'])
    expect((await release()).status).toBe(409)
    expect((await call('GET', `/payment-files/${file.id}`)).status).toBe(409)
    const { entries } = await done('GET', `/invoices/${sentBack.id}/history`)
    expect(entries.map(({ verb }: { verb: string }) => verb)).toContain('release')
    const next = await order([kept, sentBack])
    expect(next).toMatchObject({ count: 1, leftOut: [{ invoiceId: kept.id, reason: 'Staat al in een betaalbestand' }] })

    // Another statement books the whole file, or only the part that the bank carried out.
    expect(summariseProposals(await bank.read(booked(file, 803), ' '))).toEqual([['payment', kept.id, 401]])
    expect(summariseProposals(await bank.read(booked(file, 401)))).toEqual([['payment', kept.id, 401]])
    const paid = await bank.read(booked(next, 402, 24))
    expect(summariseProposals(paid)).toEqual([['payment', sentBack.id, 402]])
    // An invoice that is released from its payment file after the statement was read is not confirmed as paid by it.
    await call('POST', `/payment-files/${next.id}/release`, { invoiceId: sentBack.id })
    expect((await confirm(paid, [sentBack.id])).failed[0].reason).toContain('vrijgegeven')
    expect(doubtReasonsOf(await bank.read(booked(next, 402, 24), ' '))).toEqual([
      'Het betaalbestand van 24-11-2026 is geheel uitgevoerd, ook de vrijgegeven betalingen. Kijk wat er is betaald.',
    ])
  })

  it('posts a booking once, however many statements contain it and however many people confirm it at once', async () => {
    const [whole, part] = [await bank.sent(611), await bank.sent(612)]
    const day = await bank.read(makeOutgoingEntry(whole, 23), makeOutgoingEntry(part, 23, 100))
    const week = await bank.read(makeOutgoingEntry(whole, 23), makeOutgoingEntry(part, 23, 100), ' ')
    expect(summariseProposals(week)).toEqual(summariseProposals(day))
    const both = await Promise.all([bank.confirm(day, [whole.id]), bank.confirm(day, [whole.id])])
    expect(both.map(({ paid, failed }) => [paid.length, failed.length]).toSorted()).toEqual([
      [0, 1],
      [1, 0],
    ])
    expect((await bank.confirm(week, [whole.id])).paid).toEqual([])
    // A part stays open, so the amount alone would allow a second payment.
    await meanwhile(() => bank.confirm(week, [part.id]))
    expect((await bank.confirm(day, [part.id])).paid).toEqual([])
    expect((await bank.confirm(day, [part.id])).failed).toMatchObject([{ invoiceId: part.id }])
    expect(await bank.find(part.id)).toMatchObject({ openAmount: 512, paidAmount: 100 })
    expect(await sumPostingsOf(part.id)).toMatchObject({ creditor: -51200, transit: 0, bank: -10000 })

    await bank.step(whole.id, 'in_behandeling')
    const other = await bank.read(makeOutgoingEntry(whole, 23), buildStatementEntry(1, buildPaymentDetails('ANDERS')))
    expect([other.proposals, other.doubts]).toEqual([[], []])
    expect((await bank.confirm(week, [whole.id])).paid).toEqual([])
    // The payment was taken back by hand; later the bank books that return, and a new payment.
    const month = await bank.read(
      makeOutgoingEntry(whole, 23),
      makeIncomingEntry(whole, 23),
      makeOutgoingEntry(whole, 24),
    )
    expect(summariseProposals(month)).toEqual([
      ['return', whole.id, 611],
      ['payment', whole.id, 611],
    ])
    await bank.confirm(month, [whole.id], 'return')
    await bank.confirm(month, [whole.id])
    expect(await bank.find(whole.id)).toMatchObject({ status: 'betaald', paymentDate: '2026-11-24', paidAmount: 611 })
    expect(await sumPostingsOf(whole.id)).toMatchObject({ creditor: 0, transit: 0, bank: -61100 })
  })

  it('books full and partial payments that were marked by hand, in any order of the bank', async () => {
    const [parts, returned] = [await bank.sent(621), await bank.sent(622)]
    await bank.paidOn(parts.id, '2026-11-20')
    await bank.paidOn(returned.id, '2026-11-20')
    const first = await bank.read(makeOutgoingEntry(parts, 22, 21), makeIncomingEntry(returned, 23))
    await bank.confirm(first, [parts.id])
    await bank.confirm(first, [returned.id], 'return')
    expect(await bank.find(parts.id)).toMatchObject({ status: 'betaald', openAmount: 0 })
    // The payment is read after its return: it is posted, and the invoice stays open.
    const second = await bank.read(makeOutgoingEntry(parts, 21, 600), makeOutgoingEntry(returned, 21))
    expect([summariseProposals(second), doubtReasonsOf(second)]).toEqual([
      [
        ['payment', parts.id, 600],
        ['payment', returned.id, 622],
      ],
      [],
    ])
    await bank.confirm(second, [parts.id, returned.id])
    expect(await bank.find(returned.id)).toMatchObject({ status: 'in_behandeling', openAmount: 622, paidAmount: 0 })
    expect(await sumPostingsOf(parts.id)).toMatchObject({ creditor: 0, transit: 0, bank: -62100 })
    expect(await sumPostingsOf(returned.id)).toMatchObject({ creditor: -62200, transit: 0, bank: 0 })
  })

  it('counts a payment in the month of the bank, whenever it is read or marked as paid', async () => {
    await bank.travel('2026-12-30T09:00:00Z')
    const { countedLedger } = await import('../../book/journal.ts')
    async function paidIn(month: string) {
      let sum = 0
      for await (const page of countedLedger.contributionsIn?.(month) ?? []) {
        for (const { measure, by } of page) if (measure === 'bookPaid') sum += by ?? 0
      }
      return sum
    }
    const before = [await paidIn('2026-12'), await paidIn('2027-01')]
    const prompt = { invoiceDate: '2026-12-30', has48HourDiscount: true }
    const [read, called] = [await bank.sent(750, prompt), await bank.sent(1000, prompt)]
    await bank.travel('2027-01-04T09:00:00Z')
    await bank.paidOn(called.id, '2027-01-01')
    const decemberOf = ({ invoiceNumber, finalAmount }: typeof read) =>
      buildStatementEntry(finalAmount, buildPaymentDetails(invoiceNumber), 'DBIT', '2026-12-31')
    const statement = await bank.read(decemberOf(read), decemberOf(called))
    await bank.confirm(statement, [read.id, called.id])
    for (const { id } of [read, called]) {
      expect(await bank.find(id)).toMatchObject({ status: 'betaald', paymentDate: '2026-12-31' })
    }
    const cents = Math.round((read.finalAmount + called.finalAmount) * 100)
    expect([await paidIn('2026-12'), await paidIn('2027-01')]).toEqual([(before[0] ?? 0) + cents, before[1]])
    // The bank booked this payment on 31 December, so it moved from the marked day, 1 January, to the year before. Its
    // return still reopens the exact amount.
    const bounced = await bank.read(
      buildStatementEntry(called.finalAmount, buildPaymentDetails(called.invoiceNumber), 'CRDT', '2027-01-03'),
    )
    await bank.confirm(bounced, [called.id], 'return')
    expect(await bank.find(called.id)).toMatchObject({ status: 'in_behandeling', openAmount: 1000, discountTaken: 0 })
    expect(await sumPostingsOf(called.id)).toMatchObject({
      creditor: -100000,
      transit: 0,
      bank: 0,
      discount: 0,
      vat: 0,
    })
    await bank.travel('2026-11-24T09:00:00Z')
  })

  it('takes the 48-hour discount back, with its VAT, when the bank booked a payment after those hours', async () => {
    const lines = [{ description: 'Commissie', quantity: 1, unitPrice: 1000, vatRate: 21 }]
    const form = { invoiceDate: '2026-11-22', has48HourDiscount: true, lines }
    const [late, prompt, ordered] = [await bank.sent(0, form), await bank.sent(0, form), await bank.sent(0, form)]
    for (const { id } of [late, prompt]) await bank.paidOn(id, '2026-11-23')
    await bank.order([ordered])
    expect(await bank.find(late.id)).toMatchObject({ status: 'betaald', discountTaken: 94.99 })
    await bank.travel('2026-11-26T09:00:00Z')
    // A payment file ordered this payment within the 48 hours: it keeps its discount, whenever the bank books it.
    await bank.paidOn(ordered.id, '2026-11-25')
    const inTime = buildStatementEntry(
      prompt.finalAmount,
      buildPaymentDetails(prompt.invoiceNumber),
      'DBIT',
      '2026-11-24',
    )
    const statement = await bank.read(
      makeOutgoingEntry(late, 25, late.finalAmount),
      inTime,
      makeOutgoingEntry(ordered, 25, ordered.finalAmount),
    )
    const [doubted, ...clear] = await bank.bookingsIn(statement.id)
    expect(clear.map(({ task }) => task)).toEqual(['confirm', 'confirm'])
    expect([doubted?.task, doubted?.doubts.map((text) => text.replaceAll('\u00a0', ' '))]).toEqual([
      'check',
      [
        `${late.invoiceNumber} is na de 48 uur betaald. De korting van € 94,99, waarvan € 16,49 btw, staat dan weer open.`,
      ],
    ])
    await bank.confirm(statement, [late.id, prompt.id])
    for (const { id } of [prompt, ordered]) {
      expect(await bank.find(id)).toMatchObject({ status: 'betaald', discountTaken: 94.99, openAmount: 0 })
    }
    expect(await bank.find(late.id)).toMatchObject({ status: 'in_behandeling', discountTaken: 0, openAmount: 94.99 })
    expect(await sumPostingsOf(late.id)).toMatchObject({ creditor: -9499, transit: 0, discount: 0, vat: 21000 })
    // The partner is told once more, as the first mail had the discount; another delivery sends nothing.
    for (const { id } of [late, prompt, late]) await deliverOutbox(id)
    const all = await bank.world.ses.mails()
    const mails = all.filter(({ subject }) => subject.startsWith('Betaling van factuur'))
    const textOf = ({ text }: { text: string }) => text.replaceAll('\u00a0', ' ').split('\n\n').slice(1, 6)
    expect(mails.map(({ subject }) => subject.split(' ').at(-1)).toSorted()).toEqual([
      ...[late.invoiceNumber, late.invoiceNumber, prompt.invoiceNumber],
    ])
    const [told, ...others] = mails.filter(({ text }) => text.includes('na de 48 uur'))
    expect(others).toEqual([])
    expect(textOf(told ?? { text: '' })).toEqual([
      'Wij betaalden u € 1.115,01 op 25-11-2026 op NL91 RABO 0315 2736 37.',
      `Factuur ${late.invoiceNumber} van 22-11-2026: € 1.210,00`,
      'Betaald: € 1.115,01',
      'Onze bank betaalde na de 48 uur. Daarom vervalt de 48-uurskorting van € 94,99, waarvan € 16,49 btw.',
      'Nog te betalen: € 94,99',
    ])
    // The rest is paid without a discount, and the return of the first payment reopens just that.
    await bank.paidOn(late.id, '2026-11-26')
    expect(await bank.find(late.id)).toMatchObject({ status: 'betaald', discountTaken: 0, openAmount: 0 })
    const bounced = await bank.read(makeIncomingEntry(late, 26, late.finalAmount))
    await bank.confirm(bounced, [late.id], 'return')
    expect(await bank.find(late.id)).toMatchObject({ status: 'in_behandeling', openAmount: late.finalAmount })
    await bank.travel('2026-11-24T09:00:00Z')
  })

  it('books a second equal payment of a day, which another statement has, once a person says so', async () => {
    for (const [first, second, firstReference, secondReference] of [
      ['deel een', 'deel twee', '', ''],
      ['deel drie', 'deel drie', 'B-1', 'B-2'],
    ] as const) {
      const invoice = await bank.sent(242)
      const paid = (text: string, reference: string) =>
        buildStatementEntry(121, buildPaymentDetails(invoice.invoiceNumber, { text }), 'DBIT', '2026-11-23').replace(
          '<NtryDtls>',
          `<AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls>`,
        )
      await bank.confirm(await bank.read(paid(first, firstReference)), [invoice.id])
      const evening = await bank.read(paid(second, secondReference))
      expect(await bank.bookingsIn(evening.id)).toMatchObject([{ isBooked: true, about: { invoiceId: invoice.id } }])
      const choose = (id: string) =>
        bank.call('POST', `/bank-statements/${id}/choose`, { booking: 'out0', invoiceId: invoice.id })
      // The same booking in another statement stays one booking.
      const copy = await bank.read(paid(first, firstReference), ' ')
      expect(await choose(copy.id)).toMatchObject({ status: 409, body: { message: 'Deze boeking is al geboekt' } })
      expect((await choose(evening.id)).status).toBe(200)
      expect(await bank.find(invoice.id)).toMatchObject({ status: 'betaald', openAmount: 0, paidAmount: 242 })
      expect(await choose(evening.id)).toMatchObject({ status: 409 })
      const whole = await bank.read(paid(first, firstReference), paid(second, secondReference))
      expect(await bank.bookingsIn(whole.id)).toMatchObject([{ isBooked: true }, { isBooked: true }])
    }
  })

  it('lists each booking, also beyond the limit of proposals and findings', async () => {
    const { invoiceNumber } = await bank.sent(10)
    const { id, doubts, bookings, check } = await bank.read(
      buildStatementEntry(11, buildPaymentDetails(invoiceNumber)).repeat(503),
    )
    expect([bookings, check, doubts.length]).toEqual([503, { count: 503, amount: 5533 }, 503])
    expect(doubts.at(-1)).toMatchObject({
      amount: 11,
      reason: 'Dit afschrift is te groot om alles te koppelen. Upload een kortere periode.',
    })
    expect((await bank.bookingsIn(id)).map((one) => one.end)).toEqual(Array(503).fill('check'))
    const many = await bank.upload(buildStatementXml(buildStatementEntry(1, '').repeat(5_001)))
    expect([many.status, many.body.message]).toEqual([
      422,
      'Op dit afschrift staan meer dan 5.000 boekingen. Download een kortere periode.',
    ])
  })

  it.each([
    buildStatementXml(buildStatementEntry(9, ''), 'NL59TRIO0788877666'),
    '788877666\tEUR\t20261123\t50,00\t41,00\t20261123\t-9,00\t/TRTP/SEPA',
  ])('is accepted with our IBAN or account number', async (content) => {
    expect((await bank.upload(content)).status).toBe(200)
  })

  it.each([
    ['a,b\n1,2', 'Dit bestand is geen rekeningafschrift van Rabobank, ING, ABN AMRO of bunq'],
    ['<a>', 'Dit XML-bestand kan niet worden gelezen'],
    [buildStatementXml(''), 'Op dit afschrift staat geen betaling van onze rekening'],
    ['', 'Dit bestand is geen rekeningafschrift van Rabobank, ING, ABN AMRO of bunq'],
    [buildStatementXml(buildStatementEntry(9, ''), 'NL20INGB0001234567'), othersOf('NL20INGB0001234567')],
    [
      '"IBAN/BBAN","Munt","Datum","Bedrag"\r\n"NL20INGB0001234567","EUR","2026-11-23","-9,00"\r\n',
      othersOf('NL20INGB0001234567'),
    ],
    [
      '"Datum","Bedrag"\r\n"2026-11-23","-9,00"\r\n"","+1,00"\r\n',
      'De datum of het bedrag op regel 3 kan niet worden gelezen',
    ],
    ['788877667\tEUR\t20261123\t50,00\t41,00\t20261123\t-9,00\t/TRTP/SEPA', othersOf('788877667')],
  ])('is refused with its reason: %s', async (content, message) => {
    const { status, body } = await bank.upload(content, 'afschrift.csv')
    expect([status, body.message]).toEqual([422, message])
  })
})
