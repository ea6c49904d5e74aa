import type { Difference } from '../../shared/api/ledger.ts'
import { inEuros, moneyText, wholeCents } from '../../shared/money.ts'
import { localDateOf, monthOf, now } from '../../shared/time.ts'
import {
  type Fault,
  findDocumentFaults,
  findItemFaults,
  findSettlementFaults,
  findTransitFaults,
  type MonthAccount,
} from '../book/service.ts'
import { readAmountsInTransit } from '../invoices/registry.ts'
import { type BookRecords, conceptInvoiceClaims } from './book-records.ts'

/** Difference as the API shows it, with its person or partner and its effect on their open amount. */
export interface Found {
  readonly shown: Difference
  readonly owner: `person#${string}` | `partner#${string}`
  /**
   * Cents by which the stored items or documents are below the balance. The reconciliation lowers the open amount at
   * the end of the month by this amount.
   */
  readonly lacks: number
}

/**
 * Dutch names of the counted measures: those of people, then those of partners. Both are in the order of their equation
 * in money.md (rules 2 and 3).
 */
const measureNames = {
  bookEarned: 'Verdiend',
  bookCorrected: 'Correcties',
  bookPayroll: 'Via salaris',
  bookPersonInvoiced: 'Op facturen',
  bookPersonCredited: 'Creditfacturen',
  bookOwnInvoices: 'Eigen facturen',
  bookInvoiced: 'Facturen',
  bookCredited: 'Creditfacturen',
  bookPaid: 'Betaald',
  bookDiscount: 'Korting',
} as const

/**
 * Finds where the balances of a month differ from the journal, the open items or the open documents in `bookRecords`.
 * Items and documents are compared as they are now; a difference without a known cause counts in the current month.
 */
export async function findDifferences(bookRecords: BookRecords): Promise<Found[]> {
  const { month, accounts, items, documents } = bookRecords
  const held = conceptInvoiceClaims(documents)
  const ofPeople = [...accounts.people].map(async ([userId, account]) => {
    const owner = `person#${userId}` as const
    const open = sumOf(items.filter((item) => item.userId === userId).map(({ amount }) => amount))
    const about = { owner, shown: { userId } }
    return [
      ...counterDifferences(month, account, about),
      ...(account.now === open
        ? []
        : openDifferences(bookRecords, account.now - open, await findItemFaults(userId, held), about)),
    ]
  })
  const ofPartners = [...accounts.partners].map(async ([partnerId, account]) => {
    const theirs = documents.filter((document) => document.partnerId === partnerId)
    const open = sumOf(theirs.map((document) => document.open))
    const about = { owner: `partner#${partnerId}` as const, shown: { partnerId } }
    const standingDocuments = new Map(theirs.map((document) => [document.id, document]))
    return [
      ...counterDifferences(month, account, about),
      ...(account.now === open
        ? []
        : openDifferences(
            bookRecords,
            account.now - open,
            await findDocumentFaults(partnerId, standingDocuments),
            about,
          )),
    ]
  })
  return (await Promise.all([...ofPeople, ...ofPartners, paymentDifferences(bookRecords)])).flat()
}

/**
 * Finds settlements of the month that differ from their items. Also finds documents paid in that month whose stored
 * amount in transit differs from the book. Neither difference changes an open amount.
 */
async function paymentDifferences({ accounts: { settlements, paidDocuments } }: BookRecords): Promise<Found[]> {
  const [settled, transit] = await Promise.all([
    findSettlementFaults(settlements),
    readAmountsInTransit([...paidDocuments.keys()]).then((stored) => findTransitFaults(paidDocuments, stored)),
  ])
  const found = ({ ownerId, amount, documentId, ...fault }: (typeof settled)[number], isPartner: boolean): Found => ({
    ...{ owner: isPartner ? `partner#${ownerId}` : `person#${ownerId}`, lacks: 0 },
    shown: {
      ...{ ...fault, documentId: documentId ?? null, amount: inEuros(amount) },
      ...{ userId: isPartner ? null : ownerId, partnerId: isPartner ? ownerId : null },
    },
  })
  return [...settled.map((fault) => found(fault, false)), ...transit.map((fault) => found(fault, true))]
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

interface About {
  readonly owner: Found['owner']
  readonly shown: { readonly userId?: string; readonly partnerId?: string }
}

const nobody = { userId: null, partnerId: null, documentId: null }

/** Lists the measures whose counter in a month differs from the journal. */
function counterDifferences(month: string, { counted, posted }: MonthAccount, { owner, shown }: About): Found[] {
  return Object.entries(measureNames).flatMap(([measure, title]): Found[] => {
    const [count, post] = [counted, posted].map((sums) => Reflect.get(sums, measure) ?? 0)
    if (count === post) return []
    const text = `saldo ${amountText(count)}, boekingen ${amountText(post)}`
    return [{ owner, lacks: 0, shown: { ...nobody, ...shown, title, text, amount: inEuros(post - count), month } }]
  })
}

const amountText = (amount: number) => moneyText(wholeCents(amount))

/**
 * Returns the causes of a difference between the balance and the records, and the part that no cause explains. Leaves
 * out causes of later months.
 */
function openDifferences(
  { month }: BookRecords,
  lacks: number,
  faults: readonly Fault[],
  { owner, shown }: About,
): Found[] {
  const rest = lacks - sumOf(faults.map(({ amount }) => amount))
  const unexplained: Fault = {
    title: 'Open saldo',
    text: 'is anders dan de open posten; oorzaak onbekend',
    ...{ amount: rest, month: monthOf(localDateOf(now())) },
  }
  return [...faults, ...(rest === 0 ? [] : [unexplained])]
    .filter((fault) => fault.month <= month)
    .map(({ documentId = null, amount, ...fault }) => ({
      ...{ owner, lacks: amount },
      shown: { ...nobody, ...shown, ...fault, documentId, amount: inEuros(amount) },
    }))
}
