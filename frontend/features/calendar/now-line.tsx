import { localTimeOf } from '../../../shared/time.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './table.module.css'

interface NowLineProps {
  readonly hour: number
  /** Set in the first column of a day, so that a screen reader reads the time once. */
  readonly isAnnounced: boolean
}

/**
 * Shows a line at the present minute if that is in `hour`, else nothing. With `isAnnounced` a screen reader also reads
 * the time.
 */
export function NowLine({ hour, isAnnounced }: NowLineProps) {
  const time = localTimeOf(useMinute())
  if (Number(time.slice(0, 2)) !== hour) return null
  return (
    <time
      className={classNames(styles.now, isAnnounced && styles.nowFirst)}
      dateTime={time}
      style={{ insetBlockStart: `${(Number(time.slice(3)) / 60) * 100}%` }}
    >
      {isAnnounced && <span className="pv-hidden">Nu {time}</span>}
    </time>
  )
}
