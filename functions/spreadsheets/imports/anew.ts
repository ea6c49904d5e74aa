import type { UploadRow } from './entity.ts'
import { newTally, reportOf } from './tally.ts'

/** Fields of an upload whose file is to be read from the start. */
export const begunAnew = {
  state: 'wordt verwerkt',
  attempts: undefined,
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
 * Returns an upload to be read from the start. Its window count goes on, so that nothing is counted twice. The layouts
 * of the earlier reading are kept for its undo, unless it stored nothing.
 */
export function readAnew(upload: UploadRow): UploadRow {
  const { windows, layouts = {}, formerLayouts = [], isPlanned = false } = upload
  return {
    ...{ ...upload, error: undefined, ...begunAnew, windows, ...reportOf(newTally()) },
    formerLayouts: isPlanned ? formerLayouts : [...formerLayouts, layouts],
  }
}

/** Returns an upload that was previewed and is now to be stored, with the layouts of its preview. */
export function markConfirmed(upload: UploadRow, confirmedBy: string): UploadRow {
  const { windows = 0, layouts } = upload
  return {
    ...{ ...upload, error: undefined, ...begunAnew, ...reportOf(newTally()) },
    // The new window count makes a second confirmation of the same preview fail.
    ...{ windows: windows + 1, layouts, confirmedBy },
  }
}

/** Returns an upload as discarded before anything was stored, without what was noted of its rows. */
export function asDiscarded(upload: UploadRow): UploadRow {
  const { windows = 0 } = upload
  // The new window count makes a confirmation of this preview fail.
  const rest = { windows: windows + 1, formerLayouts: undefined, isPlanned: true }
  return { ...upload, error: undefined, ...begunAnew, ...reportOf(newTally()), ...rest, state: 'weggegooid' }
}

/** Tells whether an upload was previewed and waits to be stored. */
export const isShown = ({ state, isPlanned, error }: Pick<UploadRow, 'state' | 'isPlanned' | 'error'>): boolean =>
  state === 'controle nodig' && isPlanned === true && error === undefined

/** Tells whether no reading of an upload stored anything. */
export const isUnstored = ({
  state,
  isPlanned,
  windows,
}: Pick<UploadRow, 'state' | 'isPlanned' | 'windows'>): boolean =>
  isPlanned === true || (windows === undefined && state === 'controle nodig')
