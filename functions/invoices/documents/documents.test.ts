import { describe, expect, it } from 'vitest'
import type { VatScheme } from '../../../shared/api/parts/billing.ts'
import { buildCreditNote, buildIssuedInvoice, buildIssuedLine } from '../../../testing/issued.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { textsIn } from '../../../testing/read-xml.ts'
import { drawInvoicePdf } from './invoice-pdf.ts'
import { ublOf } from './invoice-ubl.ts'
import { paymentText } from './payment-code.ts'

describe('the e-invoice', () => {
  it('contains amounts, VAT per rate and both parties with any name; the 48 hours are a term, not a discount', () => {
    const xml = ublOf(buildIssuedInvoice())
    expect(textsIn(xml, 'InvoiceTypeCode')).toEqual(['389'])
    expect(textsIn(xml, 'PayableAmount')).toEqual(['144.62'])
    expect(textsIn(xml, 'TaxableAmount')).toEqual(['99.99', '12.50', '10.00'])
    expect(textsIn(xml, 'TaxAmount')).toEqual(['22.13', '21.00', '1.13', '0.00'])
    expect(xml).not.toContain('AllowanceCharge')
    expect(textsIn(xml, 'Note')[0]).toBe('Factuur uitgereikt door afnemer. Commissies oktober')
    expect(textsIn(xml, 'Note')[1]).toMatch(/uiterlijk op 22-11-2026 volstaat €\s133,27/)
    expect(xml).toContain('<cbc:Name>Énergie Groß &amp; Łukasz &lt;BV&gt; محمد 😀</cbc:Name>')
    expect(textsIn(xml, 'CompanyID')).toEqual(['NL123456782B90', '12345678', 'NL123456789B01', '87654321'])
  })

  it('of a credit note is type 381 with its invoice, in positive amounts', () => {
    const xml = ublOf(buildCreditNote(buildIssuedInvoice()))
    expect(xml).toContain('<CreditNote ')
    expect(textsIn(xml, 'CreditNoteTypeCode')).toEqual(['381'])
    expect(textsIn(xml, 'PayableAmount')).toEqual(['144.62'])
    expect(xml).toContain('<cac:InvoiceDocumentReference><cbc:ID>YDS-2026-0042</cbc:ID>')
    expect(textsIn(xml, 'Note')[0]).toMatch(/^Creditfactuur uitgereikt door afnemer/)
  })

  it('gives the reason for missing VAT', () => {
    const without = (vatScheme: 'kor' | 'verlegd') =>
      ublOf(buildIssuedInvoice({ lines: [buildIssuedLine('Commissie', 1, 100, 0, { vatScheme })] }))
    expect(textsIn(without('kor'), 'TaxExemptionReason')[0]).toMatch(/kleineondernemersregeling/)
    expect(without('verlegd')).toContain('<cbc:ID>AE</cbc:ID>')
  })
})

describe('an invoice of several VAT schemes', () => {
  const on = (vatScheme: VatScheme, vatRate: 0 | 9 | 21, price: number, supplyDate?: string) =>
    buildIssuedLine(`Commissie ${vatScheme}`, 1, price, vatRate, { vatScheme, ...(supplyDate ? { supplyDate } : {}) })
  const row = buildIssuedInvoice({
    lines: [
      on('normaal', 21, 100, '2026-09-30'),
      on('kor', 0, 50, '2026-10-05'),
      on('vrijgesteld', 0, 25),
      on('verlegd', 0, 10),
      on('normaal', 0, 5),
    ],
    has48HourDiscount: false,
  })

  it('has one subtotal per category in the e-invoice, with every reason, and the day of each line', () => {
    const xml = ublOf(row)
    expect(xml.match(/<cac:TaxCategory><cbc:ID>\w+/g)?.map((text) => text.slice(25))).toEqual(['S', 'E', 'AE', 'Z'])
    expect(textsIn(xml, 'TaxableAmount')).toEqual(['100.00', '75.00', '10.00', '5.00'])
    expect(textsIn(xml, 'TaxExemptionReason')).toEqual([
      'Vrijgesteld van btw: kleineondernemersregeling (artikel 25 Wet op de omzetbelasting 1968); Vrijgesteld van btw (artikel 11 Wet op de omzetbelasting 1968)',
      'Btw verlegd',
    ])
    expect(textsIn(xml, 'Note').at(-1)).toBe('Geleverd op 30-09-2026')
    expect(textsIn(xml, 'StartDate')).toEqual(['2026-10-01', '2026-10-05'])
  })

  it('shows in the PDF the VAT by scheme, the reasons without VAT, and the day of supply of each line', async () => {
    const { outline } = await readPdf(await drawInvoicePdf(row, ''))
    const cells = outline.flatMap(({ rows }) => rows ?? [])
    const texts = outline
      .flatMap(({ text }) => text ?? [])
      .join('\n')
      .replaceAll('\u00a0', ' ')
    for (const text of [
      ...['Btw 21 % over € 100,00', 'Btw vrijgesteld (KOR) over € 50,00', 'Btw vrijgesteld over € 25,00'],
      ...['Btw verlegd over € 10,00', 'Btw 0 % over € 5,00', 'Btw verlegd'],
      ...['kleineondernemersregeling', 'artikel 11 Wet'],
    ]) {
      expect(texts).toContain(text)
    }
    expect(cells[0]).toContain('Geleverd')
    expect(cells[1]).toEqual(expect.arrayContaining(['30-09-2026', '21 %']))
    expect(cells[2]).toEqual(expect.arrayContaining(['05-10-2026', 'vrijgesteld (KOR)']))
    expect(cells[3]).toContain('31-10-2026')
  })
})

describe('the PDF', () => {
  it('is read in order: title, parties, lines, VAT per rate, payment; with the e-invoice inside', async () => {
    const row = buildIssuedInvoice()
    const ubl = ublOf(row)
    const { title, isTagged, outline, attachments } = await readPdf(await drawInvoicePdf(row, ubl))
    expect([title, isTagged]).toEqual(['Factuur YDS-2026-0042', true])
    const texts = outline.flatMap(({ text }) => text ?? [])
    const all = texts.join('\n').replaceAll('\u00a0', ' ')
    const inOrder = [
      ...['Factuur uitgereikt door afnemer', 'YDS-2026-0042', '20-11-2026', 'Leverancier', 'KvK 12345678'],
      ...['Btw NL123456782B90', 'Afnemer, die deze factuur uitreikt', 'Partnerview BV', 'Commissies oktober'],
      ...['Btw 21 % over', 'Totaal btw', '€ 22,13', 'Totaal inclusief btw', '48-uursaanbod', '€ 133,27'],
      ...['48-uurskorting 3 % € 4,34', 'kredietbeperking 5 % € 7,01'],
      ...['Bijlagen', 'uren oktober.xlsx'],
    ]
    const places = inOrder.map((text) => all.indexOf(text))
    expect(places.filter((place) => place < 0)).toEqual([])
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    const asTheLawAsks = [
      ...['Markt 1', '6041 AB Roermond', 'NL91 RABO 0315 2736 37', '01-10-2026 t/m 31-10-2026'],
      ...['Kade 5', '6041 GH Roermond', 'KvK 87654321', 'Btw NL123456789B01'],
    ]
    expect(asTheLawAsks.filter((text) => !all.includes(text))).toEqual([])
    expect(attachments.map(({ name, text }) => [name, text])).toEqual([['YDS-2026-0042.xml', ubl]])
  })

  it.each([
    [
      'Vennootschap onder firma Energieadvies Groningen-Noordoost en omstreken van Hoogwoud & Zonen Beheer B.V.',
      'MT84MALT011000012345MTLCAST001S',
    ],
    ['W'.repeat(120), 'NL91RABO0315273637'],
    ["’t “Hoekje” «x» 'y' \\ <b>", 'DE89370400440532013000'],
  ])('shows the whole name, address and IBAN of a partner: %s', async (name, bankAccount) => {
    const row = buildIssuedInvoice({ supplier: { ...buildIssuedInvoice().supplier, name, address: name, bankAccount } })
    const { outline } = await readPdf(await drawInvoicePdf(row, ublOf(row)))
    const all = outline
      .flatMap(({ text }) => text ?? [])
      .join('')
      .replaceAll(/\s/g, '')
    const expected = [name, bankAccount, '133,27'].map((text) => text.replaceAll(/\s/g, ''))
    expect(expected.filter((text) => !all.includes(text))).toEqual([])
    expect(textsIn(ublOf(row), 'ID')).toContain(bankAccount)
  })

  it.each([
    '👩‍👩‍👧‍👦 Zonne☀️kracht 🇳🇱',
    'شركة الطاقة 2026 (BV) חברת חשמל',
    '株式会社 ญี่ปุ่น हिन्दी',
    '\u202Eneercs\u202C A\u200BB',
  ])('is made whatever a partner is called: %s', async (name) => {
    const row = buildIssuedInvoice({ supplier: { ...buildIssuedInvoice().supplier, name, address: name, city: name } })
    const { outline, pages } = await readPdf(await drawInvoicePdf(row, ublOf(row)))
    expect(pages.length).toBeLessThan(3)
    expect(outline.flatMap(({ text }) => text ?? []).join(' ')).toMatch(/KvK 12345678.*KvK 87654321.*133,27/)
  })

  it.each([
    ['kor', 'Btw vrijgesteld (KOR) over € 100,00'],
    ['vrijgesteld', 'Btw vrijgesteld over € 100,00'],
    ['verlegd', 'Btw verlegd over € 100,00'],
  ] as const)('shows the exemption of %s instead of a rate, and no total of VAT', async (vatScheme, text) => {
    const row = buildIssuedInvoice({ lines: [buildIssuedLine('Commissie', 1, 100, 0, { vatScheme })] })
    const { outline } = await readPdf(await drawInvoicePdf(row, ''))
    const all = JSON.stringify(outline).replaceAll('\u00a0', ' ')
    expect(all).toContain(text)
    expect(all).not.toMatch(/0 %"|Btw 0 %|Totaal btw/)
  })

  it('continues over pages, and is marked as a concept before sending', async () => {
    const [line] = buildIssuedInvoice().lines
    const lines = Array.from({ length: 100 }, () => line ?? [])
    const long = buildIssuedInvoice({ lines: lines.flat(), sentAt: undefined, has48HourDiscount: false })
    const { pages, outline } = await readPdf(await drawInvoicePdf(long, ''))
    expect(pages.length).toBeGreaterThan(2)
    expect(outline.flatMap(({ text }) => text ?? []).join('\n')).toContain('Concept, nog niet verstuurd')
  })
})

it('the QR code of the 48-hour offer is a SEPA transfer of the discounted amount', () => {
  const iban = 'NL91RABO0315273637'
  const text = paymentText({ name: 'Bos Energieadvies', iban, amount: 13327, reference: 'YDS-2026-0042' })
  const [head, version, charset, code, bic, name, account, amount] = text.split('\n')
  expect([head, version, charset, code, bic, name]).toEqual(['BCD', '002', '1', 'SCT', '', 'Bos Energieadvies'])
  expect([account, amount, text.split('\n').at(-1)]).toEqual([iban, 'EUR133.27', 'YDS-2026-0042'])
})
