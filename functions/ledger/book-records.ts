import {
  findItems,
  type LedgerItem,
  type MonthAccounts,
  readMonthAccounts,
  readOpenItemsOfPeople,
} from '../book/service.ts'
import { listAllPartners, type PartnerOf } from '../invoices/partner-companies.ts'
import { listWaitingDocuments, type WaitingDocument } from '../invoices/registry.ts'

/** Records that a reconciliation compares: balances with their journal, open items, open documents, and partners. */
export interface BookRecords {
  readonly month: string
  readonly accounts: MonthAccounts
  readonly items: readonly LedgerItem[]
  readonly documents: readonly WaitingDocument[]
  readonly partners: readonly PartnerOf[]
}

/**
 * Reads the records that the reconciliation of a month compares. The number of database calls grows with the number
 * of people, not with that of months.
 */
export async function readBookRecords(month: string): Promise<BookRecords> {
  const [accounts, documents, partners] = await Promise.all([
    readMonthAccounts(month),
    listWaitingDocuments(),
    listAllPartners(),
  ])
  const [open, held] = await Promise.all([
    readOpenItemsOfPeople([...accounts.people.keys()]),
    findItems(documents.flatMap(({ heldIds }) => heldIds)),
  ])
  const holders = conceptInvoiceClaims(documents)
  const isHeld = ({ claimedBy }: LedgerItem) => claimedBy !== undefined && holders.has(claimedBy.by)
  return { month, accounts, documents, partners, items: [...open, ...held.filter(isHeld)] }
}

/**
 * Returns the claims `invoice#<id>` of those `documents` that are concept invoices. A ledger item with such a claim in
 * `claimedBy` still counts as open.
 */
export const conceptInvoiceClaims = (documents: readonly WaitingDocument[]): ReadonlySet<string> =>
  new Set(documents.filter(({ heldIds }) => heldIds.length > 0).map(({ id }) => `invoice#${id}`))
