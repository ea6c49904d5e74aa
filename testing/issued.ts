import type { LineRow } from '../functions/invoices/invoices/entity.ts'
import type { Issued } from '../functions/invoices/invoices/issued.ts'
import { type VatScheme, vatSchemes } from '../shared/api/parts/billing.ts'
import { type VatRate, vatRates } from '../shared/invoices/choices.ts'
import { cents, computeInvoiceAmounts, computeLineAmounts, wholeCents } from '../shared/money.ts'

const supplier: Issued['supplier'] = {
  name: 'Énergie Groß & Łukasz <BV> محمد 😀',
  email: 'facturen@groß.example',
  address: 'Markt 1 "achter"',
  postalCode: '6041 AB',
  city: 'Roermond',
  kvkNumber: '12345678',
  vatNumber: 'NL123456782B90',
  bankAccount: 'NL91RABO0315273637',
  contactPerson: "Zoë d'Hondt",
  phone: '06 12345678',
}
const customer: Issued['customer'] = {
  name: 'Partnerview BV',
  address: 'Kade 5',
  postalCode: '6041 GH',
  city: 'Roermond',
  kvkNumber: '87654321',
  vatNumber: 'NL123456789B01',
}

/** Returns an invoice line as it is stored, with its computed amounts; `price` is the unit price in euros. */
export const buildIssuedLine = (
  description: string,
  quantity: number,
  price: number,
  vatRate: VatRate,
  { vatScheme = 'normaal', ...more }: Partial<Pick<LineRow, 'vatScheme' | 'supplyDate'>> = {},
): LineRow => {
  const line = { description, quantity, unitPrice: cents(price), vatRate, vatScheme, ...more }
  return { ...line, ...computeLineAmounts(line) }
}

/** Returns a sent invoice with all that its documents show, changed by `given`; the amounts follow from its lines. */
export function buildIssuedInvoice(given: Partial<Issued> = {}): Issued {
  const lines = given.lines ?? [
    buildIssuedLine('Commissie Hotel Noord', 3, 33.33, 21),
    buildIssuedLine('Reiskosten & parkeren <3 uur', 1, 12.5, 9),
    buildIssuedLine('Voorgeschoten', 1, 10, 0),
  ]
  const has48HourDiscount = given.has48HourDiscount ?? true
  const percentages = { discountPercentage: 3, creditRestrictionPercentage: 5 }
  const { vatPerRate: _, ...amounts } = computeInvoiceAmounts(lines, has48HourDiscount ? percentages : null)
  const row: Omit<Issued, 'supplier' | 'customer'> = {
    id: 'proef',
    version: 2,
    type: 'invoice',
    invoiceNumber: 'YDS-2026-0042',
    creditedInvoice: undefined,
    creditNoteIds: undefined,
    partnerCompanyId: 'partner',
    assignedUserId: undefined,
    dateReason: undefined,
    assigneeKey: 'none',
    accountingKey: 'none',
    description: 'Commissies oktober',
    lines,
    ...amounts,
    vatRate: 21,
    invoiceDate: '2026-11-20',
    dueDate: has48HourDiscount ? '2026-11-22' : '2026-12-20',
    supplyFrom: '2026-10-01',
    supplyTo: '2026-10-31',
    month: '2026-11',
    status: 'in_behandeling',
    shelf: 'in_behandeling',
    paymentTerms: has48HourDiscount ? '48_hours' : '30_days',
    has48HourDiscount,
    ...percentages,
    ...{ open: 0, inTransit: 0, creditedVat: [], payments: [], discountReturned: [] },
    ...{ lastReturn: undefined, paymentDate: undefined },
    notes: undefined,
    attachments: [{ path: 'x', filename: 'uren oktober.xlsx', size: 12 }],
    sentAt: '2026-11-20T09:00:00.000Z',
    documents: undefined,
    acceptanceDays: 14,
    presentedAt: undefined,
    linkGeneration: 0,
    answer: undefined,
    commissions: undefined,
    paymentFileId: undefined,
    sentToPartner: false,
    sentToAccounting: false,
    autoSendEnabled: true,
    createdBy: 'admin',
    createdAt: '2026-11-20T08:00:00.000Z',
    updatedAt: '2026-11-20T09:00:00.000Z',
  }
  return { ...row, supplier, customer, ...given }
}

/**
 * Draws a random invoice or credit note: VAT schemes, rates, quantities, days of supply, corrections, and the discount
 * of invoices. `below` draws a whole number from 0 up to, not including, a limit.
 */
export function drawIssuedInvoice(below: (limit: number) => number): Issued {
  const oneOf = <T>(values: readonly T[]) => values[below(values.length)] as T
  const isMixed = below(2) === 0
  const only = oneOf(vatSchemes)
  const isCredit = below(4) === 0
  const lines = Array.from({ length: 1 + below(12) }, (_, at) => {
    const vatScheme: VatScheme = isMixed ? oneOf(vatSchemes) : only
    const vatRate = vatScheme === 'normaal' ? oneOf(vatRates) : 0
    const day = oneOf([undefined, `2026-10-${10 + below(20)}`, `2026-09-${10 + below(20)}`])
    const more = { vatScheme, ...(day === undefined ? {} : { supplyDate: day }) }
    return buildIssuedLine(`Regel ${at + 1} – é ß ł`, (1 + below(5_000)) / 100, below(200_000) / 100, vatRate, more)
  })
  const corrections = below(3) === 0 ? lines.slice(0, below(lines.length)).map(correctHalf) : []
  const made = buildIssuedInvoice({
    lines: [...lines, ...corrections],
    has48HourDiscount: !isCredit && below(2) === 0,
  })
  return isCredit ? buildCreditNote(made) : made
}

/** Returns a line that reverses half of the given line, with the same day of supply and VAT scheme. */
function correctHalf(line: LineRow): LineRow {
  const correction = { ...line, quantity: -Math.floor(line.quantity * 50) / 100 }
  return { ...correction, ...computeLineAmounts(correction) }
}

/** Returns the credit note that reverses a whole invoice. */
export function buildCreditNote(invoice: Issued): Issued {
  const negative = (amount: number) => wholeCents(-amount)
  return {
    ...invoice,
    type: 'credit_note',
    invoiceNumber: 'YDC-2026-0007',
    creditedInvoice: { id: invoice.id, invoiceNumber: invoice.invoiceNumber },
    lines: invoice.lines.map((line) => ({
      ...line,
      quantity: -line.quantity,
      totalPrice: negative(line.totalPrice),
      vatAmount: negative(line.vatAmount),
    })),
    amount: negative(invoice.amount),
    vatAmount: negative(invoice.vatAmount),
    totalAmount: negative(invoice.totalAmount),
    finalAmount: negative(invoice.totalAmount),
    has48HourDiscount: false,
    attachments: [],
  }
}
