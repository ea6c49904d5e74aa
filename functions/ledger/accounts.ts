/**
 * The accounts of the book. `payable` is what we owe people before VAT, `creditor` what we owe partners with VAT,
 * `transit` what we ordered the bank to pay and the bank has not told yet.
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

/** The causes of transactions, by what happened. */
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
