import { CREDIT_PREFIX } from '../../../shared/api/schemas/invoice-settings.ts'
import { conflict, unprocessable } from '../../../shared/errors.ts'
import type { NewCreditNote } from '../../../shared/invoices/schemas.ts'
import { type Cents, computeLineAmounts, sumOf, wholeCents } from '../../../shared/money.ts'
import { localDateOf, now } from '../../../shared/time.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Change, GuardedWrite } from '../../platform/data/commit.ts'
import { newRecordFields } from '../../records/record.ts'
import { requireOnceTakenBack } from '../invoices/commission-settling.ts'
import type { InvoiceRow, LineRow } from '../invoices/entity.ts'
import { requireOpenDate } from '../invoices/open-dates.ts'
import { invoiceRecords, partnerOf } from '../invoices/records.ts'
import {
  addIndexKeys,
  creditableAmount,
  creditableOf,
  datesOf,
  IN_PAYMENT_FILE,
  isCommissionLine,
  refuseDate,
  staysOutOfAccounting,
  unpaid,
  unsent,
} from '../invoices/rules.ts'
import { viewOf } from '../invoices/views.ts'
import { countInvoiceAtPartner, createNumbered, findNextDocumentNumber } from './invoicing.ts'

/**
 * Creates a concept credit note for all of a sent invoice that is not credited yet, or for quantities of its lines
 * (rulings 45). It gets the next number of the series of credit notes. Throws 409 for an invoice that was not sent, is
 * credited in full or waits in a payment file; 404 for an unknown one. Throws 422 for more than is left of a line, part
 * of a commission, a commission without `stillEarned`, one that was taken back already, and a wrong date.
 */
export const createCreditNote = (actor: Caller, id: string, form: NewCreditNote) =>
  createNumbered(async () => {
    const { row } = await invoiceRecords.within(actor, id)
    return invoiceRecords.despiteMarks(row, (invoice) => makeCreditNote(actor, invoice, form))
  })

/**
 * Creates a concept credit note for all of a sent invoice that is not credited yet, with the writes that `write` returns
 * for that invoice. `stillEarned` says whether its commissions are. Throws as `createCreditNote` does.
 */
export const creditInFull = (
  actor: Caller,
  id: string,
  stillEarned: boolean,
  write: (invoice: InvoiceRow) => readonly GuardedWrite[],
) =>
  createNumbered(async () => {
    const { row } = await invoiceRecords.within(actor, id)
    return invoiceRecords.despiteMarks(row, (invoice) => {
      const quantities = creditableOf(invoice).map(({ lineOrder, quantity }) => ({
        ...{ lineOrder, quantity },
        ...(isCommissionLine(invoice, lineOrder) ? { stillEarned } : {}),
      }))
      return makeCreditNote(actor, invoice, { quantities }, write(invoice))
    })
  })

/** Stores a credit note of an invoice, both in one transaction with `write`; without quantities, of all that is left. */
async function makeCreditNote(
  actor: Caller,
  invoice: InvoiceRow,
  form: NewCreditNote,
  write: readonly GuardedWrite[] = [],
) {
  refuseCredit(invoice)
  const chosen = new Map(
    (form.quantities ?? creditableOf(invoice)).map(({ lineOrder, quantity }) => [lineOrder, quantity] as const),
  )
  refuseMore(invoice, chosen)
  const isEarned = earnedOf(invoice, form, chosen)
  const isFullCredit = creditableOf(invoice).every(({ lineOrder, quantity }) => chosen.get(lineOrder) === quantity)
  const wanted = isFullCredit ? new Map([...chosen, ...deductionsOf(invoice)]) : chosen
  const credits = invoice.lines.map((line, index) => creditOf(line, wanted.get(index + 1) ?? 0))
  const lines = invoice.lines.flatMap((line, index) => {
    const credit = credits[index]
    return credit ? [{ ...negative(line, credit), lineOrder: index + 1, ...isEarned(index + 1) }] : []
  })
  if (lines.length === 0) throw unprocessable('Kies minstens één regel met een aantal boven 0', 'quantities')
  const dates = await noteDatesOf(invoice, form)
  const [partner, number] = await Promise.all([
    partnerOf(invoice),
    findNextDocumentNumber(CREDIT_PREFIX, dates.invoiceDate),
  ])
  const amount = sumOf(lines.map(({ totalPrice }) => totalPrice))
  const vatAmount = sumOf(lines.map((line) => line.vatAmount))
  const totalAmount = sumOf([amount, vatAmount])
  if (-totalAmount > creditableAmount(invoice))
    throw unprocessable('Dit is meer dan het restant van de factuur', 'quantities')
  const note = addIndexKeys({
    ...newRecordFields(),
    ...unpaid,
    ...unsent,
    type: 'credit_note',
    invoiceNumber: number.text,
    creditedInvoice: { id: invoice.id, invoiceNumber: invoice.invoiceNumber },
    creditNoteIds: undefined,
    partnerCompanyId: invoice.partnerCompanyId,
    assignedUserId: invoice.assignedUserId,
    description: form.description ?? `Credit van factuur ${invoice.invoiceNumber}`,
    lines,
    ...{ amount, vatAmount, totalAmount, finalAmount: totalAmount },
    vatRate: invoice.vatRate,
    ...dates,
    paymentTerms: '30_days',
    has48HourDiscount: false,
    ...{ discountPercentage: 0, discountAmount: 0, creditRestrictionPercentage: 0, creditRestrictionAmount: 0 },
    ...{ notes: undefined, dateReason: undefined, attachments: [], commissions: undefined },
    autoSendEnabled: invoice.autoSendEnabled && !staysOutOfAccounting(invoice),
    createdBy: actor.id,
  })
  const after = {
    ...invoice,
    creditNoteIds: [...(invoice.creditNoteIds ?? []), note.id],
    lines: invoice.lines.map((line, index) => creditedWith(line, credits[index])),
  }
  await requireOnceTakenBack(invoice, lines)
  return invoiceRecords.create(actor, note, (made) => viewOf(actor, made), {
    conditions: [number.taken, ...(partner ? [countInvoiceAtPartner(partner)] : [])],
    write,
    also: invoiceRecords.changed(invoice, after, { verb: 'credit' }).changes,
  })
}

/** Returns the dates of a credit note: the day that was asked for, or today; never before its invoice. */
async function noteDatesOf({ invoiceNumber, invoiceDate, supplyFrom, supplyTo }: InvoiceRow, form: NewCreditNote) {
  const today = localDateOf(now())
  const ownDate = form.invoiceDate ?? (invoiceDate > today ? invoiceDate : today)
  refuseDate(ownDate, { name: `factuur ${invoiceNumber}`, date: invoiceDate })
  await requireOpenDate(ownDate)
  return datesOf({ invoiceDate: ownDate, supplyFrom, supplyTo, has48HourDiscount: false })
}

/**
 * Returns the changes that make quantities of an invoice creditable again, for a credit note that is cancelled before
 * it was issued. Empty for an invoice.
 */
export async function restoreCreditedQuantities({ creditedInvoice, lines }: InvoiceRow): Promise<readonly Change[]> {
  if (!creditedInvoice) return []
  const invoice = await invoiceRecords.find(creditedInvoice.id)
  const back = new Map(lines.map((line) => [line.lineOrder, line]))
  const after = { ...invoice, lines: invoice.lines.map((line, index) => creditedWith(line, back.get(index + 1))) }
  return invoiceRecords.changed(invoice, after).changes
}

function refuseCredit({ type, sentAt, status, paymentFileId }: InvoiceRow): void {
  if (type === 'credit_note') throw conflict('Dit is al een creditfactuur. Crediteer alleen facturen.')
  if (sentAt === undefined || status === 'cancelled') {
    throw conflict('Alleen een verstuurde factuur wordt gecrediteerd. Wijzig of annuleer het concept.')
  }
  if (status === 'in_behandeling' && paymentFileId !== undefined) throw conflict(IN_PAYMENT_FILE)
}

/**
 * Returns a function that gives, for a line number, whether the commission on that line is still earned (rulings 45).
 * For a correction the function gives nothing, as corrections are always released. Throws 422 for a credited commission
 * for which the form does not say whether it is still earned.
 */
function earnedOf(
  invoice: InvoiceRow,
  { quantities = [] }: NewCreditNote,
  chosen: ReadonlyMap<number, number>,
): (lineOrder: number) => { readonly stillEarned?: boolean } {
  const isDue = (lineOrder: number) => isCommissionLine(invoice, lineOrder)
  const choices = new Map(quantities.map(({ lineOrder, stillEarned }) => [lineOrder, stillEarned]))
  for (const [lineOrder, quantity] of chosen) {
    if (quantity === 0 || !isDue(lineOrder) || typeof choices.get(lineOrder) === 'boolean') continue
    throw unprocessable(`Kies bij regel ${lineOrder} of de commissie nog verdiend is`, 'quantities')
  }
  return (lineOrder) => (isDue(lineOrder) ? { stillEarned: choices.get(lineOrder) ?? true } : {})
}

/**
 * Returns the lines below 0 of an invoice that are not credited yet, as number and quantity. They are credited together
 * with the last of the lines above 0.
 */
const deductionsOf = ({ lines }: InvoiceRow) =>
  lines.flatMap(({ quantity, credited }, index) =>
    quantity < 0 && credited === undefined ? [[index + 1, quantity] as const] : [],
  )

function refuseMore(invoice: InvoiceRow, wanted: ReadonlyMap<number, number>): void {
  const left = new Map(creditableOf(invoice).map(({ lineOrder, quantity }) => [lineOrder, quantity]))
  if (left.size === 0) throw conflict('Deze factuur is al geheel gecrediteerd')
  for (const [lineOrder, quantity] of wanted) {
    const most = left.get(lineOrder) ?? 0
    if (quantity > most) {
      throw unprocessable(
        `Van regel ${lineOrder} kan hoogstens ${String(most).replace('.', ',')} worden gecrediteerd`,
        'quantities',
      )
    }
    if (invoice.commissions && quantity !== 0 && quantity !== most) {
      throw unprocessable(`Regel ${lineOrder} is een commissie: die wordt geheel of niet gecrediteerd`, 'quantities')
    }
  }
}

interface Credit {
  readonly quantity: number
  readonly totalPrice: Cents
  readonly vatAmount: Cents
}

const NOTHING = { quantity: 0, totalPrice: wholeCents(0), vatAmount: wholeCents(0) }

/**
 * Returns the amounts of a credited quantity; null for 0. The last quantity of a line gets the rest of its cents, so
 * that no rounding difference stays.
 */
function creditOf(line: LineRow, quantity: number): Credit | null {
  if (quantity === 0) return null
  const before = line.credited ?? NOTHING
  const left = {
    totalPrice: wholeCents(line.totalPrice - before.totalPrice),
    vatAmount: wholeCents(line.vatAmount - before.vatAmount),
  }
  if (hundredths(before.quantity + quantity) === hundredths(line.quantity)) return { quantity, ...left }
  const { totalPrice, vatAmount } = computeLineAmounts({ ...line, quantity })
  return {
    quantity,
    totalPrice: wholeCents(Math.min(totalPrice, left.totalPrice)),
    vatAmount: wholeCents(Math.min(vatAmount, left.vatAmount)),
  }
}

const hundredths = (quantity: number) => Math.round(quantity * 100)

const negative = (
  { description, unitPrice, vatRate, vatScheme, supplyDate }: LineRow,
  { quantity, totalPrice, vatAmount }: Credit,
): LineRow => ({
  ...{ description, unitPrice, vatRate, vatScheme },
  ...(supplyDate === undefined ? {} : { supplyDate }),
  quantity: -quantity,
  totalPrice: wholeCents(-totalPrice),
  vatAmount: wholeCents(-vatAmount),
})

/**
 * Returns an invoice line with a credit added. The amounts of a line of a credit note are negative, so adding that line
 * removes the credit.
 */
function creditedWith({ credited = NOTHING, ...line }: LineRow, credit: Credit | null | undefined): LineRow {
  const quantity = hundredths(credited.quantity + (credit?.quantity ?? 0)) / 100
  if (quantity === 0) return line
  return {
    ...line,
    credited: {
      quantity,
      totalPrice: wholeCents(credited.totalPrice + (credit?.totalPrice ?? 0)),
      vatAmount: wholeCents(credited.vatAmount + (credit?.vatAmount ?? 0)),
    },
  }
}
