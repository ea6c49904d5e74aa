import type { Action } from '../../access.ts'
import type { RecordKind } from '../../kinds.ts'
import type * as z from '../../zod.ts'
import { creation, type Endpoint, file, idParam, none, ok, page, paging } from './endpoint.ts'
import { exportFormat } from './export.ts'

type Calls = 'list' | 'export' | 'get' | 'history' | 'create' | 'update' | 'remove'

interface RecordCalls<
  Name extends string,
  Allow extends Readonly<Record<'read' | 'create' | 'edit', Action>>,
  Filter extends z.ZodRawShape,
  Form extends z.ZodType,
  Change extends z.ZodType,
  Item extends z.ZodType,
  Details extends z.ZodType,
  Saved extends z.ZodType,
  Told extends z.ZodType,
  Wanted extends Calls,
> {
  /** Name of the records in the paths: that of the list is `/api/<name>`. */
  readonly name: Name
  readonly allow: Allow
  readonly shows: readonly RecordKind[]
  readonly changes: readonly RecordKind[]
  readonly later: readonly RecordKind[]
  /** Summary of each endpoint that the records have; the others are not made. */
  readonly summaries: Readonly<Record<Wanted, string>>
  readonly filter: z.ZodObject<Filter>
  readonly form: Form
  readonly change: Change
  /** Schema of a record in the list. */
  readonly item: Item
  /** Schema of one record, if it shows more than the list. */
  readonly details?: Details
  /** Schema of a record that was created or changed, if the reply tells more than the list. */
  readonly saved?: Saved
  /** Schema of the history of a record. */
  readonly told?: Told
}

/** Requires the schema of the history for an endpoint that shows it. */
type NeedsTold<Wanted> = 'history' extends Wanted ? { readonly told: z.ZodType } : unknown

/** Makes those endpoints that most records have: list, export, one record, its history, create, change and delete. */
export const recordEndpoints = <
  const Name extends string,
  const Allow extends Readonly<Record<'read' | 'create' | 'edit', Action>>,
  Filter extends z.ZodRawShape,
  Form extends z.ZodType,
  Change extends z.ZodType,
  Item extends z.ZodType,
  Wanted extends Calls,
  Told extends z.ZodType = z.ZodType,
  Details extends z.ZodType = Item,
  Saved extends z.ZodType = Item,
>(
  calls: RecordCalls<Name, Allow, Filter, Form, Change, Item, Details, Saved, Told, Wanted> & NeedsTold<Wanted>,
) => {
  const { name, allow, shows, changes, later, filter, item } = calls
  const summaries: Readonly<Partial<Record<Calls, string>>> = calls.summaries
  const summaryOf = (one: Calls) => summaries[one] ?? ''
  const { details = item as z.ZodType as Details, saved = item as z.ZodType as Saved } = calls
  const [path, one] = [`/api/${name}`, `/api/${name}/{id}`] as const
  const { read, create, edit }: { read: Allow['read']; create: Allow['create']; edit: Allow['edit'] } = allow
  const all = {
    list: {
      summary: summaryOf('list'),
      method: 'GET',
      path,
      allow: read,
      shows,
      query: filter.extend(paging),
      result: page(item),
    },
    export: {
      summary: summaryOf('export'),
      method: 'GET',
      path: `/api/${name}/export`,
      allow: read,
      shows,
      query: filter.extend({ format: exportFormat }),
      result: file('text/csv; charset=utf-8'),
    },
    get: {
      summary: summaryOf('get'),
      method: 'GET',
      path: one,
      allow: read,
      shows,
      params: idParam,
      result: ok(details),
    },
    history: {
      summary: summaryOf('history'),
      method: 'GET',
      path: `/api/${name}/{id}/history`,
      allow: read,
      shows,
      params: idParam,
      result: ok(calls.told as Told),
    },
    create: {
      summary: summaryOf('create'),
      method: 'POST',
      path,
      allow: create,
      changes,
      later,
      idempotent: true,
      body: calls.form,
      result: creation(saved),
    },
    update: {
      summary: summaryOf('update'),
      method: 'PATCH',
      path: one,
      allow: edit,
      changes,
      later,
      ifMatch: true,
      params: idParam,
      body: calls.change,
      result: ok(saved),
    },
    remove: {
      summary: summaryOf('remove'),
      method: 'DELETE',
      path: one,
      allow: edit,
      changes,
      later,
      ifMatch: true,
      params: idParam,
      result: none,
    },
  } as const satisfies Record<Calls, Endpoint>
  return Object.fromEntries(Object.entries(all).filter(([one]) => one in summaries)) as Pick<typeof all, Wanted>
}
