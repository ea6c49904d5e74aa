import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Cell } from './use-cells.ts'

interface FigureLinkProps {
  readonly cell: Cell
  /** Says what it opens, where the figure alone does not. */
  readonly label: string
  readonly children: ReactNode
}

/** Shows a figure that opens the rows behind it, where there are any within reach. */
export function FigureLink({ cell, label, children }: FigureLinkProps) {
  if (cell.to !== undefined) {
    return (
      <Link className="report-figure" to={cell.to} aria-label={label}>
        {children}
      </Link>
    )
  }
  if (cell.open === undefined) return children
  return (
    <button type="button" className="report-figure" aria-haspopup="dialog" aria-label={label} onClick={cell.open}>
      {children}
    </button>
  )
}
