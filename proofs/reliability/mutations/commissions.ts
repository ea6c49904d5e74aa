// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is found and replaced is source text
import { BILLING, type Mutation, SALES, testsOf } from './mutation.ts'

/**
 * Mutations of the guards against a simultaneous change of people: an agent, caller or assignee who left, an actor who
 * lost rights. Also of the guard that keeps SalesDock IDs unique.
 */
export const whoIsPaid: readonly Mutation[] = [
  {
    name: 'registration: agent and actor still stand',
    file: `${SALES}/sales/registering.ts`,
    find: '...requireStillAssignable(actor, agent),',
    replace: '',
    tests: testsOf.people(
      'is registered for nobody who left meanwhile',
      'is registered in no team that its agent left meanwhile',
      'is registered by nobody whose rights were taken meanwhile',
    ),
  },
  {
    name: 'registration: the chosen caller still stands',
    file: `${SALES}/sales/registering.ts`,
    find: "[requireStillChosen(booked.chosen, 'callerId')]",
    replace: '[]',
    tests: testsOf.people('names no caller who left meanwhile'),
  },
  {
    name: 'registration: nobody has the SalesDock ID',
    file: `${SALES}/sales/registering.ts`,
    find: '`${notExists(row.saleId)} OR ${eq(row.saleId, id)}`',
    replace: "`${notExists(row.saleId)} OR NOT ${eq(row.saleId, '')}`",
    tests: testsOf.people('has a SalesDock ID of its own, also when two are registered or changed at once'),
  },
  {
    name: 'change of a sale: agent and actor still stand',
    file: `${SALES}/sales/changing.ts`,
    find: '(agent ? requireStillAssignable(actor, agent) : [])',
    replace: '[]',
    tests: testsOf.people('is given to nobody who left meanwhile'),
  },
  {
    name: 'change of a sale: the chosen caller still stands',
    file: `${SALES}/sales/changing.ts`,
    find: "[requireStillChosen(caller, 'callerId')]",
    replace: '[]',
    tests: testsOf.people('names no caller who left meanwhile'),
  },
  {
    name: 'bulk: who started it may still',
    file: `${SALES}/payouts/advance-step.ts`,
    find: '...requireUnchangedActor(starter, null), ',
    replace: '',
    tests: testsOf.bulk('moves nothing for somebody whose rights were taken meanwhile'),
  },
  {
    name: 'monthly run: who started it may still',
    file: `${BILLING}/monthly/monthly-step.ts`,
    find: '...requireUnchangedActor(starter, null),',
    replace: '',
    tests: testsOf.monthly('invoices nothing when its starter is deactivated meanwhile'),
  },
  {
    name: 'new invoice: whom it is assigned to still stands',
    file: `${BILLING}/issuing/invoicing.ts`,
    find: "(assignee ? requireStillAssignable(actor, assignee, 'assignedUserId') : [])",
    replace: '[]',
    tests: testsOf.numbering('is not assigned to a user who is deactivated meanwhile, when it is made or later'),
  },
  {
    name: 'change of an invoice: whom it is assigned to still stands',
    file: `${BILLING}/issuing/invoice-changing.ts`,
    find: "assignee ? requireStillAssignable(actor, assignee, 'assignedUserId') : []",
    replace: '[]',
    tests: testsOf.numbering('is not assigned to a user who is deactivated meanwhile, when it is made or later'),
  },
  {
    name: 'partner: its agent still stands',
    file: `${BILLING}/partners/partners.ts`,
    find: "agent ? requireStillAssignable(actor, agent, 'assignedAgentId') : []",
    replace: '[]',
    tests: testsOf.numbering('is not assigned to a user who is deactivated meanwhile, at creation or later'),
  },
]

/** Mutations of the fees (rewards for held appointments), and of the sales that replace fees. */
export const heldAppointments: readonly Mutation[] = [
  {
    name: 'registration: no fee arises',
    file: `${SALES}/fees/lead-fees.ts`,
    find: "[condition(none, () => editConflict('deze afspraak'))]",
    replace: '[]',
    tests: testsOf.fees('does not count beside the sale when it is added meanwhile'),
  },
  {
    name: 'fee: its appointment stands as it was read',
    file: `${SALES}/fees/lead-fees.ts`,
    find: 'const more = { conditions: [unchanged] }',
    replace: 'const more = { conditions: [] }',
    tests: testsOf.fees('is not added when the sale is registered meanwhile'),
  },
  {
    name: 'replaced fee: what is open is reversed',
    file: `${SALES}/fees/replaced-fees.ts`,
    find: 'await repostCommission(fee, after, SYSTEM)',
    replace: 'await repostCommission(fee, fee, SYSTEM)',
    tests: testsOf.replacedFees('is reversed while it is open, and due again when the sale is rejected'),
  },
  {
    name: 'replaced fee: what is held is taken back',
    file: `${SALES}/fees/replaced-fees.ts`,
    find: 'createCorrection(fee, -sumAmounts(items)',
    replace: 'createCorrection(fee, sumAmounts(items)',
    tests: testsOf.replacedFees('stays on its invoice, and an open correction reverses it, until the sale is rejected'),
  },
  {
    name: 'fee that counts again: its open correction is reversed',
    file: `${SALES}/fees/replaced-fees.ts`,
    find: 'for (const item of items.filter(isOpen))',
    replace: 'for (const item of items.filter(isReversed))',
    tests: testsOf.replacedFees('stays on its invoice, and an open correction reverses it, until the sale is rejected'),
  },
  {
    name: 'fee that counts again: a correction that was netted is given back',
    file: `${SALES}/fees/replaced-fees.ts`,
    find: '-sumAmounts(settled) - (fee.replacedBy?.returned ?? 0)',
    replace: '0',
    tests: [
      ...testsOf.replacedFees('is due again when the correction was netted before the sale is rejected'),
      ...testsOf.settling('is due again once when its correction is netted while the sale is rejected'),
    ],
  },
  {
    name: 'replaced fee: its correction goes once no document holds the fee',
    file: `${SALES}/payouts/following.ts`,
    find: 'const released = await releaseFee(row)',
    replace: 'const released = (await releaseFee(row)).slice(0, 0)',
    tests: testsOf.replacedFees(
      'is reversed once when its invoice is credited as not earned any more',
      'is not netted with other pay when its invoice is credited',
    ),
  },
]

/** Mutations of the code that reverses parts of a fee replaced by a sale. */
export const replacedParts: readonly Mutation[] = [
  {
    name: 'replaced fee: what was credited of it is not taken back again',
    file: `${SALES}/payouts/following.ts`,
    find: 'correctionId !== undefined && lost > 0',
    replace: 'correctionId !== undefined && lost < 0',
    tests: testsOf.replacedFees('is reversed once where a part is credited as not earned any more'),
  },
  {
    name: 'replaced fee: what a settled correction returned is not given back again',
    file: `${SALES}/fees/replaced-fees.ts`,
    find: '-sumAmounts(settled) - (fee.replacedBy?.returned ?? 0)',
    replace: '-sumAmounts(settled)',
    tests: testsOf.replacedFees('is reversed once also where its correction was netted before'),
  },
]
