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
} as const

/** An upload that is read from its start; the windows that it took go on counting, so that nothing is counted twice. */
export function readAnew(upload: UploadRow): UploadRow {
  const { windows, layouts = {}, formerLayouts = [] } = upload
  return {
    ...{ ...upload, error: undefined, ...begunAnew, windows, ...reportOf(newTally()) },
    formerLayouts: [...formerLayouts, layouts],
  }
}
