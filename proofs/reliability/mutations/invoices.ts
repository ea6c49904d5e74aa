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
    find: ", 'paymentFileId', 'paymentFileIds']",
    replace: ']',
    tests: payments('is not credited', 'stays in it when somebody calls it paid', 'is not refused by its partner'),
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
    name: 'cancelled credit note: the commission is to be paid out still',
    file: `${BILLING}/commission-settling.ts`,
    find: 'return [commission.stillDue]',
    replace: 'return []',
    tests: credits('gives nothing back that was paid out by hand meanwhile'),
  },
  {
    name: 'cancelled credit note: payroll did not take the correction over',
    file: `${BILLING}/commission-settling.ts`,
    find: 'return [stillForInvoice(part.commissionId)]',
    replace: 'return []',
    tests: transfers('are not taken again by an invoice when they are transferred meanwhile'),
  },
  {
    name: 'cancelled credit note: it takes what it gave back',
    file: `${BILLING}/crediting.ts`,
    find: 'invoiceRecords.changed(invoice, after, { write }).changes',
    replace: 'invoiceRecords.changed(invoice, after).changes',
    tests: credits('gives nothing back that another invoice took meanwhile'),
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
    name: 'credit note: no payment of the commission is being taken back',
    file: `${SALES}/invoiced.ts`,
    find: "(${eq(part.invoiceId, invoiceId)} AND ${ne(part.state, 'paid')})",
    replace: '${eq(part.invoiceId, invoiceId)}',
    tests: settling('is not credited, so that it does not stay paid out'),
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
    name: 'credit note that is settled: the other notes stand as they were read',
    file: `${BILLING}/crediting.ts`,
    find: 'conditions: [...others, ...(to ? [] : [invoice])].map(standingAs),',
    replace: 'conditions: (to ? [] : [invoice]).map(standingAs),',
    tests: credits('settles its invoice when the other note of that is settled meanwhile'),
  },
  {
    name: 'credit note that is settled: its invoice stands as it was read',
    file: `${BILLING}/crediting.ts`,
    find: 'conditions: [...others, ...(to ? [] : [invoice])].map(standingAs),',
    replace: 'conditions: others.map(standingAs),',
    tests: credits('settles its invoice when the payment of that is taken back meanwhile'),
  },
  {
    name: 'invoice that its notes settle: they stand as they were read',
    file: `${BILLING}/crediting.ts`,
    find: 'conditions: notes.map(standingAs) }',
    replace: 'conditions: [] }',
    tests: credits('that is opened meanwhile settles its invoice no more'),
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
    tests: payments('pays nothing that was credited meanwhile'),
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
