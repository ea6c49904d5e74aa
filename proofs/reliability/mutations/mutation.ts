/** A change that removes a guard from the code, and the tests of which one must then fail. */
export interface Mutation {
  readonly name: string
  readonly file: string
  /** Text of the guard, which the file holds exactly once. */
  readonly find: string
  readonly replace: string
  /** Tests of which at least one must fail. */
  readonly tests: readonly Killer[]
}

/** A test that detects a mutation, by its file and title. */
export interface Killer {
  readonly file: string
  readonly title: string
}

export const SALES = 'functions/sales'
export const BILLING = 'functions/self-billing'
export const LEDGER = 'functions/ledger'
export const COSTS = 'functions/costs'

/** Names tests of one file by their titles. */
const within =
  (file: string) =>
  (...titles: string[]): Killer[] =>
    titles.map((title) => ({ file: `${file}.test.ts`, title }))

export const people = within(`${SALES}/sales/people-races`)
export const fees = within(`${SALES}/fees/fee-races`)
export const repayments = within(`${SALES}/payouts/repayments`)
export const bulk = within(`${SALES}/payouts/advance-races`)
export const revenue = within(`${SALES}/revenue/revenue`)
export const hours = within(`${COSTS}/hours`)
export const rates = within(`${COSTS}/rates`)
export const fixed = within(`${COSTS}/fixed`)
export const payroll = within(`${BILLING}/payments/payroll-races`)
export const monthly = within(`${BILLING}/monthly/monthly-races`)
export const settling = within(`${BILLING}/payments/settling-races`)
export const numbering = within(`${BILLING}/issuing/numbering-races`)
export const credits = within(`${BILLING}/issuing/credit-races`)
export const payments = within(`${BILLING}/payments/payment-races`)
export const choosing = within(`${BILLING}/bank/choosing`)
export const runs = within(`${BILLING}/monthly/monthly-runs`)
export const corrected = within(`${BILLING}/monthly/monthly-corrections`)
export const settled = within(`${BILLING}/payments/settled-commissions`)
export const credited = within(`${BILLING}/issuing/credited-commissions`)
export const replacedFees = within(`${BILLING}/issuing/invoiced-fees`)
export const postings = within(`${BILLING}/payments/postings`)
export const vat = within(`${BILLING}/partners/vat-schemes`)
export const posting = within(`${LEDGER}/posting`)
export const settlements = within(`${LEDGER}/settling`)
export const itemRaces = within(`${LEDGER}/item-races`)
export const book = within('proofs/reliability/book/ledger')(
  'discounts match the model where they meet set-offs, payment files and credit notes',
  'the open amount of each document matches the model, through any events in any order',
)
