import type { Action } from '../../access.ts'
import type { RecordKind } from '../../kinds.ts'
import * as z from '../../zod.ts'
import { type Endpoint, file, ok, page, paging } from './endpoint.ts'
import {
  buildMapping,
  buildSheetPreview,
  type ColumnFields,
  checkChoice,
  FileToSend,
  Imported,
  spreadsheet,
  Upload,
  UploadForm,
} from './imports.ts'

/** Path parameters of an upload. */
export const aboutUpload = z.object({ id: z.string().max(100) })

/**
 * Makes the endpoints that import a kind of record from spreadsheets (rulings 54–56). `list` is the path of the list
 * below `/api`; `allow` is the action that all these endpoints require; `columns` are the fields of its columns.
 * `stored` are the kinds of record that an import changes, the upload included.
 */
export const importEndpoints = <const Name extends string, const Allow extends Action, F extends string>(
  list: Name,
  allow: Allow,
  columns: ColumnFields<F>,
  stored: readonly RecordKind[],
) =>
  ({
    ...uploadEndpoints(list, allow, stored),
    ...checkEndpoints(list, allow, columns, stored),
    discardUpload: {
      summary: 'Discard an upload of which nothing was stored, with its file and its preview',
      method: 'POST',
      path: `/api/${list}/uploads/{id}/discard`,
      allow,
      changes: ['upload'],
      params: aboutUpload,
      result: ok(Upload),
    },
    undoUpload: {
      summary: `Undo an upload of the last 30 days: deletes what it created and restores what it changed, except ${list} edited since`,
      method: 'POST',
      path: `/api/${list}/uploads/{id}/undo`,
      allow,
      changes: stored,
      later: stored,
      params: aboutUpload,
      result: ok(Upload.pick({ state: true })),
    },
  }) as const satisfies Record<string, Endpoint>

/** Makes the endpoints that upload spreadsheets and tell how far their import is. */
const uploadEndpoints = <const Name extends string, const Allow extends Action>(
  list: Name,
  allow: Allow,
  stored: readonly RecordKind[],
) =>
  ({
    uploads: {
      summary: `Uploads of ${list}, newest first; with \`q\` those with that text in the filename`,
      method: 'GET',
      path: `/api/${list}/uploads`,
      allow,
      shows: ['upload'],
      later: stored,
      /** `q`: text in the name of the file. */
      query: z.object({ ...paging, q: z.string().trim().max(100).optional() }),
      result: page(Upload),
    },
    findUpload: {
      summary: `Progress and result of an upload of ${list}; a 404 until its import begins`,
      method: 'GET',
      path: `/api/${list}/uploads/{id}`,
      allow,
      shows: ['upload'],
      later: stored,
      params: aboutUpload,
      result: ok(Upload),
    },
    beginUpload: {
      summary: 'A form with which a browser posts a spreadsheet of at most 50 MB straight to the bucket (rulings 56)',
      method: 'POST',
      path: `/api/${list}/uploads`,
      allow,
      writesNothing: true,
      body: FileToSend,
      result: ok(UploadForm),
    },
    retryUpload: {
      summary: `Resume an upload of ${list} that stopped halfway`,
      method: 'POST',
      path: `/api/${list}/uploads/{id}/retry`,
      allow,
      changes: stored,
      later: stored,
      params: aboutUpload,
      result: ok(Upload.pick({ state: true })),
    },
    upload: {
      summary: `Import a spreadsheet of ${list}, of at most 4 MB; larger ones go straight to the bucket (rulings 56)`,
      method: 'POST',
      path: `/api/${list}/upload`,
      allow,
      changes: stored,
      later: stored,
      marksWhenRefused: true,
      query: z.object({ check: checkChoice }),
      upload: spreadsheet,
      result: ok(Imported),
    },
    wrongRows: {
      summary: 'The refused rows of an upload with their reasons, to correct and upload again; audited',
      method: 'GET',
      path: `/api/${list}/uploads/{id}/errors`,
      allow,
      shows: ['upload'],
      params: aboutUpload,
      result: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
    },
  }) as const satisfies Record<string, Endpoint>

/** Makes the endpoints by which a person checks a file before it is stored. */
const checkEndpoints = <const Name extends string, const Allow extends Action, F extends string>(
  list: Name,
  allow: Allow,
  columns: ColumnFields<F>,
  stored: readonly RecordKind[],
) =>
  ({
    preview: {
      summary:
        'The first 20 rows of the first 10 visible sheets of an upload, with the meaning of the columns and wrong cells',
      method: 'GET',
      path: `/api/${list}/uploads/{id}/preview`,
      allow,
      shows: stored,
      params: aboutUpload,
      result: ok(z.object({ filename: z.string(), sheets: z.array(buildSheetPreview(columns)) })),
    },
    mapping: {
      summary:
        'Set the meaning of an upload’s columns and import it again, or only preview that; remembered for files with the same headers',
      method: 'PUT',
      path: `/api/${list}/uploads/{id}/mapping`,
      allow,
      changes: stored,
      later: stored,
      params: aboutUpload,
      body: buildMapping(columns),
      result: ok(Imported),
    },
    confirm: {
      summary: 'Store an upload as previewed; only the first confirmation does',
      method: 'POST',
      path: `/api/${list}/uploads/{id}/confirm`,
      allow,
      changes: stored,
      later: stored,
      params: aboutUpload,
      body: z.object({
        /** Value of `reading` in the upload whose preview the user saw; 409 when the file was read again since. */
        seenReading: z.int().min(0).max(10_000_000).meta({ 'x-not-stored': true }),
        /** True to import later files with these headers without a check. */
        remembers: z.boolean().meta({ 'x-not-stored': true }).optional(),
      }),
      result: ok(Upload),
    },
  }) as const satisfies Record<string, Endpoint>

type Importing<F extends string> = ReturnType<typeof importEndpoints<string, Action, F>>

/** Endpoints that import a kind of record, with the fields of its columns. */
export type ImportEndpoints<F extends string = string> = Omit<Importing<F>, 'upload'> & {
  readonly upload: Omit<Importing<F>['upload'], 'result'> & {
    readonly result: ReturnType<typeof ok<z.ZodType<Imported>>>
  }
}
