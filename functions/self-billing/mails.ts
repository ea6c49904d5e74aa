import { can } from '../../shared/access.ts'
import { type InvoiceMailKind, invoiceMailKinds } from '../../shared/contract/invoices.ts'
import type { Mails } from '../mail/kinds.ts'
import { Outbox } from '../platform/outbox.ts'
import { actorOf, findUser, type User } from '../platform/user.ts'
import { type InvoiceRow, Invoices } from './invoice-entity.ts'
import { partnerOf } from './invoice-records.ts'
import { staysHere } from './invoice-rules.ts'
import type { PartnerRow } from './partner-entity.ts'
import { settingsInForce } from './settings.ts'

declare module '../platform/outbox.ts' {
  interface OutboxKinds extends Record<`invoice-${InvoiceMailKind}`, true> {}
}

/** What mails about an invoice are made of, as it is now. */
export interface InvoiceMatter {
  readonly id: string
  /** By which the audit names it. */
  readonly invoiceNumber: string
  readonly invoice: InvoiceRow
  /** What it takes back, where it is a credit note. */
  readonly credited: InvoiceRow | null
  readonly partner: PartnerRow | null
  /** Whose the invoice is: what it says itself wins over what its partner says (rulings 50). */
  readonly agent: User | null
  /** Where the accounting gets it, as the settings say. */
  readonly accountingEmail: string | undefined
}

/** An invoice with who is told of it. */
export async function matterOf(invoice: InvoiceRow): Promise<InvoiceMatter> {
  const [credited, partner, { accountingEmail }] = await Promise.all([
    invoice.creditedInvoice ? rowOf(invoice.creditedInvoice.id) : null,
    partnerOf(invoice),
    settingsInForce(),
  ])
  const agentId = invoice.assignedUserId ?? partner?.assignedAgentId
  const agent = agentId === undefined ? null : await findUser(agentId)
  return { id: invoice.id, invoiceNumber: invoice.invoiceNumber, invoice, credited, partner, agent, accountingEmail }
}

async function find(id: string): Promise<InvoiceMatter | null> {
  const invoice = await rowOf(id)
  return invoice && matterOf(invoice)
}

/** An invoice as it is now, or null when it is gone. */
export async function rowOf(id: string): Promise<InvoiceRow | null> {
  const { data } = await Invoices.get({ id }).go({ consistent: true })
  return data as InvoiceRow | null
}

/** The mails about an invoice or credit note: to the partner, to whoever it is assigned to, to the accounting (rulings 46, 47). */
export const invoiceMails: Mails<'invoice', InvoiceMailKind, InvoiceMatter> = {
  entity: 'invoice',
  kinds: invoiceMailKinds,
  attempts: 3,
  toCustomers: false,
  find,
  isOn: async () => true,
  needless: (kind, _item, matter) => {
    if (!matter) return 'Deze factuur bestaat niet meer.'
    if (matter.invoice.status === 'cancelled') return 'Deze factuur is geannuleerd.'
    if (kind === 'agent-mail') return againstAgent(matter.agent)
    return kind === 'accounting-mail' ? againstAccounting(matter) : null
  },
  again: () => ({}),
}

/** Why nobody is told that an invoice is theirs: its documents hold what only those see who may open them. */
function againstAgent(agent: User | null): string | null {
  if (!agent) return 'Deze factuur is aan niemand toegewezen.'
  if (!agent.isActive) return 'Wie is toegewezen, is niet meer actief.'
  return can(actorOf(agent), 'invoice:read', { owners: [agent.id] })
    ? null
    : 'Wie is toegewezen, heeft geen toegang tot facturen.'
}

/**
 * Why the accounting does not get an invoice: nobody says where, its partner refused it (rulings 51a), or it takes back one
 * that stays here and does not say that it goes all the same.
 */
function againstAccounting({ invoice, credited, accountingEmail }: InvoiceMatter): string | null {
  if (invoice.answer?.state === 'refused') return 'De partner heeft deze factuur geweigerd.'
  if (credited && staysHere(credited) && !invoice.autoSendEnabled) {
    return `De boekhouding heeft factuur ${credited.invoiceNumber} niet. Toch versturen? Zet bij de creditfactuur 'Automatisch naar de boekhouding' aan.`
  }
  return accountingEmail === undefined ? NO_ADDRESS : null
}

/** Where the accounting has no address. */
export const NO_ADDRESS = 'Vul bij de instellingen het e-mailadres van de boekhouding in.'

/** The id of the first mail of a kind about an invoice: there is one in its life that goes by itself (rulings 46). */
export const firstMailId = (kind: InvoiceMailKind, invoiceId: string) => `${invoiceId}-${kind}`

/** The first mail of a kind about an invoice. */
export const firstMail = (kind: InvoiceMailKind, { id }: InvoiceRow) => ({
  kind: `invoice-${kind}` as const,
  subject: id,
  id: firstMailId(kind, id),
})

/** Which mails about an invoice have a reader as things are now; none before it was sent. */
export async function mailableOf(invoice: InvoiceRow): Promise<InvoiceMailKind[]> {
  if (invoice.sentAt === undefined) return []
  const matter = await matterOf(invoice)
  return invoiceMailKinds.filter((kind) => invoiceMails.needless(kind, firstMail(kind, invoice), matter) === null)
}

/** The mails that an invoice asks for which is put into processing: to each reader one, unless there was one before. */
export async function mailsOnce(row: InvoiceRow) {
  const { agent } = await matterOf(row)
  const kinds: InvoiceMailKind[] = ['partner-mail', ...(agent ? (['agent-mail'] as const) : [])]
  const { data: earlier } = await Outbox.get(kinds.map((kind) => ({ id: firstMailId(kind, row.id) }))).go({
    consistent: true,
  })
  return kinds
    .filter((kind) => !earlier.some(({ id }) => id === firstMailId(kind, row.id)))
    .map((kind) => firstMail(kind, row))
}
