import { conflict, unprocessable } from '../../shared/errors.ts'
import { dateText, type LocalDate, localDateOf, monthOf, now } from '../../shared/time.ts'
import {
  causeOf,
  hasNoPartner,
  heldBy,
  invoiceIdOf,
  isOpen,
  isPaidByInvoice,
  isReversed,
  type LedgerItem,
  newDue,
  openItems,
  type Posted,
  payByPayroll,
  postDue,
  type Road,
  recordOwnInvoice,
  reverseItem,
  roadOf,
  settlementOf,
  standingItems,
  together,
} from '../ledger/service.ts'
import type { GuardedWrite } from '../platform/commit.ts'
import { findUser } from '../platform/user.ts'
import { dimensionsOf, payeesOf } from './commission-rules.ts'
import type { CommissionRow, Due } from './entity.ts'

/** Most lines that a hand payment settles, of all payees together; they fit one transaction. */
export const MOST_SETTLED = 60

/** Postings of a change, and the commission's items in the book after it. */
export interface Booked extends Posted {
  readonly dues: CommissionRow['dues']
}

/** Fields of a commission that a document shows; they stay fixed while one claims it (rulings 40). */
const fixed = ['agentPayee', 'callerPayee', 'agentCommission', 'callerCommission', 'date', 'status'] as const

/** Tells whether the book has items of a commission; an empty list means that it had some once. */
const hasDues = ({ dues = [] }: Pick<CommissionRow, 'dues'>): boolean => dues.length > 0

/** Refuses with 409 a commission whose row does not show yet that a credit note took part of it back. */
function refuseBehind({ dues = [] }: Pick<CommissionRow, 'dues'>, items: readonly LedgerItem[]): void {
  const earned = items.filter((item) => !isReversed(item))
  const isBehind = dues.some((due) => {
    return due.amount !== itemsFor(due, earned).reduce((sum, { amount }) => sum + amount, 0)
  })
  if (isBehind) throw conflict('Deze commissie wordt bijgewerkt na een creditfactuur. Probeer het zo opnieuw.')
}

/** Returns the payees of a commission that is ready for payment; none for a fee that a sale replaced. */
const owedBy = (row: CommissionRow) =>
  row.status === 'klaar_voor_uitbetaling' && !row.replacedBy ? payeesDue(row) : []

const payeesDue = (row: CommissionRow) => payeesOf(row).filter(({ amount }) => amount > 0)

/** Returns the text of a commission on documents and in the journal. */
export const textOf = ({ type, customerName, date }: CommissionRow) =>
  `${type === 'sale' ? 'Sale' : 'Afspraak'} ${customerName} (${dateText(date)})`

/** Reads the items of a commission as they stand, strongly consistent. */
export const itemsOf = ({ dues = [] }: Pick<CommissionRow, 'dues'>): Promise<LedgerItem[]> =>
  standingItems(dues.map(({ itemId }) => itemId))

/**
 * Posts a change of payee, amount, day or step of a commission: reverses its old items and opens new ones. 409 while a
 * document claims it (rulings 40).
 */
export async function rebooked(before: CommissionRow, after: CommissionRow, by: string): Promise<Booked> {
  const isBooked = hasDues(before) || owedBy(after).length === 0
  const isSame = before.replacedBy === after.replacedBy && fixed.every((name) => before[name] === after[name])
  if (isBooked && isSame) return { dues: before.dues, ...together() }
  const found = await itemsOf(before)
  refuseBehind(before, found)
  const items = found.filter((item) => !isReversed(item))
  const held = items.map(heldBy).find((text) => text !== undefined)
  if (held !== undefined) throw conflict(held)
  const date = localDateOf(now())
  const owed = newDues({ ...after, version: before.version }, owedBy(after), by)
  const text = 'Commissie gewijzigd of teruggezet'
  const dues = owed.length > 0 || before.dues ? owed.map(({ due }) => due) : undefined
  const reversed = items.map((item) => reverseItem(item, { date, by, text }))
  return { dues, ...together(...reversed, ...owed.map(({ form }) => postDue(form))) }
}

/** Returns the items of a commission's next version: as its row has them, and as they are posted. */
const newDues = (row: CommissionRow, payees: ReturnType<typeof payeesOf>, by: string) =>
  payees.map(({ userId, amount }) => {
    const form = {
      ...{ commissionId: row.id, version: row.version + 1, payee: { userId }, amount, by },
      ...{ date: localDateOf(now()), supplyDate: row.date as LocalDate, text: textOf(row) },
      ...dimensionsOf(row),
    }
    return { form, item: newDue(form), due: { userId, amount, isSettled: false, itemId: newDue(form).id } }
  })

/** Result of 'Uitbetalen' for a commission. */
export interface HandPayment extends Booked {
  readonly conditions: readonly GuardedWrite[]
  /** Reason why nothing is paid by hand; null where something is. */
  readonly refusal: string | null
  /** Set when the monthly run pays the rest, so that nothing is wrong. */
  readonly isForRun: boolean
  /** Set when all its payees are paid then. */
  readonly isWhole: boolean
  /** Names of the people who are paid now. */
  readonly paid: readonly string[]
}

interface Hand {
  readonly by: string
  /** Number of a zzp'er's own invoice, for the first payee who needs one. */
  readonly ownInvoiceNumber?: string | null | undefined
  /** Numbers of own invoices, by person. */
  readonly ownInvoiceNumbers?: ReadonlyMap<string, string> | undefined
}

/**
 * Pays the open items of a commission by payroll or with a zzp'er's own invoice. Includes that person's open
 * corrections (rulings 38, 39). Leaves people with a partner to the monthly run. 422 without the number of an own
 * invoice.
 */
export async function payByHand(
  row: CommissionRow,
  { by, ownInvoiceNumber, ownInvoiceNumbers }: Hand,
): Promise<HandPayment> {
  const fresh = hasDues(row) ? [] : newDues(row, payeesDue(row), by)
  const dues = hasDues(row) ? (row.dues ?? []) : fresh.map(({ due }) => due)
  const items = hasDues(row) ? await itemsOf(row) : fresh.map(({ item }) => item)
  refuseBehind(row, items)
  const names = new Map(payeesOf(row).map(({ userId, name }) => [userId, name]))
  const nameOf = ({ userId }: Pick<Due, 'userId'>) => names.get(userId) ?? ''
  const left = dues.filter((due) => itemsFor(due, items).some(isOpen))
  const roads = new Map(await Promise.all(left.map(async (due) => [due, await findRoad(due.userId)] as const)))
  const onRoad = (road: Road) => left.filter((due) => roads.get(due) === road)
  const ownInvoices = onRoad('own-invoice')
  // One number is of one person's invoice: a second zzp'er is paid with the next.
  const [zzp] = ownInvoices
  const numberOf = (due: Due) => ownInvoiceNumbers?.get(due.userId) ?? (due === zzp ? ownInvoiceNumber : undefined)
  const unnumbered = ownInvoices.slice(0, ownInvoiceNumbers ? undefined : 1).find((due) => !numberOf(due))
  if (unnumbered) throw ownInvoiceMissing(nameOf(unnumbered))
  const payable = left.filter((due) => roads.get(due) === 'payroll' || (ownInvoices.includes(due) && numberOf(due)))
  const [partnered] = onRoad('invoice')
  const paying = await Promise.all(
    payable.map((due) =>
      settled(due.userId, itemsFor(due, items), {
        ...{ by, isFresh: fresh.length > 0, most: Math.floor(MOST_SETTLED / payable.length) },
        ownInvoiceNumber: ownInvoices.includes(due) ? numberOf(due) : undefined,
      }),
    ),
  )
  const waiting = fresh.filter(({ due }) => !payable.includes(due)).map(({ form }) => postDue(form))
  const isSettled = (due: Due) =>
    due.isSettled || payable.includes(due) || itemsFor(due, items).every((item) => isSettledByHand(item))
  const after = dues.map((due) => ({ ...due, isSettled: isSettled(due) }))
  const onInvoice = items.find(invoiceIdOf)?.claimedBy?.number
  const isWhole = after.every((due) => due.isSettled)
  return {
    ...{ dues: dues.length > 0 ? after : row.dues, ...together(...paying, ...waiting) },
    conditions: payable.map(({ userId }) => hasNoPartner(userId)),
    refusal: isWhole || payable.length > 0 ? null : partnered ? forRun(nameOf(partnered)) : toBePaidBy(onInvoice ?? ''),
    isForRun: partnered !== undefined,
    isWhole,
    paid: payable.map(nameOf),
  }
}

const itemsFor = ({ itemId }: Due, items: readonly LedgerItem[]) => items.filter((item) => causeOf(item) === itemId)

const isSettledByHand = ({ claimedBy }: LedgerItem) => /^(?:payroll|own-invoice)#/.test(claimedBy?.by ?? '')

const forRun = (name: string) => `Deze commissie gaat via de maandrun: ${name} heeft een partner.`

const toBePaidBy = (number: string) =>
  `Deze commissie staat op factuur ${number} en wordt daarmee uitbetaald. Betaal of annuleer die factuur, of crediteer de regel.`

/** Reads how a person is paid now: by a partner's invoices, as a zzp'er by their own, otherwise by payroll. */
export async function findRoad(userId: string): Promise<Road> {
  const [isPartnered, user] = await Promise.all([isPaidByInvoice(userId), findUser(userId)])
  return roadOf(isPartnered, user?.employmentType)
}

const ownInvoiceMissing = (name: string) =>
  unprocessable(`${name} is zzp'er zonder partner: vul het factuurnummer in`, 'ownInvoiceNumber')

/**
 * Settles the open items of one payee with their open corrections: by own invoice where it has a number, otherwise by
 * payroll.
 */
async function settled(
  userId: string,
  items: readonly LedgerItem[],
  { by, ownInvoiceNumber: number, isFresh, most }: Hand & { readonly isFresh: boolean; readonly most: number },
): Promise<Posted> {
  const chosen = items.filter(isOpen)
  const found = await openItems(userId)
  const others = found.filter(({ id }) => !chosen.some((item) => item.id === id))
  const settlement = settlementOf([...chosen, ...others], new Set(chosen.map(({ id }) => id)), { most })
  const date = localDateOf(now())
  const when = { date, by, fresh: isFresh ? chosen : [] }
  return number
    ? recordOwnInvoice(settlement, { number, ...when })
    : payByPayroll(settlement, { month: monthOf(date), ...when })
}
