import { AppError } from '../../shared/errors.ts'
import type { Caller } from '../platform/actor.ts'
import type { GuardedWrite } from '../platform/data/commit.ts'
import type { Operation } from '../platform/data/table.ts'
import { log } from '../platform/log.ts'
import { type Condition, findStarter, type Run, type Runs } from './run.ts'

/** Limits of one step of a run, well within the time of its function. */
export interface Most {
  readonly rows: number
  readonly ms: number
}
export const STEP: Most = { rows: 50, ms: 8_000 }

/** Maximum number of attempts to change a record. */
const TRIES = 3

/** Next records of a run, each with the position of the run after it. */
export interface Turns<Turn> {
  readonly turns: readonly (Turn & { readonly next: Run['position'] })[]
  /** Set when no records follow. */
  readonly isLast: boolean
}

/** Work of a run: its next records, and what a step does with each. */
interface Work<Row, Turn> {
  readonly turnsOf: (run: Row, starter: Caller | null, most: number) => Promise<Turns<Turn>>
  /** Does one record; returns false when the run was stopped. */
  readonly doOne: (run: Row, starter: Caller | null, turn: Turn) => Promise<boolean>
}

/**
 * Does the next step of a run within the limits `most`: record by record, in the name of its starter. Then requests the
 * following step, or ends the run. Does nothing for a run that was stopped.
 */
export async function doStep<Row extends Run & { readonly startedById: string }, Turn>(
  runs: Pick<Runs<Row>, 'find' | 'goOn' | 'end'>,
  runId: string,
  { turnsOf, doOne }: Work<Row, Turn>,
  most = STEP,
): Promise<void> {
  const run = await runs.find(runId)
  if (run?.state !== 'running') return
  const starter = await findStarter(run)
  const until = performance.now() + most.ms
  const { turns, isLast } = await turnsOf(run, starter, most.rows)
  let { position }: { position: Run['position'] } = run
  for (const turn of turns) {
    if (position !== run.position && performance.now() > until) return runs.goOn(run, position)
    if (!(await doOne(run, starter, turn))) return
    position = turn.next
  }
  return isLast ? runs.end(run, position) : runs.goOn(run, position)
}

/** Result of a record that a run does not change, with the reason in Dutch. */
export interface Refusal {
  readonly outcome: 'skipped' | 'failed'
  readonly message: string
}
export const skip = (message: string): Refusal => ({ outcome: 'skipped', message })
export const fail = (message: string): Refusal => ({ outcome: 'failed', message })

/** Change of one record of a run. */
interface Once {
  /** Changes the record and stores its result in one transaction; returns why it does not, for `store`. */
  readonly change: () => Promise<Refusal | null>
  /** Returns the result after an error; null to try again, unless the attempt `isLast`. */
  readonly explain: (error: AppError, isLast: boolean) => Refusal | null | Promise<Refusal | null>
  /** Stores the result of a record that was not changed. */
  readonly store: (refusal: Refusal) => Promise<unknown>
  /** Names of the run and the record, for the log. */
  readonly about: { readonly run: string; readonly record: string }
  /** Dutch reason of a record that was not changed because of an error in the code. */
  readonly broken: string
}

/** Changes one record of a run once, or stores why not, however often its step runs; false when the run was stopped. */
export async function changeOnce({ store, ...once }: Once): Promise<boolean> {
  try {
    const refusal = await refusalOf(once)
    if (refusal) await store(refusal)
    return true
  } catch (error) {
    if (error instanceof RunStopped) return false
    if (error instanceof ResultExists) return true
    throw error
  }
}

async function refusalOf({ change, explain, about, broken }: Omit<Once, 'store'>): Promise<Refusal | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await change()
    } catch (error) {
      if (error instanceof RunStopped || error instanceof ResultExists) throw error
      if (!(error instanceof AppError)) {
        log.error('record not changed', { ...about, error: error as Error })
        return fail(broken)
      }
      const refusal = await explain(error, attempt === TRIES)
      if (refusal) return refusal
    }
  }
}

/**
 * Returns the writes that store a record's result and count it in the run. They fail when the result is stored already,
 * or the run was stopped.
 */
export const resultWrites = (result: Operation, counts: { where(condition: Condition): Operation }): GuardedWrite[] => [
  { write: result, onFailure: () => new ResultExists() },
  {
    write: counts.where(({ state }, { eq }) => eq(state as never, 'running' as never)),
    onFailure: () => new RunStopped(),
  },
]

/** Error for a run that was stopped meanwhile. */
class RunStopped extends Error {}
/** Error for a record whose result another delivery of the step has already stored. */
class ResultExists extends Error {}

export const BUSY = 'Het was even te druk. Probeer het opnieuw.'
