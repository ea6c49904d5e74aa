import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agreementForm, invoiceForm, partnerForm, settingsForm, statementForm } from '../../testing/self-billing.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import { bookingsOfCsv } from './bank-csv.ts'
import { bookingsOfCamt } from './camt.ts'

const camtOf = (entries: string, account = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${account && `<Acct><Id><IBAN>${account}</IBAN></Id></Acct>`}${entries}</Stmt></BkToCstmrStmt></Document>`
const entryOf = (amount: number, told: string, side = 'DBIT', date = '2026-11-23') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><BookgDt><Dt>${date}</Dt></BookgDt><NtryDtls>${told}</NtryDtls></Ntry>`
const paymentOf = (reference: string, { text = '', iban = 'NL91RABO0315273637', amount = '' } = {}) =>
  `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>${amount && `<Amt Ccy="EUR">${amount}</Amt>`}<RltdPties><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`

const othersOf = (account: string) => `Dit afschrift is van rekening ${account} en niet van die bij de instellingen`

const booked = { date: '2026-11-23', amount: 111501, iban: 'NL91RABO0315273637' }

describe('what left the account', () => {
  it('is read from CAMT.053, of a batch each payment where the bank tells them', () => {
    const entries = [
      entryOf(1115.01, paymentOf('YDS-2026-0001', { text: 'Factuur YDS-2026-0001' })),
      entryOf(99, paymentOf('X'), 'CRDT'),
      entryOf(30, paymentOf('A', { amount: '10.00' }) + paymentOf('NOTPROVIDED', { amount: '20.00' })),
      entryOf(50, '<Btch><PmtInfId>abc-1</PmtInfId></Btch>'),
      entryOf(60, `<Btch><PmtInfId>def-1</PmtInfId></Btch>${paymentOf('B')}${paymentOf('C')}`),
    ]
    expect(bookingsOfCamt(camtOf(entries.join('')))).toMatchObject([
      { ...booked, reference: 'YDS-2026-0001', text: 'Factuur YDS-2026-0001' },
      { amount: 1000, reference: 'A' },
      { amount: 2000, reference: undefined },
      { amount: 5000, batch: 'abc-1', iban: undefined },
      { amount: 6000, batch: 'def-1' },
    ])
  })

  it.each(['PDNG', '<Cd>INFO</Cd>'])('is what the bank booked, in euros: not what is %s', (status) => {
    const entry = entryOf(1115.01, paymentOf('YDS-2026-0001'))
    const as = (told: string) => entry.replace('<CdtDbtInd>', `<Sts>${told}</Sts><CdtDbtInd>`)
    const read = bookingsOfCamt(camtOf([status, 'BOOK', '<Cd>BOOK</Cd>'].map(as).join('')))
    expect(read.map(({ amount }) => amount)).toEqual([111501, 111501])
    expect(bookingsOfCamt(camtOf(entry.replace('"EUR"', '"USD"')))).toEqual([])
  })

  it.each([
    ['entities of its own', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['too deep', '<a>'.repeat(100_000)],
    ['cut off', camtOf(entryOf(1, '')).slice(0, -20)],
    ['something else', '<Invoice/>'],
  ])('is not read from XML: %s', (_, xml) => {
    expect(() => bookingsOfCamt(xml)).toThrow(/XML-bestand/)
  })

  it.each([
    [
      'Rabobank',
      '"IBAN/BBAN","Munt","Volgnr","Datum","Bedrag","Tegenrekening IBAN/BBAN","Naam tegenpartij","Transactiereferentie","Omschrijving-1"\r\n"NL59TRIO0788877666","EUR","1","2026-11-23","-1115,01","NL91RABO0315273637","Bos","YDS-2026-0001","Factuur"\r\n"NL59TRIO0788877666","EUR","2","2026-11-23","+10,00","NL91RABO0315273637","Bos","","Terug"\r\n',
    ],
    [
      'ING',
      '"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen"\n"20261123";"Bos";"NL59TRIO0788877666";"NL91RABO0315273637";"OV";"Af";"1115,01";"Overschrijving";"Factuur Kenmerk: YDS-2026-0001"\n"20261123";"Bos";"x";"NL91RABO0315273637";"OV";"Bij";"10,00";"";""\n',
    ],
    [
      'ABN AMRO',
      '123456789\tEUR\t20261123\t5000,00\t3884,99\t20261123\t-1115,01\t/TRTP/SEPA/IBAN/NL91RABO0315273637/NAME/Bos/REMI/Factuur, nu/EREF/YDS-2026-0001\r\n123456789\tEUR\t20261123\t1,00\t2,00\t20261123\t1,00\t/TRTP/x\r\n',
    ],
  ])('is read from the export of %s', async (_, csv) => {
    const bookings = await bookingsOfCsv(Buffer.from(csv))
    expect(bookings).toMatchObject([{ ...booked, reference: 'YDS-2026-0001' }])
  })
})

describe('a bank statement', () => {
  let world: World
  let admin: Person
  let as: string
  let partner: string
  beforeAll(async () => {
    world = await startWorld({ now: '2026-11-24T09:00:00Z' })
    admin = await world.person({ role: 'admin' })
    as = await world.session(admin)
    await done('PUT', '/settings', settingsForm())
    partner = (await done('POST', '/partners', partnerForm())).id
    await world.call('PUT', `/api/self-billing/partners/${partner}/agreement`, { as, ...agreementForm() })
  })
  afterAll(() => world.stop())
  const call = (method: string, path: string, body?: object) =>
    world.call(method, `/api/self-billing${path}`, { as, ...(body ? { body } : {}) })
  async function done(method: string, path: string, body?: object) {
    const reply = await call(method, path, body)
    expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300)
    return reply.body
  }
  const upload = (content: string, filename = 'afschrift.xml') =>
    world.call('POST', '/api/self-billing/bank-statements', { as, ...statementForm(content, filename) })
  const reasonsOf = ({ doubts }: { doubts: { reason: string }[] }) =>
    doubts.map(({ reason }) => reason.replaceAll('\u00a0', ' '))
  async function sent(unitPrice: number, form: object = {}) {
    const lines = [{ description: 'Commissie', quantity: 1, unitPrice, vatRate: 0 }]
    const { id } = await done('POST', '/invoices', invoiceForm(partner, { lines, ...form }))
    return done('PATCH', `/invoices/${id}/status`, { status: 'in_behandeling' })
  }

  it('proposes what its bookings pay, and pays what somebody confirms on that day, once', async () => {
    const invoices = []
    for (const price of [101, 102, 103, 104, 105, 105, 106, 107, 108]) invoices.push(await sent(price))
    const [referred, told, toldToo, alone, twin, twinToo, wrong, filed, filedToo] = invoices
    const file = await done('POST', '/payment-files', {
      invoiceIds: [filed.id, filedToo.id],
      executionDate: '2026-11-24',
    })
    const statement = camtOf(
      [
        entryOf(101, paymentOf(referred.invoiceNumber)),
        entryOf(205, paymentOf('NOTPROVIDED', { text: `fact ${told.invoiceNumber} en ${toldToo.invoiceNumber}` })),
        entryOf(104, paymentOf('NOTPROVIDED')),
        entryOf(105, paymentOf('NOTPROVIDED')),
        entryOf(100, paymentOf(wrong.invoiceNumber)),
        entryOf(215, `<Btch><PmtInfId>${file.id.replaceAll('-', '')}-1</PmtInfId></Btch>`),
        entryOf(9, paymentOf('HUUR', { iban: 'NL20INGB0001234567' })),
      ].join(''),
    )
    const read = await upload(statement)
    expect(read.status, read.text).toBe(200)
    const proposed = (body: { proposals: { invoiceId: string; by: string; amount: number }[] }) =>
      body.proposals.map(({ invoiceId, by, amount }) => [invoiceId, by, amount])
    expect(proposed(read.body)).toEqual([
      [referred.id, 'reference', 101],
      ...[told, toldToo].map(({ id, totalAmount }) => [id, 'text', totalAmount]),
      [alone.id, 'account', 104],
      ...[filed, filedToo].map(({ id, totalAmount }) => [id, 'payment-file', totalAmount]),
    ])
    expect(read.body.bookings).toBe(7)
    expect(reasonsOf(read.body)).toEqual([
      'Meer facturen hebben deze rekening en dit bedrag',
      `Van ${wrong.invoiceNumber} is € 106,00 te betalen en niet € 100,00`,
    ])

    const confirm = (invoiceIds: string[]) => done('POST', `/bank-statements/${read.body.id}/confirm`, { invoiceIds })
    const some = [referred.id, told.id, filed.id]
    expect(await confirm([...some, wrong.id])).toEqual({
      paid: some,
      returned: [],
      failed: [{ invoiceId: wrong.id, reason: 'Dit afschrift stelt deze factuur niet voor' }],
    })
    expect(await done('GET', `/invoices/${referred.id}`)).toMatchObject({
      status: 'betaald',
      paymentDate: '2026-11-23',
    })
    const { AuditLogs } = await import('../platform/audit.ts')
    const audited = await AuditLogs.query.byEntity({ entityType: 'bank-statement', entityId: read.body.id }).go()
    expect(audited.data.find(({ action }) => action === 'bank-statement.confirm')?.newData).toMatchObject({
      paid: [referred, told, filed].map(({ invoiceNumber }) => ({ invoiceNumber })),
      failed: [{ invoiceId: wrong.id }],
    })
    expect((await confirm([told.id])).failed[0].reason).toBe('Deze boeking is al bevestigd op 24-11-2026')
    expect(await done('GET', '/bank-statements')).toMatchObject([{ proposed: 6, toConfirm: 3 }])
    const shown = await done('GET', `/bank-statements/${read.body.id}`)
    expect(shown.proposals[0]).toMatchObject({ invoiceNumber: referred.invoiceNumber, status: 'betaald' })

    // The same file again proposes nothing new, also not the next invoice of that amount.
    await confirm([toldToo.id, alone.id, filedToo.id])
    await sent(104)
    const again = await upload(statement)
    expect([again.body.id, proposed(again.body)]).toEqual([read.body.id, proposed(read.body)])
    expect(new Set(again.body.proposals.map(({ status }: { status: string }) => status))).toEqual(new Set(['betaald']))
    const open = await Promise.all([twin, twinToo, wrong].map(({ id }) => done('GET', `/invoices/${id}`)))
    expect(open.map(({ status }) => status)).toEqual(Array(3).fill('in_behandeling'))
    expect(await done('GET', '/bank-statements')).toEqual([
      {
        ...{ id: read.body.id, version: expect.any(Number), filename: 'afschrift.xml', bookings: 7 },
        ...{ proposed: 6, toConfirm: 0, doubtful: 2, uploadedBy: expect.anything(), uploadedAt: expect.any(String) },
      },
    ])
  })

  it('does not pay again what came back since, and leaves what was released to the file that pays it then', async () => {
    const [kept, back] = [await sent(401), await sent(402)]
    const order = (invoiceIds: string[]) => done('POST', '/payment-files', { invoiceIds, executionDate: '2026-11-24' })
    const file = await order([kept.id, back.id])
    const batchOf = ({ id }: { id: string }, amount: number, date?: string) =>
      camtOf(entryOf(amount, `<Btch><PmtInfId>${id.replaceAll('-', '')}-1</PmtInfId></Btch>`, 'DBIT', date))
    const { body: first } = await upload(batchOf(file, 803))
    const confirm = (invoiceIds: string[]) => done('POST', `/bank-statements/${first.id}/confirm`, { invoiceIds })
    const release = () => call('POST', `/payment-files/${file.id}/release`, { invoiceId: back.id })
    await confirm([back.id])
    expect((await release()).status).toBe(409)
    await done('PATCH', `/invoices/${back.id}/status`, { status: 'in_behandeling' })
    expect(await confirm([back.id])).toMatchObject({
      paid: [],
      failed: [{ reason: 'Deze boeking is al bevestigd op 24-11-2026' }],
    })
    const shown = await done('GET', `/bank-statements/${first.id}`)
    expect([shown.toConfirm, shown.proposals[1].confirmedAt]).toEqual([1, expect.any(String)])

    const released = await release()
    const states = (body: { payments: { state: string }[] }) => body.payments.map(({ state }) => state)
    expect([released.status, states(released.body)]).toEqual([200, ['ordered', 'released']])
    expect(states(await done('GET', `/payment-files/${file.id}/payments`))).toEqual(['ordered', 'released'])
    expect((await release()).status).toBe(409)
    expect((await call('GET', `/payment-files/${file.id}`)).status).toBe(409)
    const { entries } = await done('GET', `/invoices/${back.id}/history`)
    expect(entries.map(({ verb }: { verb: string }) => verb)).toContain('release')
    const next = await order([kept.id, back.id])
    expect(next).toMatchObject({ count: 1, leftOut: [{ invoiceId: kept.id, reason: 'Staat al in een betaalbestand' }] })

    const proposed = async (statement: string) =>
      (await upload(statement)).body.proposals.map(({ invoiceId }: { invoiceId: string }) => invoiceId)
    expect(await proposed(batchOf(file, 803).replace('<BkToCstmrStmt>', '<BkToCstmrStmt> '))).toEqual([kept.id])
    // As the bank books it that never carried the other one out.
    expect(await proposed(batchOf(file, 401))).toEqual([kept.id])
    expect(await proposed(batchOf(next, 402, '2026-11-24'))).toEqual([back.id])
  })

  it('proposes what a payment file ordered, also where the bank books it when that is no longer due', async () => {
    const prompt = { invoiceDate: '2026-11-22', has48HourDiscount: true }
    const invoices = [await sent(1000, prompt), await sent(2000, prompt), await sent(3000, prompt)]
    const ordered: number[] = invoices.map(({ finalAmount }) => finalAmount)
    const [referred, told, alone] = invoices
    await done('POST', '/payment-files', {
      invoiceIds: invoices.map(({ id }) => id),
      executionDate: '2026-11-24',
    })
    const entries = [
      paymentOf(referred.invoiceNumber),
      paymentOf('NOTPROVIDED', { text: told.invoiceNumber }),
      paymentOf('NOTPROVIDED'),
    ].map((payment, at) => entryOf(ordered[at] ?? 0, payment, 'DBIT', '2026-11-25'))
    const { body } = await upload(camtOf(entries.join('')))
    expect(body).toMatchObject({
      doubts: [],
      proposals: [
        { invoiceId: referred.id, by: 'reference', amount: ordered[0], date: '2026-11-25' },
        { invoiceId: told.id, by: 'text', amount: ordered[1] },
        { invoiceId: alone.id, by: 'account', amount: ordered[2] },
      ],
    })
  })

  it('does not hold a payment that names another invoice to be that of the same amount', async () => {
    const [paid, open] = [await sent(411, { invoiceDate: '2026-11-10' }), await sent(411)]
    await done('PATCH', `/invoices/${paid.id}/status`, { status: 'betaald', paymentDate: '2026-11-10' })
    const named = (number: string) => entryOf(411, paymentOf('NOTPROVIDED', { text: `fact ${number}` }))
    const reasons = [
      `De boeking noemt ${paid.invoiceNumber}, en die is al betaald op 10-11-2026: kijk of zij nu dubbel is betaald.`,
      'De boeking noemt YDS-2026-9876, en dat nummer is niet uitgegeven',
    ]
    const { body } = await upload(camtOf(named(paid.invoiceNumber) + named('YDS-2026-9876')))
    expect(body).toMatchObject({ proposals: [], doubts: reasons.map((reason) => ({ amount: 411, reason })) })
    const theirs = entryOf(411, paymentOf('INKOOP-2026-0007'))
    expect((await upload(camtOf(theirs))).body.proposals).toMatchObject([{ invoiceId: open.id, by: 'account' }])
  })

  describe('tells of a payment that may be the second of an invoice', () => {
    const entry = (amount: number, number: string, day: string, more = '') =>
      entryOf(amount, paymentOf(number) + more, 'DBIT', day)
    const twice = (number: string) =>
      `Op dit afschrift is ${number} al met een andere boeking betaald: kijk of zij nu dubbel is betaald.`
    const earlier = (number: string, day: string) =>
      `De boeking noemt ${number}, en die is al betaald op ${day}: kijk of zij nu dubbel is betaald.`
    const paidOn = (id: string, paymentDate: string) =>
      done('PATCH', `/invoices/${id}/status`, { status: 'betaald', paymentDate })
    const confirm = (statementId: string, invoiceIds: string[]) =>
      done('POST', `/bank-statements/${statementId}/confirm`, { invoiceIds })

    it('in one statement, also when that is read again once the first was confirmed', async () => {
      const { id, invoiceNumber } = await sent(412)
      const content = camtOf(entry(412, invoiceNumber, '2026-11-21') + entry(412, invoiceNumber, '2026-11-21', ' '))
      const { body } = await upload(content)
      expect(body.proposals).toMatchObject([{ invoiceId: id, amount: 412, date: '2026-11-21' }])
      expect(reasonsOf(body)).toEqual([twice(invoiceNumber)])
      await confirm(body.id, [id])
      expect(reasonsOf((await upload(content)).body)).toEqual([twice(invoiceNumber)])
      // The booking that was confirmed is told by another statement as well, and another day is another payment.
      const later = camtOf(entry(412, invoiceNumber, '2026-11-21') + entry(412, invoiceNumber, '2026-11-22'))
      expect(reasonsOf((await upload(later)).body)).toEqual([twice(invoiceNumber)])
      expect(reasonsOf((await upload(camtOf(entry(412, invoiceNumber, '2026-11-22')))).body)).toEqual([
        earlier(invoiceNumber, '21-11-2026'),
      ])
    })

    it('and not of the one that somebody called it paid by about that day, nor of what was left to pay', async () => {
      const [near, far, part] = [await sent(413), await sent(414, { invoiceDate: '2026-11-17' }), await sent(400)]
      await paidOn(near.id, '2026-11-21')
      await paidOn(far.id, '2026-11-17')
      await done('POST', `/invoices/${part.id}/credit-notes`, { quantities: [{ lineOrder: 1, quantity: 0.25 }] })
      await paidOn(part.id, '2026-11-21')
      const lines = [
        entry(413, near.invoiceNumber, '2026-11-22'),
        entry(414, far.invoiceNumber, '2026-11-22'),
        entry(300, part.invoiceNumber, '2026-11-21'),
      ]
      expect(reasonsOf((await upload(camtOf(lines.join('')))).body)).toEqual([earlier(far.invoiceNumber, '17-11-2026')])
    })

    it('by a payment file that the bank booked twice, or of which one was paid otherwise', async () => {
      const [one, two] = [await sent(415, { invoiceDate: '2026-11-18' }), await sent(416)]
      const { id } = await done('POST', '/payment-files', {
        ...{ invoiceIds: [one.id, two.id], executionDate: '2026-11-24' },
      })
      const batch = `<Btch><PmtInfId>${id.replaceAll('-', '')}-1</PmtInfId></Btch>`
      await paidOn(one.id, '2026-11-18')
      const booked = (day: string) => entryOf(831, batch, 'DBIT', day)
      const { body } = await upload(camtOf(booked('2026-11-24') + booked('2026-11-25')))
      expect(body.proposals).toMatchObject([{ invoiceId: two.id, by: 'payment-file' }])
      expect(reasonsOf(body)).toEqual([
        `Het betaalbestand van 24-11-2026 betaalt ook ${one.invoiceNumber}, al eerder betaald: kijk of dat nu dubbel is.`,
        'Het betaalbestand van 24-11-2026 is al betaald: kijk of de bank het twee keer heeft uitgevoerd.',
      ])
    })

    it('of one that was settled with its credit note and never paid', async () => {
      const { id, invoiceNumber } = await sent(417)
      const note = await done('POST', `/invoices/${id}/credit-notes`, {})
      for (const status of ['in_behandeling', 'betaald']) await done('PATCH', `/invoices/${note.id}/status`, { status })
      expect(reasonsOf((await upload(camtOf(entry(417, invoiceNumber, '2026-11-23')))).body)).toEqual([
        `De boeking noemt ${invoiceNumber}, en die is met haar creditfactuur verrekend en niet betaald: kijk waarvoor deze afschrijving is.`,
      ])
    })

    it('and not of one that is confirmed where another of that amount still waits', async () => {
      const [first, second] = [await sent(418), await sent(418)]
      const content = entry(418, first.invoiceNumber, '2026-11-21')
      const { body } = await upload(camtOf(content))
      await confirm(body.id, [first.id])
      const again = (await upload(camtOf(content + entry(9, 'INKOOP-1', '2026-11-22')))).body
      expect([again.proposals, reasonsOf(again)]).toEqual([[], []])
      expect(second.id).toBeDefined()
    })
  })

  it('goes by what a booking says before its amount, and tells of a file that was booked otherwise', async () => {
    const filed = [await sent(500), await sent(31)]
    const [alone, within, other] = [await sent(531), await sent(22), await sent(531)]
    const fileOf = (invoiceIds: string[]) => done('POST', '/payment-files', { invoiceIds, executionDate: '2026-11-24' })
    await fileOf(filed.map(({ id }) => id))
    const short = await fileOf([within.id])
    const batchOf = ({ id }: { id: string }) => `<Btch><PmtInfId>${id.replaceAll('-', '')}-1</PmtInfId></Btch>`
    const entries = [
      entryOf(531, paymentOf('NOTPROVIDED', { text: `fact ${alone.invoiceNumber}` })),
      entryOf(531, paymentOf(`Factuur ${other.invoiceNumber}`)),
      entryOf(531, ''),
      entryOf(21, batchOf(short)),
    ]
    const { body } = await upload(camtOf(entries.join('')))
    expect(body.proposals).toMatchObject([
      { invoiceId: alone.id, by: 'text', amount: 531 },
      { invoiceId: other.id, by: 'text', amount: 531 },
      ...filed.map(({ id }) => ({ invoiceId: id, by: 'payment-file' })),
    ])
    expect(reasonsOf(body)).toEqual(['Het betaalbestand van 24-11-2026 is € 22,00 en niet € 21,00'])
    await done('POST', `/payment-files/${short.id}/withdraw`)
    const again = await upload(camtOf(entryOf(22, batchOf(short))))
    expect(again.body).toMatchObject({
      proposals: [],
      doubts: [{ reason: 'Het betaalbestand van 24-11-2026 is ingetrokken, maar de bank heeft het uitgevoerd' }],
    })
  })

  it('does not pay what came back by the same booking on another statement, nor twice at once', async () => {
    const { id, invoiceNumber } = await sent(611)
    const booking = entryOf(611, paymentOf(invoiceNumber))
    const { body } = await upload(camtOf(booking))
    const week = await upload(camtOf(`${booking} `))
    const confirm = () => done('POST', `/bank-statements/${body.id}/confirm`, { invoiceIds: [id] })
    const both = await Promise.all([confirm(), confirm()])
    expect(both.map(({ paid, failed }) => [paid.length, failed.length]).toSorted()).toEqual([
      [0, 1],
      [1, 0],
    ])
    await done('PATCH', `/invoices/${id}/status`, { status: 'in_behandeling' })
    expect((await upload(camtOf(booking + entryOf(1, paymentOf('ANDERS'))))).body).toMatchObject({
      proposals: [],
      doubts: [{ reason: expect.stringContaining(`${invoiceNumber} is al eens per 23-11-2026 op Betaald gezet`) }],
    })
    expect(await done('POST', `/bank-statements/${week.body.id}/confirm`, { invoiceIds: [id] })).toMatchObject({
      paid: [],
      failed: [{ reason: expect.stringContaining('23-11-2026') }],
    })
    const later = entryOf(611, paymentOf(invoiceNumber), 'DBIT', '2026-11-24')
    const back = entryOf(611, paymentOf(invoiceNumber), 'CRDT')
    const { body: month } = await upload(camtOf(booking + back + later))
    expect(month.proposals).toMatchObject([{ invoiceId: id, date: '2026-11-24' }])
    const nothing = `${invoiceNumber} staat op In behandeling en niet op Betaald: er is niets terug te draaien.`
    expect(month.doubts).toMatchObject([{ amount: 611, reason: nothing }])
    // Of another amount it may be no return of it at all: that is for somebody to look into.
    const part = await upload(camtOf(back.replace('611', '600').replace('-23<', '-24<') + later))
    const looked = `Op dit afschrift is ${invoiceNumber} betaald en kwam er ook geld van terug: geen van beide is voorgesteld. Kijk wat er terugkwam; is zij toch betaald, zet haar dan met de hand op Betaald.`
    expect([part.body.proposals, reasonsOf(part.body)]).toEqual([[], [looked, looked]])
  })

  it('takes back a payment that the bank sent back, once, where somebody confirms it', async () => {
    const { id, invoiceNumber } = await sent(701)
    const file = await done('POST', '/payment-files', { invoiceIds: [id], executionDate: '2026-11-24' })
    const confirm = (statement: { id: string }, body: object) =>
      done('POST', `/bank-statements/${statement.id}/confirm`, { invoiceIds: [id], ...body })
    const { body: first } = await upload(camtOf(entryOf(701, paymentOf(invoiceNumber))))
    await confirm(first, {})
    const returned = entryOf(701, paymentOf(invoiceNumber, { text: 'AC04 rekening opgeheven' }), 'CRDT', '2026-11-24')
    const { body: statement } = await upload(camtOf(returned))
    expect(statement).toMatchObject({
      ...{ bookings: 0, proposed: 1, toConfirm: 1, doubts: [] },
      proposals: [
        { kind: 'return', invoiceId: id, status: 'betaald', date: '2026-11-24', amount: 701, by: 'reference' },
      ],
    })
    // Saying that it was paid is not saying that it came back.
    const notProposed = { invoiceId: id, reason: 'Dit afschrift stelt deze factuur niet voor' }
    expect(await confirm(statement, {})).toEqual({ paid: [], returned: [], failed: [notProposed] })
    const both = await Promise.all([confirm(statement, { kind: 'return' }), confirm(statement, { kind: 'return' })])
    expect(both.map((one) => [one.paid.length, one.returned.length, one.failed.length]).toSorted()).toEqual([
      [0, 0, 1],
      [0, 1, 0],
    ])
    const invoice = { status: 'in_behandeling', paymentDate: null, paymentFileId: null }
    expect(await done('GET', `/invoices/${id}`)).toMatchObject(invoice)
    expect((await done('GET', `/payment-files/${file.id}/payments`)).payments).toMatchObject([{ state: 'released' }])
    const { entries } = await done('GET', `/invoices/${id}/history`)
    expect(entries).toContainEqual(expect.objectContaining({ verb: 'return' }))
    expect(await done('GET', '/bank-statements')).toContainEqual(
      expect.objectContaining({ id: statement.id, toConfirm: 0 }),
    )
    const { AuditLogs } = await import('../platform/audit.ts')
    const audited = await AuditLogs.query.byEntity({ entityType: 'bank-statement', entityId: statement.id }).go()
    const told = audited.data.flatMap(({ newData }) => (newData as { returned?: object[] }).returned ?? [])
    expect(told).toEqual([{ invoiceId: id, invoiceNumber }])

    // Another statement that holds it takes nothing back of a payment that was made since, on that very day.
    await done('PATCH', `/invoices/${id}/status`, { status: 'betaald', paymentDate: '2026-11-24' })
    const { body: week } = await upload(camtOf(`${returned} `))
    expect([week.proposals, reasonsOf(week)]).toEqual([
      [],
      [expect.stringContaining(`Dat de betaling van ${invoiceNumber} op 24-11-2026 terugkwam, is al verwerkt`)],
    ])
  })

  it('says of what came back why it is not proposed, and what to do', async () => {
    const paidOn = async (unitPrice: number, paymentDate: string) => {
      const invoice = await sent(unitPrice)
      return done('PATCH', `/invoices/${invoice.id}/status`, { status: 'betaald', paymentDate })
    }
    const [open, filed, concept] = [await sent(721), await sent(722), await sent(723)]
    await done('POST', '/payment-files', { invoiceIds: [filed.id], executionDate: '2026-11-24' })
    await done('PATCH', `/invoices/${concept.id}/status`, { status: 'concept' })
    const [part, later, twice] = [
      await paidOn(724, '2026-11-23'),
      await paidOn(725, '2026-11-24'),
      await paidOn(726, '2026-11-23'),
    ]
    const credited = await sent(728)
    const half = { quantities: [{ lineOrder: 1, quantity: 0.5 }] }
    const note = await done('POST', `/invoices/${credited.id}/credit-notes`, half)
    await done('PATCH', `/invoices/${credited.id}/status`, { status: 'betaald', paymentDate: '2026-11-23' })
    const back = ({ invoiceNumber }: { invoiceNumber: string }, amount: number) =>
      `"NL59TRIO0788877666","EUR","2026-11-23","+${amount},00","NL91RABO0315273637","","Retour ${invoiceNumber}"`
    const rows = [
      '"IBAN/BBAN","Munt","Datum","Bedrag","Tegenrekening IBAN/BBAN","Transactiereferentie","Omschrijving-1"',
      ...[back(open, 721), back(filed, 722), back(concept, 723), back(part, 24), back(credited, 364), back(later, 725)],
      ...[back(twice, 726), back(twice, 726), back({ invoiceNumber: 'INKOOP-2026-0001' }, 1)],
    ]
    const { body } = await upload(rows.join('\r\n'), 'rabo.csv')
    // What waits for its payment came back of one that nobody confirmed yet.
    expect(body.proposals).toMatchObject([
      ...[open, filed].map(({ id }) => ({ kind: 'return', invoiceId: id, status: 'in_behandeling' })),
      { kind: 'return', invoiceId: twice.id, by: 'text', amount: 726, reason: null },
    ])
    expect(body.toConfirm).toBe(1)
    const byHand = 'zet de factuur dan met de hand terug naar In behandeling'
    expect(reasonsOf(body)).toEqual([
      `${concept.invoiceNumber} staat op Concept en niet op Betaald: er is niets terug te draaien.`,
      `Van ${part.invoiceNumber} is € 724,00 betaald en niet € 24,00. Kwam de betaling terug, ${byHand}.`,
      `Is dit de terugbetaling van creditfactuur ${note.invoiceNumber} van € 364,00, zet die dan op Betaald. Stuurde de bank de betaling terug, ${byHand}.`,
      `${later.invoiceNumber} is betaald op 24-11-2026, na deze bijschrijving van 23-11-2026. Kwam ook die betaling terug, ${byHand}.`,
      `Een andere bijschrijving op dit afschrift is al de teruggekomen betaling van ${twice.invoiceNumber}.`,
    ])
  })

  it('does not take back that an invoice was paid where the statement tells another payment of it', async () => {
    const [again, twice, since] = [await sent(751), await sent(752), await sent(753)]
    const later = await sent(754, { invoiceDate: '2026-11-19' })
    const paidOn = ({ id }: { id: string }, day: number) =>
      done('PATCH', `/invoices/${id}/status`, { status: 'betaald', paymentDate: `2026-11-${day}` })
    for (const [invoice, day] of [
      [again, 20] as const,
      [twice, 20] as const,
      [since, 23] as const,
      [later, 19] as const,
    ])
      await paidOn(invoice, day)
    const out = ({ invoiceNumber, totalAmount }: typeof again, day: number) =>
      entryOf(totalAmount, paymentOf(invoiceNumber), 'DBIT', `2026-11-${day}`)
    const back = ({ invoiceNumber, totalAmount }: typeof again, day: number) =>
      entryOf(totalAmount, paymentOf(invoiceNumber), 'CRDT', `2026-11-${day}`)
    const entries = [
      ...[out(again, 20), back(again, 22), out(again, 23)],
      ...[out(twice, 20), out(twice, 22), back(twice, 23)],
      // What came back before was paid anew, and that came back too.
      ...[out(since, 20), back(since, 21), out(since, 23), back(since, 24)],
      ...[out(later, 22), back(later, 23)],
    ]
    const { body } = await upload(camtOf(entries.join('')))
    expect(body.proposals).toMatchObject([{ kind: 'return', invoiceId: since.id, date: '2026-11-24' }])
    const paid = ({ invoiceNumber }: typeof again, days: string) =>
      `Op dit afschrift is ${invoiceNumber} ook op ${days} betaald: kijk eerst of zij nu dubbel of opnieuw is betaald. Is zij dat niet, zet de factuur dan met de hand terug naar In behandeling.`
    const reasons = reasonsOf(body).filter((reason) => reason.startsWith('Op dit afschrift'))
    expect(reasons).toEqual([
      paid(again, '20-11-2026 en 23-11-2026'),
      paid(twice, '20-11-2026 en 22-11-2026'),
      paid(later, '22-11-2026'),
    ])
  })

  it('does not hold what a partner repays of a credit note to be a payment that came back', async () => {
    const [credited, named] = [await sent(761), await sent(762)]
    for (const { id } of [credited, named]) {
      await done('PATCH', `/invoices/${id}/status`, { status: 'betaald', paymentDate: '2026-11-20' })
    }
    const note = await done('POST', `/invoices/${credited.id}/credit-notes`, {})
    const repaid = ({ invoiceNumber, totalAmount }: typeof credited, text = '') =>
      entryOf(totalAmount, paymentOf('NOTPROVIDED', { text: `${text} factuur ${invoiceNumber}` }), 'CRDT')
    const statement = camtOf(repaid(credited, 'Terugbetaling') + repaid(named, 'Credit YDC-2026-0909 van'))
    const { body } = await upload(statement)
    expect(body.proposals).toEqual([])
    const byHand = 'Stuurde de bank de betaling terug, zet de factuur dan met de hand terug naar In behandeling'
    const unknown = `De boeking noemt YDC-2026-0909, en dat nummer is niet uitgegeven. ${byHand}.`
    expect(reasonsOf(body)).toEqual([
      `Is dit de terugbetaling van creditfactuur ${note.invoiceNumber} van € 761,00, zet die dan op Betaald. ${byHand} en verreken haar met haar creditfactuur.`,
      unknown,
    ])

    // What was done already is not advised.
    const step = (id: string, status: string, more: object = {}) =>
      done('PATCH', `/invoices/${id}/status`, { status, ...more })
    for (const status of ['in_behandeling', 'betaald']) await step(note.id, status)
    const already = `Creditfactuur ${note.invoiceNumber} is al verrekend op 24-11-2026: kijk waarvoor deze bijschrijving is.`
    expect(reasonsOf((await upload(statement)).body)).toEqual([
      `${already} ${byHand} en verreken haar met haar creditfactuur.`,
      unknown,
    ])
    await step(credited.id, 'in_behandeling')
    expect(reasonsOf((await upload(statement)).body)).toEqual([
      `${credited.invoiceNumber} is geheel gecrediteerd en staat op In behandeling: er is niets terug te draaien. Verreken haar met haar creditfactuur.`,
      unknown,
    ])
    await step(credited.id, 'betaald', { byCreditNotes: true })
    expect(reasonsOf((await upload(statement)).body)).toEqual([
      `${credited.invoiceNumber} is met haar creditfactuur verrekend en niet betaald: er is niets terug te draaien. Kijk waarvoor deze bijschrijving is.`,
      unknown,
    ])
  })

  it('takes back for good what the bank sent back, whatever of it was credited since it was read', async () => {
    const { id, invoiceNumber } = await sent(769)
    const step = (of: string, status: string, more: object = {}) =>
      done('PATCH', `/invoices/${of}/status`, { status, ...more })
    await step(id, 'betaald', { paymentDate: '2026-11-20' })
    const { body } = await upload(camtOf(entryOf(769, paymentOf(invoiceNumber), 'CRDT')))
    const note = await done('POST', `/invoices/${id}/credit-notes`, {})
    for (const status of ['in_behandeling', 'betaald']) await step(note.id, status)
    await done('POST', `/bank-statements/${body.id}/confirm`, { kind: 'return', invoiceIds: [id] })
    expect(await done('GET', `/invoices/${id}`)).toMatchObject({ status: 'in_behandeling', isOwed: false })
    expect((await call('PATCH', `/invoices/${id}/status`, { status: 'betaald' })).status).toBe(409)
    expect(await step(id, 'betaald', { byCreditNotes: true })).toMatchObject({ status: 'betaald', isOwed: false })
  })

  it('tells of money in that names a credit note alone what may be done with it', async () => {
    const notes: { id: string; invoiceNumber: string }[] = []
    for (const price of [765, 766, 767]) {
      const { id } = await sent(price)
      await done('PATCH', `/invoices/${id}/status`, { status: 'betaald', paymentDate: '2026-11-20' })
      notes.push(await done('POST', `/invoices/${id}/credit-notes`, {}))
    }
    const [open, settled, cancelled] = notes
    for (const status of ['in_behandeling', 'betaald']) {
      await done('PATCH', `/invoices/${settled?.id}/status`, { status })
    }
    await done('PATCH', `/invoices/${cancelled?.id}/status`, { status: 'cancelled' })
    const numbers = [...notes.map(({ invoiceNumber }) => invoiceNumber), 'YDC-2026-0910']
    const entries = numbers.map((number) =>
      entryOf(50, paymentOf('NOTPROVIDED', { text: number.toLowerCase() }), 'CRDT'),
    )
    const { body } = await upload(camtOf(entries.join('')))
    expect([body.proposals, reasonsOf(body)]).toEqual([
      [],
      [
        `Is dit de terugbetaling van creditfactuur ${open?.invoiceNumber} van € 765,00, zet die dan op Betaald.`,
        `Creditfactuur ${settled?.invoiceNumber} is al verrekend op 24-11-2026: kijk waarvoor deze bijschrijving is.`,
        `De boeking noemt ${cancelled?.invoiceNumber}, en die creditfactuur is geannuleerd.`,
        'De boeking noemt YDC-2026-0910, en dat nummer is niet uitgegeven.',
      ],
    ])
  })

  it('keeps a return that is read before its payment was confirmed', async () => {
    const [{ id, invoiceNumber }, other] = [await sent(771), await sent(772)]
    const { body: first } = await upload(camtOf(entryOf(771, paymentOf(invoiceNumber), 'DBIT', '2026-11-20')))
    const entries = [
      entryOf(771, paymentOf(invoiceNumber), 'CRDT', '2026-11-23'),
      entryOf(772, paymentOf(other.invoiceNumber)),
    ]
    const { body: second } = await upload(camtOf(entries.join('')))
    const confirm = (statement: { id: string }, body: object = {}) =>
      done('POST', `/bank-statements/${statement.id}/confirm`, { invoiceIds: [id], ...body })
    const reason = `${invoiceNumber} staat nog niet op Betaald: bevestig eerst haar betaling, van een ander afschrift.`
    expect(second.proposals).toContainEqual(expect.objectContaining({ kind: 'return', invoiceId: id, reason }))
    expect(second.toConfirm).toBe(1)
    expect((await confirm(second, { kind: 'return' })).failed).toMatchObject([{ invoiceId: id }])
    await confirm(second, { invoiceIds: [other.id] })
    expect((await confirm(first)).paid).toEqual([id])
    expect(await done('GET', '/bank-statements')).toContainEqual(
      expect.objectContaining({ id: second.id, toConfirm: 1 }),
    )
    expect((await confirm(second, { kind: 'return' })).returned).toEqual([id])
    expect(await done('GET', `/invoices/${id}`)).toMatchObject({ status: 'in_behandeling' })

    // No booking that is no later pays it, on whatever day somebody called it paid.
    await done('PATCH', `/invoices/${id}/status`, { status: 'betaald', paymentDate: '2026-11-24' })
    await done('PATCH', `/invoices/${id}/status`, { status: 'in_behandeling' })
    const { body: week } = await upload(camtOf(entryOf(771, paymentOf(invoiceNumber), 'DBIT', '2026-11-22')))
    expect([week.proposals, reasonsOf(week)]).toEqual([
      [],
      [
        `De betaling van ${invoiceNumber} kwam op 23-11-2026 terug. Klopt deze boeking toch, zet haar dan met de hand op Betaald.`,
      ],
    ])
  })

  it('cancels one payment by what came back, and advises nothing of the file that pays it anew', async () => {
    const [later, sameDay, waiting, carried] = [await sent(781), await sent(782), await sent(783), await sent(784)]
    const order = (invoice: { id: string }) =>
      done('POST', '/payment-files', { invoiceIds: [invoice.id], executionDate: '2026-11-24' })
    for (const one of [later, sameDay, waiting, carried]) await order(one)
    const entries = [
      ...[[later, 24] as const, [sameDay, 23] as const].flatMap(([invoice, day]) => [
        [invoice, 'DBIT', 20] as const,
        [invoice, 'CRDT', 23] as const,
        [invoice, 'DBIT', day] as const,
      ]),
      [waiting, 'CRDT', 23] as const,
      [carried, 'CRDT', 24] as const,
    ].map(([{ invoiceNumber, totalAmount }, side, day]) =>
      entryOf(totalAmount, paymentOf(invoiceNumber), side, `2026-11-${day}`),
    )
    const { body } = await upload(camtOf(entries.join('')))
    const advice = ' Is die er niet, geef de betaling dan vrij in het betaalbestand.'
    expect(body.proposals).toMatchObject([
      { kind: 'payment', invoiceId: later.id, date: '2026-11-24' },
      { kind: 'payment', invoiceId: sameDay.id },
      { kind: 'return', invoiceId: waiting.id, reason: expect.not.stringContaining('betaalbestand') },
      { kind: 'return', invoiceId: carried.id, reason: expect.stringContaining(advice) },
    ])
    // Paid since by another booking, nothing of it came back.
    await done('PATCH', `/invoices/${waiting.id}/status`, { status: 'betaald', paymentDate: '2026-11-24' })
    const shown = await done('GET', `/bank-statements/${body.id}`)
    expect([shown.toConfirm, shown.proposals[2].reason]).toEqual([
      2,
      expect.stringContaining('is betaald op 24-11-2026, na deze bijschrijving van 23-11-2026'),
    ])
    expect(reasonsOf(body)).toEqual(
      [later, sameDay].map(
        ({ invoiceNumber }) =>
          `${invoiceNumber} staat op In behandeling en niet op Betaald: er is niets terug te draaien.`,
      ),
    )
  })

  it('says one thing of a payment that the same statement tells to have come back', async () => {
    const [one, back, alone, together, other] = [
      ...[await sent(811), await sent(812), await sent(813), await sent(814), await sent(815)],
    ]
    const file = await done('POST', '/payment-files', {
      invoiceIds: [one.id, back.id, alone.id],
      executionDate: '2026-11-24',
    })
    const returned = ({ invoiceNumber, totalAmount }: typeof one) =>
      entryOf(totalAmount, paymentOf(invoiceNumber), 'CRDT', '2026-11-24')
    const entries = [
      entryOf(
        811 + 812 + 813,
        `<Btch><PmtInfId>${file.id.replaceAll('-', '')}-1</PmtInfId></Btch>`,
        'DBIT',
        '2026-11-24',
      ),
      entryOf(814 + 815, paymentOf('NOTPROVIDED', { text: `${together.invoiceNumber} ${other.invoiceNumber}` })),
      ...[back, together].map(returned),
      // Its payment is told by itself.
      entryOf(5, paymentOf(alone.invoiceNumber), 'CRDT', '2026-11-24'),
    ]
    const statement = camtOf(entries.join(''))
    const waits = ({ invoiceNumber }: typeof one) =>
      `${invoiceNumber} is op dit afschrift betaald en teruggekomen, en wacht dus nog op betaling.`
    const looked = `Op dit afschrift is ${alone.invoiceNumber} betaald en kwam er ook geld van terug: geen van beide is voorgesteld. Kijk wat er terugkwam; is zij toch betaald, zet haar dan met de hand op Betaald.`
    const shown = async () => {
      const { body } = await upload(statement)
      const proposals: { kind: string; invoiceId: string; reason: string }[] = body.proposals
      return [proposals.map(({ kind, invoiceId, reason }) => [kind, invoiceId, reason]), reasonsOf(body)]
    }
    const release = ' Geef de betaling vrij in het betaalbestand, dan kan een ander bestand haar betalen.'
    const told = (free: string) => [
      [
        ['payment', one.id, null],
        ['payment', other.id, null],
        ['return', back.id, `${waits(back)}${free}`],
        ['return', together.id, waits(together)],
      ],
      [looked, looked],
    ]
    expect(await shown()).toEqual(told(release))
    expect(await shown()).toEqual(told(release))
    await done('POST', `/payment-files/${file.id}/release`, { invoiceId: back.id })
    expect(await shown()).toEqual(told(''))
  })

  it('takes back no payment that was made after the return was read', async () => {
    const back = ({ invoiceNumber, totalAmount }: Awaited<ReturnType<typeof sent>>) =>
      entryOf(totalAmount, paymentOf(invoiceNumber), 'CRDT')
    const order = async (invoice: { id: string }) =>
      (await done('POST', '/payment-files', { invoiceIds: [invoice.id], executionDate: '2026-11-24' })).id
    const step = ({ id }: { id: string }, status: string, paymentDate?: string) =>
      done('PATCH', `/invoices/${id}/status`, { status, ...(paymentDate && { paymentDate }) })
    const release = ({ id }: { id: string }, file: string) =>
      done('POST', `/payment-files/${file}/release`, { invoiceId: id })
    const [called, waiting, filed, alone, known] = [
      ...[await sent(801), await sent(802), await sent(803), await sent(804), await sent(805)],
    ]
    const [first, second] = [await order(called), await order(waiting)]
    await step(called, 'betaald', '2026-11-20')
    const all = [called, waiting, filed, alone]
    const { body: read } = await upload(camtOf(all.map(back).join('')))
    expect(read).toMatchObject({ toConfirm: 1, proposals: all.map(({ id }) => ({ kind: 'return', invoiceId: id })) })

    // Called unpaid by hand and paid anew by another file, or ordered anew before it was called paid at all.
    await step(called, 'in_behandeling')
    await release(called, first)
    await release(waiting, second)
    const again = [await order(called), await order(waiting), await order(filed)]
    const asked: { reason: string }[] = (await done('GET', `/bank-statements/${read.id}`)).proposals
    expect(asked.map(({ reason }) => reason)).toEqual([
      ...[called, waiting, filed].map(
        ({ invoiceNumber }) =>
          `Deze bijschrijving van 23-11-2026 gaat over een eerdere betaling van ${invoiceNumber}, die sindsdien al is teruggedraaid of vervangen.`,
      ),
      expect.stringContaining('staat nog niet op Betaald'),
    ])
    await step(called, 'betaald', '2026-11-23')
    await step(waiting, 'betaald', '2026-11-22')
    await step(filed, 'betaald', '2026-11-22')
    // Told by another statement to have left on the day of the return, nobody knows which of two it is.
    const out = entryOf(alone.totalAmount, paymentOf(alone.invoiceNumber))
    const { body: other } = await upload(camtOf(out))
    await done('POST', `/bank-statements/${other.id}/confirm`, { invoiceIds: [alone.id] })
    const confirm = (statement: { id: string }, invoiceIds: string[]) =>
      done('POST', `/bank-statements/${statement.id}/confirm`, { kind: 'return', invoiceIds })
    const { returned, failed } = await confirm(
      read,
      all.map(({ id }) => id),
    )
    const byHand = 'zet de factuur dan met de hand terug naar In behandeling.'
    const replaced = ({ invoiceNumber }: typeof called, day: number) =>
      `Deze bijschrijving van 23-11-2026 gaat over een eerdere betaling van ${invoiceNumber}, die sindsdien al is teruggedraaid of vervangen. Kwam ook de betaling van ${day}-11-2026 terug, ${byHand}`
    const unsure = ({ invoiceNumber }: typeof called) =>
      `${invoiceNumber} is op 23-11-2026 betaald, en deze bijschrijving van die dag kan van een eerdere betaling zijn. Kwam de betaling van die dag terug, ${byHand}`
    expect([returned, failed.map(({ reason }: { reason: string }) => reason)]).toEqual([
      [],
      [replaced(called, 23), replaced(waiting, 22), replaced(filed, 22), unsure(alone)],
    ])
    const stand = await Promise.all([called, waiting, filed].map(({ id }) => done('GET', `/invoices/${id}`)))
    expect(stand.map(({ status, paymentFileId }) => [status, paymentFileId])).toEqual(
      again.map((file) => ['betaald', file]),
    )
    const shown = await done('GET', `/bank-statements/${read.id}`)
    expect([shown.toConfirm, shown.proposals.map(({ reason }: { reason: string }) => reason)]).toEqual([
      0,
      [replaced(called, 23), replaced(waiting, 22), replaced(filed, 22), unsure(alone)],
    ])

    // The same where it is read when the new payment stands already.
    await step(known, 'betaald', '2026-11-20')
    await step(known, 'in_behandeling')
    await step(known, 'betaald', '2026-11-23')
    const { body: late } = await upload(camtOf(back(known)))
    expect([late.proposals, reasonsOf(late)]).toEqual([[], [unsure(known)]])
  })

  it('knows an invoice by the prefix that it was numbered with, whatever the settings say since', async () => {
    const { id, invoiceNumber } = await sent(731)
    await done('PATCH', `/invoices/${id}/status`, { status: 'betaald', paymentDate: '2026-11-23' })
    for (const invoicePrefix of ['NWE', 'ANDER', 'NWE']) await done('PUT', '/settings', settingsForm({ invoicePrefix }))
    const named = await sent(731)
    expect(named.invoiceNumber).toMatch(/^NWE-/)
    const back = entryOf(731, paymentOf(invoiceNumber), 'CRDT', '2026-11-24')
    const again = entryOf(731, paymentOf('NOTPROVIDED', { text: `fact ${invoiceNumber}` }), 'DBIT', '2026-11-24')
    expect((await upload(camtOf(back))).body.proposals).toMatchObject([{ kind: 'return', invoiceId: id }])
    expect((await upload(camtOf(again))).body.proposals).toEqual([])
    // Numbers of one prefix tell nothing of those of another.
    const next = entryOf(9, paymentOf('NOTPROVIDED', { text: 'fact NWE-2026-0002' }))
    const unknown = 'De boeking noemt NWE-2026-0002, en dat nummer is niet uitgegeven'
    expect(reasonsOf((await upload(camtOf(next))).body)).toEqual([unknown])
    await done('PUT', '/settings', settingsForm())
    const asBefore = await upload(camtOf(entryOf(731, paymentOf(named.invoiceNumber))))
    expect(asBefore.body.proposals).toMatchObject([{ kind: 'payment', invoiceId: named.id }])
  })

  it('proposes no payment of before an invoice, and pays none, but for one by hand', async () => {
    const { id, invoiceNumber } = await sent(743)
    const { body } = await upload(camtOf(entryOf(743, paymentOf(invoiceNumber), 'DBIT', '2026-11-19')))
    expect([body.proposals, reasonsOf(body)]).toEqual([
      [],
      [
        `De boeking is van 19-11-2026, voor de datum van ${invoiceNumber}. Klopt de betaling? Zet de factuur dan met de hand op Betaald.`,
      ],
    ])

    // Of a payment file as a whole it is proposed, and refused where it is confirmed.
    const file = await done('POST', '/payment-files', { invoiceIds: [id], executionDate: '2026-11-24' })
    const batch = `<Btch><PmtInfId>${file.id.replaceAll('-', '')}-1</PmtInfId></Btch>`
    const whole = (await upload(camtOf(entryOf(743, batch, 'DBIT', '2026-11-19')))).body
    expect(whole.proposals).toMatchObject([{ invoiceId: id, date: '2026-11-19' }])
    const confirmed = await done('POST', `/bank-statements/${whole.id}/confirm`, { invoiceIds: [id] })
    expect(confirmed).toMatchObject({
      paid: [],
      failed: [{ invoiceId: id, reason: 'De betaaldatum ligt voor de factuurdatum van 20-11-2026' }],
    })
    const paid = { status: 'betaald', paymentDate: '2026-11-20' }
    expect(await done('PATCH', `/invoices/${id}/status`, paid)).toMatchObject(paid)
  })

  it('knows numbers of the year to come, from the day on which invoices have them', async () => {
    world.travel('2026-12-20T09:00:00Z')
    as = await world.session(admin)
    const { id, invoiceNumber } = await sent(741, { invoiceDate: '2027-01-05' })
    expect(invoiceNumber).toMatch(/-2027-/)
    const back = entryOf(741, paymentOf(invoiceNumber), 'CRDT', '2026-12-19')
    expect((await upload(camtOf(back))).body.proposals).toMatchObject([{ kind: 'return', invoiceId: id }])
    world.travel('2026-11-24T09:00:00Z')
    as = await world.session(admin)
  })

  it('says how much of it there was no room for', async () => {
    const { invoiceNumber } = await sent(10)
    const { body } = await upload(camtOf(entryOf(11, paymentOf(invoiceNumber)).repeat(503)))
    expect(body.doubts).toHaveLength(501)
    expect(body.doubts.at(-1)).toMatchObject({ amount: 11, reason: expect.stringContaining('3 weggelaten') })
  })

  it.each([
    camtOf(entryOf(9, ''), 'NL59TRIO0788877666'),
    '788877666\tEUR\t20261123\t50,00\t41,00\t20261123\t-9,00\t/TRTP/SEPA',
  ])('is taken of our account', async (content) => {
    expect((await upload(content)).status).toBe(200)
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
    const { status, body } = await upload(content, 'afschrift.csv')
    expect([status, body.message]).toEqual([422, message])
  })
})
