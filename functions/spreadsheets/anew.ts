import type { UploadRow } from './entity.ts'
import { newTally, reportOf } from './tally.ts'

/** Of an upload of which nothing was read yet; the windows that it took before go on counting. */
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
 * An upload that is read from its start; the windows that it took go on counting, so that nothing is counted twice. A reading
 * that stored nothing leaves nothing to take back by its layouts.
 */
export function readAnew(upload: UploadRow): UploadRow {
  const { windows, layouts = {}, formerLayouts = [], isPlanned = false } = upload
  return {
    ...{ ...upload, error: undefined, ...begunAnew, windows, ...reportOf(newTally()) },
    formerLayouts: isPlanned ? formerLayouts : [...formerLayouts, layouts],
  }
}

/** An upload that was only shown and is to be stored now, by the layouts with which it was shown. */
export function confirmed(upload: UploadRow, confirmedBy: string): UploadRow {
  const { windows = 0, layouts } = upload
  return {
    ...{ ...upload, error: undefined, ...begunAnew, ...reportOf(newTally()) },
    // A second confirmation of the same sight finds another number of windows.
    ...{ windows: windows + 1, layouts, confirmedBy },
  }
}

/** Tells whether an upload is shown and waits to be stored. */
export const isShown = ({ state, isPlanned, error }: Pick<UploadRow, 'state' | 'isPlanned' | 'error'>): boolean =>
  state === 'controle nodig' && isPlanned === true && error === undefined

/** Tells whether no reading of an upload stored anything. */
export const isUnstored = ({
  state,
  isPlanned,
  windows,
}: Pick<UploadRow, 'state' | 'isPlanned' | 'windows'>): boolean =>
  isPlanned === true || (windows === undefined && state === 'controle nodig')
