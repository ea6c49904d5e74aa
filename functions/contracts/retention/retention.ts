import { conflict } from '../../../shared/errors.ts'
import { addMonths, type LocalDate, localDateOf, monthOf, now } from '../../../shared/time.ts'
import { asSystem } from '../../platform/actor.ts'
import { commit, isWritten } from '../../platform/data/commit.ts'
import { newRun, runState } from '../../records/run.ts'
import { findContractSettings } from '../settings.ts'
import { findFirstClearingDay, type RetentionRow, Retentions, retentions } from './retention-entity.ts'

const CLOCK = 'contract-retention'

/** Number of earlier months whose runs are continued, as a run clears its data in a later month than it starts. */
const MONTHS_BACK = 2

/**
 * Starts this month's run, which counts the old contracts with personal data and announces the clearing. Also continues
 * runs of this and the last two months: starts the clearing when its day has come, and resumes stopped runs. Repeated
 * calls start nothing again. Returns the number of started and resumed runs as `moved`.
 */
export async function runContractRetention(): Promise<{ moved: number }> {
  const today = localDateOf(now())
  const { contractRetentionMonths } = await findContractSettings()
  let moved = 0
  for (let back = 0; back <= MONTHS_BACK; back++) {
    const run = await retentions.find(idOf(addMonths(today, -back)))
    if (await continueRun(run, today, back, contractRetentionMonths)) moved += 1
  }
  return { moved }
}

const idOf = (date: LocalDate) => `contracts-${monthOf(date)}`

async function continueRun(run: RetentionRow | null, today: LocalDate, back: number, months: number): Promise<boolean> {
  if (!run) return back === 0 && isWritten(startCounting(today, months))
  if (isDue(run, today)) return isWritten(startClearing(run, monthOf(addMonths(today, -months))))
  if (runState(run) !== 'stopped') return false
  return isWritten(retentions.takeUp(asSystem(CLOCK), run, async () => undefined))
}

/** Tells whether a run's announced data may be cleared now. */
const isDue = (run: RetentionRow, today: LocalDate): boolean =>
  run.phase === 'count' && run.state === 'done' && run.counted > 0 && today >= findFirstClearingDay(run)

/** Starts a run. It covers contracts that will exceed the retention period when the next month begins. */
function startCounting(today: LocalDate, months: number) {
  const row: RetentionRow = {
    ...{ id: idOf(today), phase: 'count', position: '', counted: 0, cleared: 0, ...newRun() },
    ...{ until: monthOf(addMonths(today, 1 - months)), announcedAt: undefined },
  }
  return retentions.start(asSystem(CLOCK), row, { after: { until: row.until }, result: undefined })
}

/** Starts clearing announced data. Clears less than announced when the settings now keep data longer. */
function startClearing({ id, until }: RetentionRow, before: string) {
  const to = {
    phase: 'clear',
    state: 'running',
    position: '',
    movedAt: now(),
    until: until < before ? until : before,
  } as const
  const write = Retentions.patch({ id })
    .set(to)
    .where(({ phase, state }, { eq }) => `${eq(phase, 'count')} AND ${eq(state, 'done')}`)
  return commit(asSystem(CLOCK), {
    action: 'contract-retention.clear',
    entity: { type: 'contract-retention', id },
    after: { until: to.until },
    write: [{ write, onFailure: () => conflict('Hiermee is al begonnen') }],
    outbox: [{ kind: 'contract-retention-step', subject: id }],
  })
}
