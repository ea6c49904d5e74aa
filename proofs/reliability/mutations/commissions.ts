// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is found and replaced is source text
import {
  BILLING,
  bulk,
  corrected,
  fees,
  itemRaces,
  LEDGER,
  type Mutation,
  monthly,
  numbering,
  payroll,
  people,
  repayments,
  replacedFees,
  runs,
  SALES,
  settled,
  settlements,
  settling,
  vat,
} from './mutation.ts'

/** Guards of the seller, the caller and the actor. */
export const whoIsPaid: readonly Mutation[] = [
  {
    name: 'registration: agent and actor still stand',
    file: `${SALES}/sales/registering.ts`,
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
    file: `${SALES}/sales/registering.ts`,
    find: "[stillChosen(booked.chosen, 'callerId')]",
    replace: '[]',
    tests: people('names no caller who left meanwhile'),
  },
  {
    name: 'registration: nobody has the SalesDock ID',
    file: `${SALES}/sales/registering.ts`,
    find: '`${notExists(row.saleId)} OR ${eq(row.saleId, id)}`',
    replace: "`${notExists(row.saleId)} OR NOT ${eq(row.saleId, '')}`",
    tests: people('has a SalesDock ID of its own, also when two are registered or changed at once'),
  },
  {
    name: 'change of a sale: agent and actor still stand',
    file: `${SALES}/sales/changing.ts`,
    find: '(agent ? stillAssignable(actor, agent) : [])',
    replace: '[]',
    tests: people('is given to nobody who left meanwhile'),
  },
  {
    name: 'change of a sale: the chosen caller still stands',
    file: `${SALES}/sales/changing.ts`,
    find: "[stillChosen(caller, 'callerId')]",
    replace: '[]',
    tests: people('names no caller who left meanwhile'),
  },
  {
    name: 'bulk: who started it may still',
    file: `${SALES}/payouts/advance-step.ts`,
    find: '...stillActing(starter, null), ',
    replace: '',
    tests: bulk('moves nothing for somebody whose rights were taken meanwhile'),
  },
  {
    name: 'monthly run: who started it may still',
    file: `${BILLING}/monthly/monthly-step.ts`,
    find: '...stillActing(starter, null),',
    replace: '',
    tests: monthly('invoices nothing for somebody whose rights were taken meanwhile'),
  },
  {
    name: 'new invoice: whom it is assigned to still stands',
    file: `${BILLING}/issuing/invoicing.ts`,
    find: "(assignee ? stillAssignable(actor, assignee, 'assignedUserId') : [])",
    replace: '[]',
    tests: numbering('is assigned to nobody who left meanwhile, when it is made or later'),
  },
  {
    name: 'change of an invoice: whom it is assigned to still stands',
    file: `${BILLING}/issuing/invoice-changing.ts`,
    find: "assignee ? stillAssignable(actor, assignee, 'assignedUserId') : []",
    replace: '[]',
    tests: numbering('is assigned to nobody who left meanwhile, when it is made or later'),
  },
  {
    name: 'partner: its agent still stands',
    file: `${BILLING}/partners/partners.ts`,
    find: "(agent ? stillAssignable(actor, agent, 'assignedAgentId') : [])",
    replace: '[]',
    tests: numbering('is given to nobody who left meanwhile, when it is made or later'),
  },
]

/** Fees of held appointments, beside the sales that take their place. */
export const heldAppointments: readonly Mutation[] = [
  {
    name: 'registration: no fee arises',
    file: `${SALES}/fees/lead-fees.ts`,
    find: "[condition(none, () => editConflict('deze afspraak'))]",
    replace: '[]',
    tests: fees('does not come beside the sale when it arises meanwhile'),
  },
  {
    name: 'fee: its appointment stands as it was read',
    file: `${SALES}/fees/lead-fees.ts`,
    find: 'const more = { conditions: [stands] }',
    replace: 'const more = { conditions: [] }',
    tests: fees('does not come beside the sale that is registered while it arises'),
  },
  {
    name: 'replaced fee: what is open is reversed',
    file: `${SALES}/fees/replaced-fees.ts`,
    find: 'await repostCommission(fee, after, SYSTEM)',
    replace: 'await repostCommission(fee, fee, SYSTEM)',
    tests: replacedFees('is reversed while it is open, and due again when the sale is rejected'),
  },
  {
    name: 'replaced fee: what is held is taken back',
    file: `${SALES}/fees/replaced-fees.ts`,
    find: 'corrected(fee, -total(items)',
    replace: 'corrected(fee, total(items)',
    tests: replacedFees(
      'stays on the invoice that holds it, and an open correction takes it back, until the sale is rejected',
    ),
  },
  {
    name: 'fee that counts again: its open correction is reversed',
    file: `${SALES}/fees/replaced-fees.ts`,
    find: 'for (const item of items.filter(isOpen))',
    replace: 'for (const item of items.filter(isReversed))',
    tests: replacedFees(
      'stays on the invoice that holds it, and an open correction takes it back, until the sale is rejected',
    ),
  },
  {
    name: 'fee that counts again: a correction that was netted is given back',
    file: `${SALES}/fees/replaced-fees.ts`,
    find: '-total(settled) - (fee.replacedBy?.returned ?? 0)',
    replace: '0',
    tests: [
      ...replacedFees('is given back when the correction was netted before the sale is rejected'),
      ...settling('is given back once when its correction is netted while the sale is rejected'),
    ],
  },
  {
    name: 'replaced fee: its correction goes once no document holds the fee',
    file: `${SALES}/payouts/following.ts`,
    find: 'const released = await releaseFee(row)',
    replace: 'const released = (await releaseFee(row)).slice(0, 0)',
    tests: replacedFees(
      'is taken back once when its invoice is credited as not earned any more',
      'is not netted with other pay when its invoice is credited',
    ),
  },
]

/** Guards that pay a commission by payroll or by invoice, never by both. */
export const oneRoad: readonly Mutation[] = [
  {
    name: 'item: nothing else claims it',
    file: `${LEDGER}/items.ts`,
    find: '`${exists(id)} AND ${notExists(stored)}`',
    replace: '`${exists(id)} AND ${exists(stored)} OR ${notExists(stored)}`',
    tests: [
      ...monthly(
        'invoices nothing that another run invoiced meanwhile',
        'nets no correction that another run netted meanwhile',
      ),
      ...payroll('is not paid out by hand as well', 'has a correction netted once'),
      ...settling('stays on the invoice that takes it while its sale is registered, and is taken back'),
    ],
  },
  {
    name: 'item: what is released or reversed is held still',
    file: `${LEDGER}/items.ts`,
    find: 'LedgerItems.put(after).where(({ claimedBy }, { eq }) => eq(claimedBy.by, by))',
    replace: 'LedgerItems.put(after)',
    tests: itemRaces(
      'a release frees nothing that was released and paid before',
      'a reversal takes nothing from an invoice that released it before',
    ),
  },
  {
    name: 'item: an invoice claims what it is to settle',
    file: `${BILLING}/issuing/invoicing.ts`,
    find: '...(posted?.write ?? []), ',
    replace: '',
    tests: monthly('invoices nothing that another run invoiced meanwhile'),
  },
  {
    name: 'by hand: no partner pays each payee still',
    file: `${SALES}/commissions/booking.ts`,
    find: 'conditions: payable.map(({ due }) => hasNoPartner(due.userId)),',
    replace: 'conditions: [],',
    tests: payroll(
      'is left to the monthly run by whoever pays it out by hand',
      'is left to the monthly run by whoever steps its sale',
      'is left to the monthly run in bulk',
    ),
  },
  {
    name: 'by hand: the condition goes along with the change of a commission',
    file: `${SALES}/commissions/commission-change.ts`,
    find: 'after: after(applyHandPayment(money, paid)),\n    conditions,\n',
    replace: 'after: after(applyHandPayment(money, paid)),\n',
    tests: payroll('is left to the monthly run by whoever pays it out by hand'),
  },
  {
    name: 'by hand: the condition goes along with the status of a sale',
    file: `${SALES}/sales/steps.ts`,
    find: 'dues }, at, conditions, write, count, also: own }',
    replace: 'dues }, at, write, count, also: own }',
    tests: payroll('is left to the monthly run by whoever steps its sale'),
  },
  {
    name: 'by hand: the condition goes along with a row of a bulk run',
    file: `${SALES}/payouts/advance-step.ts`,
    find: ', ...step.conditions]',
    replace: ']',
    tests: payroll('is left to the monthly run in bulk'),
  },
  {
    name: 'by hand: the claim goes along with the change of a commission',
    file: `${SALES}/commissions/commission-change.ts`,
    find: 'write: [...(undone?.write ?? []), ...write],',
    replace: 'write: undone?.write ?? [],',
    tests: payroll('is not paid out by hand as well'),
  },
  {
    name: 'by hand: what was due before its amount was set is reversed',
    file: `${SALES}/commissions/commission-change.ts`,
    find: 'write: [...(undone?.write ?? []), ...write],',
    replace: 'write,',
    tests: settled('is paid once with the amount that is set at the same time'),
  },
  {
    name: 'by hand: the claim goes along with the status of a sale',
    file: `${SALES}/sales/steps.ts`,
    find: 'dues }, at, conditions, write, count, also: own }',
    replace: 'dues }, at, conditions, count, also: own }',
    tests: payroll('is not paid out by the status of its sale as well'),
  },
  {
    name: 'by hand: the claim goes along with a row of a bulk run',
    file: `${SALES}/payouts/advance-step.ts`,
    find: 'write: [...step.write, ...write]',
    replace: 'write',
    tests: payroll('is not paid out in bulk as well'),
  },
  {
    name: 'by hand: what an invoice holds is not paid',
    file: `${SALES}/commissions/booking.ts`,
    find: 'refusal: isWhole || payable.length > 0 ? null :',
    replace: 'refusal: true ? null :',
    tests: settled('is not paid by hand, in bulk or by its sale, and what is paid by hand is on no invoice'),
  },
  {
    name: 'by hand: a sale is paid out when all its payees are',
    file: `${SALES}/commissions/booking.ts`,
    find: 'const isWhole = after.every((due) => due.isSettled)',
    replace: 'const isWhole = true',
    tests: settled('pays a sale out whose other payee is on payroll, whichever comes first'),
  },
  {
    name: 'change of a sale: what was due is reversed with it',
    file: `${SALES}/sales/changing.ts`,
    find: 'write: [...salesDockMoved(before, after), ...write],',
    replace: 'write: salesDockMoved(before, after),',
    tests: payroll('stays due to whom it pays: its sale is not given to another'),
  },
  {
    name: 'change of a commission: what was due is reversed with it',
    file: `${SALES}/commissions/commission-change.ts`,
    find: 'return { after: after({ ...money, dues }), write, count, outbox, also }',
    replace: 'return { after: after({ ...money, dues }), count }',
    tests: payroll('gets a commission once', 'has a correction netted once'),
  },
  {
    name: 'bulk: a row is noted once',
    file: `${SALES}/payouts/advance-step.ts`,
    find: 'AdvanceResults.create(',
    replace: 'AdvanceResults.put(',
    tests: bulk('moves and counts each row once when its step is delivered twice'),
  },
]

/** Mutations of the code that reverses a fee replaced by a sale. */
export const replacedParts: readonly Mutation[] = [
  {
    name: 'replaced fee: what was credited of it is not taken back again',
    file: `${SALES}/payouts/following.ts`,
    find: 'correctionId !== undefined && lost > 0',
    replace: 'correctionId !== undefined && lost < 0',
    tests: replacedFees('is taken back once where a part is credited as not earned any more'),
  },
  {
    name: 'replaced fee: what a settled correction returned is not given back again',
    file: `${SALES}/fees/replaced-fees.ts`,
    find: '-total(settled) - (fee.replacedBy?.returned ?? 0)',
    replace: '-total(settled)',
    tests: replacedFees('is taken back once also where that was netted before'),
  },
]

/** Mutations of the code that settles a balance below zero. */
export const belowZero: readonly Mutation[] = [
  {
    name: 'repayment: no more than is owed',
    file: `${SALES}/payouts/repayments.ts`,
    find: 'if (amount > owed) throw',
    replace: 'if (amount > owed + 100_000) throw',
    tests: repayments('takes corrections in favour along and leaves what is ready for payment to itself'),
  },
  {
    name: 'repayment: a partner’s person is settled with by invoices',
    file: `${SALES}/payouts/repayments.ts`,
    find: "if (road === 'invoice') {",
    replace: "if (road === 'own-invoice' && owed < 0) {",
    tests: repayments('of somebody whom invoices pay goes off the next invoice, until their partner has stopped'),
  },
  {
    name: 'repayment: nobody becomes a partner’s person meanwhile',
    file: `${SALES}/payouts/repayments.ts`,
    find: 'hasNoPartner(user.id), ...posted.write],',
    replace: '...posted.write],',
    tests: repayments('nobody becomes a partner’s person whose balance is settled by payroll'),
  },
  {
    name: 'repayment: nobody settles their own balance',
    file: `${SALES}/payouts/repayments.ts`,
    find: 'allowOwnMoney(actor, user.id === actor.id,',
    replace: 'allowOwnMoney(actor, false,',
    tests: repayments('is settled once for one key, and by nobody but another admin'),
  },
  {
    name: 'repayment: corrections in favour go along',
    file: `${LEDGER}/settling.ts`,
    find: 'withCorrections(free.filter(inFavour), free, { below: amount })',
    replace: 'withCorrections([], free, { below: amount })',
    tests: repayments('takes corrections in favour along and leaves what is ready for payment to itself'),
  },
]

/** Mutations of the amounts that a settlement takes along, to the cent. */
export const settledSums: readonly Mutation[] = [
  {
    name: 'by hand: open corrections are taken along',
    file: `${SALES}/commissions/booking.ts`,
    find: 'settlementOf([...chosen, ...others]',
    replace: 'settlementOf(chosen',
    tests: payroll('has a correction netted once'),
  },
  {
    name: 'settlement: corrections are taken down to 0',
    file: `${LEDGER}/settling.ts`,
    find: 'let part = Math.min(room, -item.amount)',
    replace: 'let part = -item.amount',
    tests: vat('nets corrections without VAT down to 0 before VAT, of which nothing is netted'),
  },
  {
    name: 'settlement: what one correction takes is left for no other',
    file: `${LEDGER}/settling.ts`,
    find: '    room -= part\n',
    replace: '',
    tests: vat('nets corrections without VAT down to 0 before VAT, of which nothing is netted'),
  },
  {
    name: 'settlement: corrections are taken down to 0 with VAT',
    file: `${LEDGER}/settling.ts`,
    find: 'while (part > 0 && grossOf(item, part) > gross)',
    replace: 'while (part < 0)',
    tests: vat('nets corrections at the VAT of December down to 0 with that, and the rest in the next month'),
  },
  {
    name: 'split: its first part is settled',
    file: `${LEDGER}/items.ts`,
    find: 'created({ ...first, claimedBy: claim }),',
    replace: 'created(first),',
    tests: corrected('is netted once, oldest first, and what is in their favour as well'),
  },
  {
    name: 'split: its parts add up',
    file: `${LEDGER}/settling.ts`,
    find: 'const rest = item.amount - part\n',
    replace: 'const rest = item.amount\n',
    tests: settlements('add up and keep all but id and amount; what is no part is refused'),
  },
  {
    name: 'monthly run: what was supplied in the period',
    file: `${BILLING}/monthly/monthly-plan.ts`,
    find: "kind === 'due' && from <= day && day <= to",
    replace: "kind === 'due' && from <= day",
    tests: runs('shows what it would make, makes that, and makes nothing of it a second time'),
  },
  {
    name: 'monthly run: what was supplied before the agreement is left out',
    file: `${BILLING}/monthly/monthly-plan.ts`,
    find: 'dues.filter((item) => !early.includes(item))',
    replace: 'dues',
    tests: runs('leaves out what was supplied before the agreement, unless it is chosen'),
  },
  {
    name: 'monthly run: a correction has the VAT of the line that it corrects',
    file: `${BILLING}/monthly/monthly-plan.ts`,
    find: 'if (line && invoice?.partnerCompanyId === id)',
    replace: 'if (line && invoice?.id === id)',
    tests: vat('nets at the rate of the line, whatever the settings say by now'),
  },
]
