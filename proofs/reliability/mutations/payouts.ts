// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is found and replaced is source text
import { BILLING, LEDGER, type Mutation, SALES, testsOf } from './mutation.ts'

/** Mutations of the guards that pay a commission by payroll or by invoice, never by both. */
export const onePayoutMethod: readonly Mutation[] = [
  {
    name: 'item: nothing else claims it',
    file: `${LEDGER}/items.ts`,
    find: '`${exists(id)} AND ${notExists(stored)}`',
    replace: '`${exists(id)} AND ${exists(stored)} OR ${notExists(stored)}`',
    tests: [
      ...testsOf.monthly(
        'invoices nothing that another run invoiced meanwhile',
        'nets no correction that another run netted meanwhile',
      ),
      ...testsOf.payroll('is not paid out by hand as well', 'has a correction netted once'),
      ...testsOf.settling('stays on the invoice that claims it while its sale is registered, and is reversed'),
    ],
  },
  {
    name: 'item: what is released or reversed is held still',
    file: `${LEDGER}/items.ts`,
    find: 'LedgerItems.put(after).where(({ claimedBy }, { eq }) => eq(claimedBy.by, by))',
    replace: 'LedgerItems.put(after)',
    tests: testsOf.itemRaces(
      'a release of an item that was released and paid meanwhile is refused',
      'a reversal of an item that its invoice released meanwhile is refused',
    ),
  },
  {
    name: 'item: an invoice claims what it is to settle',
    file: `${BILLING}/issuing/invoicing.ts`,
    find: '...(posted?.write ?? []), ',
    replace: '',
    tests: testsOf.monthly('invoices nothing that another run invoiced meanwhile'),
  },
  {
    name: 'by hand: no partner pays each payee still',
    file: `${SALES}/commissions/booking.ts`,
    find: 'conditions: payable.map(({ due }) => requireNoPartner(due.userId)),',
    replace: 'conditions: [],',
    tests: testsOf.payroll(
      'is left to the monthly run and not paid out by hand',
      'is left to the monthly run and not paid out by the status of its sale',
      'is left to the monthly run and not paid out in bulk',
    ),
  },
  {
    name: 'by hand: the condition goes along with the change of a commission',
    file: `${SALES}/commissions/commission-change.ts`,
    find: 'after: after(applyHandPayment(money, paid)),\n    conditions,\n',
    replace: 'after: after(applyHandPayment(money, paid)),\n',
    tests: testsOf.payroll('is left to the monthly run and not paid out by hand'),
  },
  {
    name: 'by hand: the condition goes along with the status of a sale',
    file: `${SALES}/sales/steps.ts`,
    find: 'dues }, at, conditions, write, count, also: own }',
    replace: 'dues }, at, write, count, also: own }',
    tests: testsOf.payroll('is left to the monthly run and not paid out by the status of its sale'),
  },
  {
    name: 'by hand: the condition goes along with a row of a bulk run',
    file: `${SALES}/payouts/advance-step.ts`,
    find: ', ...step.conditions]',
    replace: ']',
    tests: testsOf.payroll('is left to the monthly run and not paid out in bulk'),
  },
  {
    name: 'by hand: the claim goes along with the change of a commission',
    file: `${SALES}/commissions/commission-change.ts`,
    find: 'write: [...(undone?.write ?? []), ...write],',
    replace: 'write: undone?.write ?? [],',
    tests: testsOf.payroll('is not paid out by hand as well'),
  },
  {
    name: 'by hand: what was due before its amount was set is reversed',
    file: `${SALES}/commissions/commission-change.ts`,
    find: 'write: [...(undone?.write ?? []), ...write],',
    replace: 'write,',
    tests: testsOf.settled('is paid once with the amount that is set at the same time'),
  },
  {
    name: 'by hand: the claim goes along with the status of a sale',
    file: `${SALES}/sales/steps.ts`,
    find: 'dues }, at, conditions, write, count, also: own }',
    replace: 'dues }, at, conditions, count, also: own }',
    tests: testsOf.payroll('is not paid out by the status of its sale as well'),
  },
  {
    name: 'by hand: the claim goes along with a row of a bulk run',
    file: `${SALES}/payouts/advance-step.ts`,
    find: 'write: [...step.write, ...write]',
    replace: 'write',
    tests: testsOf.payroll('is not paid out in bulk as well'),
  },
  {
    name: 'by hand: what an invoice holds is not paid',
    file: `${SALES}/commissions/booking.ts`,
    find: 'refusal: isFullySettled || payable.length > 0 ? null :',
    replace: 'refusal: true ? null :',
    tests: testsOf.settled('is not paid by hand, in bulk or by its sale, and an item paid by hand is on no invoice'),
  },
  {
    name: 'by hand: a sale is paid out when all its payees are',
    file: `${SALES}/commissions/booking.ts`,
    find: 'const isFullySettled = after.every((due) => due.isSettled)',
    replace: 'const isFullySettled = true',
    tests: testsOf.settled('pays a sale out whose other payee is on payroll, whichever comes first'),
  },
  {
    name: 'change of a sale: what was due is reversed with it',
    file: `${SALES}/sales/changing.ts`,
    find: 'write: [...moveSalesDockId(before, after), ...write],',
    replace: 'write: moveSalesDockId(before, after),',
    tests: testsOf.payroll('keeps its payee: its sale cannot get another agent'),
  },
  {
    name: 'change of a commission: what was due is reversed with it',
    file: `${SALES}/commissions/commission-change.ts`,
    find: 'return { after: after({ ...money, dues }), write, count, outbox, also }',
    replace: 'return { after: after({ ...money, dues }), count }',
    tests: testsOf.payroll('is paid for a commission once', 'has a correction netted once'),
  },
  {
    name: 'bulk: a row is noted once',
    file: `${SALES}/payouts/advance-step.ts`,
    find: 'AdvanceResults.create(',
    replace: 'AdvanceResults.put(',
    tests: testsOf.bulk('moves and counts each row once when its step is delivered twice'),
  },
]

/** Mutations of the code that settles a balance below zero. */
export const belowZero: readonly Mutation[] = [
  {
    name: 'repayment: no more than is owed',
    file: `${SALES}/payouts/repayments.ts`,
    find: 'if (amount > owed) throw',
    replace: 'if (amount > owed + 100_000) throw',
    tests: testsOf.repayments('includes corrections in favour, and leaves commissions ready for payment open'),
  },
  {
    name: 'repayment: a partner’s person is settled with by invoices',
    file: `${SALES}/payouts/repayments.ts`,
    find: "if (payoutMethod === 'invoice') {",
    replace: "if (payoutMethod === 'own-invoice' && owed < 0) {",
    tests: testsOf.repayments(
      'of a person whom invoices pay is settled by the next invoice, until their partner is inactive',
    ),
  },
  {
    name: 'repayment: nobody becomes a partner’s person meanwhile',
    file: `${SALES}/payouts/repayments.ts`,
    find: 'requireNoPartner(user.id), ...posted.write],',
    replace: '...posted.write],',
    tests: testsOf.repayments('a person whose balance is settled by payroll gets no partner'),
  },
  {
    name: 'repayment: nobody settles their own balance',
    file: `${SALES}/payouts/repayments.ts`,
    find: 'refuseOwnMoney(actor, user.id === actor.id,',
    replace: 'refuseOwnMoney(actor, false,',
    tests: testsOf.repayments('is settled once for one key, and by nobody but another admin'),
  },
  {
    name: 'repayment: corrections in favour go along',
    file: `${LEDGER}/settling.ts`,
    find: 'withCorrections(free.filter(inFavour), free, { below: amount })',
    replace: 'withCorrections([], free, { below: amount })',
    tests: testsOf.repayments('includes corrections in favour, and leaves commissions ready for payment open'),
  },
]

/** Mutations of the amounts that a settlement includes, to the cent. */
export const settledSums: readonly Mutation[] = [
  {
    name: 'by hand: open corrections are taken along',
    file: `${SALES}/commissions/booking.ts`,
    find: 'settlementOf([...chosen, ...others]',
    replace: 'settlementOf(chosen',
    tests: testsOf.payroll('has a correction netted once'),
  },
  {
    name: 'settlement: corrections are taken down to 0',
    file: `${LEDGER}/settling.ts`,
    find: 'let part = Math.min(left, -item.amount)',
    replace: 'let part = -item.amount',
    tests: testsOf.vat('nets corrections without VAT down to 0 before VAT'),
  },
  {
    name: 'settlement: what one correction takes is left for no other',
    file: `${LEDGER}/settling.ts`,
    find: '    left -= part\n',
    replace: '',
    tests: testsOf.vat('nets corrections without VAT down to 0 before VAT'),
  },
  {
    name: 'settlement: corrections are taken down to 0 with VAT',
    file: `${LEDGER}/settling.ts`,
    find: 'while (part > 0 && grossOf(item, part) > gross)',
    replace: 'while (part < 0)',
    tests: testsOf.vat('nets corrections at the VAT of December down to 0 with that, and the rest in the next month'),
  },
  {
    name: 'split: its first part is settled',
    file: `${LEDGER}/items.ts`,
    find: 'createItem({ ...first, claimedBy: claim }),',
    replace: 'createItem(first),',
    tests: testsOf.corrected('is netted once, oldest first, together with corrections in their favour'),
  },
  {
    name: 'split: its parts add up',
    file: `${LEDGER}/settling.ts`,
    find: 'const rest = item.amount - part\n',
    replace: 'const rest = item.amount\n',
    tests: testsOf.settlements('add up and keep all but id and amount; what is no part is refused'),
  },
  {
    name: 'monthly run: what was supplied in the period',
    file: `${BILLING}/monthly/monthly-plan.ts`,
    find: "kind === 'due' && from <= day && day <= to",
    replace: "kind === 'due' && from <= day",
    tests: testsOf.runs('previews its invoices, makes them, and makes none of them a second time'),
  },
  {
    name: 'monthly run: what was supplied before the agreement is left out',
    file: `${BILLING}/monthly/monthly-plan.ts`,
    find: 'dues.filter((item) => !early.includes(item))',
    replace: 'dues',
    tests: testsOf.runs('leaves out what was supplied before the agreement, unless it is chosen'),
  },
  {
    name: 'monthly run: a correction has the VAT of the line that it corrects',
    file: `${BILLING}/monthly/monthly-plan.ts`,
    find: 'if (line && invoice?.partnerCompanyId === id)',
    replace: 'if (line && invoice?.id === id)',
    tests: testsOf.vat('nets at the rate of the line, whatever the settings say by now'),
  },
]
