import type { Action } from '../../access.ts'
import type { RecordKind } from '../../kinds.ts'
import * as z from '../../zod.ts'
import { type Endpoint, file, get, ok, page, paging, post, put } from './endpoint.ts'
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
    discardUpload: post(`/api/${list}/uploads/{id}/discard`, {
      summary: 'Discard an upload of which nothing was stored, with its file and its preview',
      allow,
      changes: ['upload'],
      params: aboutUpload,
      result: ok(Upload),
    }),
    undoUpload: post(`/api/${list}/uploads/{id}/undo`, {
      summary: `Undo an upload of the last 30 days: deletes what it created and restores what it changed, except ${list} edited since`,
      allow,
      changes: stored,
      later: stored,
      params: aboutUpload,
      result: ok(Upload.pick({ state: true })),
    }),
  }) as const satisfies Record<string, Endpoint>

/** Makes the endpoints that upload spreadsheets and tell how far their import is. */
const uploadEndpoints = <const Name extends string, const Allow extends Action>(
  list: Name,
  allow: Allow,
  stored: readonly RecordKind[],
) =>
  ({
    uploads: get(`/api/${list}/uploads`, {
      summary: `Uploads of ${list}, newest first; with \`q\` those with that text in the filename`,
      allow,
      shows: ['upload'],
      later: stored,
      /** `q`: text in the name of the file. */
      query: z.object({ ...paging, q: z.string().trim().max(100).optional() }),
      result: page(Upload),
    }),
    findUpload: get(`/api/${list}/uploads/{id}`, {
      summary: `Progress and result of an upload of ${list}; a 404 until its import begins`,
      allow,
      shows: ['upload'],
      later: stored,
      params: aboutUpload,
      result: ok(Upload),
    }),
    beginUpload: post(`/api/${list}/uploads`, {
      summary: 'A form with which a browser posts a spreadsheet of at most 50 MB straight to the bucket (rulings 56)',
      allow,
      writesNothing: true,
      body: FileToSend,
      result: ok(UploadForm),
    }),
    retryUpload: post(`/api/${list}/uploads/{id}/retry`, {
      summary: `Resume an upload of ${list} that stopped halfway`,
      allow,
      changes: stored,
      later: stored,
      params: aboutUpload,
      result: ok(Upload.pick({ state: true })),
    }),
    upload: post(`/api/${list}/upload`, {
      summary: `Import a spreadsheet of ${list}, of at most 4 MB; larger ones go straight to the bucket (rulings 56)`,
      allow,
      changes: stored,
      later: stored,
      marksWhenRefused: true,
      query: z.object({ check: checkChoice }),
      upload: spreadsheet,
      result: ok(Imported),
    }),
    wrongRows: get(`/api/${list}/uploads/{id}/errors`, {
      summary: 'The refused rows of an upload with their reasons, to correct and upload again; audited',
      allow,
      shows: ['upload'],
      params: aboutUpload,
      result: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
    }),
  }) as const satisfies Record<string, Endpoint>

/** Makes the endpoints by which a person checks a file before it is stored. */
const checkEndpoints = <const Name extends string, const Allow extends Action, F extends string>(
  list: Name,
  allow: Allow,
  columns: ColumnFields<F>,
  stored: readonly RecordKind[],
) =>
  ({
    preview: get(`/api/${list}/uploads/{id}/preview`, {
      summary:
        'The first 20 rows of the first 10 visible sheets of an upload, with the meaning of the columns and wrong cells',
      allow,
      shows: stored,
      params: aboutUpload,
      result: ok(z.object({ filename: z.string(), sheets: z.array(buildSheetPreview(columns)) })),
    }),
    mapping: put(`/api/${list}/uploads/{id}/mapping`, {
      summary:
        'Set the meaning of an upload’s columns and import it again, or only preview that; remembered for files with the same headers',
      allow,
      changes: stored,
      later: stored,
      params: aboutUpload,
      body: buildMapping(columns),
      result: ok(Imported),
    }),
    confirm: post(`/api/${list}/uploads/{id}/confirm`, {
      summary: 'Store an upload as previewed; only the first confirmation does',
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
    }),
  }) as const satisfies Record<string, Endpoint>

type Importing<F extends string> = ReturnType<typeof importEndpoints<string, Action, F>>

/** Endpoints that import a kind of record, with the fields of its columns. */
export type ImportEndpoints<F extends string = string> = Omit<Importing<F>, 'upload'> & {
  readonly upload: Omit<Importing<F>['upload'], 'result'> & {
    readonly result: ReturnType<typeof ok<z.ZodType<Imported>>>
  }
}
