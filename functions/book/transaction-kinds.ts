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
