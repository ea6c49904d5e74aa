import { showCall } from '../../shared/numbers/may-call.ts'
import { type CallMarks, type CallPart, callPartOf } from '../../shared/numbers/states.ts'
import { findDoNotCalls } from '../known-customers/service.ts'
import type { Source } from '../records/source.ts'

interface Wanted {
  readonly call?: CallPart | undefined
  readonly doNotCall?: 'true' | 'false' | undefined
}

/** Returns the parts of a list that a filter asks for; undefined for the whole list. */
export function partsWanted({ call, doNotCall }: Wanted): readonly CallPart[] | undefined {
  if (!call && !doNotCall) return undefined
  const parts: readonly CallPart[] = doNotCall === 'true' ? ['closed'] : ['may', 'none']
  return call ? [call].filter((part) => !doNotCall || parts.includes(part)) : parts
}

/** Number of looked-up rows that cost as much as one call to the table. Rows that the filter leaves out count too. */
const ROWS_OF_A_CALL = 80

/** Returns a source limited to the records of these parts, by the state of their numbers today. */
export function filterByCall<Row extends Partial<CallMarks> & { readonly customerPhone?: string | undefined }>(
  source: Source<Row>,
  parts: readonly CallPart[],
): Source<Row> {
  return {
    ...source,
    read: async (after, limit) => {
      const stretch = await source.read(after, limit)
      const closed = await findDoNotCalls(stretch.rows.map(({ customerPhone }) => customerPhone))
      const partOf = (row: Row) => callPartOf(showCall(row, closed.has(row.customerPhone ?? '')).state)
      const rows = stretch.rows.filter((row) => parts.includes(partOf(row)))
      const looked = stretch.rows.length
      return { ...stretch, rows, looked, parts: stretch.parts + looked / ROWS_OF_A_CALL }
    },
  }
}
