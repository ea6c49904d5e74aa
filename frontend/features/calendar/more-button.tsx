import { dayTitle } from '../../ui/calendar-days.ts'
import { useCalendar } from './calendar-context.ts'

interface MoreButtonProps {
  readonly count: number
  readonly date: string
  readonly isActive: boolean
  /** Where only the number has room. */
  readonly isShort?: boolean
}

/** How many appointments there is no room for; it opens their day. */
export function MoreButton({ count, date, isActive, isShort = false }: MoreButtonProps) {
  const { onOpenDay } = useCalendar()
  return (
    <button
      type="button"
      className="cal-more"
      data-stop=""
      tabIndex={isActive ? 0 : -1}
      aria-label={`+${count} meer op ${dayTitle(date)}`}
      onClick={() => onOpenDay(date)}
    >
      +{count}
      {!isShort && ' meer'}
    </button>
  )
}
