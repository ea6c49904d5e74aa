import { can } from '../../shared/access.ts'
import { startOfDay } from '../../shared/time.ts'
import { readFirstOpenDay } from '../book/service.ts'
import type { Caller } from '../platform/actor.ts'
import { readAll } from '../platform/data/rows.ts'
import { type BankStatementRow, BankStatements, tasksOf } from './bank/statement-entity.ts'
import { type InvoiceRow, Invoices } from './invoices/entity.ts'
import { invoicesById, partnersById } from './invoices/records.ts'

/*
 * What the ledger reads of invoices, partners and bank statements besides `service.ts`: whole months, for calls that few
 * people make.
 */

export {
  type IssuedDocument,
  listOpenDocuments,
  readIssuedDocuments,
} from './invoices/issued-documents.ts'
export { type NumberedDocument, readRegister } from './invoices/register.ts'
export { type PartnerDetails, readPartnerDetails } from './partners/partner-details.ts'

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

/**
 * Reads the work that bank statements with bookings up to a month `yyyy-mm` leave: bookings to confirm or to look into,
 * the cents to confirm, and the oldest upload. Statements uploaded in closed months leave none of open ones.
 */
export async function readBankTasks(
  month: string,
): Promise<{ count: number; cents: number; oldest: string | undefined }> {
  const all = BankStatements.query.all({})
  const first = await readFirstOpenDay()
  const rows = await readAll<BankStatementRow>((first ? all.gte({ uploadedAt: startOfDay(first) }) : all) as never)
  const tasks = rows
    .filter(({ firstDay }) => firstDay.slice(0, 7) <= month)
    .map((row) => ({ ...tasksOf(row), at: row.uploadedAt }))
  const open = tasks.filter(({ confirming, doubtful }) => confirming.length + doubtful > 0)
  return {
    count: open.reduce((sum, { confirming, doubtful }) => sum + confirming.length + doubtful, 0),
    cents: open.flatMap(({ confirming }) => confirming).reduce((sum, { amount }) => sum + amount, 0),
    oldest: open[0]?.at,
  }
}

/** Reads the amount in transit (paid, not booked by the bank yet) of documents by id, in signed cents. */
export async function readAmountsInTransit(
  ids: readonly string[],
): Promise<Map<string, { number: string; inTransit: number }>> {
  const rows = await invoicesById(ids)
  return new Map([...rows].map(([id, { invoiceNumber: number, inTransit }]) => [id, { number, inTransit }]))
}
