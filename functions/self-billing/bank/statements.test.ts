import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  batchOf,
  bookOf,
  camtOf,
  entryOf,
  makeIncomingEntry,
  makeOutgoingEntry,
  paymentOf,
  reasonsOf,
  startBank,
  summariseProposals,
} from '../../../testing/bank.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { settingsForm } from '../../../testing/self-billing.ts'

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
    const statement = camtOf(
      [
        entryOf(101, paymentOf(referred.invoiceNumber)),
        entryOf(205, paymentOf('NOTPROVIDED', { text: `fact ${named.invoiceNumber} en ${namedToo.invoiceNumber}` })),
        entryOf(104, paymentOf('NOTPROVIDED')),
        entryOf(105, paymentOf('NOTPROVIDED')),
        makeOutgoingEntry(part, 23, 100),
        entryOf(215, batchOf(file)),
        entryOf(9, paymentOf('HUUR', { iban: 'NL20INGB0001234567' })),
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
    expect(reasonsOf(read.body)).toEqual([
      `${twin.invoiceNumber}, ${twinToo.invoiceNumber} hebben deze rekening en dit bedrag. Zet zelf de juiste op Betaald.`,
    ])

    const some = [referred.id, named.id, filed.id]
    expect(await confirm(read.body, [...some, twin.id])).toEqual({
      ...{ paid: some, returned: [], repaid: [] },
      failed: [{ invoiceId: twin.id, reason: 'Dit voorstel staat niet op het afschrift. Laad de pagina opnieuw.' }],
    })
    expect(await find(referred.id)).toMatchObject({ status: 'betaald', paymentDate: '2026-11-23' })
    expect(await bookOf(referred.id)).toMatchObject({ creditor: 0, transit: 0, bank: -10100 })
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

    // The same file proposes nothing new, not even the next invoice of that amount.
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
    expect([more.proposals, reasonsOf(more)]).toEqual([
      [],
      [`${invoice.invoiceNumber} is al betaald op 21-11-2026. Kijk of dit een dubbele betaling is.`],
    ])
  })

  it('doubts a booking above the open amount, or unequal to the sum of the invoices that it names', async () => {
    const [one, two] = [await bank.sent(310), await bank.sent(311)]
    const both = entryOf(620, paymentOf('NOTPROVIDED', { text: `${one.invoiceNumber} ${two.invoiceNumber}` }))
    const { proposals, ...statement } = await bank.read(makeOutgoingEntry(one, 23, 311), both)
    expect([proposals, reasonsOf(statement)]).toEqual([
      [],
      [
        `${one.invoiceNumber}: € 1,00 te veel, er stond € 310,00 open. Kijk wat er is betaald.`,
        `${one.invoiceNumber}, ${two.invoiceNumber}: samen € 621,00, de boeking is € 620,00. Splits zelf.`,
      ],
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

  it('does not pay a returned payment again; a released invoice is paid by its next file only', async () => {
    const { done, call, confirm, order, step } = bank
    const [kept, sentBack] = [await bank.sent(401), await bank.sent(402)]
    const file = await order([kept, sentBack])
    const booked = (of: { id: string }, amount: number, day = 23) =>
      entryOf(amount, batchOf(of), 'DBIT', `2026-11-${day}`)
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
    // A booking of the file does not confirm an invoice that was released later.
    await call('POST', `/payment-files/${next.id}/release`, { invoiceId: sentBack.id })
    expect((await confirm(paid, [sentBack.id])).failed[0].reason).toContain('vrijgegeven')
    expect(reasonsOf(await bank.read(booked(next, 402, 24), ' '))).toEqual([
      'Het betaalbestand van 24-11-2026 is geheel uitgevoerd, ook de vrijgegeven betalingen. Kijk wat er is betaald.',
    ])
  })

  it('proposes the amount that a payment file ordered, also when the bank books it after the 48 hours', async () => {
    const prompt = { invoiceDate: '2026-11-22', has48HourDiscount: true }
    const invoices = [await bank.sent(1000, prompt), await bank.sent(2000, prompt), await bank.sent(3000, prompt)]
    const [referred, named, alone] = invoices
    const ordered: number[] = invoices.map(({ finalAmount }) => finalAmount)
    await bank.order(invoices)
    await bank.travel('2026-11-25T09:00:00Z')
    const entries = [
      paymentOf(referred.invoiceNumber),
      paymentOf('NOTPROVIDED', { text: named.invoiceNumber }),
      paymentOf('NOTPROVIDED'),
    ].map((payment, at) => entryOf(ordered[at] ?? 0, payment, 'DBIT', '2026-11-25'))
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
    const named = (number: string) => entryOf(411, paymentOf('NOTPROVIDED', { text: `fact ${number}` }))
    const reasons = [
      `${paid.invoiceNumber} is al betaald op 10-11-2026. Kijk of dit een dubbele betaling is.`,
      'YDS-2026-9876 is niet uitgegeven. Kijk waarvoor deze boeking is.',
    ]
    const statement = await bank.read(named(paid.invoiceNumber), named('YDS-2026-9876'))
    expect(statement).toMatchObject({ proposals: [], doubts: reasons.map((reason) => ({ amount: 411, reason })) })
    const theirs = await bank.read(entryOf(411, paymentOf('INKOOP-2026-0007')))
    expect(theirs.proposals).toMatchObject([{ invoiceId: open.id, by: 'account' }])
  })

  describe('warns of a possible double payment', () => {
    const twice = ({ invoiceNumber }: { invoiceNumber: string }, day: string) =>
      `${invoiceNumber} is al betaald op ${day}. Kijk of dit een dubbele betaling is.`

    it('in one statement, also when it is read again after the first was confirmed', async () => {
      const invoice = await bank.sent(412)
      const content = [makeOutgoingEntry(invoice, 21), makeOutgoingEntry(invoice, 21)]
      const statement = await bank.read(...content)
      expect(statement.proposals).toMatchObject([{ invoiceId: invoice.id, amount: 412, date: '2026-11-21' }])
      expect(reasonsOf(statement)).toEqual([twice(invoice, '21-11-2026')])
      await bank.confirm(statement, [invoice.id])
      expect(reasonsOf(await bank.read(...content))).toEqual([twice(invoice, '21-11-2026')])
      // Another statement has the confirmed booking too; on another day it is another payment.
      for (const days of [[21, 22], [22]]) {
        const later = await bank.read(...days.map((day) => makeOutgoingEntry(invoice, day)))
        expect([later.proposals, reasonsOf(later)]).toEqual([[], [twice(invoice, '21-11-2026')]])
      }
    })

    it('but not of a payment marked by hand that the bank books later, on its own day', async () => {
      const [near, far, part] = [await bank.sent(413), await bank.sent(414), await bank.sent(400)]
      await bank.paidOn(near.id, '2026-11-21')
      await bank.paidOn(far.id, '2026-11-17')
      await bank.credited(part, 0.25)
      await bank.paidOn(part.id, '2026-11-21')
      expect(await bookOf(near.id)).toMatchObject({ creditor: 0, transit: -41300, bank: 0 })
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
      expect(reasonsOf(statement)).toEqual([twice(near, '22-11-2026')])
      await bank.confirm(statement, [near.id, far.id, part.id])
      expect(await bank.find(far.id)).toMatchObject({ status: 'betaald', paymentDate: '2026-11-22', paidAmount: 414 })
      expect(await bookOf(near.id)).toMatchObject({ creditor: 0, transit: 0, bank: -41300 })
      expect(reasonsOf(await bank.read(makeOutgoingEntry(far, 23)))).toEqual([twice(far, '22-11-2026')])
    })

    it('by a payment file that was booked twice, or with an invoice that was paid otherwise', async () => {
      const [one, two] = [await bank.sent(415), await bank.sent(416)]
      const file = await bank.order([one, two])
      await bank.confirm(await bank.read(makeOutgoingEntry(one, 18)), [one.id])
      const booked = (day: string) => entryOf(831, batchOf(file), 'DBIT', day)
      const read = () => bank.read(booked('2026-11-23'), booked('2026-11-24'))
      const reasons = [twice(one, '18-11-2026'), twice(one, '18-11-2026'), twice(two, '23-11-2026')]
      const statement = await read()
      expect(statement.proposals).toMatchObject([{ invoiceId: two.id, by: 'payment-file' }])
      expect(reasonsOf(statement)).toEqual(reasons)
      await bank.confirm(statement, [two.id])
      expect(reasonsOf(await read())).toEqual(reasons)
    })

    it('of an invoice that was settled with its credit note and never paid', async () => {
      const invoice = await bank.sent(417)
      await bank.credited(invoice)
      expect(reasonsOf(await bank.read(makeOutgoingEntry(invoice, 23)))).toEqual([
        `${invoice.invoiceNumber} is verrekend op 24-11-2026 en niet betaald. Kijk waarvoor dit geld is.`,
      ])
    })

    it('but not of a confirmed payment while another invoice of that amount still waits', async () => {
      const [first] = [await bank.sent(418), await bank.sent(418)]
      await bank.confirm(await bank.read(makeOutgoingEntry(first, 21)), [first.id])
      const again = await bank.read(
        makeOutgoingEntry(first, 21),
        entryOf(9, paymentOf('INKOOP-1'), 'DBIT', '2026-11-22'),
      )
      expect([again.proposals, reasonsOf(again)]).toEqual([[], []])
    })

    it('and pays no other invoice by the account and amount of a posted booking', async () => {
      const [byBank, byHand] = [await bank.sent(419), await bank.sent(420)]
      const alone = (amount: number) => entryOf(amount, paymentOf('NOTPROVIDED'), 'DBIT', '2026-11-21')
      await bank.confirm(await bank.read(alone(419)), [byBank.id])
      await bank.paidOn(byHand.id, '2026-11-20')
      const others = [await bank.sent(419), await bank.sent(421)]
      const again = await bank.read(alone(419), alone(420), ' ')
      expect(summariseProposals(again)).toEqual([['payment', byHand.id, 420]])
      expect(reasonsOf(again)).toEqual([])
      expect(others).toHaveLength(2)
    })
  })

  it('prefers the text of a booking over its amount, and reports a file that was booked otherwise', async () => {
    const filed = [await bank.sent(500), await bank.sent(31)]
    const [alone, within, other] = [await bank.sent(531), await bank.sent(22), await bank.sent(531)]
    await bank.order(filed)
    const short = await bank.order([within])
    const statement = await bank.read(
      entryOf(531, paymentOf('NOTPROVIDED', { text: `fact ${alone.invoiceNumber}` })),
      entryOf(531, paymentOf(`Factuur ${other.invoiceNumber}`)),
      entryOf(531, ''),
      entryOf(21, batchOf(short)),
    )
    expect(statement.proposals).toMatchObject([
      { invoiceId: alone.id, by: 'text', amount: 531 },
      { invoiceId: other.id, by: 'text', amount: 531 },
      ...filed.map(({ id }) => ({ invoiceId: id, by: 'payment-file' })),
    ])
    expect(reasonsOf(statement)).toEqual([
      'Het betaalbestand van 24-11-2026 is € 22,00, de boeking € 21,00. Kijk wat er is betaald.',
    ])
    await bank.done('POST', `/payment-files/${short.id}/withdraw`)
    const again = await bank.read(entryOf(22, batchOf(short)))
    expect([again.proposals, reasonsOf(again)]).toEqual([
      [],
      ['Het betaalbestand van 24-11-2026 is ingetrokken en toch uitgevoerd. Kijk wat er is betaald.'],
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
    expect(await bookOf(part.id)).toMatchObject({ creditor: -51200, transit: 0, bank: -10000 })

    await bank.step(whole.id, 'in_behandeling')
    const other = await bank.read(makeOutgoingEntry(whole, 23), entryOf(1, paymentOf('ANDERS')))
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
    expect(await bookOf(whole.id)).toMatchObject({ creditor: 0, transit: 0, bank: -61100 })
  })

  it('books full and partial payments that were marked by hand, in any order of the bank', async () => {
    const [parts, returned] = [await bank.sent(621), await bank.sent(622)]
    await bank.paidOn(parts.id, '2026-11-20')
    await bank.paidOn(returned.id, '2026-11-20')
    const first = await bank.read(makeOutgoingEntry(parts, 22, 21), makeIncomingEntry(returned, 23))
    await bank.confirm(first, [parts.id])
    await bank.confirm(first, [returned.id], 'return')
    expect(await bank.find(parts.id)).toMatchObject({ status: 'betaald', openAmount: 0 })
    // The payment is read after its return: it is posted already and pays nothing.
    const second = await bank.read(makeOutgoingEntry(parts, 21, 600), makeOutgoingEntry(returned, 21))
    expect([summariseProposals(second), reasonsOf(second)]).toEqual([
      [
        ['payment', parts.id, 600],
        ['payment', returned.id, 622],
      ],
      [],
    ])
    await bank.confirm(second, [parts.id, returned.id])
    expect(await bank.find(returned.id)).toMatchObject({ status: 'in_behandeling', openAmount: 622, paidAmount: 0 })
    expect(await bookOf(parts.id)).toMatchObject({ creditor: 0, transit: 0, bank: -62100 })
    expect(await bookOf(returned.id)).toMatchObject({ creditor: -62200, transit: 0, bank: 0 })
  })

  it('recognises an invoice by its own prefix after the settings changed', async () => {
    const { done, sent, read } = bank
    const paid = await sent(731)
    await bank.confirm(await read(makeOutgoingEntry(paid, 22)), [paid.id])
    for (const invoicePrefix of ['NWE', 'ANDER', 'NWE']) await done('PUT', '/settings', settingsForm({ invoicePrefix }))
    const named = await sent(731)
    expect(named.invoiceNumber).toMatch(/^NWE-/)
    expect((await read(makeIncomingEntry(paid, 24))).proposals).toMatchObject([{ kind: 'return', invoiceId: paid.id }])
    const again = entryOf(731, paymentOf('NOTPROVIDED', { text: `fact ${paid.invoiceNumber}` }), 'DBIT', '2026-11-23')
    expect((await read(again)).proposals).toEqual([])
    await done('PUT', '/settings', settingsForm())
    expect((await read(makeOutgoingEntry(named, 23))).proposals).toMatchObject([
      { kind: 'payment', invoiceId: named.id },
    ])
  })

  it('proposes no payment from before the invoice date; such an invoice can be marked paid by hand', async () => {
    const early = await bank.sent(743, { invoiceDate: '2026-11-20' })
    const statement = await bank.read(entryOf(743, paymentOf(early.invoiceNumber), 'DBIT', '2026-11-19'))
    expect([statement.proposals, reasonsOf(statement)]).toEqual([
      [],
      [`${early.invoiceNumber} is van 20-11-2026, na deze boeking. Kijk of het nummer klopt.`],
    ])
    expect(await bank.step(early.id, 'betaald', { paymentDate: '2026-11-20' })).toMatchObject({ status: 'betaald' })
  })

  it('recognises numbers of next year, from the day on which invoices may have them', async () => {
    await bank.travel('2026-12-20T09:00:00Z')
    const { invoiceNumber } = await bank.sent(741, { invoiceDate: '2027-01-05' })
    expect(invoiceNumber).toMatch(/-2027-/)
    const statement = await bank.read(entryOf(741, paymentOf(invoiceNumber), 'DBIT', '2026-12-19'))
    expect([statement.proposals, reasonsOf(statement)]).toEqual([
      [],
      [`${invoiceNumber} is van 05-01-2027, na deze boeking. Kijk of het nummer klopt.`],
    ])
    await bank.travel('2026-11-24T09:00:00Z')
  })

  it('counts a payment in the month of the bank, whenever it is read or marked as paid', async () => {
    await bank.travel('2026-12-30T09:00:00Z')
    const { countedLedger } = await import('../../ledger/journal.ts')
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
      entryOf(finalAmount, paymentOf(invoiceNumber), 'DBIT', '2026-12-31')
    const statement = await bank.read(decemberOf(read), decemberOf(called))
    await bank.confirm(statement, [read.id, called.id])
    for (const { id } of [read, called]) {
      expect(await bank.find(id)).toMatchObject({ status: 'betaald', paymentDate: '2026-12-31' })
    }
    const cents = Math.round((read.finalAmount + called.finalAmount) * 100)
    expect([await paidIn('2026-12'), await paidIn('2027-01')]).toEqual([(before[0] ?? 0) + cents, before[1]])
    // Its return still reopens the exact amount.
    const bounced = await bank.read(entryOf(called.finalAmount, paymentOf(called.invoiceNumber), 'CRDT', '2027-01-03'))
    await bank.confirm(bounced, [called.id], 'return')
    expect(await bank.find(called.id)).toMatchObject({ status: 'in_behandeling', openAmount: 1000, discountTaken: 0 })
    expect(await bookOf(called.id)).toMatchObject({ creditor: -100000, transit: 0, bank: 0, discount: 0, vat: 0 })
    await bank.travel('2026-11-24T09:00:00Z')
  })

  it('lists each booking, also beyond the limit of proposals and findings', async () => {
    const { invoiceNumber } = await bank.sent(10)
    const { id, doubts, bookings, check } = await bank.read(entryOf(11, paymentOf(invoiceNumber)).repeat(503))
    expect([bookings, check, doubts.length]).toEqual([503, { count: 503, amount: 5533 }, 503])
    expect(doubts.at(-1)).toMatchObject({
      amount: 11,
      reason: 'Dit afschrift is te groot om alles te koppelen. Upload een kortere periode.',
    })
    expect((await bank.bookingsIn(id)).map((one) => one.end)).toEqual(Array(503).fill('check'))
    const many = await bank.upload(camtOf(entryOf(1, '').repeat(5_001)))
    expect([many.status, many.body.message]).toEqual([
      422,
      'Op dit afschrift staan meer dan 5.000 boekingen. Download een kortere periode.',
    ])
  })

  it.each([
    camtOf(entryOf(9, ''), 'NL59TRIO0788877666'),
    '788877666\tEUR\t20261123\t50,00\t41,00\t20261123\t-9,00\t/TRTP/SEPA',
  ])('is taken of our account', async (content) => {
    expect((await bank.upload(content)).status).toBe(200)
  })

  it.each([
    ['a,b\n1,2', 'Dit bestand is geen rekeningafschrift van Rabobank, ING of ABN AMRO'],
    ['<a>', 'Dit XML-bestand kan niet worden gelezen'],
    [camtOf(''), 'Op dit afschrift staat geen betaling van onze rekening'],
    ['', 'Dit bestand is geen rekeningafschrift van Rabobank, ING of ABN AMRO'],
    [camtOf(entryOf(9, ''), 'NL20INGB0001234567'), othersOf('NL20INGB0001234567')],
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
