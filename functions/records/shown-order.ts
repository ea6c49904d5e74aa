import { atFirstUse } from '../../shared/at-first-use.ts'
import type { Part, Position } from '../platform/http/page.ts'
import { byPosition, isText, type MemoryOrder } from './source.ts'

interface Shown<Row> {
  /** Returns the text of a row in the column by which rows are sorted. */
  readonly shownOf: (row: Row) => string
  readonly isDescending: boolean
  /**
   * Returns the values by which rows with the same text are ordered, always ascending, also with `isDescending`.
   * `parts` checks these values.
   */
  readonly placeOf: (row: Row) => Position
  readonly parts: readonly Part[]
}

const dutch = atFirstUse(() => new Intl.Collator('nl'))

/**
 * Returns the Dutch alphabetical order of rows in memory by the text of a column. Rows with the same text are ordered
 * by the values of `placeOf`; `parts` checks those values in a cursor from a request.
 */
export const orderByText = <Row>({ shownOf, isDescending, placeOf, parts }: Shown<Row>): MemoryOrder<Row> => ({
  positionOf: (row) => [shownOf(row), ...placeOf(row)],
  parts: [isText, ...parts],
  compare: ([shown, ...place], [other, ...against]) => {
    const order = dutch().compare(String(shown), String(other))
    return (isDescending ? -order : order) || byPosition(place, against)
  },
})

/** Returns a sorted copy of rows, in an order such as that of `orderByText`. */
export const sortRows = <Row>(rows: readonly Row[], { positionOf, compare }: MemoryOrder<Row>): Row[] =>
  rows
    .map((row) => ({ row, position: positionOf(row) }))
    .sort((one, other) => compare(one.position, other.position))
    .map(({ row }) => row)
