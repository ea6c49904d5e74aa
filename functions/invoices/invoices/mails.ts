import { can } from '../../../shared/access.ts'
import { type InvoiceMailKind, invoiceMailKinds } from '../../../shared/api/schemas/invoices.ts'
import type { MailItem, Mails } from '../../mail/kinds.ts'
import { Outbox } from '../../platform/data/outbox.ts'
import { actorOf, findUser, type User } from '../../platform/identity/user.ts'
import type { PartnerRow } from '../partner-entity.ts'
import { settingsInForce } from '../settings.ts'
import type { InvoiceRow, StandingPayment } from './entity.ts'
import { findInvoiceRow, partnerOf } from './records.ts'
import { type RemittanceFacts, remittanceIdOf } from './remittance-request.ts'
import { staysOutOfAccounting } from './rules.ts'

declare module '../../platform/data/outbox.ts' {
  interface WaitingKinds {
    'invoice-partner-mail': true
    'invoice-remittance-mail': true
  }
}

/** An invoice with the present data (partner, agent, addresses) that its mails need. */
export interface InvoiceMailData {
  readonly id: string
  /** Name of the invoice in the audit log. */
  readonly invoiceNumber: string
  readonly invoice: InvoiceRow
  /** Credited invoice, for a credit note. */
  readonly credited: InvoiceRow | null
  readonly partner: PartnerRow | null
  /** Assigned user of the invoice, otherwise the agent of its partner (rulings 50). */
  readonly agent: User | null
  /** Address of the accounting in the settings. */
  readonly accountingEmail: string | undefined
}

/** Reads the data that the mails about an invoice need: credited invoice, partner, agent and accounting address. */
export async function readMailData(invoice: InvoiceRow): Promise<InvoiceMailData> {
  const [credited, partner, { accountingEmail }] = await Promise.all([
    invoice.creditedInvoice ? findInvoiceRow(invoice.creditedInvoice.id) : null,
    partnerOf(invoice),
    settingsInForce(),
  ])
  const agentId = invoice.assignedUserId ?? partner?.assignedAgentId
  const agent = agentId === undefined ? null : await findUser(agentId)
  return { id: invoice.id, invoiceNumber: invoice.invoiceNumber, invoice, credited, partner, agent, accountingEmail }
}

async function find(id: string): Promise<InvoiceMailData | null> {
  const invoice = await findInvoiceRow(id)
  return invoice && readMailData(invoice)
}

/** Mails about an invoice: to the partner, the assigned user and the accounting (rulings 46, 47). */
export const invoiceMails: Mails<'invoice', InvoiceMailKind, InvoiceMailData> = {
  entity: 'invoice',
  kinds: invoiceMailKinds,
  attempts: 3,
  toCustomers: false,
  find,
  isOn: async () => true,
  needless: (kind, item, mailData) => {
    if (!mailData) return 'Deze factuur bestaat niet meer.'
    if (mailData.invoice.status === 'cancelled') return 'Deze factuur is geannuleerd.'
    if (kind === 'remittance-mail') return againstRemittance(item, mailData.invoice)
    if (kind === 'agent-mail') return againstAgent(mailData.agent)
    return kind === 'accounting-mail' ? againstAccounting(mailData) : null
  },
  again: (kind, { invoice }) => contentOf(kind, invoice),
}

/** Returns the payment that a remittance advice specifies, by default the last one; undefined without one. */
export const findSpecifiedPayment = (item: MailItem, { payments }: InvoiceRow): StandingPayment | undefined => {
  const facts = item.facts as RemittanceFacts | undefined
  return facts ? payments.find(({ id }) => id === facts.paymentId) : payments.at(-1)
}

/** Returns the Dutch reason why the partner gets no specification of a payment; null where one is due. */
function againstRemittance(item: MailItem, invoice: InvoiceRow): string | null {
  if ((item.facts as RemittanceFacts | undefined)?.covered) return null
  if (invoice.type !== 'invoice' || (invoice.payments.at(-1)?.amount ?? 0) <= 0) return 'Er is nog niets betaald.'
  return findSpecifiedPayment(item, invoice) ? null : TAKEN_BACK
}

/** Dutch reason for a mail that specifies a payment which does not stand any more. */
export const TAKEN_BACK = 'Deze betaling is teruggedraaid.'

/** Returns the content of the outbox item of a mail: for a remittance advice the last payment, with its booking. */
function contentOf(kind: InvoiceMailKind, { payments }: InvoiceRow): { facts?: RemittanceFacts } {
  const payment = kind === 'remittance-mail' ? payments.at(-1) : undefined
  return payment ? { facts: { paymentId: payment.id, covered: payment.sharedBooking } } : {}
}

/**
 * Returns the Dutch reason why the assigned user gets no mail; null without one. Only users who may open the documents
 * get them by mail.
 */
function againstAgent(agent: User | null): string | null {
  if (!agent) return 'Deze factuur is aan niemand toegewezen.'
  if (!agent.isActive) return 'Wie is toegewezen, is niet meer actief.'
  return can(actorOf(agent), 'invoice:read', { owners: [agent.id] })
    ? null
    : 'Wie is toegewezen, heeft geen toegang tot facturen.'
}

/**
 * Returns the Dutch reason why the accounting gets no mail about an invoice; null without one. Reasons are a missing
 * address and a refusal by the partner (rulings 51a). A credit note also gets no mail when its invoice stays out of the
 * accounting and the note's own automatic sending is off.
 */
function againstAccounting({ invoice, credited, accountingEmail }: InvoiceMailData): string | null {
  if (invoice.answer?.state === 'refused') return 'De partner heeft deze factuur geweigerd.'
  if (credited && staysOutOfAccounting(credited) && !invoice.autoSendEnabled) {
    return `De boekhouding heeft factuur ${credited.invoiceNumber} niet. Toch versturen? Zet bij de creditfactuur 'Automatisch naar de boekhouding' aan.`
  }
  return accountingEmail === undefined ? NO_ADDRESS : null
}

/** Dutch reason for a mail that cannot go because the settings have no address of the accounting. */
export const NO_ADDRESS = 'Vul bij de instellingen het e-mailadres van de boekhouding in.'

/**
 * Returns the outbox id of the first mail of a kind about an invoice, or about its last payment. A mail that a user or a
 * run sends again has another id (rulings 46, 47).
 */
export const firstMailId = (kind: InvoiceMailKind, { id, payments }: InvoiceRow) =>
  kind === 'remittance-mail' ? remittanceIdOf(id, payments.at(-1)) : `${id}-${kind}`

/**
 * Returns the outbox item of the first mail of a kind about an invoice. Its id follows from kind and invoice, so that
 * it goes out once.
 */
export const firstMail = (kind: InvoiceMailKind, invoice: InvoiceRow) => ({
  kind: `invoice-${kind}` as const,
  subject: invoice.id,
  id: firstMailId(kind, invoice),
  ...contentOf(kind, invoice),
})

/** Returns the kinds of mail that can be sent about an invoice now; none before the invoice is sent. */
export async function mailableOf(invoice: InvoiceRow): Promise<InvoiceMailKind[]> {
  if (invoice.sentAt === undefined) return []
  const mailData = await readMailData(invoice)
  return invoiceMailKinds.filter((kind) => invoiceMails.needless(kind, firstMail(kind, invoice), mailData) === null)
}

/** Returns the outbox items of the first mails to the partner and the assigned user; leaves out those queued before. */
export async function firstMailItems(row: InvoiceRow) {
  const { agent } = await readMailData(row)
  const kinds: InvoiceMailKind[] = ['partner-mail', ...(agent ? (['agent-mail'] as const) : [])]
  const { data: earlier } = await Outbox.get(kinds.map((kind) => ({ id: firstMailId(kind, row) }))).go({
    consistent: true,
  })
  return kinds
    .filter((kind) => !earlier.some(({ id }) => id === firstMailId(kind, row)))
    .map((kind) => firstMail(kind, row))
}
