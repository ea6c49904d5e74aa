export type { Account, TransactionKind } from './accounts.ts'
export { contributionsOf, NO_TEAM, sumOn } from './balance.ts'
export type { Dimensions, PostingRow, TransactionRow } from './entity.ts'
export {
  documentFaults,
  type Fault,
  findSettlementFaults,
  itemFaults,
  openItemsOfAll,
  transitFaults,
} from './faults.ts'
export type { LedgerItem } from './item-entity.ts'
export {
  causeOf,
  claimItems,
  type Due,
  explainClaim,
  findItems,
  invoiceIdOf,
  isOpen,
  isReversed,
  newDue,
  openItemList,
  openItems,
  payablePostings,
  payByPayroll,
  postCorrection,
  postDue,
  readCurrentItems,
  recordOwnInvoice,
  releaseItems,
  requireSameClaim,
  reverseHeldItems,
  reverseItem,
  reversePart,
  splitItem,
} from './items.ts'
export { documentHistory, itemIdsOf, itemsById, journalOf, partnerJournal, personJournal } from './journal.ts'
export { type MonthAccount, type MonthAccounts, monthAccounts } from './month-accounts.ts'
export {
  isPaidByInvoice,
  moveInvoicedPayee,
  type PayoutMethod,
  payoutMethodOf,
  requireNoPartner,
} from './payout-methods.ts'
export { openAtEnds, personSums, readPersonBalance } from './person-balance.ts'
export { combinePosted, type Entry, type Posted, postEntries, reversalOf } from './posting.ts'
export {
  divideOverDocuments,
  MOST_LINES,
  partsOf,
  repaymentOf,
  type Settlement,
  type Split,
  settlementLines,
  settlementOf,
  settlementTotal,
  sumAmounts,
} from './settling.ts'
