export type { Account, TransactionKind } from './accounts.ts'
export { contributionsOf, NO_TEAM } from './balance.ts'
export type { Dimensions, PostingRow, TransactionRow } from './entity.ts'
export { documentFaults, type Fault, itemFaults, openItemsOfAll, settledFaults, transitFaults } from './faults.ts'
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
  openItemList,
  openItems,
  type Payee,
  payByPayroll,
  postCorrection,
  postDue,
  recordOwnInvoice,
  releaseItems,
  reverseHeldItems,
  reverseItem,
  reversePart,
  settledPostings,
  splitItem,
  standingItems,
  unchangedItem,
} from './items.ts'
export { documentHistory, journalOf, partnerJournal, personJournal } from './journal.ts'
export { type MonthAccount, type MonthAccounts, monthAccounts } from './month-accounts.ts'
export { recordInvoiceNumber } from './own-invoices.ts'
export { balance, openAtEnds, type PersonBalance } from './person-balance.ts'
export { type Entry, findTransaction, type Posted, post, reversalOf } from './posting.ts'
export { hasNoPartner, InvoicedPayees, invoicedPayeeMoved, isPaidByInvoice, type Road, roadOf } from './roads.ts'
export {
  dealOver,
  linesOf,
  MOST_LINES,
  partsOf,
  repaymentOf,
  type Settlement,
  type Split,
  settlementOf,
  sumOf,
} from './settling.ts'
