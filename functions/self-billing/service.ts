import { can } from '../../shared/access.ts'
import { staleConflict } from '../../shared/errors.ts'
import { onlyAdmin } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { type Query, readAll, take } from '../platform/data/rows.ts'
import { type InvoiceRow, Invoices } from './invoices/entity.ts'
import { invoicesById, partnersById } from './invoices/views.ts'
import { type PartnerRow, Partners } from './partner-entity.ts'
import { type PaymentFileRow, PaymentFiles } from './payments/payment-file-entity.ts'

/** A partner company as other domains see it. */
export interface PartnerOf {
  readonly id: string
  readonly name: string
  /** Person whose commissions the partner invoices. */
  readonly userId: string | undefined
  /** Set when it has an agreement, so that its invoices pay that person. */
  readonly hasAgreement: boolean
}

const known = ({ id, name, assignedAgentId: userId, agreement }: PartnerRow): PartnerOf => ({
  ...{ id, name, userId, hasAgreement: agreement !== undefined },
})

const byAgreement = (one: PartnerOf, other: PartnerOf) => Number(other.hasAgreement) - Number(one.hasAgreement)

/** Lists the active partners of a person, those with an agreement first. */
export async function partnersOf(userId: string): Promise<PartnerOf[]> {
  const rows = await readAll<PartnerRow>(Partners.query.byAgent({ agentKey: userId }))
  return rows
    .filter(({ isActive }) => isActive)
    .map(known)
    .sort(byAgreement)
}

/** Lists the ids of the partners whose agent a person is, inactive ones too. */
export async function partnerIdsOf(userId: string): Promise<string[]> {
  return (await readAll<PartnerRow>(Partners.query.byAgent({ agentKey: userId }))).map(({ id }) => id)
}

/** Lists all partners by name; inactive ones have no person. */
export async function everyPartner(): Promise<PartnerOf[]> {
  const rows = await readAll<PartnerRow>(Partners.query.byName({}))
  return rows.map((row) => ({ ...known(row), ...(row.isActive ? {} : { userId: undefined }) }))
}

/** An invoice or credit note as other domains see it. */
export interface DocumentOf {
  readonly id: string
  readonly number: string
  /** Person whose commissions it settles; undefined where it was typed. */
  readonly userId: string | undefined
  /** Set when the reader may open it (rulings 50). */
  readonly isReadable: boolean
}

/** Reads documents by their ids; skips missing ones. */
export async function documentsFor(actor: Caller, ids: readonly string[]): Promise<Map<string, DocumentOf>> {
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
  readonly open: number
  /** Items that a concept claims until it is issued; none afterwards. */
  readonly heldIds: readonly string[]
}

/** Lists concepts and open documents of any month. */
export async function listWaitingDocuments(): Promise<WaitingDocument[]> {
  const shelves = await Promise.all(
    (['concept', 'in_behandeling'] as const).map((shelf) =>
      readAll<InvoiceRow>(Invoices.query.byShelf({ shelf }) as never),
    ),
  )
  return shelves.flat().map(({ id, invoiceNumber: number, partnerCompanyId: partnerId, month, open, ...row }) => ({
    ...{ id, number, partnerId, month, open },
    heldIds: row.sentAt === undefined ? (row.commissions?.itemIds ?? []) : [],
  }))
}

/** Reads the amount in transit of documents, in signed cents; skips missing ones. */
export async function transitOf(ids: readonly string[]): Promise<Map<string, { number: string; inTransit: number }>> {
  const rows = await invoicesById(ids)
  return new Map([...rows].map(([id, { invoiceNumber: number, inTransit }]) => [id, { number, inTransit }]))
}

/** Most open invoices to search for refused ones. */
const MOST_LOOKED_AT = 30

/** Counts the refused invoices among the newest open ones. */
export async function countRefused(actor: Caller): Promise<number> {
  authorise(actor, 'self-billing:manage')
  const open = Invoices.query.byShelf({ shelf: 'in_behandeling' }) as unknown as Query<InvoiceRow>
  const { rows } = await take<InvoiceRow>(open, MOST_LOOKED_AT, { order: 'desc' })
  return rows.filter(({ answer }) => answer?.state === 'refused').length
}

/** Most payment files, and most partners, that are listed for approval. */
const MOST_WAITING = 10

/** Lists the payment files and changed IBANs that wait for an admin; `isWhole` tells whether that was all. */
export async function listApprovals(actor: Caller) {
  authorise(actor, 'self-billing:manage')
  const [files, partners] = await Promise.all([
    take<PaymentFileRow>(PaymentFiles.query.waiting({}) as never, MOST_WAITING),
    take<PartnerRow>(Partners.query.pending({}) as never, MOST_WAITING),
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
  ]
  const others = all.filter(({ by }) => by !== actor.id)
  const isAlone = others.length < all.length && (await onlyAdmin(actor, staleConflict)) !== null
  return { waiting: isAlone ? all : others, isWhole: files.isOver && partners.isOver }
}
