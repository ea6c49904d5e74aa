import type { Action } from '../../access.ts'
import * as z from '../../zod.ts'
import { type Endpoint, ok, page, paging } from './endpoint.ts'
import { checkChoice, FileToSend, Imported, SheetRows, spreadsheet, Upload, UploadForm } from './imports.ts'

/** Path parameters of an upload. */
export const aboutUpload = z.object({ id: z.string().max(100) })

/**
 * Makes the endpoints that import a kind of record from spreadsheets (rulings 54–56). `list` is the path of the list
 * below `/api`; `allow` is the action that all these endpoints require.
 */
export const importEndpoints = <const Name extends string, const Allow extends Action>(list: Name, allow: Allow) =>
  ({
    uploads: {
      summary: `Uploads of ${list}, newest first; with \`q\` those with that text in the filename`,
      method: 'GET',
      path: `/api/${list}/uploads`,
      allow,
      /** `q`: text in the name of the file. */
      query: z.object({ ...paging, q: z.string().trim().max(100).optional() }),
      result: page(Upload),
    },
    findUpload: {
      summary: `Progress and result of an upload of ${list}; a 404 until its import begins`,
      method: 'GET',
      path: `/api/${list}/uploads/{id}`,
      allow,
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
      params: aboutUpload,
      result: ok(Upload.pick({ state: true })),
    },
    upload: {
      summary: `Import a spreadsheet of ${list}, of at most 4 MB; larger ones go straight to the bucket (rulings 56)`,
      method: 'POST',
      path: `/api/${list}/upload`,
      allow,
      query: z.object({ check: checkChoice }),
      upload: spreadsheet,
      result: ok(Imported),
    },
    preview: {
      summary:
        'The first 20 rows of the first 10 visible sheets of an upload, with the meaning of the columns and wrong cells',
      method: 'GET',
      path: `/api/${list}/uploads/{id}/preview`,
      allow,
      params: aboutUpload,
      result: ok(z.object({ filename: z.string(), sheets: z.array(SheetRows) })),
    },
    confirm: {
      summary: 'Store an upload as previewed; only the first confirmation does',
      method: 'POST',
      path: `/api/${list}/uploads/{id}/confirm`,
      allow,
      params: aboutUpload,
      body: z.object({
        /** Value of `reading` in the upload whose preview the user saw; 409 when the file was read again since. */
        seenReading: z.int().min(0).max(10_000_000).meta({ 'x-not-stored': true }),
      }),
      result: ok(Upload),
    },
    discardUpload: {
      summary: 'Discard an upload of which nothing was stored, with its file and its preview',
      method: 'POST',
      path: `/api/${list}/uploads/{id}/discard`,
      allow,
      params: aboutUpload,
      result: ok(Upload),
    },
  }) as const satisfies Record<string, Endpoint>

type Importing = ReturnType<typeof importEndpoints>

/** Endpoints that import any kind of record. */
export type ImportEndpoints = Omit<Importing, 'upload' | 'preview' | 'confirm'> & {
  readonly upload: Omit<Importing['upload'], 'result'> & { readonly result: ReturnType<typeof ok<z.ZodType<Imported>>> }
}

/** Import endpoints of a kind of record whose columns the import maps itself, so that users map none. */
export type PlainImportEndpoints = ImportEndpoints & Pick<Importing, 'preview' | 'confirm'>
