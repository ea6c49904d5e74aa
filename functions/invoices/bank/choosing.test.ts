import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  buildPaymentDetails,
  buildStatementEntry,
  buildStatementXml,
  makeIncomingEntry,
  makeOutgoingEntry,
  startBank,
  sumPostingsOf,
} from '../../../testing/bank.ts'

const OTHER = 'NL20INGB0001234567'

let bank: Awaited<ReturnType<typeof startBank>>
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.world.stop())
afterEach(() => bank.expectBook())

const choose = (id: string, booking: string, invoiceId: string, more: object = {}) =>
  bank.call('POST', `/bank-statements/${id}/choose`, { booking, invoiceId, ...more })
/** Sends the credit note of a paid invoice, so that the partner owes us its amount. */
async function owedNote(amount: number) {
  const invoice = await bank.sent(amount)
  await bank.paidOn(invoice.id, '2026-11-10')
  return bank.credited(invoice)
}
const mark = (id: string, body: object) => bank.call('POST', `/bank-statements/${id}/mark`, body)

it('lists every booking with its result, the balance after it and its task', async () => {
  const [whole, part, other, paid] = [
    ...[await bank.sent(201), await bank.sent(375.1), await bank.sent(203), await bank.sent(204)],
  ]
  const note = await owedNote(121)
  await bank.confirm(await bank.read(makeOutgoingEntry(paid, 20)), [paid.id])
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`
  const elsewhere = buildStatementEntry(203, buildPaymentDetails(other.invoiceNumber, { iban: OTHER }), 'DBIT')
  const phone = buildStatementEntry(
    64.37,
    buildPaymentDetails('TERMIJN', { iban: OTHER, text: 'Termijn november' }),
  ).replace('<CdtrAcct>', '<Cdtr><Nm>KPN Zakelijk</Nm></Cdtr><CdtrAcct>')
  const entries = [
    makeOutgoingEntry(whole, 23),
    makeOutgoingEntry(part, 23, 350),
    elsewhere,
    makeIncomingEntry(note, 24, 121),
    makeIncomingEntry(paid, 23),
    phone,
  ]
  const reversal = buildStatementEntry(5, '').replace('<BookgDt>', '<RvslInd>true</RvslInd><BookgDt>')
  const content = buildStatementXml(
    [balance('OPBD', '1000.00'), ...entries, reversal, balance('CLBD', '501.63')].join(''),
    'NL59TRIO0788877666',
  )
  const { body } = await bank.upload(content)
  expect(body).toMatchObject({
    ...{ account: 'NL59TRIO0788877666', firstDate: '2026-11-23', lastDate: '2026-11-24', bookings: 7 },
    ...{ incoming: 325, outgoing: 823.37, balance: { opening: 1000, closing: 501.63, isRight: true } },
    check: { count: 2, amount: 553 },
    confirm: {
      count: 3,
      outgoing: 201,
      incoming: 325,
      matches: [{ invoiceId: whole.id }, { invoiceId: paid.id }, { invoiceId: note.id }],
    },
  })
  const bookings = await bank.bookingsIn(body.id)
  expect(bookings.map(({ id, end, task, amount, balance: left }) => [id, end, task, amount, left])).toEqual([
    ['out0', 'linked', 'confirm', -201, 799],
    ['out1', 'part', 'check', -350, 449],
    ['out2', 'otherAccount', 'check', -203, 246],
    ['in0', 'creditNote', 'confirm', 121, 367],
    ['in1', 'returned', 'confirm', 204, 571],
    ['out3', 'notOurs', 'none', -64.37, 506.63],
    ['reversal0', 'notOurs', 'none', -5, 501.63],
  ])
  expect(bookings[1]?.matches).toMatchObject([{ invoiceId: part.id, amount: 350, openAmount: 375.1, isPart: true }])
  expect(bookings[2]).toMatchObject({
    ...{ iban: OTHER, doubts: ['Bij de partner staat NL91 RABO 0315 2736 37'], matches: [] },
    about: { invoiceId: other.id, invoiceNumber: other.invoiceNumber, partnerName: 'Bos Energieadvies' },
  })
  expect(bookings[5]).toMatchObject({ counterparty: 'KPN Zakelijk', iban: OTHER, text: 'TERMIJN Termijn november' })
  const checked = await bank.done('GET', `/bank-statements/${body.id}/bookings?task=check&limit=1`)
  expect(checked).toMatchObject([{ id: 'out1' }])

  // Confirmed bookings no longer wait. A confirmed booking that another statement contains too is linked there at once.
  await bank.confirm(body, [whole.id, part.id])
  expect(await bank.done('GET', `/bank-statements/${body.id}`)).toMatchObject({
    ...{ check: { count: 1 }, confirm: { count: 2 } },
  })
  const [again] = await bank.bookingsIn((await bank.read(makeOutgoingEntry(whole, 23), buildStatementEntry(1, ''))).id)
  expect(again).toMatchObject({ end: 'linked', task: 'none', isBooked: true, about: { invoiceId: whole.id } })
})

it('reports a bank file that does not add up, and shows no balances that it lacks', async () => {
  const head = '"IBAN/BBAN","Munt","Datum","Bedrag","Saldo na trn","Omschrijving-1"'
  const line = (amount: string, balance: string) =>
    `"NL59TRIO0788877666","EUR","2026-11-23","${amount}","${balance}","Huur"`
  const read = async (...lines: string[]) => (await bank.upload([head, ...lines].join('\r\n'), 'rabo.csv')).body.balance
  expect(await read(line('-10,00', '+90,00'), line('+5,00', '+95,00'))).toEqual({
    opening: 100,
    closing: 95,
    isRight: true,
  })
  expect(await read(line('+5,00', '+95,00'), line('-10,00', '+90,00'))).toEqual({
    opening: 100,
    closing: 95,
    isRight: true,
  })
  expect(await read(line('-10,00', '+90,00'), line('+5,00', '+99,00'))).toMatchObject({ isRight: false })
  expect((await bank.read(buildStatementEntry(7, ''))).balance).toBeNull()
})

it('posts a booking on the document that a person chose instead of the proposal', async () => {
  const [named, wanted, rest, paid] = [
    ...[await bank.sent(301), await bank.sent(300), await bank.sent(400), await bank.sent(302)],
  ]
  const note = await owedNote(80)
  await bank.paidOn(paid.id, '2026-11-20')
  const statement = await bank.read(
    makeOutgoingEntry(named, 23, 300),
    buildStatementEntry(150, buildPaymentDetails('ONBEKEND', { iban: OTHER }), 'DBIT', '2026-11-22'),
    buildStatementEntry(302, buildPaymentDetails('NIET BEKEND', { iban: OTHER }), 'CRDT'),
    buildStatementEntry(80, buildPaymentDetails('ZONDER NUMMER', { iban: OTHER }), 'CRDT', '2026-11-24'),
  )
  const chosen = await choose(statement.id, 'out0', wanted.id)
  expect([chosen.status, chosen.body.booking]).toEqual([200, expect.objectContaining({ end: 'linked', task: 'none' })])
  expect(chosen.body.booking.matches).toMatchObject([
    { invoiceId: wanted.id, by: 'hand', confirmedAt: expect.any(String) },
  ])
  expect(await bank.find(named.id)).toMatchObject({ status: 'in_behandeling', openAmount: 301 })
  expect(await bank.find(wanted.id)).toMatchObject({ status: 'betaald', paymentDate: '2026-11-23' })
  expect(await sumPostingsOf(wanted.id)).toMatchObject({ creditor: 0, transit: 0, bank: -30000 })

  // `out1` pays only a part of its invoice. `in0` returns a payment, and `in1` repays a credit note.
  expect((await choose(statement.id, 'out1', rest.id)).body.booking).toMatchObject({ end: 'part', task: 'none' })
  expect(await bank.find(rest.id)).toMatchObject({ status: 'in_behandeling', openAmount: 250, paidAmount: 150 })
  expect((await choose(statement.id, 'in0', paid.id)).body.booking).toMatchObject({ end: 'returned' })
  expect(await bank.find(paid.id)).toMatchObject({ status: 'in_behandeling', openAmount: 302 })
  expect((await choose(statement.id, 'in1', note.id)).body.booking).toMatchObject({ end: 'creditNote' })
  expect(await bank.find(note.id)).toMatchObject({ status: 'betaald' })
  const { AuditLogs } = await import('../../platform/data/audit.ts')
  const audited = await AuditLogs.query.byEntity({ entityType: 'bank-statement', entityId: statement.id }).go()
  expect(audited.data.filter(({ action }) => action === 'bank-statement.choose')).toHaveLength(4)

  // The choice stays when the statement is read again.
  const again = await bank.read(
    makeOutgoingEntry(named, 23, 300),
    buildStatementEntry(150, buildPaymentDetails('ONBEKEND', { iban: OTHER }), 'DBIT', '2026-11-22'),
    buildStatementEntry(302, buildPaymentDetails('NIET BEKEND', { iban: OTHER }), 'CRDT'),
    buildStatementEntry(80, buildPaymentDetails('ZONDER NUMMER', { iban: OTHER }), 'CRDT', '2026-11-24'),
  )
  expect([again.id, again.toConfirm]).toEqual([statement.id, 0])
})

it('refuses to post a booking on a document that does not fit', async () => {
  const [small, paid, concept] = [await bank.sent(311), await bank.sent(500), await bank.sent(501)]
  const note = await owedNote(10)
  await bank.confirm(await bank.read(makeOutgoingEntry(paid, 21)), [paid.id])
  await bank.step(concept.id, 'concept')
  const statement = await bank.read(
    buildStatementEntry(500, buildPaymentDetails('ONBEKEND', { iban: OTHER })),
    makeOutgoingEntry(paid, 21),
  )
  const refusals = []
  for (const [booking, { id }] of [
    ...[['out0', small] as const, ['out0', paid] as const, ['out0', concept] as const, ['out0', note] as const],
    ...[['out0', { id: 'onbekend' }] as const, ['out1', small] as const, ['out9', small] as const],
  ]) {
    const { status, body } = await choose(statement.id, booking, id)
    refusals.push([status, body.message])
  }
  expect(refusals).toEqual([
    [422, 'Er staat nog €\u00a0311,00 open'],
    [409, `${paid.invoiceNumber} is al betaald op 21-11-2026. Kijk of dit een dubbele betaling is.`],
    [409, `${concept.invoiceNumber} wacht niet op betaling. Kijk waarvoor dit geld is.`],
    [422, `${note.invoiceNumber} is een creditfactuur. Kies een factuur.`],
    [422, 'Deze factuur bestaat niet (meer)'],
    [409, 'Deze boeking is al geboekt'],
    [422, 'Deze boeking staat niet op dit afschrift'],
  ])
  expect(await bank.find(small.id)).toMatchObject({ status: 'in_behandeling', openAmount: 311 })
})

it('marks a booking as needing no action and stores a note, until both are undone', async () => {
  const invoice = await bank.sent(321)
  const statement = await bank.read(makeOutgoingEntry(invoice, 23, 400), buildStatementEntry(12.45, ''))
  expect(statement).toMatchObject({ doubtful: 1, check: { count: 1, amount: 400 } })
  const left = await mark(statement.id, { booking: 'out0', isLeft: true })
  expect([left.status, left.body.booking]).toEqual([
    200,
    expect.objectContaining({ task: 'none', isLeft: true, note: null }),
  ])
  const noted = await mark(statement.id, { booking: 'out1', note: 'bankkosten' })
  expect(noted.body.booking).toMatchObject({ end: 'notOurs', note: 'bankkosten', isLeft: false })
  expect(await bank.done('GET', `/bank-statements/${statement.id}`)).toMatchObject({ doubtful: 0, check: { count: 0 } })
  await mark(statement.id, { booking: 'out1', note: '' })
  await mark(statement.id, { booking: 'out0', isLeft: false })
  expect((await bank.bookingsIn(statement.id)).map(({ task, note }) => [task, note])).toEqual([
    ['check', null],
    ['none', null],
  ])
  expect((await mark(statement.id, { booking: 'out7', isLeft: true })).status).toBe(422)
})

it('posts a booking once, however many statements contain it and whichever document is chosen for it', async () => {
  const [one, two, three] = [await bank.sent(321), await bank.sent(321), await bank.sent(321)]
  const unknown = buildStatementEntry(321, buildPaymentDetails('WIE IS DIT', { iban: OTHER }), 'DBIT', '2026-11-19')
  const [day, week] = [
    await bank.read(unknown),
    await bank.read(unknown, buildStatementEntry(9, buildPaymentDetails('KOSTEN'))),
  ]
  expect((await choose(day.id, 'out0', one.id)).status).toBe(200)
  const elsewhere = [409, 'Deze boeking is al op een andere factuur geboekt']
  const again = await choose(week.id, 'out0', two.id)
  expect([again.status, again.body.message]).toEqual(elsewhere)
  expect(await bank.find(two.id)).toMatchObject({ status: 'in_behandeling', openAmount: 321 })
  expect(await sumPostingsOf(two.id)).toMatchObject({ bank: 0 })

  // A booking that was confirmed on one statement cannot get another document on a second. Nor can its proposal be
  // confirmed once somebody chose another document.
  const known = makeOutgoingEntry(two, 19)
  const [first, second] = [
    await bank.read(known),
    await bank.read(known, buildStatementEntry(8, buildPaymentDetails('KOSTEN'))),
  ]
  await bank.confirm(first, [two.id])
  const other = await choose(second.id, 'out0', three.id)
  expect([other.status, other.body.message]).toEqual(elsewhere)
  const late = makeOutgoingEntry(three, 20)
  const [third, fourth] = [
    await bank.read(late),
    await bank.read(late, buildStatementEntry(7, buildPaymentDetails('KOSTEN'))),
  ]
  const instead = await bank.sent(321)
  expect((await choose(third.id, 'out0', instead.id)).status).toBe(200)
  const { failed } = await bank.confirm(fourth, [three.id])
  expect(failed).toMatchObject([{ invoiceId: three.id, reason: elsewhere[1] }])
})

it('asks to look at a booking that takes back money for one of our documents, which settles none', async () => {
  const note = await owedNote(121)
  const taken = makeOutgoingEntry(note, 23, 121).replace('<BookgDt>', '<RvslInd>true</RvslInd><BookgDt>')
  const { id } = await bank.read(taken)
  const booking = async () => (await bank.call('GET', `/bank-statements/${id}/bookings`)).body[0]
  const reason = `De bank boekte geld terug. Kijk of ${note.invoiceNumber} weer open moet staan.`
  expect(await booking()).toMatchObject({ end: 'check', task: 'check', doubts: [reason], matches: [] })
  expect((await choose(id, 'reversal0', note.id)).body.message).toBe(
    'De bank nam hier geld terug. Laat de boeking staan.',
  )
  await mark(id, { booking: 'reversal0', isLeft: true })
  expect(await booking()).toMatchObject({ task: 'none', isLeft: true })
})

it('posts two equal payments of one day on two documents', async () => {
  const [one, two] = [await bank.sent(322), await bank.sent(322)]
  const entry = buildStatementEntry(322, buildPaymentDetails('TWEE KEER', { iban: OTHER }), 'DBIT', '2026-11-18')
  const statement = await bank.read(entry, entry)
  expect((await choose(statement.id, 'out0', one.id)).status).toBe(200)
  expect((await choose(statement.id, 'out1', two.id)).status).toBe(200)
})

it('waits for a second admin where a booking to another IBAN is joined to an invoice (rulings 51b)', async () => {
  const second = await bank.world.person({ role: 'admin', firstName: 'Bea', lastName: 'Beheer' })
  const as = await bank.world.session(second)
  const [invoice, other] = [await bank.sent(411), await bank.sent(412)]
  const entries = [411, 412].map((amount) =>
    buildStatementEntry(amount, buildPaymentDetails('ONBEKEND', { iban: OTHER }), 'DBIT', '2026-11-22'),
  )
  const statement = await bank.read(...entries)
  expect(await choose(statement.id, 'out0', invoice.id)).toMatchObject({
    ...{ status: 422, body: { errors: { reason: ['Vul in waarom het geld naar een andere rekening ging'] } } },
  })
  const asked = await choose(statement.id, 'out0', invoice.id, { reason: 'Nieuwe rekening, gebeld' })
  expect([asked.status, asked.body.booking]).toMatchObject([200, { end: 'otherAccount', task: 'check', matches: [] }])
  const waiting = await bank.find(invoice.id)
  expect(waiting).toMatchObject({
    status: 'in_behandeling',
    openAmount: 411,
    pendingPayment: { iban: OTHER, reason: 'Nieuwe rekening, gebeld' },
  })
  expect((await choose(statement.id, 'out0', invoice.id, { reason: 'Nogmaals' })).status).toBe(409)
  const decide = (verb: string, { id, version }: { id: string; version: number }, body?: object) =>
    bank.world.call('POST', `/api/self-billing/waiting-payments/${id}/${verb}`, {
      ...{ as, headers: { 'if-match': `"${version}"` } },
      ...(body ? { body } : {}),
    })
  const approved = await decide('approve', waiting)
  expect([approved.status, approved.body]).toMatchObject([200, { status: 'betaald', pendingPayment: null }])
  expect(await sumPostingsOf(invoice.id)).toMatchObject({ creditor: 0, transit: 0, bank: -41100 })
  const bookings = async () => (await bank.call('GET', `/bank-statements/${statement.id}/bookings`)).body
  expect((await bookings()).find(({ id }: { id: string }) => id === 'out0')).toMatchObject({ end: 'linked' })

  await choose(statement.id, 'out1', other.id, { reason: 'Nieuwe rekening' })
  const rejected = await decide('reject', await bank.find(other.id), { reason: 'Onbekend IBAN' })
  expect(rejected.body).toMatchObject({ status: 'in_behandeling', pendingPayment: null })
  const [left] = (await bookings()).filter(({ id }: { id: string }) => id === 'out1')
  expect(left).toMatchObject({ end: 'otherAccount', task: 'check' })
  expect(await bank.find(other.id)).toMatchObject({ openAmount: 412 })
})
