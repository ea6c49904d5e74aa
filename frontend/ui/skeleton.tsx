import { classNames } from './class-names.ts'
import './states.css'

interface SkeletonProps {
  /** Any CSS width; the default is the whole line. */
  readonly width?: string
  readonly height?: string
  readonly round?: boolean
}

/** A grey stand-in for text that is on its way; whoever shows it carries `aria-busy`. */
export function Skeleton({ width = '100%', height = '12px', round = false }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames('pv-skeleton', round && 'pv-skeleton-round')}
      style={{ width, height }}
    />
  )
}
