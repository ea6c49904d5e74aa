/**
 * Accounts of the book. `payable` is our debt to people, before VAT; `creditor` is our debt to partners, with VAT.
 * `transit` is money paid or repaid that no bank statement shows yet.
 */
export const accounts = [
  'commissions',
  'other-costs',
  'payable',
  'creditor',
  'vat',
  'vat-owed',
  'discount',
  'transit',
  'bank',
  'payroll',
  'own-invoices',
] as const
export type Account = (typeof accounts)[number]

/** Kinds of transactions in the book, named after the event that causes them. */
export const transactionKinds = [
  'due',
  'correction',
  'reversal',
  'split',
  'payroll',
  'own-invoice',
  'issue',
  'credit',
  'set-off',
  'payment',
  'return',
  'booking',
] as const
export type TransactionKind = (typeof transactionKinds)[number]
