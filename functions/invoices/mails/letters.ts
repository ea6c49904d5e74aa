import { invoiceTypeLabels } from '../../../shared/api/parts/billing.ts'
import { moneyText, wholeCents } from '../../../shared/money.ts'
import { dateText, type Instant, localDateOf, now } from '../../../shared/time.ts'
import { readIncluded } from '../../mail/groups.ts'
import type { Composed, Letters } from '../../mail/kinds.ts'
import { composeLetter, greetOutsider, greetUser, type Line, line, withAddress } from '../../mail/letter.ts'
import type { Attachment } from '../../platform/aws/mail.ts'
import type { OutboxRow } from '../../platform/data/outbox.ts'
import { createAcceptanceLink } from '../acceptance/acceptance-link.ts'
import { linkGenerationOf } from '../acceptance/link-generation.ts'
import { lastDayFor } from '../invoices/acceptance-rules.ts'
import type { InvoiceRow } from '../invoices/entity.ts'
import { type Issued, isIssued, selfBillingNoticeOf, termsOf } from '../invoices/issued.ts'
import type { InvoiceMailData } from '../invoices/mails.ts'
import { invoicesById } from '../invoices/records.ts'
import { readSentDocuments } from '../invoices/sent-documents.ts'
import { promiseText } from '../payments/promised-payment.ts'
import { settingsInForce } from '../settings.ts'
import { type DocumentMail, marksOf } from './mail-marks.ts'

/** Maximum number of bytes of the documents in a mail: SES takes mails of 10 MB, in which a file grows by a third. */
const MOST_BYTES = 6_000_000

/** Texts of the mails about an invoice, with PDF and UBL attached, and the marks to set once a mail is sent. */
export const invoiceLetters: Letters<DocumentMail, InvoiceMailData> = {
  compose: async (kind, item, mailData) => {
    if (!mailData || !isIssued(mailData.invoice)) throw new Error('An invoice is mailed once it has its documents')
    const { invoice } = mailData
    if (kind === 'partner-mail') return composePartnerMail(item, mailData, invoice)
    const attachments = await readSentDocuments(invoice)
    const { to, lines } = wordsFor[kind](mailData, invoice)
    return { to, ...composeLetter(subjectFor([invoice]), lines), attachments }
  },
  marks: marksOf,
}

const wordsFor = { 'agent-mail': toAgent, 'accounting-mail': toAccounting }

/** An issued invoice with its mail and documents. */
interface Mailed {
  readonly item: OutboxRow
  readonly invoice: Issued
  readonly documents: readonly Attachment[]
}

/** Writes the mail to a partner about an invoice, and about those of the same run whose mails wait. */
async function composePartnerMail(item: OutboxRow, { partner }: InvoiceMailData, invoice: Issued): Promise<Composed> {
  const { supplier, customer } = invoice
  const { emailTemplate } = await settingsInForce()
  const own = { item, invoice, documents: await readSentDocuments(invoice) }
  const others = await readMailedTogether(own)
  const all = [own, ...others].toSorted((one, other) =>
    one.invoice.invoiceNumber.localeCompare(other.invoice.invoiceNumber),
  )
  const invoices = all.map((one) => one.invoice)
  const notices = [...new Set(invoices.map(selfBillingNoticeOf))].join('. ')
  const attached = others.length > 0 ? 'Elke factuur' : 'De factuur'
  const letter = composeLetter(subjectFor(invoices), [
    greetOutsider(partner?.contactPerson ?? supplier.contactPerson ?? supplier.name),
    ...openingOf(emailTemplate, invoices),
    ...(await Promise.all(invoices.map((one) => introductionOf(one, partner)))).flat(),
    line`${notices}: u hoeft zelf geen factuur te sturen. ${attached} zit als PDF en als e-factuur (UBL) bij deze mail.`,
    line`Met vriendelijke groet,\n${customer.name}`,
  ])
  return {
    // A wrong address is corrected at the partner, so the partner's present address comes before the one at sending.
    to: partner?.email ?? supplier.email,
    ...letter,
    attachments: all.flatMap(({ documents }) => documents),
    includes: others.map((one) => ({ item: one.item, name: one.invoice.invoiceNumber })),
  }
}

/** Reads the invoices that go in the mail about another one, as many as fit in a mail. */
async function readMailedTogether(own: Mailed): Promise<Mailed[]> {
  const items = await readIncluded(own.item)
  const found = await invoicesById(items.map(({ subject }) => subject))
  const others: Mailed[] = []
  let bytes = sizeOf(own.documents)
  for (const item of items) {
    const invoice = found.get(item.subject)
    if (!invoice || !isIssued(invoice)) continue
    const documents = await readSentDocuments(invoice)
    bytes += sizeOf(documents)
    if (bytes > MOST_BYTES) break
    others.push({ item, invoice, documents })
  }
  return others
}

const sizeOf = (documents: readonly Attachment[]) => documents.reduce((sum, { content }) => sum + content.length, 0)

/** Returns the lines that tell a partner about one invoice: what it is, what we pay, and the question to accept. */
const introductionOf = async (invoice: Issued, partner: InvoiceMailData['partner']): Promise<Line[]> => [
  subjectOf(invoice),
  ...promiseText(invoice, partner).map((text) => line`${text}`),
  ...(await invitationOf(invoice, partner)),
]

/** Returns the subject of a mail about some invoices, sorted by number. */
function subjectFor([first, ...others]: readonly InvoiceRow[]): Line {
  if (!first) throw new Error('A mail is about an invoice')
  const { type, invoiceNumber } = first
  return others.length === 0
    ? line`${invoiceTypeLabels[type]} ${invoiceNumber}`
    : line`${String(others.length + 1)} facturen: ${invoiceNumber} en ${String(others.length)} andere`
}

/**
 * Returns the invitation to accept or refuse the invoice, with a link; none after an answer or after the last day
 * (rulings 51a).
 */
async function invitationOf(invoice: Issued, partner: InvoiceMailData['partner']): Promise<Line[]> {
  const at = now()
  const lastDay = lastDayFor(invoice.acceptanceDays, (invoice.presentedAt as Instant | undefined) ?? at)
  if (invoice.answer || localDateOf(at) > lastDay) return []
  const url = await createAcceptanceLink(invoice, linkGenerationOf(invoice, partner), lastDay)
  const called = invoiceTypeLabels[invoice.type].toLowerCase()
  return [
    withAddress(line`Bent u akkoord met de ${called}? Laat het uiterlijk op ${dateText(lastDay)} weten:`, url),
    line`Horen wij niets, dan geldt de ${called} daarna als geaccepteerd.`,
  ]
}

/** Returns the opening of a mail: the lines of the template in the settings, or our own sentence. */
function openingOf(template: string | undefined, invoices: readonly InvoiceRow[]): Line[] {
  const paragraphs = template?.split(/\n+/).filter((text) => text.trim() !== '') ?? []
  if (paragraphs.length > 0) return paragraphs.map((text) => line`${text}`)
  const [first] = invoices
  return first && invoices.length === 1
    ? [line`Hierbij ontvangt u ${invoiceTypeLabels[first.type].toLowerCase()} ${first.invoiceNumber}.`]
    : [line`Hierbij ontvangt u ${String(invoices.length)} facturen.`]
}

const subjectOf = (invoice: Issued): Line =>
  line`${invoiceTypeLabels[invoice.type]} ${invoice.invoiceNumber} van ${dateText(invoice.invoiceDate)}: ${invoice.description}. Totaal inclusief btw ${moneyText(wholeCents(invoice.totalAmount))}.`

/** Returns the description and payment terms of an invoice, for readers inside our company. */
const factsOf = (invoice: Issued): Line[] => [subjectOf(invoice), line`${termsOf(invoice)}`]

function toAgent({ agent }: InvoiceMailData, invoice: Issued) {
  if (!agent) throw new Error('Nobody is assigned')
  const called = invoiceTypeLabels[invoice.type].toLowerCase()
  return {
    to: agent.email,
    lines: [
      greetUser(agent),
      line`Aan jou is een ${called} toegewezen. Partner: ${invoice.supplier.name}.`,
      ...factsOf(invoice),
      line`De ${called} staat in Partnerview bij Facturen. Bij deze mail zitten de PDF en de e-factuur (UBL).`,
      line`Met vriendelijke groet,\nPartnerview`,
    ],
  }
}

function toAccounting({ accountingEmail }: InvoiceMailData, invoice: Issued) {
  if (accountingEmail === undefined) throw new Error('The accounting has no address')
  return {
    to: accountingEmail,
    lines: [
      line`Hierbij ${invoiceTypeLabels[invoice.type].toLowerCase()} ${invoice.invoiceNumber}. Partner: ${invoice.supplier.name}.`,
      ...factsOf(invoice),
      line`${selfBillingNoticeOf(invoice)}. De factuur zit als PDF en als e-factuur (UBL) bij deze mail.`,
      line`Met vriendelijke groet,\n${invoice.customer.name}`,
    ],
  }
}
