// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what takes the place of a guard is source text
import { INVOICES, LEDGER, type Mutation, SALES, testsOf } from './mutation.ts'

/** Mutations of the guards that keep a write from overwriting a row that was changed meanwhile. */
export const records: readonly Mutation[] = [
  {
    name: 'records: a row stands under the version that was read',
    file: 'functions/records/record.ts',
    in: 'compared',
    guard: 'array version',
    becomes: "[before.version === 0 ? 'version' : 'id', ...(kind.marks ?? [])]",
    tests: [
      ...testsOf.people('keeps the amounts that were set while it was paid out'),
      ...testsOf.settling('keeps a change of the sale that somebody makes meanwhile'),
      ...testsOf.credits('is not made of an invoice that is paid meanwhile'),
    ],
  },
  {
    name: 'invoice: no payment file took it or let go of it',
    file: `${INVOICES}/invoices/records.ts`,
    in: 'invoiceRecords',
    guard: 'array sentToPartner',
    becomes: "['sentToPartner', 'presentedAt', 'sentToAccounting']",
    tests: testsOf.payments(
      'is not credited',
      'is not credited by a note that was made before either',
      'stays in it when somebody marks it paid',
      'is not refused by its partner',
    ),
  },
  {
    name: 'partner: it was not invoiced',
    file: `${INVOICES}/partners/partners.ts`,
    in: 'partnerRecords',
    guard: 'property marks',
    tests: testsOf.numbering('prevents the deletion of its partner at the same moment'),
  },
  {
    name: 'bank statement: a confirmation raises its version',
    file: `${INVOICES}/bank/confirming.ts`,
    in: 'confirmOne',
    guard: 'call add',
    becomes:
      'BankStatements.patch({ id: row.id })\n      .data(({ proposals }, { set }) => {\n        const stored = proposals[index]\n        if (stored) set(stored.confirmedAt, now())\n      })\n      ',
    tests: testsOf.payments('forgets no confirmation when it is uploaded again meanwhile'),
  },
  {
    name: 'bank statement: a choice stands on the statement that was read',
    file: `${INVOICES}/bank/confirming.ts`,
    in: 'joinBooking',
    guard: 'call where',
    becomes: 'BankStatements.put(after)',
    tests: testsOf.payments('books a booking on one document when two people choose another for it'),
  },
  {
    name: 'bank statement: a confirmation is of the proposal that was read',
    file: `${INVOICES}/bank/confirming.ts`,
    in: 'confirmOne',
    guard: 'template eq',
    becomes: '`${notExists(stored.confirmedAt)}`',
    tests: testsOf.payments('marks no other booking than it confirms, also when the proposals moved meanwhile'),
  },
  {
    name: 'bank booking: what a person chose for it stands against what is proposed',
    file: `${INVOICES}/bank/confirmed-bookings.ts`,
    in: 'confirmBookingDocument',
    guard: 'arrow chosenFor',
    becomes: '() => ""',
    tests: testsOf.choosing(
      'posts a booking once, however many statements contain it and whichever document is chosen for it',
    ),
  },
  {
    name: 'bank booking: a person chooses one document for it',
    file: `${INVOICES}/bank/confirmed-bookings.ts`,
    in: 'chooseBookingDocument',
    guard: 'template notExists',
    becomes: '`(${notExists(proposedFor)} OR ${eq(proposedFor, documentId)})`',
    tests: testsOf.choosing(
      'posts a booking once, however many statements contain it and whichever document is chosen for it',
    ),
  },
  {
    name: 'bank booking: a person chooses no other document than was confirmed',
    file: `${INVOICES}/bank/confirmed-bookings.ts`,
    in: 'chooseBookingDocument',
    guard: 'template notExists',
    becomes: '`(${notExists(chosenFor)} OR ${eq(chosenFor, documentId)})`',
    tests: testsOf.choosing(
      'posts a booking once, however many statements contain it and whichever document is chosen for it',
    ),
  },
]

/** Mutations of the checks of a monthly run: of its partner, of its results, and whether somebody stopped it. */
export const taken: readonly Mutation[] = [
  {
    name: 'monthly run: the partner pays the same person when it is tried again',
    file: `${INVOICES}/issuing/invoicing.ts`,
    in: 'tryToCreate',
    guard: 'if partner',
    tests: testsOf.monthly(
      'invoices nothing by a partner that is assigned to another person while it waits for its number',
    ),
  },
  {
    name: 'monthly run: what it left out is noted once',
    file: 'functions/monthly-runs/monthly-step.ts',
    in: 'note',
    guard: 'member MonthlyResults',
    becomes: 'MonthlyResults.put',
    tests: testsOf.monthly('reports the items left out once, also when its step is delivered twice'),
  },
  {
    name: 'monthly run: it goes on as long as nobody stopped it',
    file: 'functions/monthly-runs/monthly-step.ts',
    in: 'invoiceWhileRunning',
    guard: 'if find',
    tests: testsOf.monthly('stops before its next partner when somebody stops it, until it is continued'),
  },
]

/** Mutations of what the code does after an invoice is issued, paid or credited. */
export const settlement: readonly Mutation[] = [
  {
    name: 'issue: an invoice of € 0,00 is paid at once',
    file: `${INVOICES}/issuing/issuing.ts`,
    in: 'after',
    guard: 'choice row',
    becomes: 'issued',
    tests: testsOf.runs('is paid when it is issued, and pays its commissions out'),
  },
  {
    name: 'cancelling: what the invoice held is released',
    file: `${INVOICES}/issuing/invoice-changing.ts`,
    in: 'closeEdit',
    guard: 'choice releaseInvoiceItems',
    becomes: '[]',
    tests: testsOf.corrected('is paid by payroll for the items of a cancelled concept of their partner'),
  },
  {
    name: 'payment: its commissions follow it',
    file: `${INVOICES}/invoices/records.ts`,
    in: 'requestCommissionUpdate',
    guard: 'choice isTurned',
    becomes: '[]',
    tests: testsOf.settled('pays out exactly its commissions; a returned payment reopens them until it is paid again'),
  },
  {
    name: 'payment: the invoices stand as they were read',
    file: `${SALES}/payouts/following.ts`,
    in: 'conditions',
    guard: 'spread stays',
    tests: testsOf.settling('pays nothing out when the payment is taken back meanwhile'),
  },
  {
    name: 'payment: an invoice that was changed does not stand as it was read',
    file: `${INVOICES}/invoices/records.ts`,
    in: 'requireUnchangedInvoice',
    guard: 'arrow row',
    becomes: '(row, { gte }) => gte(row.version, version)',
    tests: testsOf.settling('pays nothing out when the payment is taken back meanwhile'),
  },
  {
    name: 'payment: the items stand as they were read',
    file: `${SALES}/payouts/following.ts`,
    in: 'conditions',
    guard: 'spread items',
    tests: testsOf.settling('leaves a commission paid out that another invoice paid meanwhile'),
  },
  {
    name: 'payment: an item that was open is open still',
    file: `${LEDGER}/items.ts`,
    in: 'requireSameClaim',
    guard: 'arrow claimedBy',
    becomes:
      '({ id, claimedBy }, { eq, exists }) => (item.claimedBy ? eq(claimedBy.by, item.claimedBy.by) : exists(id))',
    tests: testsOf.settling('leaves a commission paid out that another invoice paid meanwhile'),
  },
  {
    name: 'payment: only what its invoice paid is settled',
    file: `${INVOICES}/invoices/commission-settling.ts`,
    in: 'standingOfInvoice',
    guard: 'binary invoice',
    becomes: 'true',
    tests: testsOf.settled('pays out exactly its commissions; a returned payment reopens them until it is paid again'),
  },
  {
    name: 'payment: a sale is paid out when all its payees are',
    file: `${SALES}/payouts/following.ts`,
    in: 'isPaidOut',
    guard: 'binary settled',
    becomes: 'settled.length > 0',
    tests: testsOf.settled('pays a sale out when each of its payees was paid, by the same run or a later one'),
  },
  {
    name: 'credit note: the commissions follow it',
    file: `${INVOICES}/issuing/issuing.ts`,
    in: 'creditedBy',
    guard: 'choice before',
    becomes: '[]',
    tests: testsOf.settling('makes a commission ready for payment again, once, also when it is delivered twice'),
  },
  {
    name: 'credit note: somebody says whether a commission is still earned',
    file: `${INVOICES}/issuing/crediting.ts`,
    in: 'earnedOf',
    guard: 'if quantity',
    becomes: 'continue',
    tests: testsOf.credited('requires for each line whether it is still earned, and credits no line in part'),
  },
  {
    name: 'credit note: what it took is released or reversed',
    file: `${INVOICES}/issuing/issuing.ts`,
    in: 'issueAndPost',
    guard: 'array write',
    becomes: 'note.write',
    tests: testsOf.credited('releases no item until it is issued; then the next run has the items still earned'),
  },
  {
    name: 'credit note: what is reversed is in the balances',
    file: `${INVOICES}/issuing/issuing.ts`,
    in: 'issueAndPost',
    guard: 'array count',
    becomes: 'note.count',
    tests: testsOf.credited('before the payment reverses items not earned, and empties the amount of their commission'),
  },
  {
    name: 'credit note: what is not earned is not released',
    file: `${INVOICES}/invoices/commission-settling.ts`,
    in: 'released',
    guard: 'call itemsOf',
    becomes: '[...itemsOf(true), ...itemsOf(false)]',
    tests: testsOf.credited('before the payment reverses items not earned, and empties the amount of their commission'),
  },
  {
    name: 'credit note: what is not earned is reversed',
    file: `${INVOICES}/invoices/commission-settling.ts`,
    in: 'reversed',
    guard: 'call itemsOf',
    becomes: '[]',
    tests: testsOf.credited('before the payment reverses items not earned, and empties the amount of their commission'),
  },
  {
    name: 'credit note: the amount of its commission is what is still earned',
    file: `${SALES}/commissions/earned.ts`,
    in: 'left',
    guard: 'call Math',
    becomes: 'amount',
    tests: testsOf.credited(
      'before the payment reverses items not earned, and empties the amount of their commission',
      'reverses the part of one payee of a sale, and keeps the part of the other',
    ),
  },
  {
    name: 'credit note: what was reversed is not settled',
    file: `${SALES}/commissions/earned.ts`,
    in: 'readEarned',
    guard: 'arrow isReversed',
    becomes: '() => true',
    tests: testsOf.credited(
      'after the payment reverses items not earned: the commission is worth nothing and the partner owes it',
    ),
  },
]
