import { AppError, conflict } from '../../shared/errors.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { type Change, commit, unchanged } from '../platform/commit.ts'
import { removeUpload } from '../platform/files.ts'
import { asDiscarded, confirmed, isShown, isUnstored } from '../spreadsheets/anew.ts'
import { announceAgain } from '../spreadsheets/announce.ts'
import type { UploadRow } from '../spreadsheets/entity.ts'
import { type Layout, printOf } from '../spreadsheets/layout-print.ts'
import { knownLayouts, Layouts, layoutId } from '../spreadsheets/layouts.ts'
import { MAX_SHEETS } from '../spreadsheets/limits.ts'
import { betweenImports, endOfCall, importedNow } from '../spreadsheets/receive.ts'
import { replacing } from '../spreadsheets/turns.ts'
import { fileOf, gone, keyOf } from '../spreadsheets/upload-file.ts'
import { uploadOf, uploadView } from '../spreadsheets/uploads.ts'
import { contractImport } from './importing.ts'
import { glancesAt, headerCells } from './proposing.ts'

const { type: LIST, list } = contractImport

interface Confirmation {
  readonly seenReading: number
  /** Set when files with these headers need no confirmation from now on. */
  readonly remembers: boolean
}

/**
 * Confirms the preview of an upload and stores it, in this call or by its event; does nothing when it is confirmed
 * already. Throws 409 for an upload without a preview or with a newer one, and when its file is gone.
 */
export async function confirmUpload(actor: Caller, id: string, { seenReading, remembers }: Confirmation) {
  const permit = authorise(actor, 'contract:manage')
  const until = endOfCall()
  const upload = await uploadOf(list, id)
  if (isConfirmed(upload)) return unchanged(permit, await uploadView(list, id))
  await betweenImports(contractImport, id, until, async () => {
    const found = await uploadOf(list, id)
    if (isConfirmed(found)) return
    if (!isShown(found)) throw conflict(NOT_SHOWN)
    if ((found.windows ?? 0) !== seenReading) throw conflict(SHOWN_ANEW)
    const layouts = remembers ? await layoutsIn(found) : []
    // The new event of the file continues the import when this call runs out of time.
    if (!(await announceAgain(keyOf(found), id))) throw gone()
    const { filename, stats } = found
    const change: Change = {
      action: 'contract.import-confirm',
      entity: { type: 'contract_preview', id, name: filename },
      after: { filename, stats, remembers },
      write: [
        { write: replacing(found, confirmed(found, permit.actor.id)), otherwise: () => conflict(SHOWN_ANEW) },
        ...layouts.map((layout) => Layouts.put(layout)),
      ],
    }
    await commit(permit, change, undefined)
  })
  await importedNow(contractImport, permit, { id, key: keyOf(upload) }, until).catch((error: unknown) => {
    // The state of the upload shows the result, or that its event continues.
    if (!(error instanceof AppError)) throw error
  })
  return unchanged(permit, await uploadView(list, id))
}

/**
 * Discards an upload of which nothing was stored, with its file and what was noted of its rows. May be repeated. 409 for an
 * upload that is being read, stored or undone.
 */
export async function discardUpload(actor: Caller, id: string) {
  const permit = authorise(actor, 'contract:manage')
  await uploadOf(list, id)
  await betweenImports(contractImport, id, endOfCall(), async () => {
    const found = await uploadOf(list, id)
    if (found.state === 'weggegooid') return
    if (found.state !== 'controle nodig' || !isUnstored(found)) throw conflict(NOT_SHOWN)
    const { filename, stats } = found
    const change: Change = {
      action: 'contract.import-discard',
      entity: { type: 'contract_preview', id, name: filename },
      before: { state: found.state, stats },
      after: { state: 'weggegooid' },
      write: [{ write: replacing(found, asDiscarded(found)), otherwise: () => conflict(SHOWN_ANEW) }],
    }
    await commit(permit, change, undefined)
  })
  // After the commit, so that no upload waits for a file that is gone. A repeated call removes the file again.
  const upload = await uploadOf(list, id)
  if (upload.key !== undefined) await removeUpload(upload.key)
  return unchanged(permit, await uploadView(list, id))
}

const isConfirmed = ({ state, confirmedBy }: UploadRow) =>
  confirmedBy !== undefined && (state === 'wordt verwerkt' || state === 'klaar')

/** Returns the layouts of the previewed headers, without those that are stored already. */
async function layoutsIn(upload: UploadRow) {
  const noted: Readonly<Record<string, Layout>> = upload.layouts ?? {}
  const glances = await glancesAt(upload.filename, await fileOf(upload), MAX_SHEETS)
  const prints = new Set(glances.filter(({ header }) => header).map((glance) => printOf(headerCells(glance))))
  const known = await knownLayouts(LIST, [...prints])
  const recognised = [...prints].filter((print) => !known.has(print) && !noted[print])
  return [
    ...Object.entries(noted).map(([print, { fields, monthFirst }]) => ({
      id: layoutId(LIST, print),
      fields: [...fields],
      monthFirst,
    })),
    ...recognised.map((print) => ({
      id: layoutId(LIST, print),
      fields: [],
      monthFirst: false,
      isRecognised: true,
    })),
  ].slice(0, MOST_REMEMBERED)
}

/** A transaction holds a hundred rows. */
const MOST_REMEMBERED = 80

const NOT_SHOWN = 'Deze upload wacht niet op een controle. Er is niets geïmporteerd.'
const SHOWN_ANEW = 'Het voorbeeld is intussen veranderd. Bekijk het opnieuw.'
