import { formatIban } from '../../../shared/identifiers.ts'
import { moneyText, sumOf, sumVatShares, wholeCents } from '../../../shared/money.ts'
import { dateText } from '../../../shared/time.ts'
import { readDocumentHistory } from '../../book/service.ts'
import type { MailItem } from '../../mail/kinds.ts'
import { composeLetter, greetOutsider, type Line, line } from '../../mail/letter.ts'
import type { Mail } from '../../platform/aws/mail.ts'
import type { StandingPayment, TaxedAmount } from '../invoices/entity.ts'
import { type Issued, isIssued } from '../invoices/issued.ts'
import { findSpecifiedPayment, type InvoiceMailData } from '../invoices/mails.ts'
import { invoicesById } from '../invoices/records.ts'
import type { RemittanceFacts } from '../invoices/remittance-request.ts'
import { computeStandingDiscount } from '../invoices/rules.ts'
import { PaymentFiles } from '../payments/payment-file-entity.ts'

const money = (amount: number) => moneyText(wholeCents(amount))

/**
 * Writes the remittance advice to a partner about one payment of an invoice: what was paid, when and to which IBAN, and
 * how that amount follows from the invoice, its set-offs, its discount and earlier payments.
 */
export async function composeRemittance(mailData: InvoiceMailData | null, item: MailItem): Promise<Mail> {
  if (!mailData || !isIssued(mailData.invoice)) throw new Error('A payment is specified of an issued invoice')
  const { partner, invoice } = mailData
  const payment = findSpecifiedPayment(item, invoice)
  if (!payment) throw new Error(`No payment of ${invoice.invoiceNumber} to specify`)
  const { supplier, customer, invoiceNumber } = invoice
  const { iban: approved, lost = [] } = (item.facts ?? {}) as Partial<RemittanceFacts>
  const paidTo = approved ?? (await ibanInFile(payment, invoice.id))
  const iban = formatIban(paidTo ?? partner?.bankAccount ?? supplier.bankAccount)
  return {
    to: partner?.email ?? supplier.email,
    ...composeLetter(line`Betaling van factuur ${invoiceNumber}`, [
      greetOutsider(partner?.contactPerson ?? supplier.contactPerson ?? supplier.name),
      line`Wij betaalden u ${money(payment.amount)} op ${dateText(payment.date)} op ${iban}.`,
      line`Factuur ${invoiceNumber} van ${dateText(invoice.invoiceDate)}: ${money(invoice.totalAmount)}`,
      ...(await setOffLines(invoice)),
      ...discountLines(invoice, payment),
      ...earlierLines(invoice, payment),
      line`Betaald: ${money(payment.amount)}`,
      ...lostLines(lost),
      ...(invoice.open > 0 ? [line`Nog te betalen: ${money(invoice.open)}`] : []),
      line`Met vriendelijke groet,\n${customer.name}`,
    ]),
  }
}

/** Returns the IBAN to which a payment file paid an invoice; undefined for a payment without a file. */
async function ibanInFile({ paymentFileId }: StandingPayment, invoiceId: string): Promise<string | undefined> {
  if (paymentFileId === undefined) return undefined
  const { data } = await PaymentFiles.get({ id: paymentFileId }).go({ consistent: true })
  return data?.payments.find((one) => one.invoiceId === invoiceId)?.bankAccount
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
