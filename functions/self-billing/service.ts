import { can } from '../../shared/access.ts'
import type { Caller } from '../platform/actor.ts'
import { readAll } from '../platform/rows.ts'
import { type InvoiceRow, Invoices } from './invoice-entity.ts'
import { invoicesById, partnersById } from './invoice-views.ts'
import { type PartnerRow, Partners } from './partner-entity.ts'

/** A partner company as others know it. */
export interface PartnerOf {
  readonly id: string
  readonly name: string
  /** Whose partner it is. */
  readonly userId: string | undefined
  /** Whether its invoices pay that person. */
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

/** Lists all partners by name, those that are not active any more without their person. */
export async function everyPartner(): Promise<PartnerOf[]> {
  const rows = await readAll<PartnerRow>(Partners.query.byName({}))
  return rows.map((row) => ({ ...known(row), ...(row.isActive ? {} : { userId: undefined }) }))
}

/** An invoice or credit note as others know it. */
export interface DocumentOf {
  readonly id: string
  readonly number: string
  /** Whose commissions it settles; nobody's where it was typed. */
  readonly userId: string | undefined
  /** Whether whoever asks may open it (rulings 50). */
  readonly isReadable: boolean
}

/** Reads documents by their ids, those that are there. */
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

/** An invoice or credit note that waits for something, with what is open of it in signed cents. */
export interface WaitingDocument {
  readonly id: string
  readonly number: string
  readonly partnerId: string
  readonly month: string
  readonly open: number
  /** The items that it holds while it is a concept that was never issued; none afterwards. */
  readonly heldIds: readonly string[]
}

/** Lists the documents that wait for something, whatever their month. */
export async function waitingDocuments(): Promise<WaitingDocument[]> {
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
