import { classNames } from '../class-names.ts'
import './states.css'

interface SkeletonProps {
  /** Any CSS width; by default the whole line. */
  readonly width?: string
  readonly height?: string
  readonly round?: boolean
}

/** Shows a grey placeholder for loading text; set `aria-busy` on its container. */
export function Skeleton({ width = '100%', height = '12px', round = false }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames('pv-skeleton', round && 'pv-skeleton-round')}
      style={{ width, height }}
    />
  )
}
