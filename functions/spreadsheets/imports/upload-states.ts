import type { Permit } from '../../platform/actor.ts'
import type { UploadRow } from './entity.ts'
import { newTally, reportOf } from './tally.ts'

/** Values that reset the progress of an upload, so that its file is read from the start. */
export const resetFields = {
  state: 'wordt verwerkt',
  attempts: undefined,
  isReading: undefined,
  waits: undefined,
  position: undefined,
  windows: undefined,
  storedSide: undefined,
  layouts: undefined,
  readsAnew: undefined,
  givenUp: undefined,
  isPlanned: undefined,
  confirmedBy: undefined,
} as const

/**
 * Returns an upload whose file is to be read from the start. Its window count is kept, so that nothing is counted
 * twice. The layouts of the earlier reading are kept for its undo, unless that reading was a preview.
 */
export function resetForReading(upload: UploadRow): UploadRow {
  const { windows, layouts = {}, formerLayouts = [], isPlanned = false } = upload
  return {
    ...{ ...upload, error: undefined, ...resetFields, windows, ...reportOf(newTally()) },
    formerLayouts: isPlanned ? formerLayouts : [...formerLayouts, layouts],
  }
}

/** Returns an upload with the person who takes it up as its uploader, when nobody known dropped its file. */
export const ofUploader = (upload: UploadRow, { actor }: Permit): UploadRow =>
  isOfNobody(upload) ? { ...upload, uploadedBy: actor.id } : upload

/** Tells whether a file was dropped into the bucket without its uploader. */
export const isOfNobody = ({ uploadedBy }: Pick<UploadRow, 'uploadedBy'>): boolean => uploadedBy.startsWith('system:')

/**
 * Returns a previewed upload as confirmed: its file is read again, and then its rows are stored. Keeps the layouts of
 * the preview, and notes who confirmed it.
 */
export function markConfirmed(upload: UploadRow, confirmedBy: string): UploadRow {
  const { windows = 0, layouts } = upload
  return {
    ...{ ...upload, error: undefined, ...resetFields, ...reportOf(newTally()) },
    // A confirmation names the window count of its preview, so the new count makes a second confirmation fail.
    ...{ windows: windows + 1, layouts, confirmedBy },
  }
}

/** Returns an upload as discarded before anything was stored, without the numbers and problems of its rows. */
export function markDiscarded(upload: UploadRow): UploadRow {
  const { windows = 0 } = upload
  // A confirmation names the window count of its preview, so the new count makes a late confirmation fail.
  const rest = { windows: windows + 1, formerLayouts: undefined, isPlanned: true }
  return { ...upload, error: undefined, ...resetFields, ...reportOf(newTally()), ...rest, state: 'weggegooid' }
}

/** Tells whether an upload was previewed and waits until somebody confirms it. */
export const isAwaitingConfirmation = ({
  state,
  isPlanned,
  error,
}: Pick<UploadRow, 'state' | 'isPlanned' | 'error'>): boolean =>
  state === 'controle nodig' && isPlanned === true && error === undefined

/** Tells whether the last reading of an upload stored nothing: a preview, or a first reading that found no header. */
export const isUnstored = ({
  state,
  isPlanned,
  windows,
}: Pick<UploadRow, 'state' | 'isPlanned' | 'windows'>): boolean =>
  isPlanned === true || (windows === undefined && state === 'controle nodig')
