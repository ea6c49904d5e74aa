import { book, INVOICES, LEDGER, type Mutation, testsOf } from './mutation.ts'

/** Title of the test about the VAT of a discount. */
const DIVIDED =
  'a discount is divided over what was not credited, and credit notes of all take back each cent of its VAT'

/** Title of the test about a payment that the bank booked too late for its discount. */
const LATE = 'takes the 48-hour discount back, with its VAT, when the bank booked a payment after those hours'

/** Mutations of the guards by which each event (cause) is posted only once, with all its amounts. */
export const causes: readonly Mutation[] = [
  {
    name: 'book: a cause is posted once',
    file: `${LEDGER}/posting.ts`,
    in: 'postEntries',
    guard: 'member LedgerTransactions',
    becomes: 'LedgerTransactions.put',
    tests: testsOf.posting('is posted once, whatever comes again'),
  },
  {
    name: 'book: a discount that a set-off leaves is posted',
    file: `${INVOICES}/payments/paying.ts`,
    in: 'setOff',
    guard: 'property entries discounted',
    becomes: 'entries',
    tests: book,
  },
  {
    name: 'book: the share of a discount that a credit note takes back is posted',
    file: `${INVOICES}/issuing/issuing.ts`,
    in: 'entries',
    guard: 'spread share',
    tests: book,
  },
  {
    name: 'book: VAT that is reversed to us is reclaimed and owed',
    file: `${INVOICES}/payments/invoice-book.ts`,
    in: 'vatPosting',
    guard: 'call isReversed',
    becomes: 'false',
    tests: testsOf.postings('an invoice of 100 is posted with the base of its VAT, under each scheme'),
  },
  {
    name: 'book: VAT of 0 keeps what it is of',
    file: `${INVOICES}/payments/invoice-book.ts`,
    in: 'dropEmpty',
    guard: 'logical amount',
    becomes: 'amount !== 0',
    tests: testsOf.postings('an invoice of 100 is posted with the base of its VAT, under each scheme'),
  },
  {
    name: 'book: a discount takes its VAT off',
    file: `${INVOICES}/payments/invoice-book.ts`,
    in: 'discountPostings',
    guard: 'array account',
    becomes: "[{ account: 'discount', amount: discount }]",
    tests: testsOf.postings(
      'a payment within 48 hours posts its discount with VAT, and its return reverses exactly that',
    ),
  },
  {
    name: 'book: a netting is posted with its discount',
    file: `${INVOICES}/payments/netting.ts`,
    in: 'changesOfNetting',
    guard: 'object verb',
    becomes: "{ verb: 'set-off' }",
    tests: book,
  },
  {
    name: 'book: a return leaves out what of the discount went back',
    file: `${INVOICES}/payments/invoice-book.ts`,
    in: 'computeReturnedDiscount',
    guard: 'call subtractVatShares',
    becomes: 'discount',
    tests: book,
  },
]

/** Mutations of the computation of open amounts, exact to the cent. */
export const arithmetic: readonly Mutation[] = [
  {
    name: 'issue: a credit note is set off',
    file: `${INVOICES}/issuing/issuing.ts`,
    in: 'settled',
    guard: 'call setOff',
    becomes:
      '((..._: Parameters<typeof setOff>): ReturnType<typeof setOff> => null)(credited, note, { date: issued.invoiceDate > today ? issued.invoiceDate : today, by })',
    tests: book,
  },
  {
    name: 'issue: a credit note takes its share of the discount back',
    file: `${INVOICES}/payments/paying.ts`,
    in: 'discountShareOf',
    guard: 'choice isRest',
    becomes: '[]',
    tests: book,
  },
  {
    name: 'issue: the last credit note takes the rest of the discount',
    file: `${INVOICES}/payments/paying.ts`,
    in: 'discountShareOf',
    guard: 'choice isRest',
    becomes: 'splitDiscount(vatPerRateOf(note.lines), wholeCents(Math.min(sumVatShares(standing), share)))',
    tests: book,
  },
  {
    name: 'payment: its discount is divided over what was not credited',
    file: `${INVOICES}/payments/paying.ts`,
    in: 'standing',
    guard: 'call computeUncredited',
    becomes: 'vatPerRateOf(row.lines)',
    tests: testsOf.postings(DIVIDED),
  },
  {
    name: 'bank: a discount goes back when the bank booked after the 48 hours',
    file: `${INVOICES}/bank/bank-settling.ts`,
    in: 'losesDiscount',
    guard: 'binary dueDate',
    becomes: 'false',
    tests: testsOf.statements(LATE),
  },
  {
    name: 'bank: a payment file within the 48 hours keeps the discount',
    file: `${INVOICES}/bank/bank-settling.ts`,
    in: 'losesDiscount',
    guard: 'logical orderedFor date',
    becomes: 'date',
    tests: testsOf.statements(LATE),
  },
  {
    name: 'bank: a booking that was confirmed is no second payment',
    file: `${INVOICES}/bank/confirming.ts`,
    in: 'joinBooking',
    guard: 'logical isConfirmedBooking',
    becomes: 'false',
    tests: testsOf.statements(
      'books a second equal payment of a day, which another statement has, once a person says so',
    ),
  },
  {
    name: 'issue: a credit note takes back no discount twice',
    file: `${INVOICES}/issuing/issuing.ts`,
    in: 'credited',
    guard: 'property discountReturned',
    tests: book,
  },
  {
    name: 'issue: the invoice is credited',
    file: `${INVOICES}/issuing/issuing.ts`,
    in: 'credited',
    guard: 'property creditedVat',
    tests: book,
  },
  {
    name: 'discount: it is of what credit notes leave',
    file: `${INVOICES}/invoices/rules.ts`,
    in: 'promptDiscountOf',
    guard: 'call computeUncredited',
    becomes: 'vatPerRateOf(row.lines)',
    tests: book,
  },
  {
    name: 'payment: what is due takes the discount',
    file: `${INVOICES}/payments/paying.ts`,
    in: 'discount',
    guard: 'choice paid',
    becomes: '0',
    tests: book,
  },
  {
    name: 'payment: a part takes no discount',
    file: `${INVOICES}/payments/paying.ts`,
    in: 'discount',
    guard: 'choice paid',
    becomes: 'row.open - due',
    tests: book,
  },
  {
    name: 'payment: a file pays what is due on its day',
    file: `${INVOICES}/payments/paying.ts`,
    in: 'due',
    guard: 'logical orderedFor',
    becomes: 'date',
    tests: book,
  },
  {
    name: 'payment: an invoice that is open again is not paid',
    file: `${INVOICES}/payments/paying.ts`,
    in: 'isWaiting',
    guard: 'logical row',
    becomes: "row.status === 'in_behandeling'",
    tests: book,
  },
  {
    name: 'return: what of the discount went back is not open again',
    file: `${INVOICES}/payments/paying.ts`,
    in: 'reopened',
    guard: 'call computeReturnedDiscount',
    becomes: 'payment.discount',
    tests: book,
  },
  {
    name: 'return: the next discount begins anew',
    file: `${INVOICES}/payments/paying.ts`,
    in: 'after',
    guard: 'property discountReturned',
    tests: book,
  },
  {
    name: 'return: a payment file lets go of what the bank sent back',
    file: `${INVOICES}/payments/paying.ts`,
    in: 'after',
    guard: 'property paymentFileId',
    tests: book,
  },
  {
    name: 'set-off: what is left takes the discount',
    file: `${INVOICES}/payments/paying.ts`,
    in: 'discount',
    guard: 'choice amount',
    becomes: '0',
    tests: book,
  },
  {
    name: 'set-off: no more than what is due',
    file: `${INVOICES}/payments/paying.ts`,
    in: 'amount',
    guard: 'call payableAt',
    becomes: 'invoice.open',
    tests: book,
  },
]
