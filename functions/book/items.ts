import { conflict } from '../../shared/errors.ts'
import type { Account } from '../../shared/ledger/accounts.ts'
import { type LocalDate, monthText, now } from '../../shared/time.ts'
import { condition, type GuardedWrite } from '../platform/data/commit.ts'
import { getRows } from '../platform/data/rows.ts'
import type { Dimensions, PostingRow } from './entity.ts'
import { type LedgerItem, LedgerItems } from './item-entity.ts'
import { type OwnInvoice, takeOfInvoice } from './own-invoices.ts'
import { alreadyPosted, combinePosted, type Entry, type Posted, postEntries, reversalOf } from './posting.ts'
import { partsOf, type Settlement, type Split, settlementLines, settlementTotal, sumAmounts } from './settling.ts'

/** Day of a posting, and the id of its author. */
interface When {
  readonly date: LocalDate
  readonly by: string
}

interface ItemForm extends When, Dimensions {
  readonly userId: string
  /** Cents before VAT. */
  readonly amount: number
  /** Dutch text of the line on a document. */
  readonly text: string
}

export interface Due extends ItemForm {
  readonly commissionId: string
  /** Version of the commission at which this amount became due. */
  readonly version: number
  readonly supplyDate: LocalDate
}

export interface Correction extends ItemForm {
  readonly id: string
  /** Day of supply of the corrected item; `date` by default. */
  readonly supplyDate?: LocalDate | undefined
  readonly commissionId?: string | undefined
  /** Id of the corrected item. */
  readonly correctsId?: string | undefined
}

/**
 * Builds the open item by which we owe a payee their commission; stores nothing. Throws a RangeError unless the amount
 * is above 0.
 */
export function buildDueItem({ version, ...due }: Due): LedgerItem {
  if (due.amount <= 0) throw new RangeError(`Nothing is due by ${due.commissionId}: ${due.amount}`)
  return newItem({ ...due, id: dueIdOf({ ...due, version }), kind: 'due', correctsId: undefined })
}

/** Returns the id of the item of a payee by one version of a commission. */
export const dueIdOf = ({ commissionId, version, userId }: Pick<Due, 'commissionId' | 'version' | 'userId'>) =>
  `due#${commissionId}#${version}#${userId}`

/**
 * Returns the writes that post what we owe a payee for a commission, as an open item; 409 when it was posted before.
 * Throws a RangeError unless the amount is whole cents above 0.
 */
export const postDue = (due: Due): Posted => openItem(buildDueItem(due), due.by)

/**
 * Returns the writes that post a correction of a person's pay, up or down, as an open item; 409 when it was posted
 * before. Throws a RangeError unless the amount is whole cents other than 0.
 */
export function postCorrection({ id, commissionId, correctsId, ...correction }: Correction): Posted {
  const { date, by, supplyDate = date } = correction
  const about = { ...correction, supplyDate, commissionId, correctsId }
  return openItem(newItem({ ...about, id: `correction#${id}`, kind: 'correction' }), by)
}

type NewItem = ItemForm & Pick<LedgerItem, 'id' | 'kind' | 'commissionId' | 'correctsId'> & { supplyDate: LocalDate }

const newItem = ({ by: _, team, split, ...noted }: NewItem): LedgerItem => ({
  ...{ ...noted, team, split, createdAt: now(), claimedBy: undefined },
})

/** Returns the posting on the account `commissions` for an item or its reversal, with the item's team and split. */
const costOf = ({ team, split }: Dimensions, amount: number): PostingRow => ({
  ...{ account: 'commissions', amount },
  ...(team === undefined ? {} : { team }),
  ...(split === undefined ? {} : { split }),
})

/** Returns the writes that post and create an item: open, or claimed already with `claimedBy`. */
const openItem = (item: LedgerItem, by: string, claimedBy?: ClaimedBy): Posted =>
  combinePosted({ write: [createItem({ ...item, claimedBy })], count: [] }, postEntries(entryOf(item, by)))

/** Returns the entry by which an item is posted. */
const entryOf = (item: LedgerItem, by: string): Entry => {
  const { id: cause, kind, date, amount, supplyDate, userId, text } = item
  const postings: PostingRow[] = [costOf(item, amount), { account: 'payable', amount: -amount }]
  return { cause, kind, date: date as LocalDate, supplyDate, userId, postings, text, by }
}

const createItem = (item: LedgerItem): GuardedWrite => ({ write: LedgerItems.create(item), onFailure: alreadyPosted })

/** Claim on an item, or its settlement. */
type ClaimedBy = NonNullable<LedgerItem['claimedBy']>

type Claimable = Pick<LedgerItem, 'claimedBy'>

/** Tells whether an item is neither claimed nor settled. */
export const isOpen = ({ claimedBy }: Claimable): boolean => claimedBy === undefined

/** Tells whether an item was reversed, so that nobody is owed it any more. */
export const isReversed = ({ claimedBy }: Claimable): boolean => claimedBy?.by.startsWith('reversal#') ?? false

/** Returns the id of the invoice that claims or settled an item; undefined without one. */
export const invoiceIdOf = ({ claimedBy }: Claimable): string | undefined =>
  /^invoice#(.*)$/.exec(claimedBy?.by ?? '')?.[1]

/**
 * Explains in Dutch why an item cannot be changed: what claimed, settled, reversed or split it; undefined while it is
 * open.
 */
export function explainClaim({ claimedBy, kind }: LedgerItem): string | undefined {
  if (!claimedBy) return undefined
  const what = kind === 'due' ? 'Deze commissie' : 'Deze correctie'
  switch (claimedBy.by.split('#')[0]) {
    case 'invoice':
      return `${what} staat op factuur ${claimedBy.number}. Annuleer of crediteer die eerst.`
    case 'reversal':
      return `${what} is al teruggedraaid`
    case 'split':
      return `${what} is intussen gesplitst. Laad de pagina opnieuw.`
    default:
      return kind === 'due' ? `${what} is al uitbetaald` : `${what} is al verrekend`
  }
}

/** Returns a function that makes the 409 error for an item that something else claimed meanwhile. */
const claimedMeanwhile = ({ kind }: LedgerItem) => {
  const what = kind === 'due' ? 'Deze commissie' : 'Een correctie'
  return () => conflict(`${what} is intussen gefactureerd, uitbetaald of teruggedraaid. Laad de pagina opnieuw.`)
}

/**
 * Returns the write that claims an open item, or with `from` an item that `from` claims. Throws 409 when anything else
 * claims it, at the latest at the commit.
 */
function claimWrite(item: LedgerItem, claimedBy: ClaimedBy, from?: string): GuardedWrite {
  const held = explainClaim(item)
  if (held !== undefined && item.claimedBy?.by !== from) throw conflict(held)
  const after = { ...item, claimedBy }
  if (from !== undefined) return writeWhileClaimed(from, after)
  return writeUnchanged({ ...item, claimedBy: undefined }, after)
}

/** Returns the write of a claimed item, on condition that `by` still claims it. */
const writeWhileClaimed = (by: string, after: LedgerItem): GuardedWrite =>
  writeUnchanged({ ...after, claimedBy: { by, number: undefined } }, after)

/** Returns the write of an item, on condition that it has the claim and the text of `before`, and as much taken back. */
const writeUnchanged = (before: LedgerItem, after: LedgerItem): GuardedWrite => ({
  write: LedgerItems.put(after).where(({ id, text, claimedBy, isTakenBack }, { eq, exists, notExists }) =>
    [
      exists(id),
      eq(text, before.text),
      before.claimedBy ? eq(claimedBy.by, before.claimedBy.by) : notExists(claimedBy),
      before.isTakenBack ? exists(isTakenBack) : notExists(isTakenBack),
    ].join(' AND '),
  ),
  onFailure: claimedMeanwhile(before),
})

/** Returns the write that notes that a correction took the amount of an item back; 409 when its claim changed. */
export const takeBack = (item: LedgerItem): GuardedWrite => writeUnchanged(item, { ...item, isTakenBack: true })

/** Author, day and reason of a reversal. */
interface Reversal extends When {
  readonly text: string
}

/** Returns the writes that close an item and exactly reverse its posting. Throws 409 unless the item is open. */
export const reverseItem = (item: LedgerItem, reversal: Reversal): Posted =>
  combinePosted({ write: [claimWrite(item, reversedBy(item))], count: [] }, postReversal(item, reversal))

/**
 * Returns the writes that split an open item in two and reverse the part that `split` names; the rest stays open.
 * Throws 409 unless the item is open, a RangeError unless `split` names a part of it.
 */
export function reversePart(split: Split, reversal: Reversal): Posted {
  const [first] = partsOf(split)
  return combinePosted(splitItem(split, reversal, reversedBy(first)), postReversal(first, reversal))
}

const reversedBy = (item: LedgerItem): ClaimedBy => ({ by: `reversal#${causeOf(item)}`, number: undefined })

function postReversal(item: LedgerItem, { date, text, by }: Reversal): Posted {
  const reversal = reversalOf(entryOf(item, by), { kind: 'reversal', date, text, by })
  return postEntries({ ...reversal, reverses: causeOf(item), itemIds: [item.id] })
}

/** Reversal, by the credit note `cause`, of items that the credited invoice `from` claims. */
interface HeldReversal extends Reversal {
  /** Id of the credit note. */
  readonly cause: string
  readonly from: `invoice#${string}`
}

/**
 * Returns the writes by which the credit note `cause` reverses items of one person that the credited invoice `from`
 * claims. Throws 409 unless `from` claims them all, at the latest at the commit.
 */
export function reverseHeldItems(items: readonly LedgerItem[], { cause, from, ...entry }: HeldReversal): Posted {
  const [first] = items
  if (!first) return combinePosted()
  const claim = { by: `reversal#${cause}`, number: undefined }
  const postings = [...payablePostings(items.map(({ amount }) => amount)), ...reversedCosts(items)]
  const about = { cause: `unearned#${cause}`, userId: first.userId, itemIds: items.map(({ id }) => id) }
  return combinePosted(
    { write: items.map((item) => claimWrite(item, claim, from)), count: [] },
    postEntries({ ...entry, ...about, kind: 'reversal', postings }),
  )
}

/**
 * Returns the postings that reverse the costs of items: one for each combination of team, provider (`split`) and sign.
 */
function reversedCosts(items: readonly LedgerItem[]): PostingRow[] {
  const costs = new Map<string, PostingRow>()
  for (const item of items) {
    const id = JSON.stringify([item.team, item.split, item.amount > 0])
    costs.set(id, costOf(item, (costs.get(id)?.amount ?? 0) - item.amount))
  }
  return [...costs.values()]
}

/**
 * Returns the cause (unique key) of the transaction that posted an item. A part of a split item has the cause of the
 * whole.
 */
export const causeOf = ({ id }: Pick<LedgerItem, 'id'>) => id.replace(/(?:\/[12])+$/, '')

/**
 * Returns the writes that claim the items of a settlement for the document `claim`; splits the item settled in part.
 * Throws 409 where an item is claimed already.
 */
export function claimItems({ items, split }: Settlement, claim: ClaimedBy, when: When): Posted {
  const whole: Posted = { write: items.map((item) => claimWrite(item, claim)), count: [] }
  return split ? combinePosted(whole, splitItem(split, when, claim)) : whole
}

/**
 * Returns the writes that reopen the items claimed by the cancelled or credited invoice `by`; skips other items. They
 * fail with 409 when `by` no longer claims an item.
 */
export const releaseItems = (items: readonly LedgerItem[], by: `invoice#${string}`): Posted => ({
  write: items
    .filter(({ claimedBy }) => claimedBy?.by === by)
    .map((item) => writeWhileClaimed(by, { ...item, claimedBy: undefined })),
  count: [],
})

/**
 * Returns the writes that replace an item by two with the same sum: the part that `split` names, and the rest. With
 * `claim` the part is not open but claimed from the beginning. Throws 409 unless the item is open, a RangeError unless
 * `split` names a part of it.
 */
export function splitItem(split: Split, { date, by }: When, claim?: ClaimedBy): Posted {
  const { item } = split
  const [first, rest] = partsOf(split)
  const { id, userId, supplyDate, amount, text } = item
  const postings = [amount, -first.amount, -rest.amount].map(
    (cents): PostingRow => ({ account: 'payable', amount: cents }),
  )
  return combinePosted(
    {
      write: [
        claimWrite(item, { by: `split#${id}`, number: undefined }),
        createItem({ ...first, claimedBy: claim }),
        createItem(rest),
      ],
      count: [],
    },
    postEntries({
      cause: `split#${id}`,
      kind: 'split',
      date,
      supplyDate,
      userId,
      postings,
      text: `Gesplitst: ${text}`,
      by,
    }),
  )
}

/**
 * Returns the postings that settle amounts on the account `payable`: one debit for those above 0, one credit for those
 * below.
 */
export const payablePostings = (amounts: readonly number[]): PostingRow[] =>
  [amounts.filter((amount) => amount > 0), amounts.filter((amount) => amount < 0)]
    .filter((side) => side.length > 0)
    .map((side) => ({ account: 'payable', amount: side.reduce((sum, amount) => sum + amount, 0) }))

/** Date and author of a settlement. */
interface Settling extends When {
  /** Items of the settlement that are not stored yet: its transaction creates them, settled from the beginning. */
  readonly fresh?: readonly LedgerItem[] | undefined
  /** Dutch text of the posting when the person repays us; required when the sum is below 0. */
  readonly repaid?: string | undefined
}

/**
 * Returns the writes that settle a person's items with payroll of a month `yyyy-mm`. Throws 409 where an item is
 * claimed already. Throws a RangeError for several people, no item, or a sum below 0 without `repaid`.
 */
export const payByPayroll = (
  settlement: Settlement,
  { month, ...when }: Settling & { readonly month: string },
): Posted =>
  settle(settlement, when, {
    ...{ kind: 'payroll', account: 'payroll', text: `Uitbetaald met het loon van ${monthText(month)}` },
    claim: { by: `payroll#${month}`, number: undefined },
  })

/**
 * Returns the writes that settle a person's items with their own invoice, or credit invoice for a sum below 0. Throws
 * as `payByPayroll` and `takeOfInvoice` do.
 */
export async function recordOwnInvoice(
  settlement: Settlement,
  { invoice, ...when }: Settling & { readonly invoice: OwnInvoice },
): Promise<Posted> {
  const { number } = invoice
  const userId = settlementLines(settlement)[0]?.userId ?? ''
  const taken = await takeOfInvoice(userId, invoice, settlementTotal(settlement), when.date)
  const posted = settle(settlement, when, {
    ...{ kind: 'own-invoice', account: 'own-invoices', text: `Uitbetaald op eigen factuur ${taken.text}` },
    ...{ claim: { by: `own-invoice#${number}`, number }, vat: taken.postings },
  })
  return { ...posted, write: [...posted.write, taken.write] }
}

interface SettlementEntry extends Pick<Entry, 'text'> {
  readonly kind: 'payroll' | 'own-invoice'
  readonly account: Account
  readonly claim: ClaimedBy
  /** Postings of VAT on what is settled. */
  readonly vat?: readonly PostingRow[]
}

/**
 * Returns the writes that claim and post a settlement. The lowest id among its lines makes the cause unique, as no line
 * is settled twice.
 */
function settle(
  settlement: Settlement,
  { fresh = [], repaid, ...when }: Settling,
  { kind, account, text, claim, vat = [] }: SettlementEntry,
): Posted {
  const sum = settlementTotal(settlement)
  const lines = settlementLines(settlement)
  const [userId, other] = new Set(lines.map((line) => line.userId))
  const itemIds = lines.map(({ id }) => id)
  const [first] = itemIds.toSorted()
  if (userId === undefined || other !== undefined || (sum < 0 && repaid === undefined)) {
    throw new RangeError(`Settles one person down to 0 at most: ${userId}, ${other}, ${sum}`)
  }
  const paid: PostingRow[] = sum === 0 ? [] : [{ account, amount: -sum - sumAmounts(vat) }]
  const postings = [...payablePostings(lines.map(({ amount }) => amount)), ...vat, ...paid]
  return combinePosted(
    claimItems({ ...settlement, items: settlement.items.filter((item) => !fresh.includes(item)) }, claim, when),
    ...fresh.map((item) => openItem(item, when.by, claim)),
    postEntries({
      ...{ ...when, cause: `${kind}#${first}`, kind, userId, postings, text: repaid ?? text, itemIds },
      documentNumber: claim.number,
    }),
  )
}

/** Reads items by their ids, strongly consistent and in the order of the ids; leaves out missing ones. */
export async function findItems(ids: readonly string[]): Promise<LedgerItem[]> {
  const keys = [...new Set(ids)].map((id) => ({ id }))
  const found = new Map((await getRows(LedgerItems, keys)).map((row) => [row.id, row as LedgerItem]))
  return keys.flatMap(({ id }) => found.get(id) ?? [])
}

/** Reads items by their ids, strongly consistent. Replaces a split item by its parts, which come last. */
export async function readCurrentItems(ids: readonly string[]): Promise<LedgerItem[]> {
  const items = await findItems(ids)
  const split = items.filter(({ claimedBy }) => claimedBy?.by.startsWith('split#'))
  if (split.length === 0) return items
  const parts = await readCurrentItems(split.flatMap(({ id }) => [`${id}/1`, `${id}/2`]))
  return [...items.filter((item) => !split.includes(item)), ...parts]
}

/** Returns the condition that an item has the same claim, or none, as when it was read; 409 otherwise. */
export const requireSameClaim = (item: LedgerItem): GuardedWrite =>
  condition(
    LedgerItems.delete({ id: item.id }).where(({ claimedBy }, { eq, notExists }) =>
      item.claimedBy ? eq(claimedBy.by, item.claimedBy.by) : notExists(claimedBy),
    ),
    claimedMeanwhile(item),
  )
