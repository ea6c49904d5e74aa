import { classNames } from '../../ui/class-names.ts'
import { dayTitleOf } from '../../ui/dates/calendar-days.ts'
import { useCalendar } from './calendar-context.ts'
import styles from './entries.module.css'

interface MoreButtonProps {
  readonly count: number
  readonly date: string
  readonly isActive: boolean
  /** Set where the whole text does not fit: shows `+2` instead of `+2 meer`. */
  readonly isShort?: boolean
}

/**
 * Shows a button with the number of appointments that do not fit in a cell: `+2 meer`, or `+2` if `isShort`. It opens
 * their day. The Tab key reaches it if `isActive`.
 */
export function MoreButton({ count, date, isActive, isShort = false }: MoreButtonProps) {
  const { onOpenDay } = useCalendar()
  return (
    <button
      type="button"
      className={classNames(styles.more, isShort && styles.short)}
      data-stop=""
      tabIndex={isActive ? 0 : -1}
      aria-label={`+${count} meer op ${dayTitleOf(date)}`}
      onClick={() => onOpenDay(date)}
    >
      +{count}
      {!isShort && ' meer'}
    </button>
  )
}
