import type { OwnInvoiceSums, OwnInvoiceWish } from '../../../shared/api/schemas/own-invoice.ts'
import { conflict, unprocessable } from '../../../shared/errors.ts'
import type { PayoutMethod } from '../../../shared/ledger/payout-methods.ts'
import { cents } from '../../../shared/money.ts'
import { addDays, type LocalDate, localDateOf, monthOf, now } from '../../../shared/time.ts'
import {
  buildDueItem,
  combinePosted,
  explainClaim,
  invoiceIdOf,
  isOpen,
  isPaidByInvoice,
  type LedgerItem,
  type OwnInvoice,
  type Posted,
  payByPayroll,
  payoutMethodOf,
  postDue,
  readOpenItems,
  readPayees,
  recordOwnInvoice,
  requireNoPartner,
  reverseItem,
  settlementOf,
} from '../../book/service.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Change, GuardedWrite } from '../../platform/data/commit.ts'
import { findUser, type User } from '../../platform/identity/user.ts'
import { dimensionsOf, isPaidTo, payeesOf } from '../amounts/commission-rules.ts'
import type { CommissionRow, Due } from '../commission-entity.ts'
import { allowPayment } from '../first-payments.ts'
import { textOf } from '../texts.ts'
import type { CoolingOffSettings } from './commission-settings.ts'
import { type Earned, itemsFor } from './earned.ts'

/** Maximum number of lines that a payment by hand settles, of all payees together, so that they fit one transaction. */
export const MOST_SETTLED = 60

/**
 * Writes that post a change of a commission in the ledger, and the ledger items of the commission after that change.
 */
export interface Booked extends Posted {
  readonly dues: CommissionRow['dues']
}

/** Fields of a commission that cannot change while a document claims one of its items (rulings 40). */
const fixed = ['agentPayee', 'callerPayee', 'agentCommission', 'callerCommission', 'date', 'status'] as const

/** Tells whether the book has items of a commission. An empty list means that all of them were reversed. */
const hasDues = ({ dues = [] }: Pick<CommissionRow, 'dues'>): boolean => dues.length > 0

/** Returns the payees with an amount of a commission that is ready for payment; none for a fee that a sale replaced. */
const payeesReady = (row: CommissionRow) =>
  row.status === 'klaar_voor_uitbetaling' && !row.replacedBy ? payeesDue(row) : []

const payeesDue = (row: CommissionRow) => payeesOf(row).filter(({ amount }) => amount > 0)

/**
 * Returns the day of supply of a commission: that of its sale or appointment or, by the settings, the first day after
 * the bedenktijd (market 69f). One that is released early is supplied on the day of its release.
 */
function supplyDayOf({ date, coolingOffUntil }: CommissionRow, settings: CoolingOffSettings | null): LocalDate {
  const isLater = settings?.earnedAt === 'cooledOff' && date >= (settings.coolingOffFrom ?? '9999')
  if (!isLater || coolingOffUntil === undefined) return date as LocalDate
  const [today, day] = [localDateOf(now()), addDays(coolingOffUntil as LocalDate, 1)]
  return day < today ? day : today
}

/**
 * Returns the writes after a change of payee, amount, day or step: they reverse the open items and, if the commission
 * is ready for payment, post new ones. Throws 409 when an item is claimed or settled (rulings 40).
 */
export function repostCommission({ row: before, items, settings }: Earned, after: CommissionRow, by: string): Booked {
  const isBooked = hasDues(before) || payeesReady(after).length === 0
  const isSame = before.replacedBy === after.replacedBy && fixed.every((name) => before[name] === after[name])
  if (isBooked && isSame) return { dues: before.dues, ...combinePosted() }
  const held = items.map(explainClaim).find((text) => text !== undefined)
  if (held !== undefined) throw conflict(held)
  const date = localDateOf(now())
  const owed = newDues({ ...after, version: before.version }, payeesReady(after), { by, settings })
  const text = 'Commissie gewijzigd of teruggezet'
  const dues = owed.length > 0 || before.dues ? owed.map(({ due }) => due) : undefined
  const reversed = items.map((item) => reverseItem(item, { date, by, text }))
  return { dues, ...combinePosted(...reversed, ...owed.map(({ form }) => postDue(form))) }
}

/**
 * Returns the items of a commission's next version, one for each payee, in three forms. `form` is the input that
 * posts the item, `item` its row in the book, `due` its entry in the commission.
 */
const newDues = (
  row: CommissionRow,
  payees: ReturnType<typeof payeesOf>,
  { by, settings }: Pick<Earned, 'settings'> & { readonly by: string },
) =>
  payees.map(({ userId, amount }) => {
    const form = {
      ...{ commissionId: row.id, version: row.version + 1, userId, amount, by },
      ...{ date: localDateOf(now()), supplyDate: supplyDayOf(row, settings), text: textOf(row) },
      ...dimensionsOf(row),
    }
    return { form, item: buildDueItem(form), due: { userId, itemId: buildDueItem(form).id } }
  })

/** Prepared payment of a commission by hand ('Uitbetalen'). */
interface HandPayment extends Booked {
  readonly conditions: readonly GuardedWrite[]
  /** Audit row of an only admin who pays somebody for the first time. */
  readonly also: readonly Change[]
  /** Dutch reason why no payee is paid by hand; null when at least one is paid now, or all were paid before. */
  readonly refusal: string | null
  /** Set when the monthly run will pay an open payee. A refused payment by hand then counts as skipped, not failed. */
  readonly isForRun: boolean
  /** Ids of the payees who are paid after this payment. */
  readonly paidTo: readonly string[]
  /** Set when all payees of the commission are paid after this payment. */
  readonly isFullySettled: boolean
  /** Names of the people whom this payment pays. */
  readonly paid: readonly string[]
}

/** Returns a commission after payment by hand: paid out once all payees are, otherwise ready for payment. */
const settleByHand = (
  row: CommissionRow,
  { isFullySettled, dues, paidTo }: Pick<HandPayment, 'isFullySettled' | 'dues' | 'paidTo'>,
): CommissionRow => ({
  ...{ ...row, dues, paidTo: [...paidTo] },
  ...(isFullySettled ? {} : { status: 'klaar_voor_uitbetaling', paidAt: undefined }),
})

interface Hand {
  readonly actor: Caller
  /** Request with a zzp'er's own invoice, for the first payee who needs one. */
  readonly wish?: OwnInvoiceWish
  /** Own invoices, by person; they replace that of `wish`. */
  readonly ownInvoices?: ReadonlyMap<string, OwnInvoice> | undefined
}

/** Payee with open items, and their own invoice when that invoice pays them now. */
interface OpenPayee {
  readonly due: Due
  readonly name: string
  readonly items: readonly LedgerItem[]
  readonly payoutMethod: PayoutMethod
  /** Null for a person who does not exist. */
  readonly user: User | null
  readonly invoice?: OwnInvoice
}

/**
 * Prepares payment of a commission, with open corrections of its payees, by payroll or own invoice (rulings 38, 39).
 * Skips payees whom a partner's invoices pay. Throws 422 without the number of an own invoice, 403 for a first payment
 * that the actor may not make.
 */
async function prepareHandPayment({ row, items: stored, settings }: Earned, hand: Hand): Promise<HandPayment> {
  const { id: by } = hand.actor
  const fresh = hasDues(row) ? [] : newDues(row, payeesDue(row), { by, settings })
  const dues = [...(row.dues ?? []), ...fresh.map(({ due }) => due)]
  const items = [...stored, ...fresh.map(({ item }) => item)]
  const open = await openPayees(row, dues, items)
  const payable = payableNow(open, hand)
  const limits = { by, isFresh: fresh.length > 0, most: Math.floor(MOST_SETTLED / payable.length) }
  const paying = await Promise.all(payable.map((payee) => settlePayee(payee, limits)))
  const payees = await readPayees(payable.flatMap(({ user }) => user ?? []))
  const allowed = await allowPayment(hand.actor, row, [...payees.values()])
  const isPaid = (due: Due) => payable.some((payee) => payee.due === due)
  const waiting = fresh.filter(({ due }) => !isPaid(due)).map(({ form }) => postDue(form))
  const paidTo = dues
    .filter((due) => isPaidTo(due.userId, row) || isPaid(due) || itemsFor(due, items).every(isSettledByHand))
    .map(({ userId }) => userId)
  const isFullySettled = dues.every(({ userId }) => paidTo.includes(userId))
  const partnered = open.find(({ payoutMethod }) => payoutMethod === 'invoice')
  const elsewhere = partnered ? forRun(partnered.name) : toBePaidBy(items.find(invoiceIdOf)?.claimedBy?.number ?? '')
  return {
    ...{ dues: dues.length > 0 ? dues : row.dues, paidTo, ...combinePosted(...paying, ...waiting) },
    conditions: [...payable.map(({ due }) => requireNoPartner(due.userId)), ...allowed.conditions],
    also: allowed.also,
    refusal: isFullySettled || payable.length > 0 ? null : elsewhere,
    isForRun: partnered !== undefined,
    isFullySettled,
    paid: payable.map(({ name }) => name),
  }
}

/** Commission after a change, with its postings; for a commission that becomes paid out, those of its payment. */
interface BookedChange extends Pick<HandPayment, 'conditions' | 'also' | 'refusal' | 'isForRun' | 'paid'>, Posted {
  readonly after: CommissionRow
  /** Set unless the commission becomes paid out and some of its payees are not paid yet. */
  readonly isFullySettled: boolean
}

/**
 * Returns a commission after a change of payee, amount, day or step, with its postings. One that becomes paid out is
 * paid by hand; other amounts are paid with new items, in place of the open ones. Throws as `repostCommission` and
 * `prepareHandPayment` do.
 */
export async function bookChange(earned: Earned, changed: CommissionRow, hand: Hand): Promise<BookedChange> {
  if (changed.status !== 'uitbetaald') {
    const { dues, ...posted } = repostCommission(earned, changed, hand.actor.id)
    return { ...posted, ...NOBODY_PAID, after: { ...changed, dues } }
  }
  const { agentCommission, callerCommission } = changed
  const { row } = earned
  const isSame = row.agentCommission === agentCommission && row.callerCommission === callerCommission
  const undone = isSame ? combinePosted() : repostCommission(earned, { ...row, status: 'nieuw' }, hand.actor.id)
  const due = isSame
    ? earned
    : { ...earned, row: { ...row, agentCommission, callerCommission, dues: undefined }, items: [] }
  const { dues, paidTo, ...payment } = await prepareHandPayment(due, hand)
  const after = settleByHand(changed, { ...payment, dues, paidTo })
  return { ...payment, ...combinePosted(undone, payment), after }
}

const NOBODY_PAID = { conditions: [], also: [], refusal: null, isForRun: false, isFullySettled: true, paid: [] }

/** Reads the payees with open items, and how each is paid. */
function openPayees(row: CommissionRow, dues: readonly Due[], items: readonly LedgerItem[]): Promise<OpenPayee[]> {
  const names = new Map(payeesOf(row).map(({ userId, name }) => [userId, name]))
  const open = dues.map((due) => ({
    due,
    name: names.get(due.userId) ?? '',
    items: itemsFor(due, items).filter(isOpen),
  }))
  return Promise.all(
    open.filter((one) => one.items.length > 0).map(async (one) => ({ ...one, ...(await readPayout(one.due.userId)) })),
  )
}

/**
 * Returns the payees to pay now; the own invoice of `wish` pays only the first zzp'er. Throws 422 for a zzp'er to be
 * paid without an invoice.
 */
function payableNow(open: readonly OpenPayee[], { wish = {}, ownInvoices }: Hand): OpenPayee[] {
  const first = open.find(({ payoutMethod }) => payoutMethod === 'own-invoice')
  return open.flatMap((payee) => {
    if (payee.payoutMethod === 'payroll') return [payee]
    if (payee.payoutMethod === 'invoice' || (payee !== first && !ownInvoices)) return []
    const invoice = ownInvoices ? ownInvoices.get(payee.due.userId) : ownInvoiceOf(wish)
    if (!invoice) throw ownInvoiceMissing(payee.name)
    return [{ ...payee, invoice }]
  })
}

const isSettledByHand = ({ claimedBy }: LedgerItem) => /^(?:payroll|own-invoice)#/.test(claimedBy?.by ?? '')

const forRun = (name: string) => `Deze commissie gaat via de maandrun: ${name} heeft een partner.`

const toBePaidBy = (number: string) =>
  `Deze commissie staat op factuur ${number} en wordt daarmee uitbetaald. Betaal of annuleer die factuur, of crediteer de regel.`

/**
 * Reads a person and how they are paid: by a partner's invoices, by their own as a zzp'er, otherwise by payroll. The
 * person is null when there is none.
 */
export async function readPayout(userId: string): Promise<{ user: User | null; payoutMethod: PayoutMethod }> {
  const [isPartnered, user] = await Promise.all([isPaidByInvoice(userId), findUser(userId)])
  return { user, payoutMethod: payoutMethodOf(isPartnered, user?.employmentType) }
}

/** Reads how a person is paid: by a partner's invoices, by their own as a zzp'er, otherwise by payroll. */
export const findPayoutMethod = async (userId: string): Promise<PayoutMethod> => (await readPayout(userId)).payoutMethod

const ownInvoiceMissing = (name: string) =>
  unprocessable(`${name} is zzp'er zonder partner: vul het factuurnummer in`, 'ownInvoiceNumber')

/** Converts the sums of an own invoice from euros to cents, as the book has them. */
export const inCents = ({ date, amount, vat }: OwnInvoiceSums) => ({ date, amount: cents(amount), vat: cents(vat) })

/** Returns the own invoice of a request; undefined without its number. */
export const ownInvoiceOf = ({ ownInvoiceNumber: number, ownInvoiceSums: sums }: OwnInvoiceWish) =>
  number ? { number, ...(sums && { sums: inCents(sums) }) } : undefined

/**
 * Returns the writes that settle a payee's items and corrections: by own invoice where one is given, otherwise by payroll.
 */
async function settlePayee(
  { due: { userId }, items: chosen, invoice }: OpenPayee,
  { by, isFresh, most }: { readonly by: string; readonly isFresh: boolean; readonly most: number },
): Promise<Posted> {
  const ids = new Set(chosen.map(({ id }) => id))
  const others = (await readOpenItems(userId)).filter(({ id }) => !ids.has(id))
  const settlement = settlementOf([...chosen, ...others], ids, { most })
  const when = { date: localDateOf(now()), by, fresh: isFresh ? chosen : [] }
  return invoice
    ? recordOwnInvoice(settlement, { ...when, invoice })
    : payByPayroll(settlement, { ...when, month: monthOf(when.date) })
}
