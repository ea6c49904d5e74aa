import { formatTime, formatWeekday } from '../../lib/format.ts'
import { useMinute } from '../../lib/use-minute.ts'

/** Shows the time and date in Amsterdam. */
export function Clock() {
  const minute = useMinute()
  return (
    <time className="clock" dateTime={minute.slice(0, 16)}>
      <span className="clock-time">{formatTime(minute)}</span>
      <span>{formatWeekday(minute)}</span>
    </time>
  )
}
