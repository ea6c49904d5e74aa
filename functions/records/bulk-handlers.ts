import type { bulkOutcomes } from '../../shared/api/parts/bulk.ts'
import type { Caller } from '../platform/actor.ts'
import type { Paging } from '../platform/http/page.ts'
import type { bulkOf } from './bulk-runs.ts'
import type { Versioned } from './record.ts'

interface OfRun {
  readonly actor: Caller
  readonly params: { readonly id: string }
}
interface ResultsOfRun extends OfRun {
  readonly query: Paging & { readonly outcome?: (typeof bulkOutcomes)[number] | undefined }
}

type Bulk<Row extends Versioned, Wish extends object, Shown, Name> = ReturnType<typeof bulkOf<Row, Wish, Shown, Name>>

/**
 * Returns the handlers of the endpoints that follow, stop and continue runs of a kind. `load` imports that kind at the
 * first call, so that a cold start for a list does not load it.
 */
export const finalBulkHandlers = <Row extends Versioned, Wish extends object, Shown, Name>(
  load: () => Promise<Bulk<Row, Wish, Shown, Name>>,
) => ({
  changesRun: async ({ actor, params }: OfRun) => (await load()).read(actor, params.id),
  changesResults: async ({ actor, params, query }: ResultsOfRun) => (await load()).results(actor, params.id, query),
  stopChanges: async ({ actor, params }: OfRun) => (await load()).stop(actor, params.id),
  continueChanges: async ({ actor, params }: OfRun) => (await load()).goOn(actor, params.id),
})

/** Returns the handlers of `finalBulkHandlers` and of the endpoint that undoes a run. */
export const bulkHandlers = <Row extends Versioned, Wish extends object, Shown, Name>(
  load: () => Promise<Bulk<Row, Wish, Shown, Name>>,
) => ({
  ...finalBulkHandlers(load),
  undoChanges: async ({ actor, params }: OfRun) => (await load()).undo(actor, params.id),
})
