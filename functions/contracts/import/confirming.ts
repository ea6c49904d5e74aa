import { authorise, type Caller } from '../../platform/actor.ts'
import { MAX_SHEETS } from '../../spreadsheets/formats/limits.ts'
import { confirmImport, discardImport } from '../../spreadsheets/imports/confirming.ts'
import type { UploadRow } from '../../spreadsheets/imports/entity.ts'
import { findLayouts, Layouts, layoutId } from '../../spreadsheets/imports/layouts.ts'
import { openUploadFile } from '../../spreadsheets/imports/upload-file.ts'
import { headerFingerprint, type Layout } from '../../spreadsheets/recognition/layout-print.ts'
import { contractImport } from './importing.ts'
import { headerCellsOf, readGlances } from './proposing.ts'

const LIST = contractImport.type

interface Confirmation {
  readonly seenReading: number
  /** Set when files with these headers need no confirmation from now on. */
  readonly remembers: boolean
}

/**
 * Confirms the preview of an upload of contracts and stores its rows, in this call or in a later one by the event of
 * its file; returns the upload. Changes nothing when it was confirmed before. With `remembers`, later files with the
 * same headers need no confirmation, unless they are uploaded with `check` `all`. Throws 404 for an unknown upload.
 * Throws 409 without a preview, when the preview is not of the reading `seenReading`, and when the file is gone or in
 * use.
 */
export async function confirmUpload(actor: Caller, id: string, { seenReading, remembers }: Confirmation) {
  const permit = authorise(actor, 'contract:manage')
  const also = async (upload: UploadRow) => {
    const layouts = remembers ? await layoutsIn(upload) : []
    return { write: layouts.map((layout) => Layouts.put(layout)), after: { remembers } }
  }
  return confirmImport(contractImport, permit, id, { seenReading, also })
}

/**
 * Discards an upload of contracts with its file, and returns the upload. The upload must wait for a check, with none of
 * its rows stored. A repeated call changes nothing. Throws 404 for an unknown upload, 409 for an upload in another
 * state.
 */
export const discardUpload = async (actor: Caller, id: string) =>
  discardImport(contractImport, authorise(actor, 'contract:manage'), id)

/**
 * Returns the layouts (meanings of columns) to store for the headers of an upload, at most 80. These are the layouts
 * kept with the upload. Each other recognised header without a stored layout gets an empty layout, marked as
 * recognised.
 */
async function layoutsIn(upload: UploadRow) {
  const noted: Readonly<Record<string, Layout>> = upload.layouts ?? {}
  const glances = await readGlances(upload.filename, await openUploadFile(upload), MAX_SHEETS)
  const headerHashes = new Set(
    glances.filter(({ header }) => header).map((glance) => headerFingerprint(headerCellsOf(glance))),
  )
  const known = await findLayouts(LIST, [...headerHashes])
  const recognised = [...headerHashes].filter((headerHash) => !known.has(headerHash) && !noted[headerHash])
  return [
    ...Object.entries(noted).map(([headerHash, { fields, monthFirst }]) => ({
      id: layoutId(LIST, headerHash),
      fields: [...fields],
      monthFirst,
    })),
    ...recognised.map((headerHash) => ({
      id: layoutId(LIST, headerHash),
      fields: [],
      monthFirst: false,
      isRecognised: true,
    })),
  ].slice(0, MOST_REMEMBERED)
}

/** Maximum number of layouts stored with a confirmation: a transaction holds a hundred rows. */
const MOST_REMEMBERED = 80
