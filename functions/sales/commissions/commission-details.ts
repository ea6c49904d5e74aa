import { notFound } from '../../../shared/errors.ts'
import { euros, wholeCents } from '../../../shared/money.ts'
import { addMonths, type Instant, type LocalDate, localDateOf, monthsBetween, now } from '../../../shared/time.ts'
import { findItems, journalOfPerson, type LedgerItem, type TransactionRow } from '../../book/service.ts'
import { namesOf } from '../../people/service.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { iterateRows } from '../../records/source.ts'
import { amountHistoryOf } from '../amounts/amount-facts.ts'
import { canSeeOnlyOwnAmounts } from '../amounts/amounts.ts'
import { ownersOf, stepOf } from '../amounts/commission-rules.ts'
import type { CommissionRow } from '../commission-entity.ts'
import { NOBODY } from '../entity.ts'
import { findStoredCommission } from '../records.ts'
import { readAdjustmentsOf } from './adjustments.ts'
import { readCoolingOffSettings } from './commission-settings.ts'
import { commissionView } from './commission-view.ts'
import { findHold } from './holding.ts'

/** Maximum number of months of the journal that are searched for postings of a commission. */
const MOST_MONTHS = 24

/**
 * Reads one commission within reach, with the history of its amounts, its corrections, and its postings of the last 24
 * months in the ledger. Throws 404 out of reach, and for a fee that a sale replaced before it was paid out.
 */
export async function readCommissionDetails(actor: Caller, id: string) {
  const { row } = await findStoredCommission(id)
  if (row.replacedBy && row.status !== 'uitbetaald') throw notFound()
  authorise(actor, 'commission:read', ownersOf(row))
  const steps = amountHistoryOf(row.amountFacts, canSeeOnlyOwnAmounts(actor) ? actor.id : undefined)
  const payees = viewedPayees(actor, row)
  const [view, posted, corrections] = await Promise.all([
    commissionView(actor, row),
    postingsOf(row, payees),
    readAdjustmentsOf(row, payees),
  ])
  const people = [...posted.map(({ userId }) => userId), ...corrections.flatMap((one) => [one.userId, one.createdBy])]
  const names = await namesOf([...steps.flatMap(({ by }) => by ?? []), ...people])
  return {
    ...view,
    isReplaced: row.replacedBy !== undefined,
    hold: (await isHeld(row)) ? { until: row.coolingOffUntil } : undefined,
    amountHistory: steps.map(({ by, amount, ...step }) => ({
      ...step,
      by: by === undefined ? undefined : names(by),
      amount: euros(wholeCents(amount)),
    })),
    corrections: corrections.map(({ userId, createdBy, amount, ...one }) => ({
      ...{ id: one.id, reason: one.reason, at: one.createdAt },
      ...{ user: names(userId), by: names(createdBy), amount: euros(wholeCents(amount)) },
    })),
    postings: withOpen(posted).map(({ userId, amount, openAfter, ...posting }) => ({
      ...posting,
      user: names(userId),
      amount: euros(wholeCents(amount)),
      openAfter: euros(wholeCents(openAfter)),
    })),
  }
}

/** Tells whether the bedenktijd of its sale keeps a commission from the step to ready for payment. */
async function isHeld(row: CommissionRow): Promise<boolean> {
  const isBefore = stepOf(row.status) !== null && row.status !== 'klaar_voor_uitbetaling'
  if (!isBefore || row.coolingOff === undefined || row.coolingOff === 'none') return false
  return findHold(row, await readCoolingOffSettings()) !== null
}

/** Returns the payees whose postings a reader sees: the reader alone, or all present and former payees. */
function viewedPayees(actor: Caller, { agentPayee, callerPayee, amountFacts }: CommissionRow): string[] {
  if (canSeeOnlyOwnAmounts(actor)) return [actor.id]
  const all = [agentPayee, callerPayee, ...(amountFacts ?? []).map(({ userId }) => userId)]
  return [...new Set(all)].filter((userId) => userId !== NOBODY)
}

const shownKinds = ['due', 'reversal', 'payroll', 'own-invoice', 'issue', 'credit'] as const
type ShownKind = (typeof shownKinds)[number]

interface PostedOn {
  readonly id: string
  readonly date: string
  readonly postedAt: string
  readonly kind: ShownKind
  readonly userId: string
  readonly documentId: string | undefined
  readonly documentNumber: string | undefined
  readonly text: string
  /** Cents: owed above 0, settled or reversed below 0. */
  readonly amount: number
}

/** Reads the postings of a commission for some people, oldest first. */
async function postingsOf({ id, createdAt }: CommissionRow, userIds: readonly string[]): Promise<PostedOn[]> {
  const today = localDateOf(now())
  const since = [localDateOf(createdAt as Instant), addMonths(today, 1 - MOST_MONTHS)].toSorted().at(-1) as LocalDate
  const journals = userIds.flatMap((userId) =>
    monthsBetween(since, today).map((month) => journalOfPerson(userId, month)),
  )
  const rows = (await Promise.all(journals.map((journal) => readTransactions(id, journal)))).flat()
  const items = await findItems(rows.flatMap(({ itemIds }) => itemIds))
  const byId = new Map(items.map((item) => [item.id, item]))
  return rows
    .flatMap(({ row, itemIds }) =>
      postingOf(
        row,
        itemIds.flatMap((itemId) => byId.get(itemId) ?? []),
      ),
    )
    .toSorted((one, other) => one.postedAt.localeCompare(other.postedAt) || one.id.localeCompare(other.id))
}

/** Reads the transactions of a journal that are about a commission, each with the ids of that commission's items. */
async function readTransactions(commissionId: string, journal: ReturnType<typeof journalOfPerson>) {
  const found: { row: TransactionRow; itemIds: string[] }[] = []
  const isOf = (itemId: string) => itemId.startsWith(`due#${commissionId}#`)
  for await (const row of iterateRows(journal)) {
    const itemIds = (row.kind === 'due' ? [row.id] : (row.itemIds ?? [])).filter(isOf)
    if (itemIds.length > 0) found.push({ row, itemIds })
  }
  return found
}

/** Returns a transaction as a posting with the sum of these items; nothing for a kind that is not shown. */
function postingOf(row: TransactionRow, items: readonly LedgerItem[]): PostedOn[] {
  const kind = shownKinds.find((one) => one === row.kind)
  if (!kind || row.userId === undefined) return []
  const sum = items.reduce((total, { amount }) => total + amount, 0)
  const { id, date, postedAt, userId, documentId, documentNumber, text } = row
  const isOwed = kind === 'due' || kind === 'credit'
  return [{ id, date, postedAt, kind, userId, documentId, documentNumber, text, amount: isOwed ? sum : -sum }]
}

/** Adds the open amount after each posting. */
function withOpen(posted: readonly PostedOn[]) {
  let openAfter = 0
  return posted.map(({ postedAt: _, ...posting }) => {
    openAfter += posting.amount
    return { ...posting, openAfter }
  })
}
