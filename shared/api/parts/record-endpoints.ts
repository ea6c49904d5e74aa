import type { Action } from '../../access.ts'
import type { RecordKind } from '../../kinds.ts'
import type * as z from '../../zod.ts'
import { creation, type Endpoint, file, idParam, none, ok, page, paging } from './endpoint.ts'
import { exportFormat } from './export.ts'

type RecordCall = 'list' | 'export' | 'get' | 'history' | 'create' | 'update' | 'remove'

/** Returns what the documentation says of the endpoints of a record. */
const usualSummaries = (name: string): Readonly<Record<RecordCall, string>> => ({
  list: `List of ${name} within reach`,
  export: `The filtered list of ${name} as a spreadsheet, formula-safe; audited`,
  get: `One of the ${name}`,
  history: `Changes of one of the ${name}, newest first: who changed what, and when`,
  create: `Add to the ${name}`,
  update: `Change one of the ${name}; a lost update is a 409`,
  remove: `Delete one of the ${name}`,
})

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
  /** Texts of the documentation that say more than the usual ones. */
  readonly summaries?: Readonly<Partial<Record<RecordCall, string>>>
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
  readonly told: Told
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
  const { name, allow, shows, changes, later, filter, item } = calls
  const summaries = { ...usualSummaries(name), ...calls.summaries }
  const { details = item as z.ZodType as Details, saved = item as z.ZodType as Saved } = calls
  const [path, one] = [`/api/${name}`, `/api/${name}/{id}`] as const
  const { read, create, edit }: { read: Allow['read']; create: Allow['create']; edit: Allow['edit'] } = allow
  return {
    list: {
      summary: summaries.list,
      method: 'GET',
      path,
      allow: read,
      shows,
      query: filter.extend(paging),
      result: page(item),
    },
    export: {
      summary: summaries.export,
      method: 'GET',
      path: `/api/${name}/export`,
      allow: read,
      shows,
      query: filter.extend({ format: exportFormat }),
      result: file('text/csv; charset=utf-8'),
    },
    get: {
      summary: summaries.get,
      method: 'GET',
      path: one,
      allow: read,
      shows,
      params: idParam,
      result: ok(details),
    },
    history: {
      summary: summaries.history,
      method: 'GET',
      path: `/api/${name}/{id}/history`,
      allow: read,
      shows,
      params: idParam,
      result: ok(calls.told),
    },
    create: {
      summary: summaries.create,
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
      summary: summaries.update,
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
      summary: summaries.remove,
      method: 'DELETE',
      path: one,
      allow: edit,
      changes,
      later,
      ifMatch: true,
      params: idParam,
      result: none,
    },
  } as const satisfies Record<string, Endpoint>
}
