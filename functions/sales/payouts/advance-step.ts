import { reachOf } from '../../../shared/access.ts'
import type { CommissionFilter } from '../../../shared/api/schemas/commissions.ts'
import { AppError, conflict, ignoreNotFound } from '../../../shared/errors.ts'
import { now } from '../../../shared/time.ts'
import type { Posted } from '../../book/service.ts'
import { onlyAdminCondition, requireUnchangedActor } from '../../people/service.ts'
import { asSystem, authorise, type Caller } from '../../platform/actor.ts'
import { AuditLogs } from '../../platform/data/audit.ts'
import { type Change, commit, commitAll, type GuardedWrite } from '../../platform/data/commit.ts'
import { takeRows } from '../../platform/data/rows.ts'
import { log } from '../../platform/log.ts'
import { listWithin } from '../../records/list.ts'
import { findStarter } from '../../records/run.ts'
import { moveToStatus, ownersOf } from '../amounts/commission-rules.ts'
import { type Earned, prepareHandPayment, readEarned, repostCommission, settleByHand } from '../commissions/booking.ts'
import { filterOf, sourcesFor } from '../commissions/commission-list.ts'
import type { CommissionRow } from '../entity.ts'
import { isPayeeOf, ownMoneyError, refuseOwnCommission } from '../own-money.ts'
import { findCommission, saleIdOf } from '../records.ts'
import { PART } from './advance.ts'
import {
  AdvanceParts,
  type AdvanceResultRow,
  AdvanceResults,
  type AdvanceRunRow,
  AdvanceRuns,
  advanceRuns,
} from './advance-entity.ts'
import { findReasonToStay, stayingTexts } from './advance-rules.ts'

/** Maximum number of commissions and milliseconds of one step, well within the time limit of its function. */
const STEP = { rows: 50, ms: 8_000 }

/**
 * Maximum number of attempts to move a commission. A move is tried again after a conflict in which the commission
 * itself did not change, and when the table is busy.
 */
const TRIES = 3

type Outcome = Pick<AdvanceResultRow, 'outcome' | 'customerName' | 'message'>

/** Commission of a run, and the position of the run after it. */
interface RunRow {
  readonly id: string
  readonly next: string
}

/**
 * Moves the next commissions of a run, within the limits `most`, and requests the following step, until none is left
 * (rulings 38). Stores each with its result in one transaction, so that no repetition or parallel step moves it twice.
 */
export async function runAdvanceStep(runId: string, most = STEP): Promise<void> {
  const run = await advanceRuns.find(runId)
  if (run?.state !== 'running') return
  const starter = await permittedStarter(run)
  const { turns, isLast } = await turnsOf(run, starter, most.rows)
  const until = performance.now() + most.ms
  let position: string | null = null
  for (const { id, next } of turns) {
    if (position !== null && performance.now() > until) return advanceRuns.goOn(run, position)
    if (!(await advanceRow(run, starter, id))) return
    position = next
  }
  return isLast ? advanceRuns.end(run) : advanceRuns.goOn(run, position ?? run.position)
}

/** Returns the user who started a run; null when they may no longer change commissions. */
async function permittedStarter(run: AdvanceRunRow): Promise<Caller | null> {
  const starter = await findStarter(run)
  return starter && reachOf(starter, 'commission:edit') ? starter : null
}

async function turnsOf(
  run: AdvanceRunRow,
  starter: Caller | null,
  most: number,
): Promise<{ turns: RunRow[]; isLast: boolean }> {
  if (run.named !== undefined) return namedTurns(run, run.named, most)
  // The filter finds rows within the starter's reach: none once the starter may no longer change commissions.
  if (!starter) return { turns: [], isLast: true }
  const filter = run.filter as CommissionFilter
  const page = await listWithin(starter, 'commission:edit', paging(run, most), {
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

const paging = ({ position }: AdvanceRunRow, limit: number) => ({ limit, cursor: position || undefined })

async function namedTurns({ id: runId, position }: AdvanceRunRow, named: number, most: number) {
  const first = Number(position || 0)
  const part = Math.floor(first / PART)
  const { data } = await AdvanceParts.get({ runId, part }).go()
  const ids = (data?.ids ?? []).slice(first - part * PART).slice(0, most)
  const turns = ids.map((id, index) => ({ id, next: String(first + index + 1) }))
  return { turns, isLast: first + ids.length >= named || ids.length === 0 }
}

/** Moves one commission, or stores why not; skips one that has a result. Returns false once the run is stopped. */
async function advanceRow(run: AdvanceRunRow, starter: Caller | null, id: string): Promise<boolean> {
  try {
    const outcome = starter ? await moveCommission(run, starter, id) : failed('', NOT_ALLOWED)
    if (outcome) await commit(asSystem('commissions'), resultStored(run, id, outcome), undefined)
    return true
  } catch (error) {
    if (error instanceof RunStopped) return false
    if (error instanceof AppError && error.kind === 'conflict') return true
    throw error
  }
}

/** Error for a run that was stopped meanwhile. */
class RunStopped extends Error {}

const NOT_ALLOWED = 'De starter heeft dit recht niet meer. Start zelf een nieuwe verwerking.'
const skipped = (customerName: string, message: string): Outcome => ({ outcome: 'skipped', customerName, message })
const failed = (customerName: string, message: string): Outcome => ({ outcome: 'failed', customerName, message })

/**
 * Moves one commission and stores its result in the same transaction; then returns null. Returns the result, not stored
 * yet, when the commission stays.
 */
async function moveCommission(run: AdvanceRunRow, starter: Caller, id: string): Promise<Outcome | null> {
  let customerName = ''
  for (let attempt = 1; ; attempt++) {
    let version: number | undefined
    try {
      const { row: stored, changed } = await findCommission(id)
      const earned = await readEarned(stored)
      const { row } = earned
      const permit = authorise(starter, 'commission:edit', ownersOf(row))
      customerName = row.customerName
      version = row.version
      const isAlone = isPayeeOf(starter.id, row) && (await onlyAdminCondition(starter, ownMoneyError)) !== null
      const why = findReasonToStay(run, starter, row, isAlone)
      if (why) return skipped(customerName, stayingTexts[why](row))
      const own = await refuseOwnCommission(starter, row, { status: run.nextStatus })
      const moved = moveToStatus(starter.role, row, run.nextStatus, now())
      const step = await prepareStep(earned, moved, starter, run)
      if ('refused' in step) return step.refused
      const { write } = resultStored(run, id, { ...step.outcome, customerName })
      const conditions = [...requireUnchangedActor(starter, null), ...step.conditions]
      const more = { verb: 'advance', conditions, write: [...step.write, ...write], count: step.count }
      await commitAll(permit, [...changed(step.after, more), ...own, ...step.also], undefined)
      return null
    } catch (error) {
      if (error instanceof RunStopped) throw error
      const kind = error instanceof AppError ? error.kind : null
      if (kind === 'notFound') return failed(customerName, 'Niet gevonden')
      if (kind === 'unauthenticated') return failed(customerName, NOT_ALLOWED)
      if (kind === 'unprocessable' || kind === 'forbidden') return skipped(customerName, (error as AppError).message)
      if (kind === 'conflict' && (await versionOf(id)) !== version)
        return failed(customerName, await changeText(id, starter))
      if ((kind === 'conflict' || kind === 'unavailable') && attempt < TRIES) continue
      if (kind === 'unavailable') return failed(customerName, 'Het was even te druk. Probeer het opnieuw.')
      if (kind === 'conflict') return failed(customerName, (error as AppError).message)
      log.error('commission not advanced', { run: run.id, commission: id, error: error as Error })
      return failed(customerName, 'Er ging iets mis bij het bijwerken van de commissie.')
    }
  }
}

/** Commission after its move, with its postings and its result in the run. */
interface Moved extends Posted {
  readonly after: CommissionRow
  readonly conditions: readonly GuardedWrite[]
  readonly also: readonly Change[]
  readonly outcome: Pick<Outcome, 'outcome' | 'message'>
}

const ADVANCED = { outcome: 'advanced', message: undefined } as const

/**
 * Returns the writes that move one commission, or `refused` with the result when none of its payees can be paid. A
 * payment to only some of the payees counts as skipped.
 */
async function prepareStep(
  earned: Earned,
  moved: CommissionRow,
  starter: Caller,
  { ownInvoiceNumbers = {} }: Pick<AdvanceRunRow, 'ownInvoiceNumbers'>,
): Promise<Moved | { refused: Outcome }> {
  const { customerName } = moved
  if (moved.status !== 'uitbetaald') {
    const { dues, ...posted } = repostCommission(earned, moved, starter.id)
    return { ...posted, after: { ...moved, dues }, conditions: [], also: [], outcome: ADVANCED }
  }
  const { refusal, isForRun, paid, ...hand } = await prepareHandPayment(earned, {
    actor: starter,
    ownInvoiceNumbers: new Map(Object.entries(ownInvoiceNumbers)),
  })
  if (refusal !== null) return { refused: isForRun ? skipped(customerName, refusal) : failed(customerName, refusal) }
  const message = `${paid.join(' en ')} is uitbetaald; de rest gaat via een factuur.`
  const outcome = hand.isFullySettled ? ADVANCED : ({ outcome: 'skipped', message } as const)
  return { ...hand, after: settleByHand(moved, hand), outcome }
}

const versionOf = async (id: string): Promise<number | undefined> =>
  (await ignoreNotFound(findCommission(id)))?.row.version

/** Returns the Dutch text about a commission that changed meanwhile, with the person if the audit log names one. */
async function changeText(id: string, starter: Caller): Promise<string> {
  const saleId = saleIdOf(id)
  const about = saleId === null ? { entityType: 'commission', entityId: id } : { entityType: 'sale', entityId: saleId }
  const { rows } = await takeRows(AuditLogs.query.byEntity(about), 1, { order: 'desc' })
  const [latest] = rows
  const isSomebody = latest && latest.userId !== starter.id && !latest.userId.startsWith('system:')
  return isSomebody ? `Intussen gewijzigd door ${latest.userName}` : 'Intussen gewijzigd'
}

/** Returns the change that stores the result of a commission, once, and adds it to the counts of the run. */
function resultStored(run: AdvanceRunRow, id: string, outcome: Outcome) {
  const result: GuardedWrite = {
    write: AdvanceResults.create({ runId: run.id, id, at: now(), ...outcome }),
    onFailure: () => conflict('Deze commissie is in deze reeks al geweest'),
  }
  const counts = { [outcome.outcome]: 1, ...(run.named === undefined ? { total: 1 } : {}) }
  return {
    action: `commission-run.${outcome.outcome}` as const,
    entity: { type: 'commission-run', id: run.id },
    after: { commissionId: id, message: outcome.message },
    write: [
      result,
      {
        write: AdvanceRuns.patch({ id: run.id })
          .add(counts)
          .where(({ state }, { eq }) => eq(state, 'running')),
        onFailure: () => new RunStopped(),
      },
    ],
  }
}
