import { type Killer, LEDGER, type Mutation, SALES } from './mutation.ts'

const within =
  (file: string) =>
  (...titles: string[]): Killer[] =>
    titles.map((title) => ({ file, title }))
const own = within('proofs/security/own-money.test.ts')
const approvals = within(`${SALES}/approval.test.ts`)
const confirming = within(`${SALES}/sales/confirming.test.ts`)
const explaining = within(`${SALES}/amounts/explaining.test.ts`)
const previews = within(`${SALES}/payouts/advance-preview.test.ts`)

/** Mutations of the guards that keep people from deciding on their own pay, and that protect approved amounts. */
export const ownMoney: readonly Mutation[] = [
  {
    name: 'own money: refused to who is not the only admin',
    file: 'functions/people/service.ts',
    find: 'if (!isAlone) throw refused()',
    replace: 'if (!isAlone) return []',
    tests: own('cannot be changed by an admin or team leader whom it pays; their runs skip it with the same text'),
  },
  {
    name: 'own money: the only admin stays the only one',
    file: 'functions/people/service.ts',
    find: 'write: [isAlone],',
    replace: 'write: [],',
    tests: own('may approve a sale that pays them, which the audit log says, unless a second admin is added meanwhile'),
  },
  {
    name: 'own money: the steps of a sale',
    file: `${SALES}/sales/steps.ts`,
    find: 'const own = await refuseOwnCommission(actor, row, { status })',
    replace:
      'const own = await refuseOwnCommission(actor, { ...row, agentPayee: row.id, callerPayee: row.id }, { status })',
    tests: own('cannot be changed by an admin or team leader whom it pays; their runs skip it with the same text'),
  },
  {
    name: 'own money: a run leaves own rows',
    file: `${SALES}/payouts/advance-rules.ts`,
    find: "if (!isAlone && isPayeeOf(starter.id, row)) return 'own'",
    replace: '',
    tests: own('cannot be changed by an admin or team leader whom it pays; their runs skip it with the same text'),
  },
  {
    name: 'own money: nobody makes another’s sale theirs',
    file: `${SALES}/sales/changing.ts`,
    find: '!isPayeeOf(actor.id, commissionOf(before)) && isPayeeOf(actor.id, commissionOf(after))',
    replace: 'false',
    tests: own('is not made of another’s sale: an editor cannot become its agent'),
  },
  {
    name: 'own money: nobody corrects their own pay',
    file: `${SALES}/commissions/adjustments.ts`,
    find: 'userId === actor.id, noted',
    replace: 'false, noted',
    tests: own('cannot be corrected or repaid, nor a question about it answered, by its payee'),
  },
  {
    name: 'approval: klaar takes one',
    file: `${SALES}/approval.ts`,
    find: "if (type === 'sale' && (isDue || isEnded) && to.approvedAt === undefined) throw conflict(NOT_APPROVED)",
    replace: '',
    tests: approvals('is needed for ready for payment, by each way to that status'),
  },
  {
    name: 'approval: a change of the sale ends it',
    file: `${SALES}/sales/changing.ts`,
    find: 'findChangedFields(before, changed), {',
    replace: '[], {',
    tests: approvals('that ended is mailed to the approver, once for each time'),
  },
  {
    name: 'approval: another amount ends it',
    file: `${SALES}/amounts/commission-rules.ts`,
    find: 'approvalAfter(row, fields, { by, at })',
    replace: 'approvalAfter(row, [], { by, at })',
    tests: approvals('ends with another amount, wherever it is set, and not with the same amount'),
  },
  {
    name: 'approval: it does not outlast a step back',
    file: `${SALES}/approval.ts`,
    find: "(approvedAt !== undefined || status === 'klaar_voor_uitbetaling')",
    replace: "approvedAt !== undefined && status === 'klaar_voor_uitbetaling'",
    tests: approvals('ends with a change also when the sale was set back to an earlier step before'),
  },
  {
    name: 'fee: its payee alone confirms nothing',
    file: `${SALES}/fees/lead-fees.ts`,
    find: 'heldBy?.id === createdBy',
    replace: 'heldBy?.id !== heldBy?.id',
    tests: confirming('is not confirmed by the payee, however often they set another held status'),
  },
  {
    name: 'fee: what is to be confirmed is not stepped',
    file: `${SALES}/approval.ts`,
    find: 'if (toConfirm) throw conflict(TO_CONFIRM)',
    replace: '',
    tests: confirming('is to be confirmed: it is listed, and in no sum, card, statement or step'),
  },
  {
    name: 'fee: its mark stays while its payee alone calls it held',
    file: `${SALES}/fees/lead-fees.ts`,
    find: 'isMarked: isUnconfirmed && fee.isMarked',
    replace: 'isMarked: false',
    tests: confirming('keeps the mark of one that is not held any more when the payee alone calls it held again'),
  },
  {
    name: 'ceiling: a team leader stays below it',
    file: `${SALES}/commissions/commission-settings.ts`,
    find: 'amount > Math.round(rate * commissionCeiling)',
    replace: 'amount < 0',
    tests: explaining('is set by a team leader up to the ceiling, and above it by an admin alone (rulings 35)'),
  },
  {
    name: 'run: a stopped one moves no row',
    file: `${SALES}/payouts/advance-step.ts`,
    find: ".where(({ state }, { eq }) => eq(state, 'running')),",
    replace: ',',
    tests: previews('moves no row after it is stopped, and can be continued'),
  },
  {
    name: 'run: rows with an open question wait',
    file: `${SALES}/payouts/advance-rules.ts`,
    find: "nextStatus === 'uitbetaald' && row.openQuestions > 0",
    replace: 'row.openQuestions < 0',
    tests: previews('does not pay a row about which somebody asks a question meanwhile'),
  },
  {
    name: 'own invoice: its number is of one day',
    file: `${LEDGER}/own-invoices.ts`,
    find: 'eq(stored.date, row.date)',
    replace: 'eq(stored.number, row.number)',
    tests: within(`${SALES}/commissions/commission-change.test.ts`)(
      'is paid by one own invoice with others of that day, and by none of an earlier day',
    ),
  },
]
