import { invoiceTypeLabels } from '../../../shared/api/parts/billing.ts'
import { formatIban } from '../../../shared/identifiers.ts'
import { type Cents, moneyText, vatPerRateOf, wholeCents } from '../../../shared/money.ts'
import { dateText, type Instant } from '../../../shared/time.ts'
import {
  type Block,
  beside,
  factBlock,
  horizontalRule,
  panel,
  paragraph,
  singleLine,
  space,
  stack,
} from '../../platform/pdf/blocks.ts'
import { brandBlock } from '../../platform/pdf/brand.ts'
import { createPdf, type Paper } from '../../platform/pdf/document.ts'
import { CONTENT_WIDTH, colour, style } from '../../platform/pdf/style.ts'
import type { LineRow } from '../invoices/entity.ts'
import { exemptionsOf, type Issued, selfBillingNoticeOf, termsOf } from '../invoices/issued.ts'
import { paymentCode } from './payment-code.ts'

const HALF = CONTENT_WIDTH * 0.525
const CODE = 104

/** Draws an invoice or credit note as an A4 PDF (rulings 42), with its UBL attached. Pure, apart from reading fonts. */
export async function drawInvoicePdf(row: Issued, ubl: string): Promise<Uint8Array> {
  const title = `${invoiceTypeLabels[row.type]} ${row.invoiceNumber}`
  const document = await createPdf({
    title,
    author: row.customer.name,
    subject: `${title} van ${row.supplier.name} aan ${row.customer.name}`,
    madeAt: (row.sentAt ?? row.updatedAt) as Instant,
    footer: `${title} · ${selfBillingNoticeOf(row)}`,
    attachments: [
      {
        name: `${row.invoiceNumber}.xml`,
        contentType: 'text/xml',
        description: `${title} als e-factuur (UBL 2.1, NLCIUS)`,
        bytes: Buffer.from(ubl),
        relation: 'alternative',
      },
    ],
  })
  document.add(headOf(row))
  document.skip(20)
  document.add(factsOf(row))
  document.skip(22)
  document.add(partiesOf(row))
  document.skip(26)
  addLines(document, row)
  document.skip(18)
  document.add(sumsOf(row))
  document.skip(22)
  document.add(paymentOf(row))
  if (row.attachments.length > 0) {
    document.skip(20)
    document.add(attachmentsOf(row))
  }
  return document.bytes()
}

function headOf(row: Issued): Block {
  const words = stack([
    paragraph(invoiceTypeLabels[row.type], style.title, { width: HALF, tag: 'H1' }),
    space(3),
    paragraph(
      row.sentAt ? selfBillingNoticeOf(row) : `Concept, nog niet verstuurd · ${selfBillingNoticeOf(row)}`,
      style.subtitle,
      {
        width: HALF,
      },
    ),
  ])
  return beside([
    { at: 0, block: words },
    { at: HALF, block: brandBlock(CONTENT_WIDTH - HALF) },
  ])
}

function factsOf(row: Issued): Block {
  const facts = [
    { at: 0, block: factBlock('Nummer', row.invoiceNumber, 105) },
    { at: 115, block: factBlock('Factuurdatum', dateText(row.invoiceDate), 80) },
    { at: 205, block: factBlock('Vervaldatum', dateText(row.dueDate), 80) },
    {
      at: 295,
      block: factBlock(
        'Periode van levering',
        `${dateText(row.supplyFrom)} t/m ${dateText(row.supplyTo)}`,
        CONTENT_WIDTH - 295,
      ),
    },
  ]
  return stack([horizontalRule(CONTENT_WIDTH), beside(facts), horizontalRule(CONTENT_WIDTH)], 13)
}

function partiesOf({ supplier, customer, creditedInvoice }: Issued): Block {
  const party = (label: string, { name, ...one }: Issued['customer'], more: readonly string[], width: number) =>
    stack([
      paragraph(label, style.label, { width }),
      space(3),
      paragraph(name, style.name, { width }),
      ...[one.address, `${one.postalCode} ${one.city}`, `KvK ${one.kvkNumber}`, `Btw ${one.vatNumber}`, ...more].map(
        (line) => paragraph(line, style.body, { width }),
      ),
    ])
  const parties = beside([
    { at: 0, block: party('Leverancier', supplier, [`IBAN ${formatIban(supplier.bankAccount)}`], HALF - 20) },
    { at: HALF, block: party('Afnemer, die deze factuur uitreikt', customer, [], CONTENT_WIDTH - HALF) },
  ])
  if (!creditedInvoice) return parties
  const reference = `Credit van factuur ${creditedInvoice.invoiceNumber}`
  return stack([parties, paragraph(reference, style.value, { width: CONTENT_WIDTH })], 16)
}

const numberText = (value: number) => String(value).replace('.', ',')

/** Returns the VAT rate of a line as the document shows it, or the Dutch exemption for a scheme without VAT. */
const rateText = ({ vatScheme, vatRate }: Pick<LineRow, 'vatScheme' | 'vatRate'>): string =>
  vatScheme === 'normaal' ? `${vatRate} %` : exemptions[vatScheme]

const exemptions = {
  ...{ kor: 'vrijgesteld (KOR)', vrijgesteld: 'vrijgesteld', verlegd: 'verlegd', 'verlegd-buitenland': 'verlegd' },
} as const

/** Tells whether a line has a day of supply that its description does not mention. */
const hasOwnDay = ({ supplyDate, description }: LineRow) =>
  supplyDate !== undefined && !description.includes(dateText(supplyDate))

function addLines(document: Paper, { lines, description, supplyTo }: Issued): void {
  document.table({
    heading: description,
    columns: [
      { header: 'Omschrijving', width: 'fills', text: (line) => line.description },
      ...(lines.some(hasOwnDay)
        ? [
            {
              header: 'Geleverd',
              width: 'fits',
              text: (line: LineRow) => dateText(line.supplyDate ?? supplyTo),
            } as const,
          ]
        : []),
      { header: 'Aantal', width: 'fits', align: 'right', text: (line) => numberText(line.quantity) },
      { header: 'Prijs', amount: (line) => line.unitPrice },
      { header: 'Btw', width: 'fits', align: 'right', text: rateText },
      { header: 'Bedrag', amount: (line) => line.totalPrice, adds: true },
    ],
    rows: lines,
    total: 'Totaal exclusief btw',
  })
}

/**
 * Returns the totals: VAT per rate, total VAT when there are several rates, and the total amount. Beside these are the
 * reasons why lines have no VAT.
 */
function sumsOf(row: Issued): Block {
  const rates = vatPerRateOf(row.lines)
  const width = CONTENT_WIDTH - HALF
  const line = (label: string, amount: Cents, look: typeof style.cell | typeof style.grand = style.cell) =>
    beside([
      { at: 0, block: paragraph(label, look === style.cell ? look : style.total, { width: width * 0.66 }) },
      { at: 0, block: singleLine(moneyText(amount), look, { width, align: 'right' }) },
    ])
  const sums = stack(
    [
      ...rates.map(({ base, vatAmount, ...of }) => line(`Btw ${rateText(of)} over ${moneyText(base)}`, vatAmount)),
      horizontalRule(width),
      ...(rates.length > 1 ? [line('Totaal btw', wholeCents(row.vatAmount))] : []),
      line('Totaal inclusief btw', wholeCents(row.totalAmount), style.grand),
    ],
    6,
  )
  const reasons = exemptionsOf(row.lines).map((reason) => paragraph(reason, style.body, { width: HALF - 24 }))
  return beside([...(reasons.length > 0 ? [{ at: 0, block: stack(reasons, 6) }] : []), { at: HALF, block: sums }])
}

/** Returns the payment panel: amount, terms and account; for a 48-hour offer also a QR code. */
function paymentOf(row: Issued): Block {
  const padding = 16
  const hasCode = row.type === 'invoice' && row.has48HourDiscount
  const inner = CONTENT_WIDTH - 2 * padding
  const width = hasCode ? inner - CODE - 20 : inner
  const { supplier, invoiceNumber } = row
  const amount = wholeCents(row.type === 'invoice' ? row.finalAmount : -row.totalAmount)
  const heading = hasCode ? '48-uursaanbod' : row.type === 'invoice' ? 'Te betalen' : 'Wordt verrekend'
  const words = stack([
    paragraph(heading, { ...style.value, colour: colour.accent }, { width }),
    space(4),
    singleLine(moneyText(amount), { ...style.grand, size: 20, lineHeight: 26 }, { width }),
    space(4),
    paragraph(termsOf(row), style.body, { width }),
    ...(row.type === 'invoice'
      ? [
          paragraph(
            `Op IBAN ${formatIban(supplier.bankAccount)} van ${supplier.name}, onder vermelding van ${invoiceNumber}.`,
            style.body,
            { width },
          ),
        ]
      : []),
  ])
  if (!hasCode) return panel(words, { width: CONTENT_WIDTH, padding })
  const payment = { name: supplier.name, iban: supplier.bankAccount, amount, reference: invoiceNumber }
  const spoken = `QR-code om ${moneyText(amount)} te betalen met een bankapp`
  return panel(
    beside([
      { at: 0, block: words },
      { at: inner - CODE, block: paymentCode(payment, CODE, spoken) },
    ]),
    { width: CONTENT_WIDTH, padding },
  )
}

function attachmentsOf({ attachments }: Issued): Block {
  const width = CONTENT_WIDTH
  return stack([
    paragraph('Bijlagen', style.heading, { width, tag: 'H2' }),
    space(4),
    ...attachments.map(({ filename }) => paragraph(filename, style.body, { width })),
  ])
}
