import { can } from '../../shared/access.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { type Query, readAll, takeRows } from '../platform/data/rows.ts'
import { type BankStatementRow, BankStatements, tasksOf } from './bank/statement-entity.ts'
import { type InvoiceRow, Invoices } from './invoices/entity.ts'
import { invoicesById, partnersById } from './invoices/records.ts'
import { type WaitingPaymentRow, WaitingPayments } from './invoices/waiting-entity.ts'
import { type PartnerRow, Partners } from './partner-entity.ts'
import { type PaymentFileRow, PaymentFiles } from './payments/payment-file-entity.ts'
import { buildPaymentCheck } from './second-eyes.ts'

export {
  type IssuedDocument,
  listOpenDocuments,
  readIssuedDocuments,
} from './invoices/issued-documents.ts'
export { type NumberedDocument, readRegister } from './invoices/register.ts'

/** A partner company as other domains see it. */
export interface PartnerOf {
  readonly id: string
  readonly name: string
  /** Person whose commissions the partner invoices. */
  readonly userId: string | undefined
  /** True when the partner has an agreement; without one, no invoices pay the person `userId`. */
  readonly hasAgreement: boolean
}

const summaryOf = ({ id, name, assignedAgentId: userId, agreement }: PartnerRow): PartnerOf => ({
  ...{ id, name, userId, hasAgreement: agreement !== undefined },
})

const byAgreement = (one: PartnerOf, other: PartnerOf) => Number(other.hasAgreement) - Number(one.hasAgreement)

/** Lists the active partners that invoice for a person; partners with an agreement come first. */
export async function listPartnersOf(userId: string): Promise<PartnerOf[]> {
  const rows = await readAll<PartnerRow>(Partners.query.byAgent({ agentKey: userId }))
  return rows
    .filter(({ isActive }) => isActive)
    .map(summaryOf)
    .sort(byAgreement)
}

/** Lists the ids of the partners that invoice for a person, inactive partners included. */
export async function listPartnerIds(userId: string): Promise<string[]> {
  return (await readAll<PartnerRow>(Partners.query.byAgent({ agentKey: userId }))).map(({ id }) => id)
}

/** Lists all partners by name; `userId` is undefined for an inactive one. */
export async function listAllPartners(): Promise<PartnerOf[]> {
  const rows = await readAll<PartnerRow>(Partners.query.byName({}))
  return rows.map((row) => ({ ...summaryOf(row), ...(row.isActive ? {} : { userId: undefined }) }))
}

/** An invoice or credit note as other domains see it. */
export interface DocumentOf {
  readonly id: string
  readonly number: string
  /** Person whose commissions the document settles; undefined for a document entered by hand. */
  readonly userId: string | undefined
  /** True when the reader may open the document (rulings 50). */
  readonly isReadable: boolean
}

/** Reads invoices and credit notes by id, and tells which ones the actor may open; unknown ids are absent. */
export async function readDocumentsFor(actor: Caller, ids: readonly string[]): Promise<Map<string, DocumentOf>> {
  const rows = await invoicesById(ids)
  const partners = await partnersById([...rows.values()].map(({ partnerCompanyId }) => partnerCompanyId))
  const ownersOf = ({ assignedUserId, partnerCompanyId }: InvoiceRow) =>
    [assignedUserId, partners.get(partnerCompanyId)?.assignedAgentId].filter((owner) => owner !== undefined)
  const documentOf = (row: InvoiceRow): DocumentOf => ({
    ...{ id: row.id, number: row.invoiceNumber, userId: row.commissions?.userId },
    isReadable: can(actor, 'invoice:read', { owners: ownersOf(row) }),
  })
  return new Map([...rows].map(([id, row]) => [id, documentOf(row)]))
}

/** A concept or open document, with its open amount in signed cents. */
export interface WaitingDocument {
  readonly id: string
  readonly number: string
  readonly partnerId: string
  readonly month: string
  readonly date: string
  readonly open: number
  /** Amount of the whole document in signed cents. */
  readonly total: number
  /** True until the document is issued, which posts it in the book. */
  readonly isConcept: boolean
  /** Ids of the ledger items that a concept claims; empty once it is issued. */
  readonly heldIds: readonly string[]
}

/** Lists all invoices and credit notes that are a concept or not settled yet. */
export async function listWaitingDocuments(): Promise<WaitingDocument[]> {
  const rows = await Promise.all(
    (['concept', 'in_behandeling'] as const).map((shelf) =>
      readAll<InvoiceRow>(Invoices.query.byShelf({ shelf }) as never),
    ),
  )
  return rows.flat().map(({ id, invoiceNumber: number, partnerCompanyId: partnerId, month, open, ...row }) => ({
    ...{ id, number, partnerId, month, open, date: row.invoiceDate, total: row.totalAmount },
    isConcept: row.sentAt === undefined,
    heldIds: row.sentAt === undefined ? (row.commissions?.itemIds ?? []) : [],
  }))
}

/** Number of latest bank statements in which work is looked for. */
const LATEST_STATEMENTS = 24

/** Work that the bank statements leave: bookings to confirm or to look into, their cents, and the oldest upload. */
export async function readBankTasks(): Promise<{ count: number; cents: number; oldest: string | undefined }> {
  const all = BankStatements.query.all({}) as unknown as Query<BankStatementRow>
  const { rows } = await takeRows<BankStatementRow>(all, LATEST_STATEMENTS, { order: 'desc' })
  const tasks = rows.map((row) => ({ ...tasksOf(row), at: row.uploadedAt }))
  const open = tasks.filter(({ confirming, doubtful }) => confirming.length + doubtful > 0)
  return {
    count: open.reduce((sum, { confirming, doubtful }) => sum + confirming.length + doubtful, 0),
    cents: open.flatMap(({ confirming }) => confirming).reduce((sum, { amount }) => sum + amount, 0),
    oldest: open.at(-1)?.at,
  }
}

/** Reads the amount in transit (paid, not booked by the bank yet) of documents by id, in signed cents. */
export async function readAmountsInTransit(
  ids: readonly string[],
): Promise<Map<string, { number: string; inTransit: number }>> {
  const rows = await invoicesById(ids)
  return new Map([...rows].map(([id, { invoiceNumber: number, inTransit }]) => [id, { number, inTransit }]))
}

/** Maximum number of open invoices in which refused ones are searched. */
const MOST_LOOKED_AT = 30

/** Counts the invoices and credit notes refused by their partner, among the 30 newest open ones. */
export async function countRefused(actor: Caller): Promise<number> {
  authorise(actor, 'self-billing:manage')
  const open = Invoices.query.byShelf({ shelf: 'in_behandeling' }) as unknown as Query<InvoiceRow>
  const { rows } = await takeRows<InvoiceRow>(open, MOST_LOOKED_AT, { order: 'desc' })
  return rows.filter(({ answer }) => answer?.state === 'refused').length
}

/** Maximum number of payment files, of partners, and of payments that are listed for approval. */
const MOST_WAITING = 10

/**
 * Lists the payment files, changed IBANs and payments that the actor may approve; `isComplete` is false where more may
 * wait.
 */
export async function listApprovals(actor: Caller) {
  authorise(actor, 'payment:approve')
  const [files, partners, payments] = await Promise.all([
    takeRows<PaymentFileRow>(PaymentFiles.query.waiting({}) as never, MOST_WAITING),
    takeRows<PartnerRow>(Partners.query.pending({}) as never, MOST_WAITING),
    takeRows<WaitingPaymentRow>(WaitingPayments.query.primary({}) as never, MOST_WAITING),
  ])
  const all = [
    ...files.rows.map(({ id, count, total, createdBy: by, createdAt: at }) => ({
      ...{ kind: 'approveFile' as const, id, by, at, count, total, name: undefined },
    })),
    ...partners.rows.flatMap(({ id, name, pendingAccount }) =>
      pendingAccount
        ? [{ kind: 'approveAccount' as const, id, ...pendingAccount, count: undefined, total: undefined, name }]
        : [],
    ),
    ...payments.rows.map(({ invoiceId: id, invoiceNumber, partnerName, amount: total, by, at }) => ({
      ...{ kind: 'approvePayment' as const, id, by, at, count: undefined, total },
      name: `${partnerName} ${invoiceNumber}`,
    })),
  ]
  const mayApprove = await buildPaymentCheck(actor, all)
  return { waiting: all.filter(mayApprove), isComplete: [files, partners, payments].every(({ isOver }) => isOver) }
}
