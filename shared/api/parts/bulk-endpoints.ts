import type { Action } from '../../access.ts'
import type { RecordKind } from '../../kinds.ts'
import * as z from '../../zod.ts'
import { BulkResult, type BulkRun, bulkOutcomes } from './bulk.ts'
import { creation, type Endpoint, get, ok, page, paging, post } from './endpoint.ts'

interface BulkCalls<Kind extends string, Allow extends Action, Body extends z.ZodType, Run extends z.ZodType> {
  readonly kind: Kind
  /** Path that starts a run; by default `/api/<kind>/changes`. */
  readonly start?: `/api/${string}`
  readonly allow: Allow
  readonly summary: string
  readonly body: Body
  readonly bodyBytes: number
  readonly run: Run
  /** Kinds of record that the work of a run changes, the run included. */
  readonly changedByRun: readonly RecordKind[]
}

/** Makes the endpoints of bulk runs that cannot be undone: start, follow, stop and continue a run. */
export const finalBulkEndpoints = <
  const Kind extends string,
  const Allow extends Action,
  Body extends z.ZodType,
  Run extends z.ZodType,
>({
  kind,
  start = `/api/${kind}/changes`,
  allow,
  summary,
  body,
  bodyBytes,
  run,
  changedByRun,
}: BulkCalls<Kind, Allow, Body, Run>) =>
  ({
    changeMany: post(start, {
      summary,
      allow,
      changes: ['run'],
      later: changedByRun,
      idempotent: true,
      bodyBytes,
      body,
      result: creation(run),
    }),
    changesRun: get(`/api/${kind}/changes/{id}`, {
      summary: 'Progress of a run, and until when it can be undone',
      allow,
      shows: ['run'],
      later: changedByRun,
      result: ok(run),
    }),
    changesResults: get(`/api/${kind}/changes/{id}/results`, {
      summary: 'Result of each record of a run',
      allow,
      shows: ['run'],
      query: z.object({ outcome: z.enum(bulkOutcomes).optional(), ...paging }),
      result: page(BulkResult),
    }),
    stopChanges: post(`/api/${kind}/changes/{id}/stop`, {
      summary: 'Stop a run after the record it is at, until somebody continues it',
      allow,
      changes: ['run'],
      later: changedByRun,
      result: ok(run),
    }),
    continueChanges: post(`/api/${kind}/changes/{id}/continue`, {
      summary: 'Continue a stopped run; finished records stay as they are',
      allow,
      changes: ['run'],
      later: changedByRun,
      result: ok(run),
    }),
  }) as const satisfies Record<string, Endpoint>

/** Makes the endpoints of bulk runs for a kind of record: start, follow, stop, continue and undo a run. */
export const bulkEndpoints = <
  const Kind extends string,
  const Allow extends Action,
  Body extends z.ZodType,
  Run extends z.ZodType,
>(
  calls: BulkCalls<Kind, Allow, Body, Run>,
) => {
  const { kind, allow, run, changedByRun } = calls
  return {
    ...finalBulkEndpoints(calls),
    undoChanges: post(`/api/${kind}/changes/{id}/undo`, {
      summary: 'Undo a run as a whole by another run, within ten minutes of its end',
      allow,
      changes: ['run'],
      later: changedByRun,
      idempotent: true,
      result: creation(run),
    }),
  } as const satisfies Record<string, Endpoint>
}

type Calls = ReturnType<typeof bulkEndpoints<string, Action, z.ZodType, z.ZodType>>
type Answering<Name extends keyof Calls> = Omit<Calls[Name], 'result'> & {
  readonly result: Omit<Calls[Name]['result'], 'schema'> & { readonly schema: z.ZodType<BulkRun> }
}

/** Endpoints by which a bulk run of any kind is followed, stopped, continued and, where it can be, undone. */
export type BulkFollowing = Pick<Calls, 'changesResults'> & {
  readonly [Name in 'changesRun' | 'stopChanges' | 'continueChanges']: Answering<Name>
} & { readonly undoChanges?: Answering<'undoChanges'> }
