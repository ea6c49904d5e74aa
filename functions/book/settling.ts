import type { LedgerItem } from './item-entity.ts'

/** Item of which a part is settled, while the rest stays open; both have the sign of the item. */
export interface Split {
  readonly item: LedgerItem
  /** Settled part of the item's amount, in cents. */
  readonly part: number
}

/** Items of one person that a document settles: whole items, and at most one in part. */
export interface Settlement {
  readonly items: readonly LedgerItem[]
  readonly split?: Split | undefined
}

/** Maximum number of lines on a document, so that it and all its claims fit in one transaction. */
export const MOST_LINES = 75

/**
 * Returns the two items that replace a split one: the settled part and the rest. Throws a RangeError unless both have
 * the sign of the whole.
 */
export function partsOf({ item, part }: Split): readonly [LedgerItem, LedgerItem] {
  const rest = item.amount - part
  const isWithin = Number.isSafeInteger(part) && Math.sign(part) === Math.sign(item.amount)
  if (!isWithin || Math.sign(rest) !== Math.sign(item.amount)) {
    throw new RangeError(`${part} is no part of ${item.id}, ${item.amount}`)
  }
  const open = { ...item, claimedBy: undefined }
  return [
    { ...open, id: `${item.id}/1`, amount: part },
    { ...open, id: `${item.id}/2`, amount: rest },
  ]
}

/** Returns the lines of a settlement: its whole items, and the settled part of the one that is split. */
export const settlementLines = ({ items, split }: Settlement): readonly LedgerItem[] =>
  split ? [...items, partsOf(split)[0]] : items

/** Returns the total of a settlement in cents: its whole items, and the settled part of the item that is split. */
export const settlementTotal = ({ items, split }: Settlement): number => sumAmounts(items) + (split?.part ?? 0)

/** Adds up the amounts of items or lines, in cents. */
export const sumAmounts = (amounts: readonly { readonly amount: number }[]): number =>
  amounts.reduce((sum, { amount }) => sum + amount, 0)

const bySupply = (one: LedgerItem, other: LedgerItem) =>
  one.supplyDate.localeCompare(other.supplyDate) || one.id.localeCompare(other.id)

const byAge = (one: LedgerItem, other: LedgerItem) =>
  one.date.localeCompare(other.date) || one.createdAt.localeCompare(other.createdAt) || one.id.localeCompare(other.id)

/**
 * Further limits of a settlement, whose sum before VAT is always limited: the number of lines, and the sum with VAT.
 */
interface Bounds {
  /** Maximum number of lines; without limit by default. */
  readonly most?: number | undefined
  /** Returns an amount of an item with VAT; by default the amount itself. */
  readonly grossOf?: ((item: LedgerItem, amount: number) => number) | undefined
}

const freeOf = (open: readonly LedgerItem[]) => open.filter(({ claimedBy }) => claimedBy === undefined)

const inFavour = ({ kind, amount }: LedgerItem) => kind !== 'due' && amount > 0

/**
 * Adds corrections against a person to the items `owed`, oldest first, from the unclaimed items `free`. Where only a
 * part of a correction fits, splits it and adds no more. The sum, before and with VAT, stays at or above 0; with
 * `below` it may fall that many cents under 0.
 */
function withCorrections(
  owed: readonly LedgerItem[],
  free: readonly LedgerItem[],
  { below = 0, most = Number.POSITIVE_INFINITY, grossOf = (_, amount) => amount }: Bounds & { below?: number },
): Settlement {
  const items = [...owed]
  let left = below + sumAmounts(owed)
  let gross = below + owed.reduce((sum, item) => sum + grossOf(item, item.amount), 0)
  for (const item of free.filter(({ amount }) => amount < 0).toSorted(byAge)) {
    if (items.length >= most) break
    let part = Math.min(left, -item.amount)
    while (part > 0 && grossOf(item, part) > gross) part = Math.floor((part * gross) / grossOf(item, part))
    if (part <= 0) break
    if (part < -item.amount) return { items, split: { item, part: -part } }
    items.push(item)
    left -= part
    gross -= grossOf(item, part)
  }
  return { items }
}

/**
 * Chooses which of a person's `open` items are paid out together. Takes the earned amounts with the ids `chosen`, and
 * corrections in the person's favour. Deducts corrections against the person, oldest first, while the sum stays at or
 * above 0. A correction that does not fit is split; its rest stays open. With `bounds.grossOf`, the sum with VAT stays
 * at or above 0 too, as corrections may have a higher VAT rate than earned amounts. `bounds.most` limits the lines by
 * leaving out corrections.
 */
export function settlementOf(
  open: readonly LedgerItem[],
  chosen: ReadonlySet<string>,
  bounds: Bounds = {},
): Settlement {
  const free = freeOf(open)
  const dues = free.filter(({ id, kind }) => kind === 'due' && chosen.has(id))
  // When `most` limits the lines, earned amounts come first. Corrections in favour of the person get at most half of
  // the remaining lines; corrections against the person get the rest.
  const most = Math.max(0, Math.floor(((bounds.most ?? Number.POSITIVE_INFINITY) - dues.length) / 2))
  const favour = free.filter(inFavour).toSorted(byAge).slice(0, most)
  return withCorrections([...dues, ...favour].toSorted(bySupply), free, bounds)
}

/**
 * Returns the settlement by which a person repays us `amount` cents of a balance below 0. Takes all corrections in the
 * person's favour, then those against the person, oldest first, until the sum is -`amount`. Throws a RangeError unless
 * `amount` is above 0 and at most the debt.
 */
export function repaymentOf(open: readonly LedgerItem[], amount: number): Settlement {
  const free = freeOf(open)
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > -sumAmounts(free)) {
    throw new RangeError(`${amount} is not owed of ${-sumAmounts(free)}`)
  }
  return withCorrections(free.filter(inFavour), free, { below: amount })
}

/** Line of a document: an item, or the part of it that is settled. */
type Line = Pick<Split, 'item'> & { readonly amount: number }

/**
 * Divides a settlement over documents of at most `most` lines; no document has a sum below 0. While corrections against
 * the person are left for a later document, a document adds up to exactly 0: we never pay first and deduct later. An
 * item is split where a sum of 0 requires that. Throws a RangeError for a settlement below 0 or `most` below 2.
 */
export function divideOverDocuments(settlement: Settlement, most = MOST_LINES): Settlement[] {
  if (most < 2 || settlementTotal(settlement) < 0)
    throw new RangeError(`Cannot deal ${settlementTotal(settlement)} over ${most} lines`)
  const { items, split } = settlement
  const lines: Line[] = items.map((item) => ({ item, amount: item.amount }))
  if (split) lines.push({ item: split.item, amount: split.part })
  const owed = lines.filter(({ amount }) => amount > 0)
  const against = lines.filter(({ amount }) => amount < 0)
  const documents: Settlement[] = []
  while (owed.length + against.length > most) documents.push(documentOf(takeLines(owed, against, most)))
  const rest = [...owed, ...against]
  return rest.length === 0 ? documents : [...documents, documentOf(rest)]
}

/**
 * Takes the lines of one document off the lists `owed` and `against`. While deductions remain for a later document, the
 * lines add up to 0: we never pay first and deduct later.
 */
function takeLines(owed: Line[], against: Line[], most: number): Line[] {
  const lines: Line[] = []
  let sum = 0
  while (lines.length < most) {
    const isLast = lines.length === most - 1
    const next = against[0]
    if (next === undefined || (sum + next.amount < 0 && !isLast)) {
      const line = owed.shift()
      if (!line) break
      lines.push(line)
      sum += line.amount
    } else if (sum + next.amount >= 0) {
      against.shift()
      sum += next.amount
      if (isLast && sum > 0 && against.length > 0) owed.unshift(cutLast(lines, sum))
      lines.push(next)
    } else {
      if (sum > 0) {
        const [part, rest] = cut(next, -sum)
        lines.push(part)
        against[0] = rest
      }
      break
    }
  }
  return lines
}

/**
 * Takes `sum` cents off the last line that we owe the person, so that the present document adds up to 0. Returns the
 * cents as a line for a later document.
 */
function cutLast(lines: Line[], sum: number): Line {
  const at = lines.findLastIndex(({ amount }) => amount > 0)
  const line = lines[at]
  if (!line) throw new RangeError('A document above 0 has a line in favour of the person')
  const [part, rest] = cut(line, line.amount - sum)
  lines[at] = part
  return rest
}

const cut = ({ item, amount }: Line, part: number): [Line, Line] => [
  { item, amount: part },
  { item: partsOf({ item, part })[1], amount: amount - part },
]

/**
 * Returns what a document with these lines settles: whole items, and at most one item in part. Throws a RangeError when
 * more than one line is only a part of its item.
 */
function documentOf(lines: readonly Line[]): Settlement {
  const items = lines.filter(({ item, amount }) => item.amount === amount).map(({ item }) => item)
  const [split, more] = lines.filter(({ item, amount }) => item.amount !== amount)
  if (more) throw new RangeError(`A document splits ${more.item.id} besides another item`)
  return split ? { items, split: { item: split.item, part: split.amount } } : { items }
}
