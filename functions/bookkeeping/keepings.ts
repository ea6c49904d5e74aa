import { findItems, type LedgerItem, type MonthAccounts, monthAccounts, openItemsOfAll } from '../ledger/service.ts'
import { everyPartner, listWaitingDocuments, type PartnerOf, type WaitingDocument } from '../self-billing/service.ts'

/** Records that are compared: balances with their journal, open items, documents, and partners with their person. */
export interface Keepings {
  readonly month: string
  readonly accounts: MonthAccounts
  readonly items: readonly LedgerItem[]
  readonly documents: readonly WaitingDocument[]
  readonly partners: readonly PartnerOf[]
}

/** Reads the records to compare for a month. The number of calls grows with the people, not with the months. */
export async function readKeepings(month: string): Promise<Keepings> {
  const [accounts, documents, partners] = await Promise.all([
    monthAccounts(month),
    listWaitingDocuments(),
    everyPartner(),
  ])
  const [open, held] = await Promise.all([
    openItemsOfAll([...accounts.people.keys()]),
    findItems(documents.flatMap(({ heldIds }) => heldIds)),
  ])
  const holders = holdersOf(documents)
  const isHeld = ({ claimedBy }: LedgerItem) => claimedBy !== undefined && holders.has(claimedBy.by)
  return { month, accounts, documents, partners, items: [...open, ...held.filter(isHeld)] }
}

/** Returns the claim names of concept invoices; items that they claim still count as open. */
export const holdersOf = (documents: readonly WaitingDocument[]): ReadonlySet<string> =>
  new Set(documents.filter(({ heldIds }) => heldIds.length > 0).map(({ id }) => `invoice#${id}`))
