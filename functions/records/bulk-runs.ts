import { randomUUID } from 'node:crypto'
import type { Action } from '../../shared/access.ts'
import { UNDO_MINUTES } from '../../shared/api/parts/bulk.ts'
import { type AppError, conflict, ignoreNotFound, notFound } from '../../shared/errors.ts'
import { addSeconds, epochOf, type Instant, now } from '../../shared/time.ts'
import { asPartOf, asSystem, authorise, type Caller, type Permit } from '../platform/actor.ts'
import { commit, type GuardedWrite } from '../platform/data/commit.ts'
import type { OutboxKind } from '../platform/data/outbox.ts'
import { type Operation, ttlSeconds } from '../platform/data/table.ts'
import { type BulkResultRow, BulkResults, type BulkRunRow, BulkRuns } from './bulk-entity.ts'
import type { Edit, Versioned } from './record.ts'
import { newRun, type Runs, runsOf, runViews, teamOfRun } from './run.ts'
import { readChoice, readWholeChoice, storeChoice } from './run-choice.ts'
import { followRuns } from './run-following.ts'
import { BUSY, changeOnce, doStep, fail, type Most, type Refusal, resultWrites, skip } from './run-steps.ts'
import { inOrder, isText } from './source.ts'

/** Seconds that a run and its results are kept. */
const KEPT_SECONDS = 30 * 86_400

/** A record of a run. */
interface Turn {
  readonly id: string
  /** Version that the starter saw; a record with another version is not changed. Absent: whatever the version. */
  readonly version?: number | undefined
}

/** A record of a run and its index in it, from 0. */
export interface Placed extends Turn {
  readonly place: number
}

/** Change of one record, and what its undo gives as the wish: the values before. */
export interface Planned<Row, Wish> {
  readonly edit: Edit<Row>
  readonly before: Wish
}

/** The part of the records of a kind that its runs use; see `records`. */
interface Changed<Row> {
  readonly lost: () => Error
  within(actor: Caller, id: string): Promise<{ readonly row: Row }>
  edit(
    actor: Caller,
    target: { readonly id: string; readonly action: Action | undefined },
    show: () => undefined,
    make: (row: Row) => Promise<Edit<Row>>,
  ): Promise<unknown>
}

interface BulkKind<Row extends Versioned, Wish extends object, Shown, Name> {
  /** Name of a run in the audit. */
  readonly type: string
  /** Action for the run. */
  readonly action: Action
  /** Action for each record, if it is not the one that edits it. */
  readonly actionFor?: (wish: Wish) => Action
  /** Outbox item whose delivery does the next step. */
  readonly step: OutboxKind
  /** Name of the system actor that does the steps. */
  readonly by: string
  /** Set where no run can be undone. */
  readonly isFinal?: true
  readonly namesOf: (ids: readonly string[]) => Promise<(id: string) => Name>
  /** Returns the change of a run for the API. */
  readonly shown: (change: Wish) => Shown
  readonly records: Changed<Row>
  /** Returns the name of a record for its result. */
  readonly nameOf: (row: Row) => string
  /**
   * Returns the change of one record. Throws 422 for a reason to skip the record. With `isUndo` the change restores the
   * values that a run stored.
   */
  readonly plan: (
    actor: Caller,
    row: Row,
    wish: Wish,
    turn: Placed & { readonly runId: string; readonly isUndo: boolean },
  ) => Planned<Row, Wish> | Promise<Planned<Row, Wish>>
  /**
   * Changes a record in another way than by an edit, in one transaction with the writes of `resultOf`; null for a wish
   * that `plan` does.
   */
  readonly changeOtherwise?: (
    actor: Caller,
    id: string,
    wish: Wish,
    resultOf: (row: Row) => readonly GuardedWrite[],
  ) => Promise<unknown> | null
}

type Start<Wish> = { readonly rows: readonly Turn[]; readonly change: Wish }

/**
 * Returns the functions of bulk runs of a kind of record: start, undo, progress, stop, resume, results and step. A run
 * works step by step, and can be undone as a whole for ten minutes unless its kind `isFinal`.
 */
export function bulkOf<Row extends Versioned, Wish extends object, Shown, Name>(
  kind: BulkKind<Row, Wish, Shown, Name>,
) {
  const { type, action, step, by, isFinal } = kind
  const runs = runsOf<BulkRunRow>(BulkRuns, { type, step, by, name: 'verwerking' })
  const followed = followKind(kind, runs)

  const begin = async (
    permit: Permit,
    row: BulkRunRow,
    verb: 'start' | 'undo',
    write: readonly (Operation | GuardedWrite)[],
  ) =>
    runs.start(permit, row, {
      ...{ verb, write, result: await followed.viewOf(row) },
      after: { change: row.change, named: row.total, undoes: row.undoes },
    })

  return {
    ...followed,

    /**
     * Starts a run; records that the actor may not change appear as failed in its results. Throws 403 without the
     * action.
     */
    async start(actor: Caller, { rows, change }: Start<Wish>) {
      const permit = authorise(actor, action)
      const once = [...new Map(rows.map((row) => [row.id, row])).values()]
      const row = buildRun(actor, { type, total: once.length, change, undoes: undefined })
      return begin(permit, row, 'start', storeChoice(row, once))
    },

    /**
     * Undoes a run within reach as a whole, by another run. Throws 409 for a run that is not done, was undone, undid
     * another or changed nothing, and ten minutes after its end.
     */
    async undo(actor: Caller, id: string) {
      const { run, permit } = await followed.find(actor, id)
      if (run.state !== 'done') throw conflict('Deze verwerking loopt nog')
      if (run.undoneBy) throw conflict(UNDONE)
      if (isFinal || undoUntil(run) === null) throw conflict(`Ongedaan maken kan tot ${UNDO_MINUTES} minuten na afloop`)
      const rows = await readWholeChoice<Turn>(run.id, run.total)
      const row = buildRun(actor, { type, total: run.total, change: run.change, undoes: run.id })
      const undone: GuardedWrite = {
        write: BulkRuns.patch({ id })
          .set({ undoneBy: row.id })
          .where(({ undoneBy }, { notExists }) => notExists(undoneBy)),
        onFailure: () => conflict(UNDONE),
      }
      return begin(permit, row, 'undo', [undone, ...storeChoice(row, rows)])
    },

    /**
     * Does the next step of a run and requests the one after it. Each record is changed once, also when steps run in
     * parallel.
     */
    step: (runId: string, most?: Most): Promise<void> =>
      doStep(runs, runId, { turnsOf, doOne: (run, starter, turn) => changeOne(kind, run, starter, turn) }, most),
  }
}

/** Returns the functions with which people follow the runs of one kind; those of another kind are unknown there. */
const followKind = <Row extends Versioned, Wish extends object, Shown, Name>(
  { type, action, isFinal, namesOf, shown }: BulkKind<Row, Wish, Shown, Name>,
  runs: Runs<BulkRunRow>,
) =>
  followRuns({
    runs: {
      ...runs,
      async get(id: string): Promise<BulkRunRow> {
        const run = await runs.get(id)
        if (run.type !== type) throw notFound()
        return run
      },
    },
    action,
    ownersOf: ({ teamId, startedById }) => ({ teamId, owners: [startedById] }),
    viewsOf: async (rows) =>
      (await runViews(rows, namesOf)).map((run) => ({
        ...{ ...run, change: shown(run.change as Wish), undoUntil: isFinal ? null : undoUntil(run) },
      })),
    resultsOf: (runId) => inOrder<BulkResultRow>({ id: isText }, [BulkResults.query.primary({ runId })]),
    showResults: (rows) => rows,
  })

const UNDONE = 'Deze verwerking is al ongedaan gemaakt'

/** Returns the row of a new run; its first step starts the work. */
function buildRun(
  actor: Caller,
  run: Pick<BulkRunRow, 'type' | 'total' | 'undoes'> & { readonly change: unknown },
): BulkRunRow {
  const at = now()
  return {
    ...{ id: randomUUID(), startedById: actor.id, teamId: teamOfRun(actor), ...run, change: run.change as object },
    ...{ position: 0, changed: 0, skipped: 0, failed: 0, undoneBy: undefined },
    ...newRun(at),
    expires: ttlSeconds(epochOf(at) + KEPT_SECONDS * 1_000),
  }
}

/** Reads the next records of a run. */
async function turnsOf(run: BulkRunRow, _starter: Caller | null, most: number) {
  const rows = await readChoice<Turn>(run.id, run.position, most)
  const turns = rows.map((turn, index) => {
    const place = run.position + index
    return { ...turn, place, next: place + 1 }
  })
  return { turns, isLast: run.position + turns.length >= run.total }
}

/** Changes one record, or stores why not; returns false when the run was stopped. */
function changeOne<Row extends Versioned, Wish extends object, Shown, Name>(
  kind: BulkKind<Row, Wish, Shown, Name>,
  run: BulkRunRow,
  starter: Caller | null,
  placed: Placed,
): Promise<boolean> {
  const { type, by } = kind
  const { id } = placed
  return changeOnce({
    change: async () => {
      if (!starter) return fail(NOT_ALLOWED)
      const { turn, wish } = run.undoes
        ? await undoOf<Wish>(run.undoes, placed)
        : { turn: placed, wish: run.change as Wish }
      if (turn === null) return skip('Was niet gewijzigd')
      await changeRecord(kind, run, starter, turn, wish)
      return null
    },
    explain: (error, isLast) => explainError(error, isLast, run.undoes !== undefined),
    store: async (refusal) => {
      // A record out of reach has no name here, exactly as an unknown one.
      const found = starter && (await ignoreNotFound(kind.records.within(starter, id)))
      const name = found ? kind.nameOf(found.row) : ''
      const write = resultWritesOf(run, { id, name, ...refusal, before: undefined, version: undefined })
      const audited = { action: `${type}.${refusal.outcome}` as const, entity: { type, id: run.id } }
      const after = { recordId: id, message: refusal.message }
      await commit(asPartOf(run.id, asSystem(by)), { ...audited, after, write })
    },
    about: { run: run.id, record: id },
    broken: 'Er ging iets mis bij het bijwerken.',
  })
}

/** Changes a record in the transaction that stores its result. Throws 409 when somebody changed it since it was shown. */
function changeRecord<Row extends Versioned, Wish extends object>(
  { records, nameOf, plan, changeOtherwise, actionFor }: BulkKind<Row, Wish, unknown, unknown>,
  run: BulkRunRow,
  starter: Caller,
  turn: Placed,
  wish: Wish,
): Promise<unknown> {
  const { id, version: shown } = turn
  const refuseChanged = ({ version }: Row) => {
    if (shown !== undefined && shown !== version) throw records.lost()
  }
  const resultOf = (row: Row, before: Wish) => {
    const [name, version] = [nameOf(row), row.version + 1]
    return resultWritesOf(run, { id, name, outcome: 'changed', message: undefined, before, version })
  }
  const otherwise = changeOtherwise?.(starter, id, wish, (row) => {
    refuseChanged(row)
    return resultOf(row, wish)
  })
  if (otherwise) return otherwise
  const make = async (row: Row) => {
    refuseChanged(row)
    const { edit, before } = await plan(starter, row, wish, { ...turn, runId: run.id, isUndo: Boolean(run.undoes) })
    return { ...edit, write: [...(edit.write ?? []), ...resultOf(row, before)] }
  }
  return records.edit(starter, { id, action: actionFor?.(wish) }, () => undefined, make)
}

/**
 * Returns the result of a record after an error; null to try again while the table is too busy (503). What a rule
 * refuses (422) is skipped, but an undo that a rule refuses has failed.
 */
function explainError({ kind, message }: AppError, isLast: boolean, isUndo: boolean): Refusal | null {
  if (kind === 'unprocessable') return isUndo ? fail(message) : skip(message)
  if (kind === 'unavailable') return isLast ? fail(BUSY) : null
  if (kind === 'conflict') return fail(message)
  if (kind === 'forbidden') return fail(message)
  return fail(kind === 'notFound' ? 'Niet gevonden' : NOT_ALLOWED)
}

/** Returns the values of a record before a run, to restore them; `turn` is null when the run did not change it. */
async function undoOf<Wish>(runId: string, { id, place }: Placed): Promise<{ turn: Placed | null; wish: Wish }> {
  const { data } = await BulkResults.get({ runId, id }).go({ consistent: true })
  const isChanged = data?.outcome === 'changed' && data.version !== undefined
  return {
    turn: isChanged ? { id, place, version: data.version as number } : null,
    wish: (data?.before ?? {}) as Wish,
  }
}

/** Returns the writes that store a record's result and count it in the run. */
const resultWritesOf = (run: BulkRunRow, result: Omit<BulkResultRow, 'runId' | 'expires'>) =>
  resultWrites(
    BulkResults.create({ runId: run.id, ...result, expires: run.expires }),
    BulkRuns.patch({ id: run.id }).add({ [result.outcome]: 1 }),
  )

const NOT_ALLOWED = 'Je mag deze niet wijzigen'

/**
 * Returns the moment until which a run can be undone, ten minutes from its end. Null after that moment, and for a run
 * that is not done, was undone, undid another or changed nothing.
 */
function undoUntil({ state, endedAt, undoneBy, undoes, changed }: BulkRunRow): Instant | null {
  if (state !== 'done' || !endedAt || undoneBy || undoes || changed === 0) return null
  const until = addSeconds(endedAt as Instant, UNDO_MINUTES * 60)
  return until > now() ? until : null
}
