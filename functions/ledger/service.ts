export type { Account, TransactionKind } from './accounts.ts'
export { contributionsOf } from './balance.ts'
export type { PostingRow, TransactionRow } from './entity.ts'
export type { LedgerItem } from './item-entity.ts'
export {
  type Claim,
  type Correction,
  causeOf,
  claimItems,
  type Due,
  findItems,
  heldBy,
  newDue,
  openItems,
  type Payee,
  payByPayroll,
  postCorrection,
  postDue,
  recordOwnInvoice,
  releaseItems,
  reverseHeldItems,
  reverseItem,
  settledPostings,
  splitItem,
  standingItems,
  unchangedItem,
} from './items.ts'
export { documentHistory, personJournal } from './journal.ts'
export { ownInvoiceRecorded } from './own-invoices.ts'
export { balance, type PersonBalance } from './person-balance.ts'
export { type Entry, findTransaction, type Posted, post, reversalOf } from './posting.ts'
export { hasNoPartner, InvoicedPayees, invoicedPayeeMoved, isPaidByInvoice } from './roads.ts'
export { dealOver, linesOf, MOST_LINES, partsOf, type Settlement, type Split, settlementOf, sumOf } from './settling.ts'
