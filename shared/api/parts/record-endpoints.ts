import type { Action } from '../../access.ts'
import type { RecordKind } from '../../kinds.ts'
import type * as z from '../../zod.ts'
import { creation, type Endpoint, file, idParam, none, ok, page, paging } from './endpoint.ts'
import { exportFormat } from './export.ts'

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
> {
  /** Name of the records in the paths: that of the list is `/api/<name>`. */
  readonly name: Name
  readonly allow: Allow
  readonly shows: readonly RecordKind[]
  readonly changes: readonly RecordKind[]
  readonly later: readonly RecordKind[]
  readonly summaries: Readonly<Record<'list' | 'export' | 'get' | 'history' | 'create' | 'update' | 'remove', string>>
  readonly filter: z.ZodObject<Filter>
  readonly form: Form
  readonly change: Change
  /** Schema of a record in the list. */
  readonly item: Item
  /** Schema of one record, if it shows more than the list. */
  readonly details?: Details
  /** Schema of a record that was created or changed, if the reply tells more than the list. */
  readonly saved?: Saved
  readonly history: Told
}

/** Makes the endpoints that most records have: list, export, one record, its history, create, change and delete. */
export const recordEndpoints = <
  const Name extends string,
  const Allow extends Readonly<Record<'read' | 'create' | 'edit', Action>>,
  Filter extends z.ZodRawShape,
  Form extends z.ZodType,
  Change extends z.ZodType,
  Told extends z.ZodType,
  Item extends z.ZodType,
  Details extends z.ZodType = Item,
  Saved extends z.ZodType = Item,
>(
  calls: RecordCalls<Name, Allow, Filter, Form, Change, Item, Details, Saved, Told>,
) => {
  const { name, summaries, filter, item } = calls
  const { details = item as z.ZodType as Details, saved = item as z.ZodType as Saved } = calls
  const [path, one] = [`/api/${name}`, `/api/${name}/{id}`] as const
  const reading = { method: 'GET', allow: calls.allow.read as Allow['read'], shows: calls.shows } as const
  const changing = { allow: calls.allow.edit as Allow['edit'], changes: calls.changes, later: calls.later } as const
  return {
    list: { ...reading, summary: summaries.list, path, query: filter.extend(paging), result: page(item) },
    export: {
      ...{ ...reading, summary: summaries.export, path: `/api/${name}/export` },
      query: filter.extend({ format: exportFormat }),
      result: file('text/csv; charset=utf-8'),
    },
    get: { ...reading, summary: summaries.get, path: one, params: idParam, result: ok(details) },
    history: {
      ...{ ...reading, summary: summaries.history, path: `/api/${name}/{id}/history` },
      params: idParam,
      result: ok(calls.history),
    },
    create: {
      ...{ ...changing, summary: summaries.create, method: 'POST', path },
      allow: calls.allow.create as Allow['create'],
      idempotent: true,
      body: calls.form,
      result: creation(saved),
    },
    update: {
      ...{ ...changing, summary: summaries.update, method: 'PATCH', path: one },
      ifMatch: true,
      params: idParam,
      body: calls.change,
      result: ok(saved),
    },
    remove: {
      ...{ ...changing, summary: summaries.remove, method: 'DELETE', path: one },
      ifMatch: true,
      params: idParam,
      result: none,
    },
  } as const satisfies Record<string, Endpoint>
}
