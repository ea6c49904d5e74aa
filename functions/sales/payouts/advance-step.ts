import { reachOf } from '../../../shared/access.ts'
import type { CommissionFilter } from '../../../shared/api/schemas/commissions.ts'
import { type AppError, ignoreNotFound } from '../../../shared/errors.ts'
import { now } from '../../../shared/time.ts'
import { onlyAdminCondition, requireUnchangedActor } from '../../people/service.ts'
import { asSystem, authorise, type Caller, type Permit } from '../../platform/actor.ts'
import { AuditLogs } from '../../platform/data/audit.ts'
import { commit, commitAll } from '../../platform/data/commit.ts'
import { takeRows } from '../../platform/data/rows.ts'
import { listWithin } from '../../records/list.ts'
import { readChoice } from '../../records/run-choice.ts'
import {
  BUSY,
  changeOnce,
  doStep,
  fail,
  type Most,
  type Refusal,
  resultWrites,
  skip,
  type Turns,
} from '../../records/run-steps.ts'
import { moveToStatus, ownersOf } from '../amounts/commission-rules.ts'
import type { CommissionRow } from '../commission-entity.ts'
import { bookChange, inCents } from '../commissions/booking.ts'
import { filterOf, sourcesFor } from '../commissions/commission-list.ts'
import { readCoolingOffSettings } from '../commissions/commission-settings.ts'
import { type Earned, readEarned } from '../commissions/earned.ts'
import { passCoolingOff } from '../commissions/holding.ts'
import { isPayeeOf, ownMoneyError, refuseOwnCommission } from '../own-money.ts'
import { findCommission, saleIdOf } from '../records.ts'
import {
  type AdvanceResultRow,
  AdvanceResults,
  type AdvanceRunRow,
  AdvanceRuns,
  advanceRuns,
} from './advance-entity.ts'
import { findReasonToStay, stayingTexts } from './advance-rules.ts'

/**
 * Moves the next commissions of a run, within the limits `most`, and requests the following step, until none is left
 * (rulings 38). Stores each with its result in one transaction, so that no repetition or parallel step moves it twice.
 */
export const runAdvanceStep = (runId: string, most?: Most): Promise<void> =>
  doStep(advanceRuns, runId, { turnsOf, doOne: advanceRow }, most)

/** Commission of a run. */
interface Turn {
  readonly id: string
}

/** Tells whether a starter may still change commissions. */
const isPermitted = (starter: Caller | null): starter is Caller =>
  starter !== null && reachOf(starter, 'commission:edit') !== null

async function turnsOf(run: AdvanceRunRow, starter: Caller | null, most: number): Promise<Turns<Turn>> {
  if (run.named !== undefined) return namedTurns(run, run.named, most)
  // The filter finds rows within the starter's reach: none once the starter may no longer change commissions.
  if (!isPermitted(starter)) return { turns: [], isLast: true }
  const filter = run.filter as CommissionFilter
  const page = await listWithin(starter, 'commission:edit', pagingOf(run, most), {
    ...sourcesFor(filter),
    matches: (row) => row.createdAt <= run.startedAt && filterOf(filter)(row),
    show: (rows) => rows.map(({ id }) => id),
  })
  const turns = page.items.map((id, index) => ({ id, next: page.cursorAfter(index) }))
  const last = turns.pop()
  return {
    turns: last ? [...turns, { id: last.id, next: page.cursor ?? last.next }] : [],
    isLast: page.cursor === undefined,
  }
}

const pagingOf = ({ position }: AdvanceRunRow, limit: number) => ({ limit, cursor: position || undefined })

async function namedTurns({ id: runId, position }: AdvanceRunRow, named: number, most: number) {
  const first = Number(position || 0)
  const rows = await readChoice(runId, first, most)
  const turns = rows.map(({ id }, index) => ({ id, next: String(first + index + 1) }))
  return { turns, isLast: first + rows.length >= named || rows.length === 0 }
}

const BROKEN = 'Er ging iets mis bij het bijwerken van de commissie.'
const NOT_ALLOWED = 'De starter heeft dit recht niet meer. Start zelf een nieuwe verwerking.'

/** Moves one commission, or stores why not; skips one that has a result. Returns false once the run is stopped. */
function advanceRow(run: AdvanceRunRow, starter: Caller | null, { id }: Turn): Promise<boolean> {
  let read: CommissionRow | undefined
  return changeOnce({
    change: async () => {
      if (!isPermitted(starter)) return fail(NOT_ALLOWED)
      read = undefined
      const found = await findCommission(id)
      const permit = authorise(starter, 'commission:edit', ownersOf(found.row))
      read = found.row
      return moveCommission(run, starter, found, permit)
    },
    explain: (error, isLast) => explainError(error, isLast, starter, { id, version: read?.version }),
    store: (refusal) =>
      commit(asSystem('commissions'), resultStored(run, id, { ...refusal, customerName: read?.customerName ?? '' })),
    about: { run: run.id, record: id },
    broken: BROKEN,
  })
}

/**
 * Moves one commission and stores its result in the same transaction; then returns null. Returns the result, not stored
 * yet, when the commission stays.
 */
async function moveCommission(
  run: AdvanceRunRow,
  starter: Caller,
  { row: stored, changed }: Awaited<ReturnType<typeof findCommission>>,
  permit: Permit,
): Promise<Refusal | null> {
  const earned = await readEarned(stored)
  const { row } = earned
  const { id, customerName } = row
  const isAlone = isPayeeOf(starter.id, row) && (await onlyAdminCondition(starter, ownMoneyError)) !== null
  const why = findReasonToStay(run, starter, row, { isAlone, settings: await readCoolingOffSettings() })
  if (why) return skip(stayingTexts[why](row))
  const own = await refuseOwnCommission(starter, row, { status: run.nextStatus })
  const moved = moveToStatus(starter.role, row, run.nextStatus, now())
  const passed = await passCoolingOff(starter, row, moved)
  const step = await prepareStep(earned, passed.after, starter, run)
  if (step.refused !== undefined) return step.refused
  const { write } = resultStored(run, id, { ...step.outcome, customerName })
  const conditions = [...requireUnchangedActor(starter, null), ...passed.conditions, ...step.conditions]
  const more = { verb: 'advance', conditions, write: [...step.write, ...write], count: step.count }
  await commitAll(permit, [...changed(step.after, more), ...own, ...step.also])
  return null
}

/** Returns the result of a commission after an error; null to try again while the commission itself is unchanged. */
async function explainError(
  { kind, message }: AppError,
  isLast: boolean,
  starter: Caller | null,
  { id, version }: { readonly id: string; readonly version: number | undefined },
): Promise<Refusal | null> {
  if (kind === 'notFound') return fail('Niet gevonden')
  if (kind === 'unauthenticated') return fail(NOT_ALLOWED)
  if (kind === 'unprocessable' || kind === 'forbidden') return skip(message)
  if (kind === 'conflict' && (await versionOf(id)) !== version) return fail(await changeText(id, starter?.id))
  if (!isLast && (kind === 'conflict' || kind === 'unavailable')) return null
  if (kind === 'unavailable') return fail(BUSY)
  return fail(kind === 'conflict' ? message : BROKEN)
}

const ADVANCED = { outcome: 'advanced', message: undefined } as const

/**
 * Returns the writes that move one commission, with its result; or `refused` with the result when none of its payees
 * can be paid. A payment to only some of the payees counts as skipped.
 */
async function prepareStep(
  earned: Earned,
  moved: CommissionRow,
  starter: Caller,
  { ownInvoices = {} }: Pick<AdvanceRunRow, 'ownInvoices'>,
) {
  const invoices = Object.entries(ownInvoices).map(
    ([userId, { number, sums }]) => [userId, { number, ...(sums && { sums: inCents(sums) }) }] as const,
  )
  const hand = { actor: starter, ownInvoices: new Map(invoices) }
  const { refusal, isForRun, isFullySettled, paid, ...booked } = await bookChange(earned, moved, hand)
  if (refusal !== null) return { refused: isForRun ? skip(refusal) : fail(refusal) }
  const message = `${paid.join(' en ')} is uitbetaald; de rest gaat via een factuur.`
  return { ...booked, outcome: isFullySettled ? ADVANCED : ({ outcome: 'skipped', message } as const) }
}

const versionOf = async (id: string): Promise<number | undefined> =>
  (await ignoreNotFound(findCommission(id)))?.row.version

/** Returns the Dutch text about a commission that changed meanwhile, with the person if the audit log names one. */
async function changeText(id: string, starterId: string | undefined): Promise<string> {
  const saleId = saleIdOf(id)
  const about = saleId === null ? { entityType: 'commission', entityId: id } : { entityType: 'sale', entityId: saleId }
  const { rows } = await takeRows(AuditLogs.query.byEntity(about), 1, { order: 'desc' })
  const [latest] = rows
  const isSomebody = latest && latest.userId !== starterId && !latest.userId.startsWith('system:')
  return isSomebody ? `Intussen gewijzigd door ${latest.userName}` : 'Intussen gewijzigd'
}

/** Returns the change that stores the result of a commission, once, and adds it to the counts of the run. */
const resultStored = (
  { id: runId, named }: AdvanceRunRow,
  id: string,
  outcome: Pick<AdvanceResultRow, 'outcome' | 'customerName' | 'message'>,
) => ({
  action: `commission-run.${outcome.outcome}` as const,
  entity: { type: 'commission-run', id: runId },
  after: { commissionId: id, message: outcome.message },
  write: resultWrites(
    AdvanceResults.create({ runId, id, at: now(), ...outcome }),
    AdvanceRuns.patch({ id: runId }).add({ [outcome.outcome]: 1, ...(named === undefined ? { total: 1 } : {}) }),
  ),
})
