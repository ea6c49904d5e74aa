// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is found and replaced is source text
import { BILLING, LEDGER, type Mutation, SALES, testsOf } from './mutation.ts'

/**
 * Returns source text to put behind `.changes` of an invoice. It makes these changes overwrite the invoice without a
 * condition.
 */
const overwritten = (before: string) =>
  `.map((change) => ({ ...change, write: [Invoices.put({ ...after, version: ${before}.version + 1 })] }))`
const WITH_INVOICES = "\nimport { Invoices } from './invoice-entity.ts'\n"

/** Mutations of the guards that keep a write from overwriting a row that was changed meanwhile. */
export const records: readonly Mutation[] = [
  {
    name: 'records: a row stands under the version that was read',
    file: 'functions/records/record.ts',
    find: "const compared = ['version' as const, ...(kind.marks ?? [])]",
    replace: "const compared = [before.version === 0 ? 'version' : 'id', ...(kind.marks ?? [])]",
    tests: [
      ...testsOf.people('keeps the amounts that were set while it was paid out'),
      ...testsOf.settling('keeps a change of the sale that somebody makes meanwhile'),
      ...testsOf.credits('is not made of an invoice that is paid meanwhile'),
    ],
  },
  {
    name: 'invoice: no payment file took it or let go of it',
    file: `${BILLING}/invoices/records.ts`,
    find: ", 'paymentFileId']",
    replace: ']',
    tests: testsOf.payments(
      'is not credited',
      'is not credited by a note that was made before either',
      'stays in it when somebody marks it paid',
      'is not refused by its partner',
    ),
  },
  {
    name: 'partner: it was not invoiced',
    file: `${BILLING}/partners/partners.ts`,
    find: "marks: ['invoiceCount'],",
    replace: '',
    tests: testsOf.numbering('prevents the deletion of its partner at the same moment'),
  },
  {
    name: 'bank statement: a confirmation raises its version',
    file: `${BILLING}/bank/confirming.ts`,
    find: '.add({ version: 1 })',
    replace: '',
    tests: testsOf.payments('forgets no confirmation when it is uploaded again meanwhile'),
  },
  {
    name: 'bank statement: a choice stands on the statement that was read',
    file: `${BILLING}/bank/confirming.ts`,
    find: '.where(({ version }, { eq }) => eq(version, row.version))',
    replace: '',
    tests: testsOf.payments('books a booking on one document when two people choose another for it'),
  },
  {
    name: 'bank statement: a confirmation is of the proposal that was read',
    file: `${BILLING}/bank/confirming.ts`,
    find: '${eq(proposal.invoiceId, shown.invoiceId)} AND ${eq(proposal.booking, shown.booking)} AND ',
    replace: '',
    tests: testsOf.payments('marks no other booking than it confirms, also when the proposals moved meanwhile'),
  },
  {
    name: 'bank booking: what a person chose for it stands against what is proposed',
    file: `${BILLING}/bank/confirmed-bookings.ts`,
    find: '({ chosenFor }, { eq, notExists }) => `${notExists(chosenFor)} OR ${eq(chosenFor, documentId)}`,',
    replace: '() => "",',
    tests: testsOf.choosing(
      'posts a booking once, however many statements contain it and whichever document is chosen for it',
    ),
  },
  {
    name: 'bank booking: a person chooses one document for it',
    file: `${BILLING}/bank/confirmed-bookings.ts`,
    find: '(${notExists(chosenFor)} OR ${eq(chosenFor, documentId)}) AND ',
    replace: '',
    tests: testsOf.choosing(
      'posts a booking once, however many statements contain it and whichever document is chosen for it',
    ),
  },
  {
    name: 'bank booking: a person chooses no other document than was confirmed',
    file: `${BILLING}/bank/confirmed-bookings.ts`,
    find: ' AND (${notExists(proposedFor)} OR ${eq(proposedFor, documentId)})',
    replace: '',
    tests: testsOf.choosing(
      'posts a booking once, however many statements contain it and whichever document is chosen for it',
    ),
  },
]

/** Mutations of the checks of a monthly run: of its partner, of its results, and whether somebody stopped it. */
export const taken: readonly Mutation[] = [
  {
    name: 'monthly run: the partner pays the same person when it is tried again',
    file: `${BILLING}/issuing/invoicing.ts`,
    find: 'if (from && partner.assignedAgentId !== from.commissions.userId) throw partnerChanged()',
    replace: '',
    tests: testsOf.monthly(
      'invoices nothing by a partner that is assigned to another person while it waits for its number',
    ),
  },
  {
    name: 'monthly run: what it left out is noted once',
    file: `${BILLING}/monthly/monthly-step.ts`,
    find: 'MonthlyResults.create(result)',
    replace: 'MonthlyResults.put(result)',
    tests: testsOf.monthly('reports the items left out once, also when its step is delivered twice'),
  },
  {
    name: 'monthly run: it goes on as long as nobody stopped it',
    file: `${BILLING}/monthly/monthly-step.ts`,
    find: "if (position > run.position && (await monthlyRuns.find(runId))?.state !== 'running') return",
    replace: '',
    tests: testsOf.monthly('stops before its next partner when somebody stops it, until it is continued'),
  },
]

/** Mutations of what the code does after an invoice is issued, paid or credited. */
export const settlement: readonly Mutation[] = [
  {
    name: 'issue: an invoice of € 0,00 is paid at once',
    file: `${BILLING}/issuing/issuing.ts`,
    find: 'row.totalAmount === 0 ? setOpenAmount(issued, 0, row.invoiceDate) : issued',
    replace: 'issued',
    tests: testsOf.runs('is paid when it is issued, and pays its commissions out'),
  },
  {
    name: 'cancelling: what the invoice held is released',
    file: `${BILLING}/issuing/invoice-changing.ts`,
    find: 'isCancelled ? (await releaseInvoiceItems(row)).write : []',
    replace: '[]',
    tests: testsOf.corrected('is paid by payroll for the items of a cancelled concept of their partner'),
  },
  {
    name: 'payment: its commissions follow it',
    file: `${BILLING}/invoices/commission-settling.ts`,
    find: 'return isTurned && after.commissions ? [commissionUpdateItem(after)] : []',
    replace: 'return []',
    tests: testsOf.settled('pays out exactly its commissions; a returned payment reopens them until it is paid again'),
  },
  {
    name: 'payment: the invoices stand as they were read',
    file: `${SALES}/payouts/following.ts`,
    find: '    ...[...invoices.values()].map(({ stays }) => stays),\n',
    replace: '',
    tests: testsOf.settling('pays nothing out when the payment is taken back meanwhile'),
  },
  {
    name: 'payment: an invoice that was changed does not stand as it was read',
    file: `${BILLING}/invoices/records.ts`,
    find: 'Invoices.delete({ id }).where((row, { eq }) => eq(row.version, version))',
    replace: 'Invoices.delete({ id }).where((row, { gte }) => gte(row.version, version))',
    tests: testsOf.settling('pays nothing out when the payment is taken back meanwhile'),
  },
  {
    name: 'payment: the items stand as they were read',
    file: `${SALES}/payouts/following.ts`,
    find: '    ...items.map(({ item }) => requireSameClaim(item)),\n',
    replace: '',
    tests: testsOf.settling('leaves a commission paid out that another invoice paid meanwhile'),
  },
  {
    name: 'payment: an item that was open is open still',
    file: `${LEDGER}/items.ts`,
    find: '({ claimedBy }, { eq, notExists }) =>\n      item.claimedBy ? eq(claimedBy.by, item.claimedBy.by) : notExists(claimedBy),',
    replace:
      '({ id, claimedBy }, { eq, exists }) => (item.claimedBy ? eq(claimedBy.by, item.claimedBy.by) : exists(id)),',
    tests: testsOf.settling('leaves a commission paid out that another invoice paid meanwhile'),
  },
  {
    name: 'payment: only what its invoice paid is settled',
    file: `${BILLING}/invoices/commission-settling.ts`,
    find: "{ isPaid: invoice.status === 'betaald',",
    replace: '{ isPaid: true,',
    tests: testsOf.settled('pays out exactly its commissions; a returned payment reopens them until it is paid again'),
  },
  {
    name: 'payment: a sale is paid out when all its payees are',
    file: `${SALES}/payouts/following.ts`,
    find: 'dues.every(({ isSettled }) => isSettled)',
    replace: 'dues.some(({ isSettled }) => isSettled)',
    tests: testsOf.settled('pays a sale out when each of its payees was paid, by the same run or a later one'),
  },
  {
    name: 'credit note: the commissions follow it',
    file: `${BILLING}/issuing/issuing.ts`,
    find: 'before.commissions ? [commissionUpdateItem(before)] : []',
    replace: '[]',
    tests: testsOf.settling('makes a commission ready for payment again, once, also when it is delivered twice'),
  },
  {
    name: 'credit note: somebody says whether a commission is still earned',
    file: `${BILLING}/issuing/crediting.ts`,
    find: "if (quantity === 0 || !isDue(lineOrder) || typeof choices.get(lineOrder) === 'boolean') continue",
    replace: 'continue',
    tests: testsOf.credited('requires for each line whether it is still earned, and credits no line in part'),
  },
  {
    name: 'credit note: what it took is released or reversed',
    file: `${BILLING}/issuing/issuing.ts`,
    find: 'write: [...note.write, ...items.write]',
    replace: 'write: note.write',
    tests: testsOf.credited('releases no item until it is issued; then the next run has the items still earned'),
  },
  {
    name: 'credit note: what is reversed is in the balances',
    file: `${BILLING}/issuing/issuing.ts`,
    find: 'count: [...note.count, ...items.count]',
    replace: 'count: note.count',
    tests: testsOf.credited('before the payment reverses items not earned, and empties the amount of their commission'),
  },
  {
    name: 'credit note: what is not earned is not released',
    file: `${BILLING}/invoices/commission-settling.ts`,
    find: 'const released = releaseItems(itemsOf(true), claimOf(invoice))',
    replace: 'const released = releaseItems([...itemsOf(true), ...itemsOf(false)], claimOf(invoice))',
    tests: testsOf.credited('before the payment reverses items not earned, and empties the amount of their commission'),
  },
  {
    name: 'credit note: what is not earned is reversed',
    file: `${BILLING}/invoices/commission-settling.ts`,
    find: 'const reversed = reverseHeldItems(itemsOf(false), {',
    replace: 'const reversed = reverseHeldItems([], {',
    tests: testsOf.credited('before the payment reverses items not earned, and empties the amount of their commission'),
  },
  {
    name: 'credit note: the amount of its commission is what is still earned',
    file: `${SALES}/payouts/following.ts`,
    find: 'Math.min(row.agentCommission, left(row.agentPayee))',
    replace: 'row.agentCommission',
    tests: testsOf.credited(
      'before the payment reverses items not earned, and empties the amount of their commission',
      'reverses the part of one payee of a sale, and keeps the part of the other',
    ),
  },
  {
    name: 'credit note: what was reversed is not settled',
    file: `${SALES}/payouts/following.ts`,
    find: '({ item }) => !isReversed(item)',
    replace: '() => true',
    tests: testsOf.credited(
      'after the payment reverses items not earned: the commission is worth nothing and the partner owes it',
    ),
  },
]

/** Mutations of the code that numbers, credits and pays invoices. */
export const documents: readonly Mutation[] = [
  {
    name: 'number: the first of a year is given once',
    file: `${BILLING}/numbers.ts`,
    find: 'from === 0 ? notExists(last) : eq(last, from)',
    replace: "from === 0 ? '' : eq(last, from)",
    tests: testsOf.numbering('is unique when the first two of a year are made at once'),
  },
  {
    name: 'number: each is given once',
    file: `${BILLING}/numbers.ts`,
    find: 'from === 0 ? notExists(last) : eq(last, from)',
    replace: "from === 0 ? notExists(last) : ''",
    tests: testsOf.numbering(
      'is unique when others are made at once',
      'is not skipped when the settings raise the next number while it is issued',
    ),
  },
  {
    name: 'number: an invoice takes its own',
    file: `${BILLING}/issuing/invoicing.ts`,
    find: '      number.taken,\n',
    replace: '',
    tests: testsOf.numbering('is unique when others are made at once'),
  },
  {
    name: 'number: a credit note takes its own',
    file: `${BILLING}/issuing/crediting.ts`,
    find: 'conditions: [number.taken, ',
    replace: 'conditions: [',
    tests: testsOf.numbering('is unique when credit notes are made at once'),
  },
  {
    name: 'invoice: its partner stands as it was read',
    file: `${BILLING}/issuing/invoicing.ts`,
    find: '.where((partner, { eq }) => eq(partner.version, version))',
    replace: '',
    tests: [
      ...testsOf.numbering('is not made for a partner that is deactivated meanwhile'),
      ...testsOf.monthly('invoices nothing for a partner that is deactivated meanwhile'),
    ],
  },
  {
    name: 'number: each prefix has a series of its own',
    file: `${BILLING}/numbers.ts`,
    find: "primary('invoicenumber#${series}#${year}'",
    replace: "primary('invoicenumber#${year}'",
    tests: testsOf.numbering('is in the old series, and the next number is the first of the new series'),
  },
  {
    name: 'credit note that is issued: its invoice stands as it was read',
    file: `${BILLING}/issuing/issuing.ts`,
    find: 'outbox: before.commissions ? [commissionUpdateItem(before)] : [],\n  }).changes',
    replace: `}).changes${overwritten('before')}${WITH_INVOICES}`,
    tests: testsOf.credits(
      'settles its invoice together with a second note that is issued meanwhile',
      'is owed by its partner when its invoice is paid meanwhile',
      'settles its invoice when the payment is taken back meanwhile',
    ),
  },
  {
    name: 'credit note that is issued: no payment file has its invoice',
    file: `${BILLING}/issuing/issuing.ts`,
    find: "if (invoice.paymentFileId !== undefined && invoice.status === 'in_behandeling') throw conflict(IN_PAYMENT_FILE)",
    replace: '',
    tests: testsOf.payments('is not credited by a note that was made before either'),
  },
  {
    name: 'credit note that is cancelled: its invoice stands as it was read',
    file: `${BILLING}/issuing/crediting.ts`,
    find: 'return invoiceRecords.changed(invoice, after).changes\n}',
    replace: `return invoiceRecords.changed(invoice, after).changes${overwritten('invoice')}\n}${WITH_INVOICES}`,
    tests: testsOf.credits('makes its own lines creditable again, and none that another note credits meanwhile'),
  },
  {
    name: 'netting: the invoice stands as it was read',
    file: `${BILLING}/payments/netting.ts`,
    find: "const { row, changes } = invoiceRecords.changed(before, after, { verb: 'set-off', write, count, outbox })",
    replace: `const { row } = invoiceRecords.changed(before, after)
  const changes = invoiceRecords.changed(before, after, { count }).changes
    .map((change) => ({ ...change, write: [Invoices.put(row), ...write] }))`,
    tests: testsOf.credits('is netted by a payment file with the rest that a part payment leaves open meanwhile'),
  },
  {
    name: 'netting: the credit notes stand as they were read',
    file: `${BILLING}/payments/netting.ts`,
    find: "invoiceRecords.changed(note.before, note.after, { verb: 'set-off' }).changes)",
    replace: `{
    const { row, changes } = invoiceRecords.changed(note.before, note.after, { verb: 'set-off' })
    return changes.map((change) => ({ ...change, write: [Invoices.put(row)] }))
  })`,
    tests: testsOf.credits(
      'settles no invoice when it is repaid meanwhile',
      'settles one invoice when two people settle two with it',
      'settles no invoice with an amount that a payment file nets meanwhile',
      'is netted by one payment file when two are made at once',
    ),
  },
  {
    name: 'netting by hand: the credit notes change with the invoice',
    file: `${BILLING}/issuing/invoice-changing.ts`,
    find: 'return { ...made, also: creditNoteChanges(notes) }',
    replace: 'return made',
    tests: testsOf.credits('settles one invoice when two people settle two with it'),
  },
  {
    name: 'payment file: no other has the invoice',
    file: `${BILLING}/payments/payment-files.ts`,
    find: '`${eq(row.version, version)} AND ${notExists(row.paymentFileId)}`',
    replace: 'eq(row.version, version)',
    tests: testsOf.payments('pays nothing that another file pays meanwhile'),
  },
  {
    name: 'payment file: the invoice stands as it was read',
    file: `${BILLING}/payments/payment-files.ts`,
    find: '`${eq(row.version, version)} AND ${notExists(row.paymentFileId)}`',
    replace: 'notExists(row.paymentFileId)',
    tests: testsOf.payments(
      'pays nothing that was credited meanwhile',
      'pays nothing that is paid by hand meanwhile',
      'pays what a payment by hand leaves open meanwhile',
    ),
  },
  {
    name: 'release: the invoice stands as it was read',
    file: `${BILLING}/payments/payment-files.ts`,
    find: '`${eq(row.version, version)} AND ${eq(row.paymentFileId, fileId)}`',
    replace: 'eq(row.paymentFileId, fileId)',
    tests: testsOf.payments('does not release an invoice that is marked paid meanwhile'),
  },
  {
    name: 'release: the file has the invoice still',
    file: `${BILLING}/payments/payment-files.ts`,
    find: '`${eq(row.version, version)} AND ${eq(row.paymentFileId, fileId)}`',
    replace: 'eq(row.version, version)',
    tests: testsOf.payments(
      'does not release an invoice that is in another file by now',
      'does not release an invoice that is in another file by now, when it is withdrawn',
    ),
  },
]
