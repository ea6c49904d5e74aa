import { Check, CircleAlert, CircleHelp, Minus, Sparkles } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { PreviewRow, SheetRows } from '../../../shared/contract/parts/imports.ts'
import './preview.css'
import { IconText } from '../../ui/display/icon-text.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'

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
 * reading, refused rows first.
 */
export function FirstRows({ sheet: { rows, wrong }, headerRow, columns, isAsRead = true }: FirstRowsProps) {
  const below = rows.filter(({ number }) => number > headerRow)
  const isWrong = ({ problems }: PreviewRow) => isAsRead && problems.length > 0
  const shown = [...below.filter(isWrong), ...(isAsRead ? wrong : []), ...below.filter((row) => !isWrong(row))]
  const guessed = columns.filter(({ isGuessed }) => isGuessed).length
  const grid = useRef<HTMLElement>(null)
  // Shows the first wrong cell, which may be in a column beyond the edge.
  useEffect(() => {
    const cell = grid.current?.querySelector<HTMLElement>('.pv-preview-wrong')?.closest('td')
    if (grid.current && cell) grid.current.scrollLeft = cell.offsetLeft - grid.current.clientWidth / 2
  }, [])
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
      <section ref={grid} className="pv-preview-grid" aria-label="Voorbeeld">
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
                  <td key={at} data-unused={!isUsed || undefined} data-guessed={mark}>
                    <Cell row={row} column={at} isAsRead={isAsRead} />
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

interface CellProps {
  readonly row: PreviewRow
  readonly column: number
  readonly isAsRead: boolean
}

/** Shows a cell with its problems; problems without a column are in the first cell. */
function Cell({ row: { cells, problems }, column, isAsRead }: CellProps) {
  const own = problems.filter((one) => one.column === column || (column === 0 && one.column === null))
  const text = cells[column] ?? ''
  if (!isAsRead || own.length === 0) return text
  return (
    <>
      <IconText
        icon={<CircleAlert aria-hidden="true" />}
        weight="strong"
        color="bad"
        className="pv-preview-wrong"
        data-tip={own.map(({ reason }) => reason).join('. ')}
      >
        {text || 'leeg'}
      </IconText>
      {own.map(({ reason }) => (
        <span key={reason} className="pv-hidden">
          {reason}
        </span>
      ))}
    </>
  )
}
