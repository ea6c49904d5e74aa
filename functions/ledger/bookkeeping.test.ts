import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Journal } from '../../shared/api/schemas/journal.ts'
import type { OpenDocuments, OpenPartner } from '../../shared/api/schemas/open-documents.ts'
import type { Vat, VatCategory } from '../../shared/api/schemas/vat.ts'
import { buildInvoiceForm, buildSettingsForm } from '../../testing/invoices.ts'
import { readAuditFile } from '../../testing/ledger.ts'
import { type MoneyWorld, startMoneyWorld } from '../../testing/money.ts'
import { textsIn } from '../../testing/read-xml.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const line = (unitPrice: number, vatRate = 21) => ({ description: 'Advies', quantity: 1, unitPrice, vatRate })

/** Issues an invoice to a partner; returns its id. */
async function issued(partner: string, form: object): Promise<string> {
  const { id } = await world.bill('POST', '/invoices', buildInvoiceForm(partner, form))
  await world.put(id, 'in_behandeling')
  return id
}

/** Lets the partner refuse an issued invoice. */
async function refuse(id: string): Promise<void> {
  const { Invoices } = await import('../invoices/invoices/entity.ts')
  const answer = { state: 'refused' as const, at: '2026-11-23T08:00:00.000Z', reason: 'Nee' }
  await Invoices.patch({ id }).set({ answer }).go()
}

const openAt = (date?: string): Promise<OpenDocuments> =>
  world.done('admin', 'GET', `/api/ledger/open-documents${date ? `?date=${date}` : ''}`)

/** Returns a partner's row of the open documents at a day. */
const openOf = async (partner: string, date?: string): Promise<OpenPartner | undefined> => {
  const { partners, difference } = await openAt(date)
  expect(difference).toBe(0)
  return partners.find((one) => one.partner.id === partner)
}

const vat = (period: string): Promise<Vat> => world.done('admin', 'GET', `/api/ledger/vat?period=${period}`)

/** Returns base and VAT of the categories of a period that have documents. */
const categoriesOf = ({ rows }: Vat) =>
  Object.fromEntries(
    rows.flatMap(({ category, base, vat: tax, documents }) => (documents.length > 0 ? [[category, [base, tax]]] : [])),
  ) as Partial<Record<VatCategory, [number, number]>>

/** Adds up the tax subtotals of e-invoices, by category code and rate, in cents: taxable amount and tax. */
async function readUbl(ids: readonly string[]): Promise<Record<string, [number, number]>> {
  const sums: Record<string, [number, number]> = {}
  for (const id of ids) {
    const { text } = await world.call('admin', 'GET', `/api/self-billing/invoices/${id}/ubl`)
    const sign = text.includes('<CreditNote') ? -1 : 1
    const subtotal =
      /<cac:TaxSubtotal><cbc:TaxableAmount[^>]*>([^<]*)<.*?<cbc:TaxAmount[^>]*>([^<]*)<.*?<cbc:ID>(\w+)<.*?<cbc:Percent>(\d+)</g
    for (const [, base, tax, code, rate] of text.matchAll(subtotal)) {
      const [had, taxed] = sums[`${code} ${rate}`] ?? [0, 0]
      const cents = (amount = '') => sign * Math.round(Number(amount) * 100)
      sums[`${code} ${rate}`] = [had + cents(base), taxed + cents(tax)]
    }
  }
  return sums
}

describe('open documents', () => {
  it('are those of any past day by age, with what is left, set-offs, and reasons not to pay', async () => {
    const partner = await world.partnerOf()
    const big = await issued(partner, { lines: [line(100)], invoiceDate: '2026-11-16', dueDate: '2026-11-18' })
    const later = await issued(partner, { lines: [line(50)], invoiceDate: '2026-11-20', dueDate: '2026-12-20' })
    await world.put(big, 'betaald', { partAmount: 21, paymentDate: '2026-11-20' })
    const noted = await issued(partner, { lines: [line(200)], invoiceDate: '2026-11-19', dueDate: '2026-12-01' })
    await world.put(noted, 'betaald', { paymentDate: '2026-11-21' })
    await world.credited(noted, { lines: [1] })

    const today = await openOf(partner)
    expect(today).toMatchObject({
      ...{ notDue: 60.5, upTo30: 100, upTo60: 0, upTo90: 0, older: 0, creditNotes: -242, open: -81.5, payable: 160.5 },
    })
    const numbers = await Promise.all([big, later].map(async (id) => (await world.invoice(id)).invoiceNumber))
    expect(
      today?.documents.map(({ total, open, daysLate, age, setOffs }) => [total, open, daysLate, age, setOffs]),
    ).toEqual([
      [121, 100, 5, 'upTo30', [{ number: expect.stringMatching(/^YDC-/), amount: 100 }]],
      [60.5, 60.5, -27, 'notDue', [{ number: expect.stringMatching(/^YDC-/), amount: 60.5 }]],
      [
        -242,
        -242,
        expect.any(Number),
        null,
        [
          { number: numbers[0], amount: 100 },
          { number: numbers[1], amount: 60.5 },
        ],
      ],
    ])
    // The day before anything was paid, what was paid since was open, and what was issued since did not exist.
    expect(await openOf(partner, '2026-11-19')).toMatchObject({
      ...{ notDue: 242, upTo30: 121, creditNotes: 0, open: 363, payable: 0 },
    })
    expect(await openOf(partner, '2026-11-18')).toMatchObject({ notDue: 121, upTo30: 0, open: 121 })
    expect(await openOf(partner, '2026-11-15')).toBeUndefined()

    await refuse(later)
    expect(
      (await openOf(partner))?.documents.map(({ reason, payable, setOffs }) => [reason, payable, setOffs.length]),
    ).toEqual([
      [null, 100, 1],
      ['De partner heeft deze factuur geweigerd', 0, 0],
      [null, 0, 1],
    ])
    expect((await world.attempt('GET', '/api/ledger/open-documents?date=2026-11-24'))[0]).toBe(422)
  })
})

describe('the VAT of a period', () => {
  it('equals the e-invoices, reversed VAT, and the discount with its returns, by category', async () => {
    const before = await vat('2026-10')
    const schemes = ['normaal', 'kor', 'vrijgesteld', 'verlegd', 'verlegd-buitenland'] as const
    const partners = await Promise.all(
      schemes.map((scheme) => world.partnerOf(undefined, { vatSchemes: [{ scheme }] })),
    )
    const [normal = '', kor = '', exempt = '', dutch = '', foreign = ''] = partners
    const october = { invoiceDate: '2026-10-20' }
    const ids = [
      await issued(normal, { ...october, lines: [line(100), line(49.9, 9), line(10, 0)] }),
      await issued(kor, { ...october, lines: [line(30, 0)] }),
      await issued(exempt, { ...october, lines: [line(40, 0)] }),
      await issued(dutch, { ...october, lines: [line(60, 0)] }),
      await issued(foreign, { ...october, lines: [line(70, 0)] }),
      await issued(normal, { ...october, lines: [line(520)] }),
    ]
    await refuse(ids.at(-1) ?? '')
    await world.travel('2026-10-22T09:00:00Z')
    const prompt = await issued(normal, {
      ...{ lines: [line(847.5)], has48HourDiscount: true, invoiceDate: '2026-10-20', dueDate: '2026-10-22' },
    })
    await world.put(prompt, 'betaald', { paymentDate: '2026-10-22' })
    ids.push(prompt)
    await world.travel('2026-11-23T09:00:00Z')

    const october2026 = await vat('2026-10')
    expect(before.rows.every(({ documents }) => documents.length === 0)).toBe(true)
    expect(categoriesOf(october2026)).toEqual({
      ...{ 'normaal-21': [947.5, 198.98], 'normaal-9': [49.9, 4.49], 'normaal-0': [10, 0], kor: [30, 0] },
      ...{ vrijgesteld: [40, 0], verlegd: [60, 12.6], 'verlegd-buitenland': [70, 14.7], owed: [130, 27.3] },
      ...{ discount: [-66.53, -13.97], refused: [520, 109.2] },
    })
    expect(october2026).toMatchObject({
      ...{ eInvoices: 312.67, reversed: 27.3, discount: -13.97, refused: 109.2 },
      ...{ deductible: 216.8, owed: 27.3, refund: 189.5, difference: 0 },
    })
    const ubl = await readUbl(ids)
    expect(ubl).toEqual({
      ...{ 'S 21': [146750, 30818], 'S 9': [4990, 449], 'Z 0': [1000, 0], 'E 0': [7000, 0], 'AE 0': [13000, 0] },
    })

    // A credit note takes a part of the discount back, in its own month.
    const note = await world.credited(prompt)
    const november = await vat('2026-11')
    const ofNote = november.rows.flatMap(({ category, documents }) =>
      documents.filter(({ id }) => id === note).map(({ base, vat: tax }) => [category, base, tax]),
    )
    expect(ofNote).toEqual([
      ['normaal-21', -847.5, -177.98],
      ['discount', 66.53, 13.97],
    ])
    const [quarter, year] = [await vat('2026-Q4'), await vat('2026')]
    expect(quarter).toEqual({ ...year, period: '2026-Q4', from: '2026-10-01' })
    expect(quarter.deductible).toBeCloseTo(october2026.deductible + november.deductible, 2)
    expect([november.difference, quarter.difference]).toEqual([0, 0])
    expect((await world.attempt('GET', '/api/ledger/vat?period=2016'))[0]).toBe(422)
    expect((await world.attempt('GET', '/api/ledger/vat?period=2026-Q5'))[0]).toBe(400)
  })

  it('shows an e-invoice with another base or scheme, where the VAT is the same', async () => {
    const partner = await world.partnerOf(undefined, { vatSchemes: [{ scheme: 'kor' }] })
    const id = await issued(partner, { lines: [line(30, 0)], invoiceDate: '2026-11-20' })
    const { Invoices } = await import('../invoices/invoices/entity.ts')
    const lines = (await Invoices.get({ id }).go()).data?.lines ?? []
    const differenceAfter = async (change: object) => {
      await Invoices.patch({ id })
        .set({ lines: lines.map((one) => ({ ...one, ...change })) })
        .go()
      return (await vat('2026-11')).difference
    }
    expect(await differenceAfter({ totalPrice: 31_00 })).toBe(1)
    expect(await differenceAfter({ vatScheme: 'vrijgesteld' })).toBe(60)
    expect(await differenceAfter({})).toBe(0)
  })

  it('has what is unpaid a year after its due date, until it is paid', async () => {
    const partner = await world.partnerOf()
    const id = await issued(partner, { lines: [line(100)], invoiceDate: '2026-10-20', dueDate: '2026-11-15' })
    const unpaid = async (period: string) => {
      const { rows } = await vat(period)
      return rows.find(({ category }) => category === 'unpaid')?.documents.filter((one) => one.id === id)
    }
    await world.travel('2027-11-15T09:00:00Z')
    expect(await unpaid('2027-11')).toMatchObject([{ date: '2027-11-15', base: 100, vat: 21 }])
    expect([await unpaid('2027-10'), await unpaid('2026-11')]).toEqual([[], []])
    await world.travel('2027-12-06T09:00:00Z')
    await world.put(id, 'betaald', { partAmount: 60.5, paymentDate: '2027-12-06' })
    expect(await unpaid('2027-12')).toMatchObject([{ base: -50, vat: -10.5 }])
    expect(await unpaid('2027')).toMatchObject([{ base: 50, vat: 10.5 }])
    await world.travel('2026-11-23T09:00:00Z')
  })
})

describe('the journal of a period', () => {
  const file = async (path: string): Promise<string> => {
    const { status, text } = await world.call('admin', 'GET', `/api/ledger/${path}`)
    expect(status, text).toBe(200)
    return Buffer.from(text, 'latin1').toString()
  }
  const journal = (period: string): Promise<Journal> =>
    world.done('admin', 'GET', `/api/ledger/journal?period=${period}`)
  const rowsOf = (csv: string) =>
    csv
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n')
      .map((row) => row.split(';'))
  const cents = (amount = '') => Math.round(Number(amount.replace(',', '.')) * 100)
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

  it('balances by account, and carries each balance to the next period', async () => {
    const { user, partner } = await world.invoicedAgent()
    await world.ready(user.id)
    const [id = ''] = await world.invoicedBy(partner)
    await world.stepped(id, 'in_behandeling', 'betaald')
    const [november, december, year] = [await journal('2026-11'), await journal('2026-12'), await journal('2026')]
    for (const { debit, credit, accounts } of [november, december, year]) {
      expect(debit).toBe(credit)
      for (const side of ['opening', 'closing'] as const)
        expect(sum(accounts.map((one) => Math.round(one[side] * 100)))).toBe(0)
    }
    expect(november.accounts.map(({ closing }) => closing)).toEqual(december.accounts.map(({ opening }) => opening))
    const opened = new Map(november.accounts.map(({ account, opening }) => [account, opening]))
    const grown = november.accounts.map(({ account, debit, credit, closing }) => [account, closing - debit + credit])
    expect(grown.map(([account, opening]) => [account, Number(opening).toFixed(2)])).toEqual(
      [...opened].map(([account, opening]) => [account, opening.toFixed(2)]),
    )
    // Costs start at 0 in a new year; their sum of earlier years is the result.
    const next = await journal('2027')
    const costs = year.accounts.filter(({ account }) =>
      ['commissions', 'other-costs', 'discount'].includes(account ?? ''),
    )
    expect(next.accounts.find(({ account }) => account === null)?.opening).toBeCloseTo(
      sum(costs.map(({ closing }) => closing)),
      2,
    )
    expect(next.accounts.find(({ account }) => account === 'commissions')).toMatchObject({ opening: 0 })
  })

  it.each(['exact', 'afas', 'moneybird'] as const)(
    'is a file for %s, the same each time, that adds up to 0',
    async (layout) => {
      const path = `journal/export?period=2026-11&layout=${layout}`
      const csv = await file(path)
      expect(await file(path)).toBe(csv)
      const [header = [], ...rows] = rowsOf(csv)
      const on = (name: RegExp) => rows.map((row) => cents(row[header.findIndex((title) => name.test(title))]))
      const total = layout === 'exact' ? sum(on(/^Bedrag$/)) : sum(on(/[Dd]ebet$/)) - sum(on(/[Cc]redit$/))
      expect(total).toBe(0)
      const { accounts, transactions } = await journal('2026-11')
      const opened = accounts.filter(({ opening }) => opening !== 0).length
      expect(rows.length).toBeGreaterThan(transactions + opened)
      expect(rows.slice(0, opened).every((row) => row.includes('Beginbalans'))).toBe(true)
      expect(csv).not.toContain('Bakkerij De Molen')
    },
  )

  it('is an audit file 4.0 that adds up, the same each time, with the accounts of the settings', async () => {
    const before = await world.bill('GET', '/settings')
    const ledgerAccounts = before.ledgerAccounts.map((one: { account: string }) =>
      one.account === 'bank' ? { ...one, number: '1010', rgs: 'BLimBanSpa' } : one,
    )
    const { version, isVatNumberDoubtful: _, updatedBy: __, nextInvoiceNumber: ___, ...form } = before
    const twice = ledgerAccounts.map((one: object) => ({ ...one, rgs: 'BLimBanRba' }))
    const refused = { ...form, emailTemplate: '', ledgerAccounts: twice }
    expect(await world.tryBill('PUT', '/settings', refused)).toEqual([400, expect.any(String)])
    await world.bill('PUT', '/settings', { ...form, emailTemplate: '', ledgerAccounts })
    const xml = await file('journal/audit-file?period=2026-Q4')
    expect(await file('journal/audit-file?period=2026-Q4')).toBe(xml)
    const { transactions, closing } = readAuditFile(xml)
    const sums = await journal('2026-Q4')
    expect(transactions.length).toBe(sums.transactions)
    for (const { number, closing: amount } of sums.accounts) {
      expect(closing.get(number) ?? 0, number).toBe(Math.round(amount * 100))
    }
    const listed = textsIn(xml, 'accID')
    expect([listed.includes('1010'), listed.includes('1100'), xml.includes('BLimBanSpa')]).toEqual([true, false, true])
    expect(xml).toContain('<desc>Subadministratie commissies en self-billing</desc>')
    expect(version).toBeGreaterThan(0)
  })

  it('has a register of all numbers without gaps, and files of what is open and of the VAT', async () => {
    const partner = await world.partnerOf()
    const { id } = await world.bill('POST', '/invoices', buildInvoiceForm(partner, { lines: [line(10)] }))
    await world.put(id, 'cancelled')
    const { nextInvoiceNumber } = await world.bill('GET', '/settings')
    const [header, ...rows] = rowsOf(await file('register?year=2026'))
    expect(header).toEqual(['Nummer', 'Soort', 'Datum', 'Partner', 'Excl. btw', 'Btw', 'Incl. btw', 'Staat'])
    const numbers = rows.flatMap(([number = '']) => (number.startsWith('YDS') ? [number] : []))
    expect(numbers).toEqual(
      Array.from({ length: nextInvoiceNumber - 1 }, (_, at) => `YDS-2026-${String(at + 1).padStart(4, '0')}`),
    )
    const { invoiceNumber } = await world.invoice(id)
    expect(rows.find(([number]) => number === invoiceNumber)?.at(-1)).toBe('Geannuleerd')
    expect(new Set(rows.map((row) => row.at(-1)))).toEqual(new Set(['Uitgereikt', 'Geweigerd', 'Geannuleerd']))

    await world.bill('PUT', '/settings', buildSettingsForm({ nextInvoiceNumber: 500_000 }))
    const later = await world.bill('POST', '/invoices', buildInvoiceForm(partner, { lines: [line(10)] }))
    const raised = rowsOf(await file('register?year=2026')).filter(([number = '']) => number.startsWith('YDS'))
    const gap = `YDS-2026-${String(nextInvoiceNumber).padStart(4, '0')} t/m YDS-2026-499999`
    expect(raised.slice(-2).map((row) => [row[0], row.at(-1)])).toEqual([
      [gap, 'Overgeslagen'],
      [later.invoiceNumber, 'Concept'],
    ])

    const { totals } = await openAt()
    const [openHeader = [], ...open] = rowsOf(await file('open-documents/export'))
    expect(sum(open.map((row) => cents(row[openHeader.indexOf('Open')])))).toBe(Math.round(totals.open * 100))
    const { deductible, owed } = await vat('2026-Q4')
    const [vatHeader = [], ...taxed] = rowsOf(await file('vat/export?period=2026-Q4'))
    const inBox = (box: string) =>
      sum(taxed.filter((row) => row[1] === box).map((row) => cents(row[vatHeader.indexOf('Btw')])))
    expect([inBox('5b'), inBox('2a')]).toEqual([deductible, owed].map((amount) => Math.round(amount * 100)))
  })
})
