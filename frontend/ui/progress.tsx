import './file-drop.css'

interface ProgressProps {
  /** 0 to 100; null while the extent is unknown. */
  readonly value: number | null
  readonly label: string
}

/** How far long work has come (design.md rule 11). */
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
