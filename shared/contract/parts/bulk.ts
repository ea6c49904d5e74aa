import type { Action } from '../../access.ts'
import * as z from '../../zod.ts'
import { creation, type Endpoint, idParam, ok, page, paging } from './endpoint.ts'
import { instant, orNull, person } from './fields.ts'

/** Maximum number of records that one run changes. */
export const MOST_CHANGED = 500

/** Minutes after the end of a run in which the run can be undone. */
export const UNDO_MINUTES = 10

/** Makes the schema of the records to change, each with the version that was shown; `most` is their maximum number. */
export const rowsToChange = (most = MOST_CHANGED) =>
  z
    .array(z.object({ id: z.string().min(1).max(128), version: z.int().min(0) }))
    .min(1, 'Kies ten minste één rij')
    .max(most, `Kies hoogstens ${most.toLocaleString('nl-NL')} rijen`)

/**
 * Makes the schema of a bulk run, which applies one change to several records; `change` is the schema of that change.
 */
export const bulkRunOf = <C extends z.ZodType>(change: C) =>
  z.object({
    id: z.string(),
    change,
    /** `stopped`: no step follows until somebody continues the run. */
    state: z.enum(['running', 'stopped', 'done']),
    total: z.int(),
    changed: z.int(),
    /**
     * Number of records that stay as they are. They had the new values already, a rule refused the change (422), or an
     * undo found nothing to undo.
     */
    skipped: z.int(),
    failed: z.int(),
    startedBy: person,
    startedAt: instant,
    endedAt: orNull(instant),
    /** Id of the run that this run undoes; null for any other run. */
    undoes: orNull(z.string()),
    /** Id of the run that undid this run; null without one. */
    undoneBy: orNull(z.string()),
    /** Moment until which this run can be undone; null when it cannot. */
    undoUntil: orNull(instant),
  })

export const bulkOutcomes = ['changed', 'skipped', 'failed'] as const

/** Outcome of one record of a run. */
export const BulkResult = z.object({
  id: z.string(),
  name: z.string(),
  outcome: z.enum(bulkOutcomes),
  message: orNull(z.string()),
})
export type BulkResult = z.output<typeof BulkResult>

interface BulkCalls<Kind extends string, Allow extends Action, Body extends z.ZodType, Run extends z.ZodType> {
  readonly kind: Kind
  readonly allow: Allow
  readonly summary: string
  readonly body: Body
  readonly bodyBytes: number
  readonly run: Run
}

/** Bulk run of any kind of record, as screens follow it. */
export type BulkRun<Change = unknown> = z.output<ReturnType<typeof bulkRunOf<z.ZodType<Change>>>>

/** Makes the endpoints of bulk runs for a kind of record: start, follow, continue and undo a run. */
export const bulkEndpoints = <
  const Kind extends string,
  const Allow extends Action,
  Body extends z.ZodType,
  Run extends z.ZodType,
>({
  kind,
  allow,
  summary,
  body,
  bodyBytes,
  run,
}: BulkCalls<Kind, Allow, Body, Run>) =>
  ({
    changeMany: {
      summary,
      method: 'POST',
      path: `/api/${kind}/changes`,
      allow,
      idempotent: true,
      bodyBytes,
      body,
      result: creation(run),
    },
    changesRun: {
      summary: 'Progress of a run, and until when it can be undone',
      method: 'GET',
      path: `/api/${kind}/changes/{id}`,
      allow,
      params: idParam,
      result: ok(run),
    },
    changesResults: {
      summary: 'Result of each record of a run',
      method: 'GET',
      path: `/api/${kind}/changes/{id}/results`,
      allow,
      params: idParam,
      query: z.object({ outcome: z.enum(bulkOutcomes).optional(), ...paging }),
      result: page(BulkResult),
    },
    continueChanges: {
      summary: 'Continue a stopped run; finished records stay as they are',
      method: 'POST',
      path: `/api/${kind}/changes/{id}/continue`,
      allow,
      params: idParam,
      result: ok(run),
    },
    undoChanges: {
      summary: 'Undo a run as a whole by another run, within ten minutes of its end',
      method: 'POST',
      path: `/api/${kind}/changes/{id}/undo`,
      allow,
      idempotent: true,
      params: idParam,
      result: creation(run),
    },
  }) as const satisfies Record<string, Endpoint>

type Calls = ReturnType<typeof bulkEndpoints<string, Action, z.ZodType, z.ZodType>>
type Answering<Name extends keyof Calls> = Omit<Calls[Name], 'result'> & {
  readonly result: Omit<Calls[Name]['result'], 'schema'> & { readonly schema: z.ZodType<BulkRun> }
}

/** Endpoints by which a bulk run of any kind is followed, continued and undone. */
export type BulkFollowing = Pick<Calls, 'changesResults'> & {
  readonly [Name in 'changesRun' | 'continueChanges' | 'undoChanges']: Answering<Name>
}
