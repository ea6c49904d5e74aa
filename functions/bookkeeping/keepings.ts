import { findItems, type LedgerItem, type MonthAccounts, monthAccounts, openItemsOfAll } from '../ledger/service.ts'
import { everyPartner, type PartnerOf, type WaitingDocument, waitingDocuments } from '../self-billing/service.ts'

/** What stands now, by four keepings: balances with their journal, open items, documents, and who is whose person. */
export interface Keepings {
  readonly month: string
  readonly accounts: MonthAccounts
  readonly items: readonly LedgerItem[]
  readonly documents: readonly WaitingDocument[]
  readonly partners: readonly PartnerOf[]
}

/** Reads the keepings of a month: as many calls as there are people, whatever the number of months. */
export async function readKeepings(month: string): Promise<Keepings> {
  const [accounts, documents, partners] = await Promise.all([monthAccounts(month), waitingDocuments(), everyPartner()])
  const [open, held] = await Promise.all([
    openItemsOfAll([...accounts.people.keys()]),
    findItems(documents.flatMap(({ heldIds }) => heldIds)),
  ])
  const holders = holdersOf(documents)
  const isHeld = ({ claimedBy }: LedgerItem) => claimedBy !== undefined && holders.has(claimedBy.by)
  return { month, accounts, documents, partners, items: [...open, ...held.filter(isHeld)] }
}

/** Returns the names under which concept invoices hold items, which are open still. */
export const holdersOf = (documents: readonly WaitingDocument[]): ReadonlySet<string> =>
  new Set(documents.filter(({ heldIds }) => heldIds.length > 0).map(({ id }) => `invoice#${id}`))
