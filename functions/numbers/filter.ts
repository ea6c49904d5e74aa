import { showCall } from '../../shared/numbers/may-call.ts'
import { type CallMarks, type CallPart, type CallState, callPartOf, callStates } from '../../shared/numbers/states.ts'
import { findDoNotCalls } from '../known-customers/service.ts'
import type { Source } from '../records/source.ts'

interface Wanted {
  readonly call?: CallPart | undefined
  readonly callState?: CallState | undefined
  readonly doNotCall?: 'true' | 'false' | undefined
}

/** Returns the states of numbers that a filter asks for; undefined for the whole list. */
export function statesWanted({ call, callState, doNotCall }: Wanted): readonly CallState[] | undefined {
  if (!call && !callState && !doNotCall) return undefined
  return callStates.filter((state) => {
    const part = callPartOf(state)
    const isOfPart = !call || part === call
    return (
      isOfPart && (!callState || state === callState) && (!doNotCall || (part === 'closed') === (doNotCall === 'true'))
    )
  })
}

/** Number of looked-up rows that cost as much as one call to the table. Rows that the filter leaves out count too. */
const ROWS_OF_A_CALL = 80

/** Returns a source limited to the records whose numbers are in one of these states today. */
export function filterByCall<Row extends Partial<CallMarks> & { readonly customerPhone?: string | undefined }>(
  source: Source<Row>,
  states: readonly CallState[],
): Source<Row> {
  return {
    ...source,
    read: async (after, limit) => {
      const stretch = await source.read(after, limit)
      const closed = await findDoNotCalls(stretch.rows.map(({ customerPhone }) => customerPhone))
      const stateOf = (row: Row) => showCall(row, closed.has(row.customerPhone ?? '')).state
      const rows = stretch.rows.filter((row) => states.includes(stateOf(row)))
      const looked = stretch.rows.length
      return { ...stretch, rows, looked, parts: stretch.parts + looked / ROWS_OF_A_CALL }
    },
  }
}
