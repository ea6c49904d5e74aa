import { useEffect, useState } from 'react'
import { formatTime, formatWeekday } from '../../lib/format.ts'

const SECOND_MS = 1000

/** The time and date in Amsterdam. */
export function Clock() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  const at = now.toISOString()
  return (
    <time className="clock" dateTime={at.slice(0, 16)}>
      <span className="clock-time">{formatTime(at)}</span>
      <span>{formatWeekday(at)}</span>
    </time>
  )
}
