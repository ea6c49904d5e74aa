import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './reports.module.css'
import type { FigureTarget } from './use-figure-targets.ts'

interface FigureLinkProps {
  readonly cell: FigureTarget
  /** Text for screen readers that names the figure, because a link with only a number says too little. */
  readonly label: string
  readonly children: ReactNode
}

/** Shows a figure as a link to the records behind it (`cell`); plain text when the user can open none. */
export function FigureLink({ cell, label, children }: FigureLinkProps) {
  if (cell.to !== undefined) {
    return (
      <Link className={styles.figure} to={cell.to} aria-label={label}>
        {children}
      </Link>
    )
  }
  if (cell.open === undefined) return children
  return (
    <button type="button" className={styles.figure} aria-haspopup="dialog" aria-label={label} onClick={cell.open}>
      {children}
    </button>
  )
}
