import { Check, CircleAlert, CircleHelp, Minus, Sparkles } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PreviewRow, SheetRows } from '../../../shared/api/parts/sheets.ts'
import { IconText } from '../../ui/display/icon-text.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import styles from './preview.module.css'
import { type WrongCell, WrongCells } from './wrong-cells.tsx'

/** Column of a previewed sheet. */
export interface PreviewColumn {
  readonly name: string
  readonly isUsed: boolean
  /** Set when the meaning of the column was guessed from its values. */
  readonly isGuessed?: boolean
  /** Control above the name, in which the user chooses the meaning of the column. */
  readonly choice?: ReactNode
}

interface FirstRowsProps {
  readonly sheet: Pick<SheetRows, 'rows' | 'wrong'>
  /** Number of the row with the headers. */
  readonly headerRow: number
  readonly columns: readonly PreviewColumn[]
  /** Set while the user has not changed the meaning of columns, so that the errors found before still apply. */
  readonly isAsRead?: boolean
}

/**
 * Shows the first rows of a sheet of an upload under its columns. With `isAsRead` it also shows the errors of the last
 * reading, refused rows first, and scrolls to one wrong cell after the other.
 */
export function FirstRows({ sheet: { rows, wrong }, headerRow, columns, isAsRead = true }: FirstRowsProps) {
  const below = rows.filter(({ number }) => number > headerRow)
  const isWrong = ({ problems }: PreviewRow) => isAsRead && problems.length > 0
  const shown = [...below.filter(isWrong), ...(isAsRead ? wrong : []), ...below.filter((row) => !isWrong(row))]
  const guessed = columns.filter(({ isGuessed }) => isGuessed).length
  const wrongCells = shown.flatMap((row) => (isWrong(row) ? wrongCellsIn(row, columns) : []))
  const grid = useRef<HTMLElement>(null)
  const [current, setCurrent] = useState(0)
  const { row: wrongRow, column: wrongColumn } = wrongCells[current] ?? {}
  // Shows a wrong cell, which may be in a column beyond the edge.
  useEffect(() => {
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${wrongRow},${wrongColumn}"]`)
    if (!grid.current || !cell) return
    const { clientWidth, clientHeight } = grid.current
    grid.current.scrollLeft = cell.offsetLeft - (clientWidth - cell.offsetWidth) / 2
    grid.current.scrollTop = cell.offsetTop - (clientHeight - cell.offsetHeight) / 2
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [wrongRow, wrongColumn])
  const keyed = columns.map((column, at) => ({ ...column, at, mark: column.isGuessed || undefined }))
  return (
    <Stack gap={8} grow>
      <p>
        <span className="pv-strong">{below.length === 1 ? 'Eerste rij' : `Eerste ${below.length} rijen`}</span>{' '}
        <span className="pv-soft">
          {columns.filter(({ isUsed }) => isUsed).length} van {columns.length} kolommen gebruikt
          {guessed > 0 && `, ${guessed} geraden`}
        </span>
      </p>
      <WrongCells cells={wrongCells} current={current} onCurrent={setCurrent} />
      <section ref={grid} className={styles.grid} aria-label="Voorbeeld">
        <table>
          <thead>
            {columns.some(({ choice }) => choice) && (
              <tr>
                <td />
                {keyed.map(({ at, mark, choice }) => (
                  <td key={at} data-guessed={mark}>
                    {choice}
                  </td>
                ))}
              </tr>
            )}
            <tr>
              <th scope="row">{headerRow}</th>
              {keyed.map(({ at, mark, ...column }) => (
                <th key={at} scope="col" data-guessed={mark}>
                  <Meaning {...column} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.number} data-wrong={isWrong(row) || undefined}>
                <th scope="row">{row.number}</th>
                {keyed.map(({ at, mark, isUsed }) => (
                  <td
                    key={at}
                    data-cell={`${row.number},${at}`}
                    data-unused={!isUsed || undefined}
                    data-guessed={mark}
                    data-current={(row.number === wrongRow && at === wrongColumn) || undefined}
                  >
                    <Cell text={row.cells[at] ?? ''} reasons={isAsRead ? reasonsAt(row, at) : []} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Stack>
  )
}

/** Shows the name of a column after an icon for one of four cases: guessed, used, not used, without a name. */
function Meaning({ isGuessed = false, isUsed, name }: Omit<PreviewColumn, 'choice'>) {
  const Icon = isGuessed ? Sparkles : isUsed ? Check : name ? Minus : CircleHelp
  return (
    <Row as="span" gap={6} color="muted">
      <Text as={Icon} {...(isUsed && { color: isGuessed ? 'warn' : 'ok' })} aria-hidden="true" />
      <span>{name}</span>
      {isGuessed && <span className="pv-soft">geraden</span>}
    </Row>
  )
}

/** Returns the reasons that belong to a cell; those without a column belong to the first cell. */
const reasonsAt = ({ problems }: PreviewRow, column: number) =>
  problems.filter((one) => (one.column ?? 0) === column).map(({ reason }) => reason)

const wrongCellsIn = (row: PreviewRow, columns: readonly PreviewColumn[]): WrongCell[] =>
  columns.flatMap(({ name }, column) => {
    const reasons = reasonsAt(row, column)
    return reasons.length > 0 ? [{ row: row.number, column, name, reasons }] : []
  })

/** Shows a cell, with its problems. */
function Cell({ text, reasons }: { readonly text: string; readonly reasons: readonly string[] }) {
  if (reasons.length === 0) return text
  return (
    <>
      <IconText
        icon={<CircleAlert aria-hidden="true" />}
        weight="strong"
        color="bad"
        className={styles.wrong}
        data-tip={reasons.join('. ')}
      >
        {text || 'leeg'}
      </IconText>
      {reasons.map((reason) => (
        <span key={reason} className="pv-hidden">
          {reason}
        </span>
      ))}
    </>
  )
}
