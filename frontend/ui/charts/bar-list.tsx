import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import './chart.css'
import '../layout/text.css'

export interface BarRow {
  readonly key: string
  readonly label: ReactNode
  /** Length of the bar; a value below 0 is drawn in red. */
  readonly value: number
  /** Value in words, beside the bar. */
  readonly text: ReactNode
  /** Small print under the value. */
  readonly note?: ReactNode
  /** Set for one emphasised bar, such as the last step or the best. */
  readonly strong?: boolean
}

interface BarListProps {
  readonly label: string
  readonly rows: readonly BarRow[]
  /** Value of a bar that fills the whole track; by default the largest absolute value of `rows`. */
  readonly whole?: number
  /** Set to put label, bar and value on one line. */
  readonly isFlat?: boolean
}

/**
 * Shows a horizontal bar, from 0, for each value of a list, with the value in words. `whole` is the value of a full
 * bar; `isFlat` puts label, bar and value on one line.
 */
export function BarList({ label, rows, whole, isFlat = false }: BarListProps) {
  const longest = whole ?? Math.max(0, ...rows.map(({ value }) => Math.abs(value)))
  return (
    <ol className={classNames('pv-bar-list pv-tabular', isFlat && 'pv-bar-list-flat')} aria-label={label}>
      {rows.map(({ key, label, value, text, note, strong }) => (
        <li key={key} className="pv-bar-row">
          <span className="pv-text-13 pv-weight-strong pv-truncate">{label}</span>
          <svg className="pv-bar" aria-hidden="true">
            <rect className="pv-bar-track" width="100%" height="100%" rx="3" />
            <rect
              className={value < 0 ? 'pv-chart-bar-negative' : strong ? 'pv-chart-bar-chosen' : 'pv-chart-bar'}
              width={`${longest > 0 ? Math.min(100, (Math.abs(value) / longest) * 100) : 0}%`}
              height="100%"
              rx="3"
            />
          </svg>
          <span className="pv-bar-text pv-end pv-text-13 pv-weight-bold">{text}</span>
          {note !== undefined && <span className="pv-bar-note pv-end pv-text-12 pv-color-soft">{note}</span>}
        </li>
      ))}
    </ol>
  )
}
