import { formatIban } from '../../../shared/identifiers.ts'
import { moneyText, sumOf, sumVatShares, wholeCents } from '../../../shared/money.ts'
import { dateText } from '../../../shared/time.ts'
import { readDocumentHistory } from '../../book/service.ts'
import type { Composed, MailItem } from '../../mail/kinds.ts'
import { composeLetter, greetOutsider, type Line, line } from '../../mail/letter.ts'
import { Outbox, type OutboxRow } from '../../platform/data/outbox.ts'
import { getRows } from '../../platform/data/rows.ts'
import type { SharedBooking, StandingPayment, TaxedAmount } from '../invoices/entity.ts'
import { type Issued, isIssued } from '../invoices/issued.ts'
import { findSpecifiedPayment, type InvoiceMailData, TAKEN_BACK } from '../invoices/mails.ts'
import { invoicesById } from '../invoices/records.ts'
import { type RemittanceFacts, remittanceIdOf } from '../invoices/remittance-request.ts'
import { computeStandingDiscount } from '../invoices/rules.ts'
import { PaymentFiles } from '../payments/payment-file-entity.ts'

const money = (amount: number) => moneyText(wholeCents(amount))

/** Maximum number of waiting mails that one mail covers, as it settles them in one transaction. */
const MAX_COVERED = 40

/** A payment with its invoice. */
interface Paid {
  readonly invoice: Issued
  readonly payment: StandingPayment
}

/**
 * Writes the remittance advice to a partner about a payment, and about those of the same booking whose mails wait: what
 * was paid, when and to which IBAN, and how each amount follows from the invoice, its set-offs, its discount and
 * earlier payments. Returns the Dutch reason against it once all these were taken back.
 */
export async function composeRemittance(mailData: InvoiceMailData | null, item: MailItem): Promise<Composed | string> {
  if (!mailData || !isIssued(mailData.invoice)) throw new Error('A payment is specified of an issued invoice')
  const { partner, invoice } = mailData
  const { supplier, customer, invoiceNumber } = invoice
  const { iban: approved, lost = [], covered } = (item.facts ?? {}) as Partial<RemittanceFacts>
  const payment = findSpecifiedPayment(item, invoice)
  const booking = payment?.sharedBooking ?? covered
  const others = await readPaidTogether(invoice, booking)
  const waiting = await readWaitingMails(others)
  const invoiceIds = [...(covered?.invoiceIds ?? []), ...waiting.map((one) => one.item.subject)]
  const paid = [
    ...(payment ? [{ invoice, payment }] : []),
    ...others.filter((one) => invoiceIds.includes(one.invoice.id)),
  ].toSorted((one, other) => one.invoice.invoiceNumber.localeCompare(other.invoice.invoiceNumber))
  const [first] = paid
  if (!first) return TAKEN_BACK
  const paidTo = approved ?? (await ibanInFile(first)) ?? partner?.bankAccount ?? supplier.bankAccount
  const total = money(sumOf(paid.map((one) => wholeCents(one.payment.amount))))
  const isOne = paid.length === 1
  const subject = isOne
    ? line`Betaling van factuur ${first.invoice.invoiceNumber}`
    : line`Betaling van ${String(paid.length)} facturen`
  return {
    to: partner?.email ?? supplier.email,
    ...composeLetter(subject, [
      greetOutsider(partner?.contactPerson ?? supplier.contactPerson ?? supplier.name),
      line`Wij betaalden u ${total} op ${dateText(first.payment.date)} op ${formatIban(paidTo)}.`,
      ...(await Promise.all(paid.map((one) => specify(one, one.payment === payment ? lost : [])))).flat(),
      ...(isOne ? [] : [line`Totaal betaald: ${total}`]),
      line`Met vriendelijke groet,\n${customer.name}`,
    ]),
    ...(booking && waiting.length > 0
      ? {
          covers: {
            items: waiting,
            reason: `Deze betaling staat in de mail over factuur ${invoiceNumber}.`,
            facts: { ...item.facts, covered: { ...booking, invoiceIds } },
          },
        }
      : {}),
  }
}

/** Returns the payments of other invoices by the same booking. */
async function readPaidTogether({ id }: Issued, booking: SharedBooking | undefined): Promise<Paid[]> {
  const ids = booking?.invoiceIds.filter((one) => one !== id) ?? []
  return [...(await invoicesById(ids)).values()].filter(isIssued).flatMap((invoice) => {
    const payment = invoice.payments.find(({ sharedBooking }) => sharedBooking?.id === booking?.id)
    return payment ? [{ invoice, payment }] : []
  })
}

/** Returns the first mails about some payments that wait, each with the number of its invoice. */
async function readWaitingMails(paid: readonly Paid[]) {
  const ids = paid.map(({ invoice, payment }) => ({ id: remittanceIdOf(invoice.id, payment) }))
  const numbers = new Map(paid.map(({ invoice }) => [invoice.id, invoice.invoiceNumber]))
  return ((await getRows(Outbox, ids)) as OutboxRow[])
    .filter(({ state }) => state === 'waiting')
    .slice(0, MAX_COVERED)
    .map((item) => ({ item, name: numbers.get(item.subject) }))
}

/** Returns the lines about one payment: how its amount follows from the invoice, and what stays open. */
const specify = async ({ invoice, payment }: Paid, lost: readonly TaxedAmount[]): Promise<Line[]> => [
  line`Factuur ${invoice.invoiceNumber} van ${dateText(invoice.invoiceDate)}: ${money(invoice.totalAmount)}`,
  ...(await setOffLines(invoice)),
  ...discountLines(invoice, payment),
  ...earlierLines(invoice, payment),
  line`Betaald: ${money(payment.amount)}`,
  ...lostLines(lost),
  ...(invoice.open > 0 ? [line`Nog te betalen: ${money(invoice.open)}`] : []),
]

/** Returns the IBAN to which a payment file paid an invoice; undefined for a payment without a file. */
async function ibanInFile({ invoice, payment: { paymentFileId } }: Paid): Promise<string | undefined> {
  if (paymentFileId === undefined) return undefined
  const { data } = await PaymentFiles.get({ id: paymentFileId }).go({ consistent: true })
  return data?.payments.find((one) => one.invoiceId === invoice.id)?.bankAccount
}

/** Returns a line for each credit note that was set off against the invoice, oldest first. */
async function setOffLines({ id }: Issued): Promise<Line[]> {
  const history = await readDocumentHistory(id)
  const setOffs = history.filter(({ kind, documentId }) => kind === 'set-off' && documentId === id)
  const notes = await invoicesById(setOffs.map(({ otherDocumentId = '' }) => otherDocumentId))
  return setOffs.map(({ postings, otherDocumentId = '' }) => {
    const amount = sumOf(postings.filter(({ documentId }) => documentId === id).map((one) => wholeCents(one.amount)))
    return line`Verrekend met creditfactuur ${notes.get(otherDocumentId)?.invoiceNumber ?? ''}: -${money(amount)}`
  })
}

/** Returns the line of the 48-hour discount that a payment took, with its VAT; none once the discount went back. */
function discountLines(invoice: Issued, { discount }: StandingPayment): Line[] {
  if (discount.length === 0 || computeStandingDiscount(invoice).length === 0) return []
  const vat = sumOf(discount.map(({ vatAmount }) => vatAmount))
  return [line`48-uurskorting: -${money(sumVatShares(discount))}, waarvan ${money(vat)} btw`]
}

/** Returns the line that says which discount, with its VAT, a late payment loses; none without one. */
const lostLines = (lost: readonly TaxedAmount[]): Line[] =>
  lost.length === 0
    ? []
    : [
        line`Onze bank betaalde na de 48 uur. Daarom vervalt de 48-uurskorting van ${money(sumVatShares(lost))}, waarvan ${money(sumOf(lost.map(({ vatAmount }) => vatAmount)))} btw.`,
      ]

/** Returns a line for each payment before this one. */
const earlierLines = ({ payments }: Issued, payment: StandingPayment): Line[] =>
  payments
    .slice(0, payments.indexOf(payment))
    .map(({ amount, date }) => line`Eerder betaald op ${dateText(date)}: -${money(amount)}`)
