// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is found and replaced is source text
import {
  BILLING,
  bulk,
  fees,
  type Mutation,
  monthly,
  numbering,
  onInvoice,
  payroll,
  people,
  SALES,
  settling,
  transfers,
} from './mutation.ts'

/** Who sells, calls and acts. */
export const whoIsPaid: readonly Mutation[] = [
  {
    name: 'registration: agent and actor still stand',
    file: `${SALES}/registering.ts`,
    find: '...stillAssignable(actor, agent),',
    replace: '',
    tests: people(
      'is registered for nobody who left meanwhile',
      'is registered in no team that its agent left meanwhile',
      'is registered by nobody whose rights were taken meanwhile',
    ),
  },
  {
    name: 'registration: the chosen caller still stands',
    file: `${SALES}/registering.ts`,
    find: "[stillChosen(booked.chosen, 'callerId')]",
    replace: '[]',
    tests: people('names no caller who left meanwhile'),
  },
  {
    name: 'registration: nobody has the SalesDock ID',
    file: `${SALES}/registering.ts`,
    find: '`${notExists(row.saleId)} OR ${eq(row.saleId, id)}`',
    replace: "`${notExists(row.saleId)} OR NOT ${eq(row.saleId, '')}`",
    tests: people('has a SalesDock ID of its own, also when two are registered or changed at once'),
  },
  {
    name: 'change of a sale: agent and actor still stand',
    file: `${SALES}/changing.ts`,
    find: '(agent ? stillAssignable(actor, agent) : [])',
    replace: '[]',
    tests: people('is given to nobody who left meanwhile'),
  },
  {
    name: 'change of a sale: the chosen caller still stands',
    file: `${SALES}/changing.ts`,
    find: "[stillChosen(caller, 'callerId')]",
    replace: '[]',
    tests: people('names no caller who left meanwhile'),
  },
  {
    name: 'bulk: who started it may still',
    file: `${SALES}/advance-step.ts`,
    find: '...stillActing(starter, null), ',
    replace: '',
    tests: bulk('moves nothing for somebody whose rights were taken meanwhile'),
  },
  {
    name: 'monthly run: who started it may still',
    file: `${BILLING}/monthly-step.ts`,
    find: '...stillActing(starter, null),',
    replace: '',
    tests: monthly('invoices nothing for somebody whose rights were taken meanwhile'),
  },
  {
    name: 'new invoice: whom it is assigned to still stands',
    file: `${BILLING}/invoicing.ts`,
    find: "(assignee ? stillAssignable(actor, assignee, 'assignedUserId') : [])",
    replace: '[]',
    tests: numbering('is assigned to nobody who left meanwhile, when it is made or later'),
  },
  {
    name: 'change of an invoice: whom it is assigned to still stands',
    file: `${BILLING}/invoice-changing.ts`,
    find: "assignee ? stillAssignable(actor, assignee, 'assignedUserId') : []",
    replace: '[]',
    tests: numbering('is assigned to nobody who left meanwhile, when it is made or later'),
  },
  {
    name: 'partner: its agent still stands',
    file: `${BILLING}/partners.ts`,
    find: "(agent ? stillAssignable(actor, agent, 'assignedAgentId') : [])",
    replace: '[]',
    tests: numbering('is given to nobody who left meanwhile, when it is made or later'),
  },
]

/** Fees of held appointments, beside the sales that take their place. */
export const heldAppointments: readonly Mutation[] = [
  {
    name: 'registration: the fee stands as it was read',
    file: `${SALES}/replaced-fees.ts`,
    find: 'Commissions.delete({ id }).where((row, { eq }) => eq(row.version, version))',
    replace: 'Commissions.delete({ id })',
    tests: fees('is taken back when it is paid out meanwhile'),
  },
  {
    name: 'registration: no fee arises',
    file: `${SALES}/lead-fees.ts`,
    find: "[condition(none, () => changedMeanwhile('deze afspraak'))]",
    replace: '[]',
    tests: fees('does not come beside the sale when it arises meanwhile'),
  },
  {
    name: 'fee: its appointment stands as it was read',
    file: `${SALES}/lead-fees.ts`,
    find: '{ conditions: [stands] }',
    replace: '{ conditions: [] }',
    tests: fees('does not come beside the sale that is registered while it arises'),
  },
  {
    name: 'fee that comes back: it stands as it was read',
    file: `${SALES}/replaced-fees.ts`,
    find: 'ReplacedFees.delete({ id }).where((row, { eq }) => eq(row.version, version))',
    replace: 'ReplacedFees.delete({ id })',
    tests: settling('is paid once and kept when the payment follows while it comes back'),
  },
  {
    name: 'fee that is paid with its invoice: it stands as it was read',
    file: `${SALES}/replaced-fees.ts`,
    find: '{ write: stored.where((row, { eq }) => eq(row.version, before.version)), otherwise: lost }',
    replace: 'stored',
    tests: settling('is paid once and kept when its sale is rejected while the payment follows'),
  },
]

/** What payroll pays, or an invoice. */
export const oneRoad: readonly Mutation[] = [
  {
    name: 'by hand: no invoice takes the commission',
    file: `${SALES}/invoiced.ts`,
    find: '...others.map(({ userId }) => notInvoiced(commissionId, userId)),',
    replace: '',
    tests: payroll('is not paid out by hand as well'),
  },
  {
    name: 'by hand: payroll pays each payee still',
    file: `${SALES}/invoiced.ts`,
    find: '...byPayroll.map(({ userId }) => paidByPayroll(userId)),',
    replace: '',
    tests: payroll('is left to the monthly run by whoever pays it out by hand'),
  },
  {
    name: 'by hand: the conditions go along with the change of a commission',
    file: `${SALES}/commission-change.ts`,
    find: 'after: after({ ...money, paidByInvoice }), conditions }',
    replace: 'after: after({ ...money, paidByInvoice }) }',
    tests: payroll('is not paid out by hand as well'),
  },
  {
    name: 'by hand: the conditions go along with the status of a sale',
    file: `${SALES}/steps.ts`,
    find: 'after: { ...after, paidByInvoice }, at, conditions }',
    replace: 'after: { ...after, paidByInvoice }, at }',
    tests: payroll('is not paid out by the status of its sale as well'),
  },
  {
    name: 'by hand: the conditions go along with a row of a bulk run',
    file: `${SALES}/advance-step.ts`,
    find: ', ...conditions], write },',
    replace: '], write },',
    tests: payroll('is not paid out in bulk as well'),
  },
  {
    name: 'by hand: a part that an invoice paid is paid still',
    file: `${SALES}/invoiced.ts`,
    find: '...parts.map(paidByHand),',
    replace: '',
    tests: payroll('is not paid out with that part when the payment is taken back meanwhile'),
  },
  {
    name: 'change of a sale: no invoice pays who it leaves',
    file: `${SALES}/changing.ts`,
    find: ', ...(await payeesLeft(before, after))]',
    replace: ']',
    tests: payroll('stays due to whom it pays: its sale is not given to another'),
  },
  {
    name: 'change of a commission: no invoice takes it',
    file: `${SALES}/invoiced.ts`,
    find: 'return payeesOf(row).map(({ userId }) => notInvoiced(commissionId, userId))',
    replace: 'return []',
    tests: payroll(
      'stays due to whom it pays: its sale is not given to another',
      'is not lost with its sale: it is not stepped back, and not rejected',
      'keeps the amount that the invoice says, wherever it is set',
    ),
  },
  {
    name: 'change of a commission: the condition goes along with its amounts and step',
    file: `${SALES}/commission-change.ts`,
    find: 'after: after(money), conditions: await changeable(before, to) }',
    replace: 'after: after(money) }',
    tests: payroll(
      'is not lost with its sale: it is not stepped back, and not rejected',
      'keeps the amount that the invoice says, wherever it is set',
    ),
  },
  {
    name: 'change of a commission: the condition goes along with the amounts of its sale',
    file: `${SALES}/commission-change.ts`,
    find: 'after, conditions: await changeable(commissionOf(before), commissionOf(after)) }',
    replace: 'after }',
    tests: payroll('keeps the amount that the invoice says, wherever it is set'),
  },
  {
    name: 'change of a commission: an invoice holds its day',
    file: `${SALES}/invoiced.ts`,
    find: "'callerCommission', 'date', 'status'] as const",
    replace: "'callerCommission', 'status'] as const",
    tests: onInvoice('keeps them when the invoice is made at the same moment'),
  },
  {
    name: 'bulk: a row is noted once',
    file: `${SALES}/advance-step.ts`,
    find: 'AdvanceResults.create(',
    replace: 'AdvanceResults.put(',
    tests: bulk('moves and counts each row once when its step is delivered twice'),
  },
]

/** Corrections on their way between payroll and invoices. */
export const corrections: readonly Mutation[] = [
  {
    name: 'to invoices: they pay the person still',
    file: `${SALES}/transfers.ts`,
    find: "row.nettedBy === 'invoice' ? [still] : []",
    replace: '[]',
    tests: transfers('stay with payroll when that ends meanwhile'),
  },
  {
    name: 'to invoices: it was not done yet',
    file: `${SALES}/transfers.ts`,
    find: '{ ...row, id: `${prefix}${halves + number}` }',
    replace: 'row',
    tests: transfers('are transferred once, also when that is delivered twice at the same moment'),
  },
  {
    name: 'to payroll: no invoice has the correction',
    file: `${SALES}/transfers.ts`,
    find: 'conditions: [notInvoiced(correctionId(row), user.id)]',
    replace: 'conditions: []',
    tests: transfers('stay on an invoice that takes them meanwhile'),
  },
  {
    name: 'to payroll: back where invoices pay the person by now',
    file: `${SALES}/transfers.ts`,
    find: 'if (isDone && (await isPaidByInvoice(userId))) await transferCorrections(userId)',
    replace: '',
    tests: transfers('go back to invoices when the partner begins anew meanwhile'),
  },
  {
    name: 'correction: invoices pay the person still',
    file: `${SALES}/adjustments.ts`,
    find: 'conditions: stillInvoiced ? [stillInvoiced] : []',
    replace: 'conditions: []',
    tests: transfers('are not noted for invoices when that begins meanwhile'),
  },
  {
    name: 'correction: it follows what its person is paid by',
    file: `${SALES}/adjustments.ts`,
    find: '!after.isTransfer ? [transferOf(after.userId)] : []',
    replace: '!after.isTransfer ? [] : []',
    tests: transfers('go to invoices when they were noted while that began'),
  },
]
