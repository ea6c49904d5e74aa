import { BILLING, book, LEDGER, type Mutation, posting } from './mutation.ts'

/** What the book says: each cause once, and all of it. */
export const causes: readonly Mutation[] = [
  {
    name: 'book: a cause is posted once',
    file: `${LEDGER}/posting.ts`,
    find: 'LedgerTransactions.create(row)',
    replace: 'LedgerTransactions.put(row)',
    tests: posting('is posted once, whatever comes again'),
  },
  {
    name: 'book: a discount that a set-off leaves is posted',
    file: `${BILLING}/paying.ts`,
    find: 'entries: [...entries, ...taken.entries]',
    replace: 'entries',
    tests: book,
  },
  {
    name: 'book: the share of a discount that a credit note takes back is posted',
    file: `${BILLING}/issuing.ts`,
    find: '...(share === 0 ? [] : [discountReturnEntry(issued, share, by)]),',
    replace: '',
    tests: book,
  },
  {
    name: 'book: a netting is posted with its discount',
    file: `${BILLING}/netting.ts`,
    find: "{ verb: 'set-off', write, count, outbox }",
    replace: "{ verb: 'set-off' }",
    tests: book,
  },
  {
    name: 'book: a return leaves out what of the discount went back',
    file: `${BILLING}/invoice-book.ts`,
    find: 'const discount = payment.discount - row.discountReturned',
    replace: 'const discount = payment.discount',
    tests: book,
  },
]

/** What is open of documents, to the cent. */
export const arithmetic: readonly Mutation[] = [
  {
    name: 'issue: a credit note is set off',
    file: `${BILLING}/issuing.ts`,
    find: 'const settled = setOff(',
    replace: 'const settled = ((..._: Parameters<typeof setOff>): ReturnType<typeof setOff> => null)(',
    tests: book,
  },
  {
    name: 'issue: a credit note takes its share of the discount back',
    file: `${BILLING}/paying.ts`,
    find: 'return isRest ? left : Math.min(left, Math.round((taken.discount * amount) / taken.discountOf))',
    replace: 'return 0',
    tests: book,
  },
  {
    name: 'issue: the last credit note takes the rest of the discount',
    file: `${BILLING}/paying.ts`,
    find: 'return isRest ? left : Math.min(',
    replace: 'return Math.min(',
    tests: book,
  },
  {
    name: 'issue: a credit note takes back no discount twice',
    file: `${BILLING}/issuing.ts`,
    find: 'discountReturned: invoice.discountReturned + share,',
    replace: '',
    tests: book,
  },
  {
    name: 'issue: the invoice is credited',
    file: `${BILLING}/issuing.ts`,
    find: 'creditedAmount: invoice.creditedAmount + amount,',
    replace: '',
    tests: book,
  },
  {
    name: 'discount: it is of what credit notes leave',
    file: `${BILLING}/invoice-rules.ts`,
    find: 'promptAmounts(wholeCents(row.totalAmount - row.creditedAmount), row)',
    replace: 'promptAmounts(wholeCents(row.totalAmount), row)',
    tests: book,
  },
  {
    name: 'payment: what is due takes the discount',
    file: `${BILLING}/paying.ts`,
    find: 'const discount = paid === due ? row.open - paid : 0',
    replace: 'const discount = 0',
    tests: book,
  },
  {
    name: 'payment: a part takes no discount',
    file: `${BILLING}/paying.ts`,
    find: 'const discount = paid === due ? row.open - paid : 0',
    replace: 'const discount = row.open - due',
    tests: book,
  },
  {
    name: 'payment: a file pays what is due on its day',
    file: `${BILLING}/paying.ts`,
    find: 'payableAt(row, orderedFor ?? date)',
    replace: 'payableAt(row, date)',
    tests: book,
  },
  {
    name: 'payment: an invoice that is open again is not paid',
    file: `${BILLING}/paying.ts`,
    find: "const isWaiting = row.status === 'betaald' || row.status === 'in_behandeling'",
    replace: "const isWaiting = row.status === 'in_behandeling'",
    tests: book,
  },
  {
    name: 'return: what of the discount went back is not open again',
    file: `${BILLING}/paying.ts`,
    find: 'payment.amount + payment.discount - row.discountReturned',
    replace: 'payment.amount + payment.discount',
    tests: book,
  },
  {
    name: 'return: the next discount begins anew',
    file: `${BILLING}/paying.ts`,
    find: 'discountReturned: payment.discount === 0 ? row.discountReturned : 0,',
    replace: '',
    tests: book,
  },
  {
    name: 'return: a payment file lets go of what the bank sent back',
    file: `${BILLING}/paying.ts`,
    find: 'paymentFileId: sentBackOn === undefined ? row.paymentFileId : undefined,',
    replace: '',
    tests: book,
  },
  {
    name: 'set-off: what is left takes the discount',
    file: `${BILLING}/paying.ts`,
    find: 'const discount = amount === payableAt(invoice, date) ? invoice.open - amount : 0',
    replace: 'const discount = 0',
    tests: book,
  },
  {
    name: 'set-off: no more than what is due',
    file: `${BILLING}/paying.ts`,
    find: 'Math.min(payableAt(invoice, date), -note.open)',
    replace: 'Math.min(invoice.open, -note.open)',
    tests: book,
  },
]
