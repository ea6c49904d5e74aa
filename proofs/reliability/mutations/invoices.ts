// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is found and replaced is source text
import {
  BILLING,
  credits,
  type Mutation,
  monthly,
  numbering,
  payments,
  people,
  SALES,
  settling,
  transfers,
} from './mutation.ts'

/** Writes an invoice over whatever stands, in the place of changes under a condition. */
const overwritten = (before: string) =>
  `.map((change) => ({ ...change, write: [Invoices.put({ ...after, version: ${before}.version + 1 })] }))`
const WITH_INVOICES = "\nimport { Invoices } from './invoice-entity.ts'\n"

/** Rows that are written over what was read. */
export const records: readonly Mutation[] = [
  {
    name: 'records: a row stands under the version that was read',
    file: 'functions/records/record.ts',
    find: "const compared = ['version' as const, ...(kind.marks ?? [])]",
    replace: "const compared = [before.version === 0 ? 'version' : 'id', ...(kind.marks ?? [])]",
    tests: [
      ...people('keeps the amounts that were set while it was paid out'),
      ...settling('keeps what somebody changed of the sale meanwhile'),
      ...credits('is not made of an invoice that is paid meanwhile'),
    ],
  },
  {
    name: 'invoice: no payment file took it or let go of it',
    file: `${BILLING}/invoice-records.ts`,
    find: ", 'paymentFileId']",
    replace: ']',
    tests: payments(
      'is not credited',
      'is not credited by a note that was made before either',
      'stays in it when somebody calls it paid',
      'is not refused by its partner',
    ),
  },
  {
    name: 'partner: it was not invoiced',
    file: `${BILLING}/partners.ts`,
    find: "marks: ['invoiceCount'],",
    replace: '',
    tests: numbering('keeps its partner: that is not deleted meanwhile'),
  },
  {
    name: 'bank statement: a confirmation raises its version',
    file: `${BILLING}/bank-statements.ts`,
    find: '.add({ version: 1 })',
    replace: '',
    tests: payments('forgets no confirmation when it is uploaded again meanwhile'),
  },
]

/** What an invoice takes of a commission. */
export const taken: readonly Mutation[] = [
  {
    name: 'invoice: no other has the commission',
    file: `${SALES}/invoiced.ts`,
    find: "InvoicedCommissions.create({ ...part, state: 'open' })",
    replace: "InvoicedCommissions.put({ ...part, state: 'open' })",
    tests: monthly('invoices nothing that another run invoiced meanwhile'),
  },
  {
    name: 'invoice: the commission is to be paid out still',
    file: `${SALES}/invoiced.ts`,
    find: "eq(row.status, 'klaar_voor_uitbetaling'),",
    replace: '',
    tests: monthly('invoices nothing that is not to be paid out any more'),
  },
  {
    name: 'invoice: the commission is the agent’s still',
    file: `${SALES}/invoiced.ts`,
    find: 'eq(row.agentPayee, agentPayee),',
    replace: '',
    tests: monthly('invoices nothing to an agent whose sale was given to another meanwhile'),
  },
  {
    name: 'invoice: the commission is the caller’s still',
    file: `${SALES}/invoiced.ts`,
    find: 'eq(row.callerPayee, callerPayee),',
    replace: '',
    tests: monthly('invoices nothing to a caller in whose place another came meanwhile'),
  },
  {
    name: 'invoice: the agent’s amount stands',
    file: `${SALES}/invoiced.ts`,
    find: 'eq(row.agentCommission, agentCommission),',
    replace: '',
    tests: monthly('invoices an agent’s amount as it was set meanwhile'),
  },
  {
    name: 'invoice: the caller’s amount stands',
    file: `${SALES}/invoiced.ts`,
    find: 'eq(row.callerCommission, callerCommission),',
    replace: '',
    tests: monthly('invoices a caller’s amount as it was set meanwhile'),
  },
  {
    name: 'invoice: what is due goes along with a run',
    file: `${SALES}/service.ts`,
    find: 'conditions: [stillDue(row)],',
    replace: 'conditions: [],',
    tests: monthly('invoices nothing that is not to be paid out any more'),
  },
  {
    name: 'invoice: payroll did not take the correction over',
    file: `${SALES}/service.ts`,
    find: 'conditions: [stillForInvoice(correctionId(row))],',
    replace: 'conditions: [],',
    tests: monthly('nets no correction that payroll took over while its partner was ended and began anew'),
  },
  {
    name: 'invoice: what is due goes along with what it takes',
    file: `${BILLING}/commission-settling.ts`,
    find: '[...due, partTaken({ ...part, invoiceId, invoiceNumber })]',
    replace: '[partTaken({ ...part, invoiceId, invoiceNumber })]',
    tests: monthly('invoices an agent’s amount as it was set meanwhile'),
  },
  {
    name: 'monthly run: the partner pays the same person when it is tried again',
    file: `${BILLING}/invoicing.ts`,
    find: 'if (from && partner.assignedAgentId !== from.commissions.userId) throw partnerChanged()',
    replace: '',
    tests: monthly('invoices nothing by a partner that became another’s while it waited for its number'),
  },
  {
    name: 'monthly run: what it left out is noted once',
    file: `${BILLING}/monthly-step.ts`,
    find: 'MonthlyResults.create(result)',
    replace: 'MonthlyResults.put(result)',
    tests: monthly('tells what it left out once, also when its step is delivered twice'),
  },
]

/** What follows on an invoice that is paid, or is not after all. */
export const settled: readonly Mutation[] = [
  {
    name: 'payment: the invoice stands as it was read',
    file: `${BILLING}/commission-settling.ts`,
    find: 'const conditions = [standingAs(invoice), ',
    replace: 'const conditions = [',
    tests: settling('pays nothing out when the payment is taken back meanwhile'),
  },
  {
    name: 'payment: the other parts stand as they were read',
    file: `${BILLING}/commission-settling.ts`,
    find: ', ...others.map((other) => partUnchanged(other, meanwhile))]',
    replace: ']',
    tests: settling('pays a commission out whose other part is paid meanwhile'),
  },
  {
    name: 'payment: the part is the invoice’s still',
    file: `${SALES}/invoiced.ts`,
    find: '`${eq(invoiceId, part.invoiceId)} AND ${eq(state, part.state)}`',
    replace: 'eq(state, part.state)',
    tests: settling('frees no commission that another invoice took meanwhile'),
  },
  {
    name: 'payment: what is credited is not paid out',
    file: `${BILLING}/commission-settling.ts`,
    find: 'await (isPaid && !isCredited ? ',
    replace: 'await (isPaid ? ',
    tests: settling('pays nothing out that is credited meanwhile'),
  },
  {
    name: 'credit note: the commissions follow it',
    file: `${BILLING}/issuing.ts`,
    find: 'before.commissions ? [commissionsFollow(before)] : []',
    replace: '[]',
    tests: settling('brings a commission back to be paid out, once, also when that is delivered twice'),
  },
  {
    name: 'credit note: what it frees follows what its person is paid by',
    file: `${BILLING}/commission-settling.ts`,
    find: 'to === null && isCorrection(part.commissionId) ? [transferOf(part.userId)] : []',
    replace: '[]',
    tests: transfers('go to payroll once when their invoice is credited, also when that is delivered twice'),
  },
]

/** Numbers, credit notes, and what pays. */
export const documents: readonly Mutation[] = [
  {
    name: 'number: the first of a year is given once',
    file: `${BILLING}/numbers.ts`,
    find: 'from === 0 ? notExists(last) : eq(last, from)',
    replace: "from === 0 ? '' : eq(last, from)",
    tests: numbering('is its own when the first two of a year are made at once'),
  },
  {
    name: 'number: each is given once',
    file: `${BILLING}/numbers.ts`,
    find: 'from === 0 ? notExists(last) : eq(last, from)',
    replace: "from === 0 ? notExists(last) : ''",
    tests: numbering(
      'is its own when others are made at once',
      'is not passed by when the settings move the numbers on while it is given',
    ),
  },
  {
    name: 'number: an invoice takes its own',
    file: `${BILLING}/invoicing.ts`,
    find: '      number.taken,\n',
    replace: '',
    tests: numbering('is its own when others are made at once'),
  },
  {
    name: 'number: a credit note takes its own',
    file: `${BILLING}/crediting.ts`,
    find: 'conditions: [number.taken, ',
    replace: 'conditions: [',
    tests: numbering('is its own when credit notes are made at once'),
  },
  {
    name: 'invoice: its partner stands as it was read',
    file: `${BILLING}/invoicing.ts`,
    find: '.where((partner, { eq }) => eq(partner.version, version))',
    replace: '',
    tests: [
      ...numbering('is not made for a partner that was ended meanwhile'),
      ...monthly('invoices nothing for a partner that was ended meanwhile'),
    ],
  },
  {
    name: 'number: each prefix has a series of its own',
    file: `${BILLING}/numbers.ts`,
    find: "composite: ['series', 'year'], template: 'invoicenumber#${series}#${year}'",
    replace: "composite: ['year'], template: 'invoicenumber#${year}'",
    tests: numbering('is of the series that it was given in, and the next is the first of the other'),
  },
  {
    name: 'credit note that is issued: its invoice stands as it was read',
    file: `${BILLING}/issuing.ts`,
    find: 'outbox: before.commissions ? [commissionsFollow(before)] : [],\n  }).changes',
    replace: `}).changes${overwritten('before')}${WITH_INVOICES}`,
    tests: credits(
      'settles its invoice with the other one that is issued meanwhile',
      'is owed by its partner when its invoice is paid meanwhile',
      'settles its invoice when the payment of that is taken back meanwhile',
    ),
  },
  {
    name: 'credit note that is issued: no payment file has its invoice',
    file: `${BILLING}/issuing.ts`,
    find: "if (invoice.paymentFileId !== undefined && invoice.status === 'in_behandeling') throw conflict(IN_PAYMENT_FILE)",
    replace: '',
    tests: payments('is not credited by a note that was made before either'),
  },
  {
    name: 'credit note that is cancelled: its invoice stands as it was read',
    file: `${BILLING}/crediting.ts`,
    find: 'return invoiceRecords.changed(invoice, after).changes\n}',
    replace: `return invoiceRecords.changed(invoice, after).changes${overwritten('invoice')}\n}${WITH_INVOICES}`,
    tests: credits('gives back what it took, and nothing that another takes meanwhile'),
  },
  {
    name: 'netting: the invoice stands as it was read',
    file: `${BILLING}/netting.ts`,
    find: "const { row, changes } = invoiceRecords.changed(before, after, { verb: 'set-off', write, count })",
    replace: `const { row } = invoiceRecords.changed(before, after)
  const changes = invoiceRecords.changed(before, after, { count }).changes
    .map((change) => ({ ...change, write: [Invoices.put(row), ...write] }))`,
    tests: credits('is netted by a payment file with what a part payment leaves open meanwhile'),
  },
  {
    name: 'netting: the credit notes stand as they were read',
    file: `${BILLING}/netting.ts`,
    find: "invoiceRecords.changed(note.before, note.after, { verb: 'set-off' }).changes)",
    replace: `{
    const { row, changes } = invoiceRecords.changed(note.before, note.after, { verb: 'set-off' })
    return changes.map((change) => ({ ...change, write: [Invoices.put(row)] }))
  })`,
    tests: credits(
      'settles no invoice when it is repaid meanwhile',
      'settles one invoice when two people settle two with it',
      'settles no invoice with what a payment file nets meanwhile',
      'is netted by one payment file when two take it at once',
    ),
  },
  {
    name: 'netting by hand: the credit notes change with the invoice',
    file: `${BILLING}/invoice-changing.ts`,
    find: 'return { ...made, also: noteChanges(notes) }',
    replace: 'return made',
    tests: credits('settles one invoice when two people settle two with it'),
  },
  {
    name: 'payment file: no other has the invoice',
    file: `${BILLING}/payment-files.ts`,
    find: '`${eq(row.version, version)} AND ${notExists(row.paymentFileId)}`',
    replace: 'eq(row.version, version)',
    tests: payments('pays nothing that another file took meanwhile'),
  },
  {
    name: 'payment file: the invoice stands as it was read',
    file: `${BILLING}/payment-files.ts`,
    find: '`${eq(row.version, version)} AND ${notExists(row.paymentFileId)}`',
    replace: 'notExists(row.paymentFileId)',
    tests: payments(
      'pays nothing that was credited meanwhile',
      'pays nothing that is paid by hand meanwhile',
      'pays what a payment by hand leaves open meanwhile',
    ),
  },
  {
    name: 'release: the invoice stands as it was read',
    file: `${BILLING}/payment-files.ts`,
    find: '`${eq(row.version, version)} AND ${eq(row.paymentFileId, fileId)}`',
    replace: 'eq(row.paymentFileId, fileId)',
    tests: payments('lets go of nothing that is called paid meanwhile'),
  },
  {
    name: 'release: the file has the invoice still',
    file: `${BILLING}/payment-files.ts`,
    find: '`${eq(row.version, version)} AND ${eq(row.paymentFileId, fileId)}`',
    replace: 'eq(row.version, version)',
    tests: payments(
      'lets go of nothing that another file has by now',
      'lets go of nothing that another file has by now, when it is withdrawn',
    ),
  },
]
