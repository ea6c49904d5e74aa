import { classNames } from '../../ui/class-names.ts'
import { dayTitleOf } from '../../ui/dates/calendar-days.ts'
import { useCalendar } from './calendar-context.ts'
import styles from './entries.module.css'

interface MoreButtonProps {
  readonly count: number
  readonly date: string
  readonly isActive: boolean
}

/**
 * Shows a button with the number of appointments that do not fit in an hour: `+2`. It opens their day. The Tab key
 * reaches it if `isActive`.
 */
export function MoreButton({ count, date, isActive }: MoreButtonProps) {
  const { onOpenDay } = useCalendar()
  return (
    <button
      type="button"
      className={classNames(styles.more, 'pv-text-11 pv-weight-bold pv-color-muted')}
      data-stop=""
      tabIndex={isActive ? 0 : -1}
      aria-label={`+${count} meer op ${dayTitleOf(date)}`}
      onClick={() => onOpenDay(date)}
    >
      +{count}
    </button>
  )
}
