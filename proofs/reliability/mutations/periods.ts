import { INVOICES, LEDGER, type Mutation, testsOf } from './mutation.ts'

/** Mutations of the guards of closed months, and of four guards that no test of money detected before. */
export const periods: readonly Mutation[] = [
  {
    name: 'closed month: it takes no postings',
    file: `${LEDGER}/posting.ts`,
    in: 'requireOpenMonth',
    guard: 'if first',
    becomes: 'return true',
    tests: testsOf.periods('takes no dates from the first moment on, is sealed later, and opens again with a reason'),
  },
  {
    name: 'closed month: its seal waits for what is under way',
    file: 'functions/ledger/closing/sealing.ts',
    in: 'sealClosingMonth',
    guard: 'binary CLOSING_SECONDS',
    becomes: 'false',
    tests: testsOf.periods('is sealed with what was under way when it closed'),
  },
  {
    name: 'closed month: it is counted again before its seal',
    file: 'functions/ledger/closing/sealing.ts',
    in: 'sealClosingMonth',
    guard: 'if reason',
    tests: testsOf.periods('is not sealed with a difference, and says why'),
  },
  {
    name: 'closed month: a seal covers the one before it',
    file: `${LEDGER}/seals.ts`,
    in: 'sealedPartOf',
    guard: 'array date',
    becomes: '[]',
    tests: testsOf.periods('shows by its seal, and by those after it, that a posting was changed'),
  },
  {
    name: 'bank: two invoices in one booking went to the IBAN of their partner',
    file: `${INVOICES}/bank/paid.ts`,
    in: 'paidTogether',
    guard: 'if other',
    tests: testsOf.matching('pays no two invoices by one booking to another IBAN'),
  },
  {
    name: 'bank: a marked payment moves to no day before its invoice',
    file: `${INVOICES}/bank/bank-settling.ts`,
    in: 'confirmMarked',
    guard: 'if refusal',
    tests: testsOf.matching(
      'proposes no payment from before the invoice date; such an invoice can be marked paid by hand',
    ),
  },
  {
    name: 'credit note: it is not above the rest of its invoice',
    file: `${INVOICES}/issuing/crediting.ts`,
    in: 'makeCreditNote',
    guard: 'if creditableAmount',
    tests: testsOf.corrected('credits no line for more than corrections leave of its invoice'),
  },
  {
    name: 'correction: it has the VAT of an invoice of the same partner only',
    file: 'functions/monthly-runs/monthly-plan.ts',
    in: 'vatFor',
    guard: 'binary partnerCompanyId',
    becomes: 'true',
    tests: testsOf.corrected('has a correction of what the first invoiced at the VAT of the second'),
  },
]
