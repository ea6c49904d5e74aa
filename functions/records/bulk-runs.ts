import { randomUUID } from 'node:crypto'
import type { Action } from '../../shared/access.ts'
import { UNDO_MINUTES } from '../../shared/api/parts/bulk.ts'
import { AppError, conflict, notFound } from '../../shared/errors.ts'
import { addSeconds, epochOf, type Instant, now } from '../../shared/time.ts'
import { asPartOf, asSystem, authorise, type Caller, type Permit } from '../platform/actor.ts'
import { commit, type GuardedWrite } from '../platform/data/commit.ts'
import type { OutboxKind } from '../platform/data/outbox.ts'
import { type Operation, ttlSeconds } from '../platform/data/table.ts'
import type { Paging } from '../platform/http/page.ts'
import { log } from '../platform/log.ts'
import { BulkParts, type BulkResultRow, BulkResults, type BulkRunRow, BulkRuns, ROWS_OF_PART } from './bulk-entity.ts'
import { listWithin } from './list.ts'
import { onlyItem } from './only-item.ts'
import { findStarter, newRun, runsOf, runViews, teamOfRun } from './run.ts'
import { inOrder, isText } from './source.ts'

/** Limits of one step, well within the time of its function. */
const STEP = { rows: 50, ms: 8_000 }
/** Maximum number of attempts to change a record while the table is too busy (503). */
const TRIES = 3
/** Seconds that a run and its results are kept. */
const KEPT_SECONDS = 30 * 86_400

/** A record of a run. */
interface Turn {
  readonly id: string
  /** Version that the starter saw; a record with another version is not changed. */
  readonly version: number
}

/** A record of a run and its index in it, from 0. */
export interface Placed extends Turn {
  readonly place: number
}

/** Data stored with a record's change, so that it can be undone. */
interface Changed<Wish> {
  readonly name: string
  readonly before: Wish
  /** Version of the record after the change. */
  readonly version: number
}

/** Returns the writes that store a record's result, to add to its change, so that no record is changed twice. */
type ResultWrites<Wish> = (made: Changed<Wish>) => readonly GuardedWrite[]

interface BulkKind<Wish extends object, Shown, Name> {
  /** Name of a run in the audit. */
  readonly type: string
  /** Action for the run and for each record. */
  readonly action: Action
  /** Outbox item whose delivery does the next step. */
  readonly step: OutboxKind
  /** Name of the system actor that does the steps. */
  readonly by: string
  readonly namesOf: (ids: readonly string[]) => Promise<(id: string) => Name>
  /** Returns the change of a run for the API. */
  readonly shown: (change: Wish) => Shown
  /** Reads a record within reach, for the result that says why it was not changed; throws 404 beyond reach. */
  readonly nameOf: (actor: Caller, id: string) => Promise<string>
  /**
   * Changes one record in one transaction with the writes of `resultWrites`. Throws 409 when the record has another
   * version, 422 for a reason to skip the record. With `isUndo` it restores the values that a run stored.
   */
  readonly change: (
    actor: Caller,
    turn: Placed,
    wish: Wish,
    resultWrites: ResultWrites<Wish>,
    isUndo: boolean,
  ) => Promise<unknown>
}

type Start<Wish> = { readonly rows: readonly Turn[]; readonly change: Wish }

/**
 * Returns the functions of bulk runs of a kind of record: start, undo, progress, resume, results and step. A run works
 * step by step, and can be undone as a whole for ten minutes.
 */
export function bulkOf<Wish extends object, Shown, Name>(kind: BulkKind<Wish, Shown, Name>) {
  const { type, action, step, by } = kind
  const runs = runsOf<BulkRunRow>(BulkRuns, { type, step, by, name: 'verwerking' })
  const ownersOf = ({ teamId, startedById }: BulkRunRow) => ({ teamId, owners: [startedById] })

  async function findWithin(actor: Caller, id: string): Promise<BulkRunRow> {
    const run = await runs.get(id)
    if (run.type !== type) throw notFound()
    authorise(actor, action, ownersOf(run))
    return run
  }

  async function viewOf(run: BulkRunRow) {
    const view = onlyItem(await runViews([run], kind.namesOf))
    return { ...view, change: kind.shown(run.change as Wish), undoUntil: undoUntil(run) }
  }

  /** Returns the row of a new run; its first step starts the work. */
  function fresh(actor: Caller, total: number, change: Wish, undoes: string | undefined): BulkRunRow {
    const at = now()
    return {
      ...{ id: randomUUID(), type, startedById: actor.id, teamId: teamOfRun(actor), undoes },
      ...{ total, change, position: 0, changed: 0, skipped: 0, failed: 0, undoneBy: undefined },
      ...newRun(at),
      expires: ttlSeconds(epochOf(at) + KEPT_SECONDS * 1_000),
    }
  }

  const begin = async (
    permit: Permit,
    row: BulkRunRow,
    verb: 'start' | 'undo',
    write: readonly (Operation | GuardedWrite)[],
  ) =>
    runs.start(permit, row, {
      ...{ verb, write, result: await viewOf(row) },
      after: { change: row.change, named: row.total, undoes: row.undoes },
    })

  return {
    /**
     * Starts a run; records that the actor may not change appear as failed in its results. Throws 403 without the
     * action.
     */
    async start(actor: Caller, { rows, change }: Start<Wish>) {
      const permit = authorise(actor, action)
      const once = [...new Map(rows.map((row) => [row.id, row])).values()]
      const row = fresh(actor, once.length, change, undefined)
      return begin(permit, row, 'start', partsOf(row, once))
    },

    /**
     * Undoes a run within reach as a whole, by another run. Throws 409 for a run that is not done, was undone, undid
     * another or changed nothing, and ten minutes after its end.
     */
    async undo(actor: Caller, id: string) {
      const run = await findWithin(actor, id)
      if (run.state !== 'done') throw conflict('Deze verwerking loopt nog')
      if (run.undoneBy) throw conflict('Deze verwerking is al ongedaan gemaakt')
      if (undoUntil(run) === null) throw conflict(`Ongedaan maken kan tot ${UNDO_MINUTES} minuten na afloop`)
      const rows = (await Promise.all(partsIn(run.total).map((part) => rowsOf(run, part)))).flat()
      const row = fresh(actor, run.total, run.change as Wish, run.id)
      const undone: GuardedWrite = {
        write: BulkRuns.patch({ id })
          .set({ undoneBy: row.id })
          .where(({ undoneBy }, { notExists }) => notExists(undoneBy)),
        onFailure: () => conflict('Deze verwerking is al ongedaan gemaakt'),
      }
      const permit = authorise(actor, action, ownersOf(run))
      return begin(permit, row, 'undo', [undone, ...partsOf(row, rows)])
    },

    /** Returns the progress of a run within reach. */
    within: async (actor: Caller, id: string) => viewOf(await findWithin(actor, id)),

    /** Resumes a stopped run within reach. Throws 409 while it runs, and when it is done. */
    async goOn(actor: Caller, id: string) {
      const run = await findWithin(actor, id)
      return runs.takeUp(authorise(actor, action, ownersOf(run)), run, viewOf)
    },

    /** Lists the results of a run within reach, per record. */
    async results(
      actor: Caller,
      runId: string,
      { outcome, ...paging }: Paging & { readonly outcome?: BulkResultRow['outcome'] | undefined },
    ) {
      const owned = ownersOf(await findWithin(actor, runId))
      const results = () => inOrder<BulkResultRow>({ id: isText }, [BulkResults.query.primary({ runId })])
      return listWithin(actor, action, paging, {
        ...{ all: results, team: results, own: results },
        ownersOf: () => owned,
        matches: outcome && ((row: BulkResultRow) => row.outcome === outcome),
        show: (rows) => rows,
      })
    },

    /**
     * Does the next step of a run and requests the one after it. Each record is changed once, also when steps run in
     * parallel.
     */
    async step(runId: string, most = STEP): Promise<void> {
      const run = await runs.find(runId)
      if (run?.state !== 'running') return
      const starter = await findStarter(run)
      const until = performance.now() + most.ms
      let { position } = run
      const rows = await rowsOf(run, Math.floor(position / ROWS_OF_PART))
      const first = position % ROWS_OF_PART
      for (const turn of rows.slice(first, first + most.rows)) {
        if (position > run.position && performance.now() > until) break
        if (!(await changeOne(run, starter, { ...turn, place: position }))) return
        position++
      }
      return position >= run.total ? runs.end(run, position) : runs.goOn(run, position)
    },
  }

  /** Changes one record, or stores why not; returns false when the run was stopped. */
  async function changeOne(run: BulkRunRow, starter: Caller | null, turn: Placed): Promise<boolean> {
    try {
      const outcome = starter
        ? await outcomeOf(run, starter, turn)
        : { outcome: 'failed' as const, message: NOT_ALLOWED }
      if (outcome) {
        const name = starter ? await nameWithin(starter, turn.id) : ''
        const write = resultWrites(run, { id: turn.id, name, ...outcome, before: undefined, version: undefined })
        const audited = { action: `${type}.${outcome.outcome}` as const, entity: { type, id: run.id } }
        await commit(
          asPartOf(run.id, asSystem(by)),
          { ...audited, after: { recordId: turn.id, message: outcome.message }, write },
          undefined,
        )
      }
      return true
    } catch (error) {
      if (error instanceof RunStopped) return false
      if (error instanceof ResultExists) return true
      throw error
    }
  }

  /** Returns the name of a record; empty for a record out of reach, exactly as for an unknown one. */
  async function nameWithin(starter: Caller, id: string): Promise<string> {
    try {
      return await kind.nameOf(starter, id)
    } catch (error) {
      if (error instanceof AppError && error.kind === 'notFound') return ''
      throw error
    }
  }

  /**
   * Changes one record. Returns null when the record was changed, as its result is in the same transaction. Otherwise
   * returns the result to store.
   */
  async function outcomeOf(run: BulkRunRow, starter: Caller, placed: Placed) {
    const { turn, wish } = run.undoes ? await undoOf(run.undoes, placed) : { turn: placed, wish: run.change as Wish }
    if (turn === null) return { outcome: 'skipped' as const, message: 'Was niet gewijzigd' }
    for (let attempt = 1; ; attempt++) {
      try {
        const write: ResultWrites<Wish> = (made) =>
          resultWrites(run, { id: turn.id, outcome: 'changed', message: undefined, ...made })
        await kind.change(starter, turn, wish, write, run.undoes !== undefined)
        return null
      } catch (error) {
        if (error instanceof RunStopped || error instanceof ResultExists) throw error
        const refusal = error instanceof AppError ? error : null
        if (refusal?.kind === 'unprocessable') return { outcome: 'skipped' as const, message: refusal.message }
        if (refusal?.kind === 'unavailable' && attempt < TRIES) continue
        if (refusal?.kind === 'conflict') return { outcome: 'failed' as const, message: refusal.message }
        if (refusal?.kind === 'notFound') return { outcome: 'failed' as const, message: 'Niet gevonden' }
        if (refusal) return { outcome: 'failed' as const, message: refusal.kind === 'unavailable' ? BUSY : NOT_ALLOWED }
        log.error('record not changed', { run: run.id, record: turn.id, error: error as Error })
        return { outcome: 'failed' as const, message: 'Er ging iets mis bij het bijwerken.' }
      }
    }
  }

  /** Returns the values of a record before a run, to restore them; `turn` is null when the run did not change it. */
  async function undoOf(runId: string, { id, place }: Placed): Promise<{ turn: Placed | null; wish: Wish }> {
    const { data } = await BulkResults.get({ runId, id }).go({ consistent: true })
    const isChanged = data?.outcome === 'changed' && data.version !== undefined
    return {
      turn: isChanged ? { id, place, version: data.version as number } : null,
      wish: (data?.before ?? {}) as Wish,
    }
  }
}

/** Returns the numbers of the parts that `total` records need, from 0. */
const partsIn = (total: number): number[] => Array.from({ length: Math.ceil(total / ROWS_OF_PART) }, (_, part) => part)

/** Returns the writes that store the records of a run. */
const partsOf = ({ id: runId, expires }: BulkRunRow, rows: readonly Turn[]) =>
  partsIn(rows.length).map((part) => {
    const own = rows.slice(part * ROWS_OF_PART, (part + 1) * ROWS_OF_PART)
    return BulkParts.create({ runId, part, rows: [...own], expires })
  })

/** Reads the records of a part of a run. */
async function rowsOf({ id: runId }: BulkRunRow, part: number): Promise<readonly Turn[]> {
  const { data } = await BulkParts.get({ runId, part }).go({ consistent: true })
  return data?.rows ?? []
}

/**
 * Returns the writes that store a record's result and count it in the run. They fail when the result is stored already,
 * or the run was stopped.
 */
function resultWrites(run: BulkRunRow, result: Omit<BulkResultRow, 'runId' | 'expires'>): GuardedWrite[] {
  return [
    {
      write: BulkResults.create({ runId: run.id, ...result, expires: run.expires }),
      onFailure: () => new ResultExists(),
    },
    {
      write: BulkRuns.patch({ id: run.id })
        .add({ [result.outcome]: 1 })
        .where(({ state }, { eq }) => eq(state, 'running')),
      onFailure: () => new RunStopped(),
    },
  ]
}

/** Error for a run that was stopped meanwhile. */
class RunStopped extends Error {}
/** Error for a record whose result another delivery of the step has already stored. */
class ResultExists extends Error {}

const NOT_ALLOWED = 'Je mag deze niet wijzigen'
const BUSY = 'Het was even te druk. Probeer het opnieuw.'

/**
 * Returns the moment until which a run can be undone, ten minutes from its end. Null after that moment, and for a run
 * that is not done, was undone, undid another or changed nothing.
 */
function undoUntil({ state, endedAt, undoneBy, undoes, changed }: BulkRunRow): Instant | null {
  if (state !== 'done' || !endedAt || undoneBy || undoes || changed === 0) return null
  const until = addSeconds(endedAt as Instant, UNDO_MINUTES * 60)
  return until > now() ? until : null
}
