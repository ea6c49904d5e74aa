import type { Part, Position } from '../platform/page.ts'
import { byPosition, type Listed, text } from './source.ts'

interface Shown<Row> {
  /** What the column shows. */
  readonly shownOf: (row: Row) => string
  readonly isDescending: boolean
  /** Where rows that show the same stand, whatever the direction, and what that is made of. */
  readonly placeOf: (row: Row) => Position
  readonly parts: readonly Part[]
}

const dutch = new Intl.Collator('nl')

/** The order of rows by what a column shows, in Dutch, for `asListed`. */
export const shownOrder = <Row>({ shownOf, isDescending, placeOf, parts }: Shown<Row>): Listed<Row> => ({
  positionOf: (row) => [shownOf(row), ...placeOf(row)],
  parts: [text, ...parts],
  compare: ([shown, ...place], [other, ...against]) => {
    const order = dutch.compare(String(shown), String(other))
    return (isDescending ? -order : order) || byPosition(place, against)
  },
})

/** Rows in an order. */
export const sortedBy = <Row>(rows: readonly Row[], { positionOf, compare }: Listed<Row>): Row[] =>
  rows
    .map((row) => ({ row, position: positionOf(row) }))
    .sort((one, other) => compare(one.position, other.position))
    .map(({ row }) => row)
