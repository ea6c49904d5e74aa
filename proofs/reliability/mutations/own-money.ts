import { type Killer, LEDGER, type Mutation, SALES } from './mutation.ts'

const within =
  (file: string) =>
  (...titles: string[]): Killer[] =>
    titles.map((title) => ({ file, title }))
const own = within('proofs/security/own-money.test.ts')
const approvals = within(`${SALES}/approval.test.ts`)
const cooling = within(`${SALES}/cooling-off.test.ts`)
const confirming = within(`${SALES}/sales/confirming.test.ts`)
const explaining = within(`${SALES}/amounts/explaining.test.ts`)
const first = within(`${SALES}/payouts/first-payments.test.ts`)
const ownInvoices = within(`${SALES}/commissions/commission-change.test.ts`)(
  'is paid by one own invoice with others up to its amount, and never above it',
)
const previews = within(`${SALES}/payouts/advance-preview.test.ts`)

/** Mutations of the guards that keep people from deciding on their own pay, and that protect approved amounts. */
export const ownMoney: readonly Mutation[] = [
  {
    name: 'first payment: it is an admin’s',
    file: `${SALES}/first-payments.ts`,
    in: 'allowPayment',
    guard: 'if first',
    tests: first('is an admin’s; the team leader pays the next ones'),
  },
  {
    name: 'first payment: who made the account or confirmed the fee is not the one',
    file: `${SALES}/first-payments.ts`,
    in: 'isJudged',
    guard: 'call first',
    becomes: 'false',
    tests: first('is not made by the admin who made the account, nor by who confirmed the fee'),
  },
  {
    name: 'first payment: the payee stays employed as was read',
    file: `${SALES}/first-payments.ts`,
    in: 'unchanged',
    guard: 'call payees',
    becomes: '[]',
    tests: first('is not a team leader’s when the person changes meanwhile'),
  },
  {
    name: 'first payment: the partner of the payee is the same',
    file: `${LEDGER}/known-payees.ts`,
    in: 'notePayment',
    guard: 'if paidEpoch',
    becomes: 'if (paidEpoch === epoch) return { write: KnownPayees.put({ userId, paidEpoch: epoch }), onFailure }',
    tests: first('is not a team leader’s when the person changes meanwhile'),
  },
  {
    name: 'own money: refused to who is not the only admin',
    file: 'functions/people/approvers.ts',
    in: 'refuseOwnChange',
    guard: 'if isAlone',
    becomes: 'if (!isAlone) return []',
    tests: own('cannot be changed by an admin or team leader whom it pays; their runs skip it with the same text'),
  },
  {
    name: 'own money: the only admin stays the only one',
    file: 'functions/people/approvers.ts',
    in: 'buildOnlyAdminAudit',
    guard: 'array isAlone',
    becomes: '[]',
    tests: own('may approve a sale that pays them, which the audit log says, unless a second admin is added meanwhile'),
  },
  {
    name: 'own money: the steps of a sale',
    file: `${SALES}/sales/steps.ts`,
    in: 'own',
    guard: 'call refuseOwnCommission',
    becomes: 'refuseOwnCommission(actor, { ...row, agentPayee: row.id, callerPayee: row.id }, { status })',
    tests: own('cannot be changed by an admin or team leader whom it pays; their runs skip it with the same text'),
  },
  {
    name: 'own money: a run leaves own rows',
    file: `${SALES}/payouts/advance-rules.ts`,
    in: 'findReasonToStay',
    guard: 'if isAlone',
    tests: own('cannot be changed by an admin or team leader whom it pays; their runs skip it with the same text'),
  },
  {
    name: 'own money: nobody makes another’s sale theirs',
    file: `${SALES}/sales/changing.ts`,
    in: 'refuseBecomingPayee',
    guard: 'logical isPayeeOf',
    becomes: 'false',
    tests: own('is not made of another’s sale: an editor cannot become its agent'),
  },
  {
    name: 'own money: nobody corrects their own pay',
    file: `${SALES}/commissions/adjustments.ts`,
    in: 'also',
    guard: 'binary userId',
    becomes: 'false',
    tests: own('cannot be corrected or repaid, nor a question about it answered, by its payee'),
  },
  {
    name: 'approval: klaar takes one',
    file: `${SALES}/approval.ts`,
    in: 'passApproval',
    guard: 'if type',
    tests: approvals('is needed for ready for payment, by each way to that status'),
  },
  {
    name: 'bedenktijd: holds what becomes due',
    file: `${SALES}/commissions/holding.ts`,
    in: 'passCoolingOff',
    guard: 'if isHolding',
    becomes: 'return { after, conditions: [] }',
    tests: cooling('is held by each road to payment, with the reason'),
  },
  {
    name: 'bedenktijd: that nothing is held stays true',
    file: `${SALES}/commissions/holding.ts`,
    in: 'passCoolingOff',
    guard: 'array requireSameSettings',
    becomes: '[]',
    tests: cooling('is held also when holding is switched on meanwhile'),
  },
  {
    name: 'withdrawal: it proposes its corrections alone',
    file: `${SALES}/commissions/adjustments.ts`,
    in: 'findCorrected',
    guard: 'if waitsForCorrection',
    becomes: '',
    tests: cooling('is corrected once, also when somebody notes a correction by hand meanwhile'),
  },
  {
    name: 'withdrawal: no correction by hand passes it',
    file: `${SALES}/commissions/adjustments.ts`,
    in: 'createAdjustment',
    guard: 'array requireUnchangedSale',
    becomes: '[]',
    tests: cooling('is corrected once, also when somebody notes a correction by hand meanwhile'),
  },
  {
    name: 'approval: a change of the sale ends it',
    file: `${SALES}/sales/changing.ts`,
    in: 'approval',
    guard: 'call findChangedFields',
    becomes: '[]',
    tests: approvals('that ended is mailed to the approver, once for each time'),
  },
  {
    name: 'approval: another amount ends it',
    file: `${SALES}/amounts/commission-rules.ts`,
    in: 'approval',
    guard: 'call approvalAfter',
    becomes: 'approvalAfter(row, [], { by, at })',
    tests: approvals('ends with another amount, wherever it is set, and not with the same amount'),
  },
  {
    name: 'approval: it does not outlast a step back',
    file: `${SALES}/approval.ts`,
    in: 'canLoseApproval',
    guard: 'logical uitbetaald approvedAt',
    becomes:
      "status !== 'uitbetaald' && status !== 'rejected' && approvedAt !== undefined && status === 'klaar_voor_uitbetaling'",
    tests: approvals('ends with a change also when the sale was set back to an earlier step before'),
  },
  {
    name: 'fee: its payee alone confirms nothing',
    file: `${SALES}/fees/lead-fees.ts`,
    in: 'isHeldByPayee',
    guard: 'binary heldBy',
    becomes: 'heldBy?.id !== heldBy?.id',
    tests: confirming('is not confirmed by the payee, however often they set another held status'),
  },
  {
    name: 'fee: what is to be confirmed is not stepped',
    file: `${SALES}/approval.ts`,
    in: 'passApproval',
    guard: 'if toConfirm',
    tests: confirming('is to be confirmed: it is listed, and in no sum, card, statement or step'),
  },
  {
    name: 'fee: its mark stays while its payee alone calls it held',
    file: `${SALES}/fees/lead-fees.ts`,
    in: 'heldFee',
    guard: 'logical isUnconfirmed',
    becomes: 'false',
    tests: confirming('keeps the mark of one that is not held any more when the payee alone calls it held again'),
  },
  {
    name: 'ceiling: a team leader stays below it',
    file: `${SALES}/commissions/commission-settings.ts`,
    in: 'refuseAmounts',
    guard: 'binary Math',
    becomes: 'amount < 0',
    tests: explaining('is set by a team leader up to the ceiling, and above it by an admin alone (rulings 35)'),
  },
  {
    name: 'run: a stopped one moves no row',
    file: 'functions/records/run-steps.ts',
    in: 'resultWrites',
    guard: 'call where',
    becomes: 'counts',
    tests: previews('moves no row after it is stopped, and can be continued'),
  },
  {
    name: 'run: rows with an open question wait',
    file: `${SALES}/payouts/advance-rules.ts`,
    in: 'isQuestioned',
    guard: 'logical nextStatus',
    becomes: 'row.openQuestions < 0',
    tests: previews('does not pay a row about which somebody asks a question meanwhile'),
  },
  {
    name: 'own invoice: nobody takes more of it than its amount',
    file: `${LEDGER}/own-invoices.ts`,
    in: 'takeOfInvoice',
    guard: 'call eq',
    becomes: 'eq(now.number, row.number)',
    tests: ownInvoices,
  },
  {
    name: 'own invoice: a number alone is of one day',
    file: `${LEDGER}/own-invoices.ts`,
    in: 'recordNumber',
    guard: 'call eq',
    becomes: 'eq(stored.number, row.number)',
    tests: ownInvoices,
  },
]
