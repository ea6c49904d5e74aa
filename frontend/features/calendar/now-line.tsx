import { localTimeOf } from '../../../shared/time.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { classNames } from '../../ui/class-names.ts'

interface NowLineProps {
  readonly hour: number
  /** Whether it says the time to a screen reader, as the first line of its day does. */
  readonly isTold: boolean
}

/** The line at the present minute in its hour of today; nothing in another hour. */
export function NowLine({ hour, isTold }: NowLineProps) {
  const time = localTimeOf(useMinute())
  if (Number(time.slice(0, 2)) !== hour) return null
  return (
    <time
      className={classNames('cal-now', isTold && 'cal-now-first')}
      dateTime={time}
      style={{ insetBlockStart: `${(Number(time.slice(3)) / 60) * 100}%` }}
    >
      {isTold && <span className="pv-hidden">Nu {time}</span>}
    </time>
  )
}
