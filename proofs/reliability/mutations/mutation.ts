import type { Place } from './guards.ts'

/** A change that removes a guard from the code, and the tests that must detect it. */
export interface Mutation extends Place {
  readonly name: string
  readonly file: string
  /** Code in place of the guard; without it, the guard is taken out. */
  readonly becomes?: string
  /** Tests that must detect the mutation: at least one of them fails. */
  readonly tests: readonly Killer[]
}

/** A test that detects a mutation, by its file and title. */
export interface Killer {
  readonly file: string
  readonly title: string
}

export const SALES = 'functions/sales'
export const INVOICES = 'functions/invoices'
export const LEDGER = 'functions/book'
export const COSTS = 'functions/costs'

/** Returns a function that names tests of a file by their titles. */
const within =
  (file: string) =>
  (...titles: string[]): Killer[] =>
    titles.map((title) => ({ file: `${file}.test.ts`, title }))

/** Functions that name tests of one file by their titles: `testsOf.people('…')` names tests of `people-races`. */
export const testsOf = {
  people: within(`${SALES}/sales/people-races`),
  coolingOff: within(`${SALES}/cooling-off`),
  approval: within(`${SALES}/approval`),
  fees: within(`${SALES}/fees/fee-races`),
  repayments: within(`${SALES}/payouts/repayments`),
  bulk: within(`${SALES}/payouts/advance-races`),
  revenue: within(`${SALES}/revenue/revenue`),
  hours: within(`${COSTS}/hours`),
  rates: within(`${COSTS}/rates`),
  fixed: within(`${COSTS}/fixed`),
  payroll: within(`${INVOICES}/payments/payroll-races`),
  monthly: within('functions/monthly-runs/monthly-races'),
  settling: within(`${INVOICES}/payments/settling-races`),
  numbering: within(`${INVOICES}/issuing/numbering-races`),
  credits: within(`${INVOICES}/issuing/credit-races`),
  payments: within(`${INVOICES}/payments/payment-races`),
  matching: within(`${INVOICES}/bank/matching`),
  periods: within('functions/ledger/closing/periods'),
  choosing: within(`${INVOICES}/bank/choosing`),
  runs: within('functions/monthly-runs/monthly-runs'),
  corrected: within('functions/monthly-runs/monthly-corrections'),
  settled: within(`${INVOICES}/payments/settled-commissions`),
  credited: within(`${INVOICES}/issuing/credited-commissions`),
  replacedFees: within(`${INVOICES}/issuing/invoiced-fees`),
  statements: within(`${INVOICES}/bank/statements`),
  postings: within(`${INVOICES}/payments/postings`),
  vat: within(`${INVOICES}/partners/vat-schemes`),
  kor: within(`${INVOICES}/partners/kor`),
  posting: within(`${LEDGER}/posting`),
  settlements: within(`${LEDGER}/settling`),
  itemRaces: within(`${LEDGER}/item-races`),
} as const

/** Tests that compare the ledger with its model. */
export const book = within('proofs/reliability/book/ledger')(
  'discounts match the model where they meet set-offs, payment files and credit notes',
  'the open amount of each document matches the model, through any events in any order',
)
