import type { Action } from '../../../shared/access.ts'
import type { Mapping } from '../../../shared/api/parts/imports.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import type { Columns } from './columns.ts'
import { type Confirmation, confirmImport, discardImport } from './confirming.ts'
import type { Importing } from './importing.ts'
import { mapUpload, previewSheets } from './mapping.ts'
import { retryUpload } from './retry.ts'
import type { Place } from './tally.ts'
import { requestUndo } from './undo-request.ts'
import { findUploadRow } from './uploads.ts'
import { readWrongRows } from './wrong-rows.ts'

/**
 * Returns the functions that answer calls about an upload of a kind of import, for people with the right to `action`.
 * Each throws 404 for an unknown upload, and the errors of the function that it calls.
 */
export const buildUploadCalls = <F extends string, Item extends Place>(
  kind: Importing<Item>,
  columns: Columns<F, Item>,
  action: Action,
) => ({
  preview: async (actor: Caller, id: string) => {
    authorise(actor, action)
    return previewSheets(columns, await findUploadRow(kind.list, id))
  },
  wrongRows: async (actor: Caller, id: string) => {
    const permit = authorise(actor, action)
    const upload = await findUploadRow(kind.list, id)
    return { permit, type: columns.type, filename: upload.filename, ...(await readWrongRows(columns, upload)) }
  },
  map: (actor: Caller, id: string, mapping: Mapping<F>) =>
    mapUpload(kind, columns, authorise(actor, action), { id, mapping }),
  confirm: (actor: Caller, id: string, seen: Confirmation) =>
    confirmImport(kind, columns, authorise(actor, action), { id, ...seen }),
  discard: (actor: Caller, id: string) => discardImport(kind, authorise(actor, action), id),
  undo: (actor: Caller, id: string) => requestUndo(kind, authorise(actor, action), id),
  retry: (actor: Caller, id: string) => retryUpload(kind, authorise(actor, action), id),
})
