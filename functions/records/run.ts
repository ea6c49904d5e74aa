import { changedMeanwhile, conflict } from '../../shared/errors.ts'
import { now } from '../../shared/time.ts'
import { asSystem, type Caller, type Permit } from '../platform/actor.ts'
import { commit, isWritten, type Operation } from '../platform/commit.ts'
import type { OutboxItem, OutboxKind } from '../platform/outbox.ts'
import { actorOf, findUser, fullName } from '../platform/user.ts'

/** Work that goes on in steps when nobody looks, each of which asks for the next. */
interface Run {
  readonly id: string
  readonly state: 'running' | 'stopped' | 'done'
  /** Where the next step begins. */
  readonly position: string | number
  /** When it was last moved on. */
  readonly movedAt: string
}

/** A step takes seconds, and is delivered five times at most: a run that was not moved on for so long will not be. */
const STOPPED_AFTER_MS = 5 * 60_000

/** Whether a run goes on, ended, or was given up until somebody goes on with it. */
export const runState = ({ state, movedAt }: Pick<Run, 'state' | 'movedAt'>): 'running' | 'stopped' | 'done' =>
  state === 'running' && Date.parse(now()) - Date.parse(movedAt) > STOPPED_AFTER_MS ? 'stopped' : state

/** Runs as readers see them: where each stands, and by whom it was started, as `namesOf` calls them. */
export async function runViews<Row extends Run & { readonly startedById: string }, Name>(
  runs: readonly Row[],
  namesOf: (ids: readonly string[]) => Promise<(id: string) => Name>,
) {
  const nameOf = await namesOf(runs.map(({ startedById }) => startedById))
  return runs.map((run) => ({ ...run, state: runState(run), startedBy: nameOf(run.startedById) }))
}

/** Whoever started a run as they are now, since their rights count as they are now; null when they may not any more. */
export async function starterOf({ id, startedById }: { id: string; startedById: string }): Promise<Caller | null> {
  const user = await findUser(startedById)
  if (!user?.isActive) return null
  const origin = { requestId: id, ip: '-', userAgent: '-' }
  return { ...actorOf(user), name: fullName(user), origin, epoch: user.sessionEpoch }
}

/** What of an ElectroDB entity the steps of its runs need. */
interface RunEntity {
  get(key: { id: string }): { go(options: { consistent: true }): Promise<{ data: unknown }> }
  patch(key: { id: string }): { set(values: never): { where(condition: Condition): Operation } }
}

type Condition = (
  stored: Readonly<Record<string, unknown>>,
  compare: { eq(name: never, value: never): string },
) => string

interface RunKind {
  /** What the audit calls it. */
  readonly type: string
  /** What readers call it, behind 'deze'. */
  readonly name: string
  /** The outbox item whose delivery does the next step. */
  readonly step: OutboxKind
  /** Who does the steps. */
  readonly by: string
}

/**
 * Runs of one kind: found, moved on from where a step found them, ended, and taken up again by a person. Two deliveries
 * of a step, or two persons, never move one on twice.
 */
export function runsOf<Row extends Run>(entity: RunEntity, { type, name, step, by }: RunKind) {
  const asked = ({ id }: Row) => [{ kind: step, subject: id } as OutboxItem]

  /** A change of a run that is as it was found: nobody moved it on, or took it up, in between. */
  function changed(run: Row, verb: string, to: object, held: 'position' | 'movedAt' | 'id', otherwise: () => Error) {
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
      write: [{ write, otherwise }],
    }
  }

  async function move(run: Row, to: object, outbox: readonly OutboxItem[]): Promise<void> {
    const moved = changed(run, 'step', to, 'position', () => conflict('Deze stap is al gedaan'))
    await isWritten(commit(asSystem(by), { ...moved, outbox }, undefined))
  }

  return {
    /** A run by its id; null when there is none. */
    find: async (id: string) => (await entity.get({ id }).go({ consistent: true })).data as Row | null,

    /** Asks for the next step, from a position on; nothing when another delivery of this step did. */
    goOn: (run: Row, position: Row['position']) => move(run, { position, movedAt: now() }, asked(run)),

    /** Ends a run, with what is to follow on its end; nothing when another delivery of this step did. */
    end: (run: Row, position = run.position, outbox: readonly OutboxItem[] = []) =>
      move(run, { position, state: 'done', endedAt: now() }, outbox),

    /**
     * Takes a run up again that stopped: the step that was given up is asked for once more, and what it did already it
     * does not do again. 409 while it runs, and when it is done.
     */
    async takeUp<T>(permit: Permit, run: Row, resultOf: (run: Row) => Promise<T>) {
      if (runState(run) !== 'stopped') throw conflict(`Deze ${name} loopt nog of is al klaar`)
      const to = { movedAt: now(), state: 'running' }
      const taken = changed(run, 'continue', to, 'movedAt', () => changedMeanwhile(`deze ${name}`))
      return commit(
        permit,
        { ...taken, outbox: asked(run) },
        await resultOf({ ...run, movedAt: to.movedAt, state: 'running' }),
      )
    },

    /** Stops a run for a person: its steps do nothing until it is resumed. 409 when it is stopped or done. */
    async stop<T>(permit: Permit, run: Row, resultOf: (run: Row) => Promise<T>) {
      if (run.state !== 'running') throw conflict(`Deze ${name} is al gestopt of klaar`)
      const to = { state: 'stopped' }
      const stopped = changed(run, 'stop', to, 'id', () => conflict(`Deze ${name} is al gestopt of klaar`))
      return commit(permit, stopped, await resultOf({ ...run, state: 'stopped' }))
    },
  }
}
