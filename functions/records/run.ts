import { conflict, editConflict, notFound } from '../../shared/errors.ts'
import { type Instant, now } from '../../shared/time.ts'
import { asPartOf, asSystem, type Caller, type Permit } from '../platform/actor.ts'
import { commit, type GuardedWrite, isWritten } from '../platform/data/commit.ts'
import type { OutboxItem, OutboxKind } from '../platform/data/outbox.ts'
import { must, type Operation, text } from '../platform/data/table.ts'
import { actorOf, findUser, fullName } from '../platform/identity/user.ts'

/** Attributes of every run. */
export const runAttributes = {
  id: must,
  state: { type: ['running', 'stopped', 'done'] as const, required: true },
  startedAt: must,
  /** Moment of the last step. */
  movedAt: must,
  endedAt: text,
} as const

/** Work in steps without a user, in which each step requests the next. */
export interface Run {
  readonly id: string
  readonly state: 'running' | 'stopped' | 'done'
  /** Position in the work at which the next step starts. */
  readonly position: string | number
  readonly movedAt: string
}

/** Returns the state and moments of a new run (background work in steps), which starts at `at`, by default now. */
export const newRun = (at: Instant = now()) =>
  ({ state: 'running', startedAt: at, movedAt: at, endedAt: undefined }) as const

/**
 * Milliseconds without progress after which a run counts as stopped: a step takes seconds, and is delivered five times
 * at most.
 */
const STOPPED_AFTER_MS = 5 * 60_000

/** Returns the state of a run; a run without progress for five minutes is `stopped` until somebody resumes it. */
export const runState = ({ state, movedAt }: Pick<Run, 'state' | 'movedAt'>): 'running' | 'stopped' | 'done' =>
  state === 'running' && Date.parse(now()) - Date.parse(movedAt) > STOPPED_AFTER_MS ? 'stopped' : state

/** Returns runs as the API shows them, with their state and the name of their starter, which `namesOf` reads. */
export async function runViews<Row extends Run & { readonly startedById: string }, Name>(
  runs: readonly Row[],
  namesOf: (ids: readonly string[]) => Promise<(id: string) => Name>,
) {
  const nameOf = await namesOf(runs.map(({ startedById }) => startedById))
  return runs.map((run) => ({ ...run, state: runState(run), startedBy: nameOf(run.startedById) }))
}

/**
 * Returns the team that a run belongs to: the starter's. None for an admin, whose run may change records of all teams:
 * a team leader would read their customers in its results.
 */
export const teamOfRun = ({ role, teamId }: Pick<Caller, 'role' | 'teamId'>): number | undefined =>
  role === 'admin' ? undefined : (teamId ?? undefined)

/** Returns the starter of a run as an actor with their current rights; null when they are no longer active. */
export async function findStarter({ id, startedById }: { id: string; startedById: string }): Promise<Caller | null> {
  const user = await findUser(startedById)
  if (!user?.isActive) return null
  const origin = { requestId: id, ip: '-', userAgent: '-' }
  return { ...actorOf(user), name: fullName(user), origin, epoch: user.sessionEpoch }
}

/** The part of an ElectroDB entity that runs use. */
interface RunEntity<Row> {
  create(row: Row): Operation
  get(key: { id: string }): { go(options: { consistent: true }): Promise<{ data: unknown }> }
  patch(key: { id: string }): { set(values: never): { where(condition: Condition): Operation } }
}

export type Condition = (
  stored: Readonly<Record<string, unknown>>,
  compare: { eq(name: never, value: never): string },
) => string

interface Start<T> {
  /** Verb for the audit, other than start. */
  readonly verb?: string
  /** Data of the run for the audit. */
  readonly after: object
  readonly write?: readonly (Operation | GuardedWrite)[]
  readonly result: T
}

interface RunKind {
  /** Name of the run in the audit. */
  readonly type: string
  /** Dutch noun for the run in messages: 'verwerking' in 'Deze verwerking loopt nog'. */
  readonly name: string
  /** Outbox item whose delivery does the next step. */
  readonly step: OutboxKind
  /** Name of the system actor that does the steps. */
  readonly by: string
}

/** Functions of one kind of run. */
export type Runs<Row extends Run> = ReturnType<typeof runsOf<Row>>

/**
 * Returns the functions of one kind of background run: find, start, advance, end, resume and stop. Two deliveries of a
 * step, or two people, never advance a run twice.
 */
export function runsOf<Row extends Run>(entity: RunEntity<Row>, { type, name, step, by }: RunKind) {
  const nextStepItems = ({ id }: Row) => [{ kind: step, subject: id } as OutboxItem]

  /** Returns a change of a run, on condition that nobody advanced or resumed it since it was read. */
  function changed(run: Row, verb: string, to: object, held: 'position' | 'movedAt' | 'id', onFailure: () => Error) {
    const write = entity
      .patch({ id: run.id })
      .set(to as never)
      .where(
        (row, { eq }) =>
          `${eq(row[held] as never, run[held] as never)} AND ${eq(row['state'] as never, run.state as never)}`,
      )
    return {
      action: `${type}.${verb}` as const,
      entity: { type, id: run.id },
      before: { [held]: run[held] },
      after: to,
      write: [{ write, onFailure }],
    }
  }

  async function move(run: Row, to: object, outbox: readonly OutboxItem[]): Promise<void> {
    const moved = changed(run, 'step', to, 'position', () => conflict('Deze stap is al gedaan'))
    await isWritten(commit(asPartOf(run.id, asSystem(by)), { ...moved, outbox }))
  }

  const find = async (id: string) => (await entity.get({ id }).go({ consistent: true })).data as Row | null

  return {
    /** Finds a run by its id, or null. */
    find,

    /** Finds a run by its id. Throws 404 when it does not exist. */
    async get(id: string): Promise<Row> {
      const run = await find(id)
      if (!run) throw notFound()
      return run
    },

    /** Starts a run: stores it and requests its first step. Throws 409 when it was started already. */
    start: <T>(permit: Permit, row: Row, { verb = 'start', after, write = [], result }: Start<T>) =>
      commit(
        asPartOf(row.id, permit),
        {
          ...{ action: `${type}.${verb}`, entity: { type, id: row.id }, after, outbox: nextStepItems(row) },
          write: [{ write: entity.create(row), onFailure: () => conflict(`Deze ${name} is al begonnen`) }, ...write],
        },
        result,
      ),

    /** Requests the next step, from a position on; does nothing when another delivery of this step has done so. */
    goOn: (run: Row, position: Row['position']) => move(run, { position, movedAt: now() }, nextStepItems(run)),

    /** Ends a run, with outbox items that follow; does nothing when another delivery of this step ended it. */
    end: (run: Row, position = run.position, outbox: readonly OutboxItem[] = []) =>
      move(run, { position, state: 'done', endedAt: now() }, outbox),

    /**
     * Resumes a stopped run by requesting its lost step again, which does not repeat finished work. Throws 409 while
     * the run goes on, and when it is done.
     */
    async takeUp<T>(permit: Permit, run: Row, resultOf: (run: Row) => Promise<T>) {
      if (runState(run) !== 'stopped') throw conflict(`Deze ${name} loopt nog of is al klaar`)
      const to = { movedAt: now(), state: 'running' }
      const taken = changed(run, 'continue', to, 'movedAt', () => editConflict(`deze ${name}`))
      return commit(
        permit,
        { ...taken, outbox: nextStepItems(run) },
        await resultOf({ ...run, movedAt: to.movedAt, state: 'running' }),
      )
    },

    /** Stops a run for a person: its steps do nothing until it is resumed. Throws 409 when it is stopped or done. */
    async stop<T>(permit: Permit, run: Row, resultOf: (run: Row) => Promise<T>) {
      if (run.state !== 'running') throw conflict(`Deze ${name} is al gestopt of klaar`)
      const to = { state: 'stopped' }
      const stopped = changed(run, 'stop', to, 'id', () => conflict(`Deze ${name} is al gestopt of klaar`))
      return commit(permit, stopped, await resultOf({ ...run, state: 'stopped' }))
    },
  }
}
