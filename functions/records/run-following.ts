import type { Action, Owned } from '../../shared/access.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import type { Paging } from '../platform/http/page.ts'
import { listWithin } from './list.ts'
import { onlyItem } from './only-item.ts'
import type { Run, Runs } from './run.ts'
import type { Source } from './source.ts'

/** Runs of one kind, as people follow them. */
interface Followed<Row extends Run, View, Result, ShownResult> {
  readonly runs: Runs<Row>
  /** Action of the access table for a run and its results. */
  readonly action: Action
  /** Returns team and starter of a run; left out where the action reaches all. */
  readonly ownersOf?: (run: Row) => Owned
  readonly viewsOf: (runs: readonly Row[]) => Promise<readonly View[]>
  /** Source of the results of a run, in the order of its list. */
  readonly resultsOf: (runId: string) => Source<Result>
  readonly showResults: (rows: readonly Result[]) => readonly ShownResult[] | Promise<readonly ShownResult[]>
}

/**
 * Returns the functions with which people follow runs of a kind: read, resume and stop a run, and list its results. All
 * throw 403 without the action, 404 for an unknown run and one out of reach.
 */
export function followRuns<Row extends Run, View, Result extends { readonly outcome: string }, ShownResult>({
  runs,
  action,
  ownersOf = () => ({}),
  viewsOf,
  resultsOf,
  showResults,
}: Followed<Row, View, Result, ShownResult>) {
  const viewOf = async (run: Row) => onlyItem(await viewsOf([run]))

  /** Finds a run within the actor's reach. */
  async function find(actor: Caller, id: string) {
    const run = await runs.get(id)
    return { run, permit: authorise(actor, action, ownersOf(run)) }
  }

  return {
    find,
    viewOf,

    /** Returns the progress of a run. */
    read: async (actor: Caller, id: string) => viewOf((await find(actor, id)).run),

    /** Resumes a stopped run. Throws 409 while it runs, and when it is done. */
    async goOn(actor: Caller, id: string) {
      const { run, permit } = await find(actor, id)
      return runs.takeUp(permit, run, viewOf)
    },

    /** Stops a run until somebody resumes it. Throws 409 when it is stopped or done. */
    async stop(actor: Caller, id: string) {
      const { run, permit } = await find(actor, id)
      return runs.stop(permit, run, viewOf)
    },

    /** Lists the results of a run; with `outcome` only those. */
    async results(
      actor: Caller,
      runId: string,
      { outcome, ...paging }: Paging & { readonly outcome?: Result['outcome'] | undefined },
    ) {
      const owned = ownersOf((await find(actor, runId)).run)
      const all = () => resultsOf(runId)
      return listWithin<Action, Result, ShownResult>(actor, action, paging, {
        ...{ all, team: all, own: all, ownersOf: () => owned },
        matches: outcome === undefined ? undefined : (row) => row.outcome === outcome,
        show: showResults,
      })
    },
  }
}
