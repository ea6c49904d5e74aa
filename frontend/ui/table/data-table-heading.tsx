import type { ReactNode } from 'react'
import './data-table.css'
import '../layout/text.css'
import type { TableRow } from './use-row-model.ts'

/** Line of a list: a row, or the heading over the rows that follow. */
export interface ListItem<Row extends object> {
  readonly row?: TableRow<Row>
  /** Index of the row, headings not counted. */
  readonly place?: number
  readonly heading?: string
  /** First row below the heading. */
  readonly under?: Row
}

/** Returns the lines of a list: its rows, and a heading wherever it differs from that of the row before. */
export function addHeadings<Row extends object>(
  rows: readonly TableRow<Row>[],
  headingOf: ((row: Row) => string) | undefined,
): ListItem<Row>[] {
  let last: string | undefined
  return rows.flatMap((row, place) => {
    const heading = headingOf?.(row.original)
    const isNew = heading !== undefined && heading !== last
    last = heading
    return isNew
      ? [
          { heading, under: row.original },
          { row, place },
        ]
      : [{ row, place }]
  })
}

interface HeadingProps {
  readonly index: number
  readonly text: string
  /** Content at the end of the line, such as the sum of the rows below the heading. */
  readonly end: ReactNode
  readonly measure: ((element: HTMLElement | null) => void) | undefined
}

/**
 * Shows a heading over rows of a table, such as the day. A screen reader does not count it as a row. `span` is the
 * number of columns; `measure` gets the element, as scrolling needs its height.
 */
export function RowHeading({ index, text, end, measure, span }: HeadingProps & { readonly span: number }) {
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a heading must not count as a row
    <tr ref={measure} data-index={index} role="none">
      <td role="none" colSpan={span} className="pv-list-heading">
        <HeadingLine text={text} end={end} />
      </td>
    </tr>
  )
}

/** Shows a heading over cards of a list, such as the day. `measure` gets the element, as scrolling needs its height. */
export function CardHeading({ index, text, end, measure }: HeadingProps) {
  return (
    <li ref={measure} data-index={index} className="pv-list-heading">
      <HeadingLine text={text} end={end} />
    </li>
  )
}

const HeadingLine = ({ text, end }: Pick<HeadingProps, 'text' | 'end'>) => (
  <>
    <h2 className="pv-text-12 pv-color-muted">{text}</h2>
    {end !== undefined && (
      <span className="pv-list-heading-end pv-text-12 pv-weight-bold pv-color-muted pv-tabular">{end}</span>
    )}
  </>
)
