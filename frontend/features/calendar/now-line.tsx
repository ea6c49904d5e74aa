import { localTimeOf } from '../../../shared/time.ts'
import { useMinute } from '../../lib/use-minute.ts'

/** The line at the present minute in its hour of today; nothing in another hour. */
export function NowLine({ hour }: { readonly hour: number }) {
  const time = localTimeOf(useMinute())
  if (Number(time.slice(0, 2)) !== hour) return null
  return (
    <time className="cal-now" dateTime={time} style={{ insetBlockStart: `${(Number(time.slice(3)) / 60) * 100}%` }}>
      <span className="pv-hidden">Nu {time}</span>
    </time>
  )
}
