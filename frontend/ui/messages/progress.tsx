import './progress.css'

interface ProgressProps {
  /** Percentage, 0 to 100; null while the total is unknown. */
  readonly value: number | null
  readonly label: string
}

/**
 * Shows a progress bar at `value` percent, 0 to 100, for work that takes long (design.md rule 11). With null, the bar
 * shows no percentage.
 */
export function Progress({ value, label }: ProgressProps) {
  const percent = value === null ? undefined : Math.round(Math.min(100, Math.max(0, value)))
  return (
    <div
      className="pv-progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div
        className={percent === undefined ? 'pv-progress-bar pv-progress-unknown' : 'pv-progress-bar'}
        style={{ width: percent === undefined ? '40%' : `${percent}%` }}
      />
    </div>
  )
}
