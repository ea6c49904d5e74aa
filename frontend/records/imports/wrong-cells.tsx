import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Row } from '../../ui/layout/layout.tsx'

/** Cell of a preview with the reasons why its row is refused; columns count from 0. */
export interface WrongCell {
  readonly row: number
  readonly column: number
  readonly name: string
  readonly reasons: readonly string[]
}

interface WrongCellsProps {
  readonly cells: readonly WrongCell[]
  /** Index of the cell that is in view. */
  readonly current: number
  readonly onCurrent: (index: number) => void
}

/** Says which wrong cell of a preview is in view and why it is wrong; two buttons lead to the others. */
export function WrongCells({ cells, current, onCurrent }: WrongCellsProps) {
  const cell = cells[current]
  if (!cell) return null
  const place = [`rij ${cell.row}`, cell.name].filter(Boolean).join(', ')
  const step = (by: number) => onCurrent((current + by + cells.length) % cells.length)
  return (
    <Row gap={8} wrap={4} justify="between">
      <p role="status">
        <span className="pv-strong">{`Fout ${formatNumber(current + 1)} van ${formatNumber(cells.length)}`}</span>{' '}
        <span className="pv-soft">{`${place}: ${cell.reasons.join('. ')}`}</span>
      </p>
      {cells.length > 1 && (
        <Row gap={8}>
          <Button size="small" icon={<ChevronLeft />} onClick={() => step(-1)}>
            Vorige fout
          </Button>
          <Button size="small" icon={<ChevronRight />} onClick={() => step(1)}>
            Volgende fout
          </Button>
        </Row>
      )}
    </Row>
  )
}
