import { isReversed } from '../../../shared/api/parts/billing.ts'
import { euros, vatPerRateOf, wholeCents } from '../../../shared/money.ts'
import { dateText } from '../../../shared/time.ts'
import { escapeXml } from '../../platform/xml.ts'
import type { LineRow } from '../invoices/entity.ts'
import { exemptionsOf, type Issued, selfBillingNoticeOf, termsOf } from '../invoices/issued.ts'

/** Identifier of the standard: EN 16931 as used in the Netherlands (NLCIUS 1.0). */
const NLCIUS = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0'
const NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd'

/** Scheme identifier of KvK numbers (ISO 6523). */
const KVK = '0106'

/** Element names and type codes of both kinds of document in UBL. */
const kinds = {
  invoice: {
    root: 'Invoice',
    typeName: 'InvoiceTypeCode',
    code: '389',
    line: 'InvoiceLine',
    quantity: 'InvoicedQuantity',
  },
  credit_note: {
    root: 'CreditNote',
    typeName: 'CreditNoteTypeCode',
    code: '381',
    line: 'CreditNoteLine',
    quantity: 'CreditedQuantity',
  },
} as const

/**
 * Returns an invoice as UBL 2.1 (NLCIUS): type 389, or 381 for a credit note, whose amounts become positive (rulings
 * 48). Pure: the same row gives the same file.
 */
export function ublOf(row: Issued): string {
  const kind = kinds[row.type]
  const sign = row.type === 'invoice' ? 1 : -1
  const amount = (cents: number) => euros(wholeCents(cents * sign)).toFixed(2)
  const body = [
    basic('CustomizationID', NLCIUS),
    basic('ID', row.invoiceNumber),
    basic('IssueDate', row.invoiceDate),
    ...(row.type === 'invoice' ? [basic('DueDate', row.dueDate)] : []),
    basic(kind.typeName, kind.code),
    basic('Note', [selfBillingNoticeOf(row), row.description].join('. ')),
    basic('DocumentCurrencyCode', 'EUR'),
    basic('BuyerReference', row.invoiceNumber),
    part('InvoicePeriod', [basic('StartDate', row.supplyFrom), basic('EndDate', row.supplyTo)]),
    ...(row.creditedInvoice
      ? [part('BillingReference', [part('InvoiceDocumentReference', [basic('ID', row.creditedInvoice.invoiceNumber)])])]
      : []),
    part('AccountingSupplierParty', [partyOf(row.supplier)]),
    part('AccountingCustomerParty', [partyOf(row.customer)]),
    ...(row.type === 'invoice' ? [paymentOf(row)] : []),
    part('PaymentTerms', [basic('Note', termsOf(row))]),
    part('TaxTotal', [
      money('TaxAmount', amount(row.vatAmount)),
      ...vatPerRateOf(inCategories(row.lines)).map(({ vatScheme: code, vatRate, base, vatAmount }) =>
        part('TaxSubtotal', [
          money('TaxableAmount', amount(base)),
          money('TaxAmount', amount(vatAmount)),
          categoryOf('TaxCategory', { code, vatRate, reasons: reasonsOf(row.lines, code) }),
        ]),
      ),
    ]),
    part('LegalMonetaryTotal', [
      money('LineExtensionAmount', amount(row.amount)),
      money('TaxExclusiveAmount', amount(row.amount)),
      money('TaxInclusiveAmount', amount(row.totalAmount)),
      money('PayableAmount', amount(row.totalAmount)),
    ]),
    ...row.lines.map((line, index) =>
      part(kind.line, [
        basic('ID', String(index + 1)),
        ...noteOf(row, line),
        basic(kind.quantity, quantityText(line, sign), { unitCode: 'C62' }),
        money('LineExtensionAmount', amount(line.totalPrice)),
        ...periodOf(row, line),
        part('Item', [
          basic('Name', line.description),
          categoryOf('ClassifiedTaxCategory', { code: codeOf(line), vatRate: line.vatRate, reasons: [] }),
        ]),
        part('Price', [money('PriceAmount', euros(line.unitPrice).toFixed(2))]),
      ]),
    ),
  ]
  const names = [
    `xmlns="${NAMESPACE}:${kind.root}-2"`,
    `xmlns:cac="${NAMESPACE}:CommonAggregateComponents-2"`,
    `xmlns:cbc="${NAMESPACE}:CommonBasicComponents-2"`,
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${kind.root} ${names.join(' ')}>\n${body.join('\n')}\n</${kind.root}>\n`
}

const quantityText = ({ quantity }: LineRow, sign: number) => String(quantity * sign)

type Party = Issued['customer'] & Partial<Issued['supplier']>

/** Returns a party of the invoice, supplier or customer, in UBL. */
function partyOf({
  name,
  address,
  postalCode,
  city,
  kvkNumber,
  vatNumber,
  contactPerson,
  phone,
  email,
}: Party): string {
  const contact = [
    ...(contactPerson ? [basic('Name', contactPerson)] : []),
    ...(phone ? [basic('Telephone', phone)] : []),
    ...(email ? [basic('ElectronicMail', email)] : []),
  ]
  return part('Party', [
    basic('EndpointID', kvkNumber, { schemeID: KVK }),
    part('PartyName', [basic('Name', name)]),
    part('PostalAddress', [
      basic('StreetName', address),
      basic('CityName', city),
      basic('PostalZone', postalCode),
      part('Country', [basic('IdentificationCode', 'NL')]),
    ]),
    part('PartyTaxScheme', [basic('CompanyID', vatNumber), part('TaxScheme', [basic('ID', 'VAT')])]),
    part('PartyLegalEntity', [basic('RegistrationName', name), basic('CompanyID', kvkNumber, { schemeID: KVK })]),
    ...(contact.length > 0 ? [part('Contact', contact)] : []),
  ])
}

/** Returns the payment means: a SEPA credit transfer with the invoice number as its reference. */
const paymentOf = ({ invoiceNumber, supplier }: Issued) =>
  part('PaymentMeans', [
    basic('PaymentMeansCode', '58'),
    basic('PaymentID', invoiceNumber),
    part('PayeeFinancialAccount', [basic('ID', supplier.bankAccount)]),
  ])

type Code = 'S' | 'Z' | 'E' | 'AE'

/** Returns the VAT category of a line: standard, zero, exempt or reverse charge. */
function codeOf({ vatScheme, vatRate }: LineRow): Code {
  if (isReversed(vatScheme)) return 'AE'
  if (vatScheme === 'normaal') return vatRate === 0 ? 'Z' : 'S'
  return 'E'
}

/** Replaces the scheme of lines by their VAT category, as the standard requires one subtotal per category and rate. */
const inCategories = (lines: readonly LineRow[]) => lines.map((line) => ({ ...line, vatScheme: codeOf(line) }))

/** Returns the reasons why lines of a category have no VAT, each once. */
const reasonsOf = (lines: readonly LineRow[], code: Code) => exemptionsOf(lines.filter((line) => codeOf(line) === code))

interface Category {
  readonly code: Code
  readonly vatRate: number
  readonly reasons: readonly string[]
}

const categoryOf = (name: string, { code, vatRate, reasons }: Category) =>
  part(name, [
    basic('ID', code),
    basic('Percent', String(vatRate)),
    ...(reasons.length > 0 ? [basic('TaxExemptionReason', reasons.join('; '))] : []),
    part('TaxScheme', [basic('ID', 'VAT')]),
  ])

type Period = Pick<Issued, 'supplyFrom' | 'supplyTo'>

const isWithin = ({ supplyFrom, supplyTo }: Period, day: string) => supplyFrom <= day && day <= supplyTo

/** Returns the own day of supply of a line as its period, if the period of the document contains it. */
const periodOf = (period: Period, { supplyDate: day }: LineRow) =>
  day !== undefined && isWithin(period, day)
    ? [part('InvoicePeriod', [basic('StartDate', day), basic('EndDate', day)])]
    : []

/** Returns a day of supply outside the document's period as a note, as the standard forbids it as a period. */
const noteOf = (period: Period, { supplyDate: day }: LineRow) =>
  day !== undefined && !isWithin(period, day) ? [basic('Note', `Geleverd op ${dateText(day)}`)] : []

const part = (name: string, children: readonly string[]) => `<cac:${name}>${children.join('')}</cac:${name}>`

function basic(name: string, text: string, attributes: Readonly<Record<string, string>> = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  return `<cbc:${name}${written.join('')}>${escapeXml(text)}</cbc:${name}>`
}

const money = (name: string, amount: string) => basic(name, amount, { currencyID: 'EUR' })
