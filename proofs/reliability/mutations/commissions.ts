// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what takes the place of a guard is source text
import { INVOICES, type Mutation, SALES, testsOf } from './mutation.ts'

/**
 * Mutations of the guards against a simultaneous change of people: an agent, caller or assignee who left, an actor who
 * lost rights. Also of the guard that keeps SalesDock IDs unique.
 */
export const whoIsPaid: readonly Mutation[] = [
  {
    name: 'registration: agent and actor still stand',
    file: `${SALES}/sales/registering.ts`,
    in: 'registerOnce',
    guard: 'spread requireStillAssignable',
    tests: testsOf.people(
      'is registered for nobody who left meanwhile',
      'is registered in no team that its agent left meanwhile',
      'is registered by nobody whose rights were taken meanwhile',
    ),
  },
  {
    name: 'registration: the chosen caller still stands',
    file: `${SALES}/sales/registering.ts`,
    in: 'registerOnce',
    guard: 'call requireStillChosen',
    tests: testsOf.people('names no caller who left meanwhile'),
  },
  {
    name: 'registration: nobody has the SalesDock ID',
    file: `${SALES}/sales/registering.ts`,
    in: 'reserveSalesDockId',
    guard: 'template notExists',
    becomes: "`${notExists(row.saleId)} OR NOT ${eq(row.saleId, '')}`",
    tests: testsOf.people('has a SalesDock ID of its own, also when two are registered or changed at once'),
  },
  {
    name: 'change of a sale: agent and actor still stand',
    file: `${SALES}/sales/changing.ts`,
    in: 'conditions',
    guard: 'spread requireStillAssignable',
    becomes: '...[]',
    tests: testsOf.people('is given to nobody who left meanwhile'),
  },
  {
    name: 'change of a sale: the chosen caller still stands',
    file: `${SALES}/sales/changing.ts`,
    in: 'conditions',
    guard: 'call requireStillChosen',
    tests: testsOf.people('names no caller who left meanwhile'),
  },
  {
    name: 'bulk: who started it may still',
    file: `${SALES}/payouts/advance-step.ts`,
    in: 'conditions',
    guard: 'spread requireUnchangedActor',
    tests: testsOf.bulk('moves nothing for somebody whose rights were taken meanwhile'),
  },
  {
    name: 'monthly run: who started it may still',
    file: 'functions/monthly-runs/monthly-step.ts',
    in: 'write',
    guard: 'spread requireUnchangedActor',
    tests: testsOf.monthly('invoices nothing when its starter is deactivated meanwhile'),
  },
  {
    name: 'new invoice: whom it is assigned to still stands',
    file: `${INVOICES}/issuing/invoicing.ts`,
    in: 'tryToCreate',
    guard: 'spread assignee',
    becomes: '...[]',
    tests: testsOf.numbering('is not assigned to a user who is deactivated meanwhile, when it is made or later'),
  },
  {
    name: 'change of an invoice: whom it is assigned to still stands',
    file: `${INVOICES}/issuing/invoice-changing.ts`,
    in: 'editFields',
    guard: 'choice requireStillAssignable',
    becomes: '[]',
    tests: testsOf.numbering('is not assigned to a user who is deactivated meanwhile, when it is made or later'),
  },
  {
    name: 'partner: its agent still stands',
    file: `${INVOICES}/partners/partners.ts`,
    in: 'requireAgent',
    guard: 'choice agent',
    becomes: '[]',
    tests: testsOf.numbering('is not assigned to a user who is deactivated meanwhile, at creation or later'),
  },
]

/** Mutations of the fees (rewards for held appointments), and of the sales that replace fees. */
export const heldAppointments: readonly Mutation[] = [
  {
    name: 'registration: no fee arises',
    file: `${SALES}/fees/lead-fees.ts`,
    in: 'replaceLeadFee',
    guard: 'call condition',
    tests: testsOf.fees('does not count beside the sale when it is added meanwhile'),
  },
  {
    name: 'fee: its appointment stands as it was read',
    file: `${SALES}/fees/lead-fees.ts`,
    in: 'more',
    guard: 'array unchanged',
    becomes: '[]',
    tests: testsOf.fees('is not added when the sale is registered meanwhile'),
  },
  {
    name: 'replaced fee: what is open is reversed',
    file: `${SALES}/fees/replaced-fees.ts`,
    in: 'replaceFee',
    guard: 'call repostCommission',
    becomes: 'repostCommission(earned, row, SYSTEM)',
    tests: testsOf.replacedFees('is reversed while it is open, and due again when the sale is rejected'),
  },
  {
    name: 'replaced fee: what is held is taken back',
    file: `${SALES}/fees/replaced-fees.ts`,
    in: 'replaceFee',
    guard: 'unary sumAmounts',
    becomes: 'sumAmounts(items)',
    tests: testsOf.replacedFees('stays on its invoice, and an open correction reverses it, until the sale is rejected'),
  },
  {
    name: 'fee that counts again: its open correction is reversed',
    file: `${SALES}/fees/replaced-fees.ts`,
    in: 'reverseCorrection',
    guard: 'call items',
    becomes: 'items.filter(isReversed)',
    tests: testsOf.replacedFees('stays on its invoice, and an open correction reverses it, until the sale is rejected'),
  },
  {
    name: 'fee that counts again: a correction that was netted is given back',
    file: `${SALES}/fees/replaced-fees.ts`,
    in: 'undoCorrection',
    guard: 'binary sumAmounts',
    becomes: '0',
    tests: [
      ...testsOf.replacedFees('is due again when the correction was netted before the sale is rejected'),
      ...testsOf.settling('is due again once when its correction is netted while the sale is rejected'),
    ],
  },
  {
    name: 'replaced fee: its correction goes once no document holds the fee',
    file: `${SALES}/payouts/following.ts`,
    in: 'changesOf',
    guard: 'variable released',
    becomes: 'released = (await releaseFee(stored)).slice(0, 0)',
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
    in: 'isTakenBack',
    guard: 'binary lost',
    becomes: 'lost < 0',
    tests: testsOf.replacedFees('is reversed once where a part is credited as not earned any more'),
  },
  {
    name: 'replaced fee: what a settled correction returned is not given back again',
    file: `${SALES}/fees/replaced-fees.ts`,
    in: 'undoCorrection',
    guard: 'binary sumAmounts',
    becomes: '-sumAmounts(settled)',
    tests: testsOf.replacedFees('is reversed once also where its correction was netted before'),
  },
]
