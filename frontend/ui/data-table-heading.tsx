import './data-table.css'
import type { TableRow } from './use-row-model.ts'

/** What a list draws in a place: a row, or the heading over the rows that follow. */
export interface ListItem<Row extends object> {
  readonly row?: TableRow<Row>
  /** Which row it is, headings not counted. */
  readonly place?: number
  readonly heading?: string
}

/** The rows with a heading wherever it differs from that of the row before. */
export function itemsOf<Row extends object>(
  rows: readonly TableRow<Row>[],
  headingOf: ((row: Row) => string) | undefined,
): ListItem<Row>[] {
  let last: string | undefined
  return rows.flatMap((row, place) => {
    const heading = headingOf?.(row.original)
    const isNew = heading !== undefined && heading !== last
    last = heading
    return isNew ? [{ heading }, { row, place }] : [{ row, place }]
  })
}

interface HeadingProps {
  readonly index: number
  readonly text: string
  readonly measure: ((element: HTMLElement | null) => void) | undefined
}

/** The heading over rows of a table; no row of its data. */
export function RowHeading({ index, text, measure, span }: HeadingProps & { readonly span: number }) {
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: no row of the data, for who counts rows
    <tr ref={measure} data-index={index} role="none">
      <td role="none" colSpan={span} className="pv-list-heading">
        <h2>{text}</h2>
      </td>
    </tr>
  )
}

/** The heading over cards. */
export function CardHeading({ index, text, measure }: HeadingProps) {
  return (
    <li ref={measure} data-index={index} className="pv-list-heading">
      <h2>{text}</h2>
    </li>
  )
}
