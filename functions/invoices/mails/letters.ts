import { invoiceTypeLabels } from '../../../shared/api/parts/billing.ts'
import { moneyText, wholeCents } from '../../../shared/money.ts'
import { dateText, type Instant, localDateOf, now } from '../../../shared/time.ts'
import type { Letters } from '../../mail/kinds.ts'
import { composeLetter, greetOutsider, greetUser, type Line, line, withAddress } from '../../mail/letter.ts'
import { createAcceptanceLink } from '../acceptance/acceptance-link.ts'
import { linkGenerationOf } from '../acceptance/link-generation.ts'
import { lastDayFor } from '../invoices/acceptance-rules.ts'
import type { InvoiceRow } from '../invoices/entity.ts'
import { type Issued, isIssued, selfBillingNoticeOf, termsOf } from '../invoices/issued.ts'
import type { InvoiceMailData } from '../invoices/mails.ts'
import { readSentDocuments } from '../invoices/sent-documents.ts'
import { promiseText } from '../payments/promised-payment.ts'
import { settingsInForce } from '../settings.ts'
import { type DocumentMail, marksOf } from './mail-marks.ts'

/** Texts of the mails about an invoice, with PDF and UBL attached, and the marks to set once a mail is sent. */
export const invoiceLetters: Letters<DocumentMail, InvoiceMailData> = {
  compose: async (kind, _item, mailData) => {
    if (!mailData || !isIssued(mailData.invoice)) throw new Error('An invoice is mailed once it has its documents')
    const { invoice } = mailData
    const attachments = await readSentDocuments(invoice)
    const subject = line`${invoiceTypeLabels[invoice.type]} ${invoice.invoiceNumber}`
    const { to, lines } = await wordsFor[kind](mailData, invoice)
    return { to, ...composeLetter(subject, lines), attachments }
  },
  marks: marksOf,
}

type Words = { readonly to: string; readonly lines: Line[] }

const wordsFor: Record<DocumentMail, (mailData: InvoiceMailData, invoice: Issued) => Words | Promise<Words>> = {
  'partner-mail': toPartner,
  'agent-mail': toAgent,
  'accounting-mail': toAccounting,
}

async function toPartner({ partner }: InvoiceMailData, invoice: Issued) {
  const { supplier, customer } = invoice
  const { emailTemplate } = await settingsInForce()
  return {
    // A wrong address is corrected at the partner, so the partner's present address comes before the one at sending.
    to: partner?.email ?? supplier.email,
    lines: [
      greetOutsider(partner?.contactPerson ?? supplier.contactPerson ?? supplier.name),
      ...openingOf(emailTemplate, invoice),
      subjectOf(invoice),
      ...promiseText(invoice, partner).map((text) => line`${text}`),
      ...(await invitationOf(invoice, partner)),
      line`${selfBillingNoticeOf(invoice)}: u hoeft zelf geen factuur te sturen. De factuur zit als PDF en als e-factuur (UBL) bij deze mail.`,
      line`Met vriendelijke groet,\n${customer.name}`,
    ],
  }
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
function openingOf(template: string | undefined, { type, invoiceNumber }: InvoiceRow): Line[] {
  const paragraphs = template?.split(/\n+/).filter((text) => text.trim() !== '') ?? []
  if (paragraphs.length > 0) return paragraphs.map((text) => line`${text}`)
  return [line`Hierbij ontvangt u ${invoiceTypeLabels[type].toLowerCase()} ${invoiceNumber}.`]
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
