export { readAccountBalances } from './account-balances.ts'
export { contributionsOf, NO_TEAM, sumPostingsOn } from './balance.ts'
export type { Dimensions, PostingRow, TransactionRow } from './entity.ts'
export {
  type Fault,
  findDocumentFaults,
  findItemFaults,
  findSettlementFaults,
  findTransitFaults,
} from './faults.ts'
export type { LedgerItem } from './item-entity.ts'
export {
  buildDueItem,
  causeOf,
  claimItems,
  type Due,
  dueIdOf,
  explainClaim,
  findItems,
  invoiceIdOf,
  isOpen,
  isReversed,
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
  takeBack,
} from './items.ts'
export {
  itemIdsOf,
  journalOf,
  journalOfPartner,
  journalOfPerson,
  lastBookDay,
  readDocumentHistory,
  readItemsOfTransactions,
  readJournal,
} from './journal.ts'
export { forgetPayee, notePayment, type Payee, readPayees, requireSameEmployment } from './known-payees.ts'
export { isCountedRight, type MonthAccount, type MonthAccounts, readMonthAccounts } from './month-accounts.ts'
export { openItemList, readOpenItems, readOpenItemsOfPeople } from './open-items.ts'
export { listWithoutSums, type OwnInvoice } from './own-invoices.ts'
export { readOwedToPartners, readPaidToPartners } from './partner-payments.ts'
export {
  isPaidByInvoice,
  moveInvoicedPayee,
  payoutMethodOf,
  requireNoPartner,
} from './payout-methods.ts'
export { type BookLock, BookLocks } from './period-entity.ts'
export { BOOK, firstOpenDayOf, readFirstOpenDay } from './periods.ts'
export { buildPersonBalance, readOpenAtEnds, readPersonBalance } from './person-balance.ts'
export {
  combinePosted,
  type Entry,
  type Posted,
  postEntries,
  postOnOpenDays,
  requireOpenMonth,
  reversalOf,
} from './posting.ts'
export { type MonthSeal, MonthSeals } from './seal-entity.ts'
export { computeSeal, firstSealedMonth, listSealedMonths, readSeals, verifySeals } from './seals.ts'
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
export { type PostedItems, readPostedItems, rewriteTexts } from './texts.ts'
export type { TransactionKind } from './transaction-kinds.ts'
