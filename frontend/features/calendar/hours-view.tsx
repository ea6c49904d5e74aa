import { localTimeOf } from '../../../shared/time.ts'
import { formatWeekday } from '../../lib/format.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { classNames } from '../../ui/class-names.ts'
import { dayTitleOf, monthTitleOf, today } from '../../ui/dates/calendar-days.ts'
import { Person } from '../../ui/display/avatar.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { useCalendar } from './calendar-context.ts'
import { type Column, type Entry, entriesOfColumn, hourOf, layOutEntries, MOST_SHOWN, slotKeyOf } from './entries.ts'
import { HourCell } from './hour-cell.tsx'
import styles from './table.module.css'

interface HoursProps {
  /** Days of a week, or agents of a day. */
  readonly columns: readonly Column[]
  readonly entries: readonly Entry[]
}

/**
 * Shows the column titles. In the week view these are days, each a button that opens that day; in the day view agents.
 */
export function HoursHead({ columns, entries }: HoursProps) {
  return (
    <>
      <th scope="col" className={styles.hourHead}>
        <span className="pv-hidden">Tijd</span>
      </th>
      {columns.map((column) => (
        <th key={slotKeyOf({ ...column, hour: null })} scope="col">
          <ColumnTitle column={column} isOnly={columns.length === 1} count={entriesOfColumn(entries, column).length} />
        </th>
      ))}
    </>
  )
}

interface ColumnTitleProps {
  readonly column: Column
  readonly isOnly: boolean
  readonly count: number
}

function ColumnTitle({ column: { date, agent }, isOnly, count }: ColumnTitleProps) {
  const { onOpenDay } = useCalendar()
  if (agent) {
    return (
      <Row as="span" gap={6} className={styles.headAgent}>
        <Person id={agent.id} name={agent.name} />
        <Count count={count} />
      </Row>
    )
  }
  if (isOnly) return <span className="pv-hidden">{dayTitleOf(date)}</span>
  return (
    <Row
      as="button"
      type="button"
      gap={4}
      color="muted"
      className={classNames(styles.headDay, date === today() && styles.headToday)}
      aria-current={date === today() ? 'date' : undefined}
      onClick={() => onOpenDay(date)}
    >
      <span>{formatWeekday(date).slice(0, 2)} </span>
      <span className={classNames(styles.headNumber, 'pv-middle pv-weight-bold pv-color-default')}>
        {Number(date.slice(8))}
      </span>
      <span className="pv-hidden"> {monthTitleOf(date)}, dag openen</span>
      <Count count={count} />
    </Row>
  )
}

/** Shows the number of appointments in a column; renders nothing for 0. */
function Count({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <Text weight="medium" color="soft" tabular before="auto">
      {count}
      <span className="pv-hidden"> {count === 1 ? 'afspraak' : 'afspraken'}</span>
    </Text>
  )
}

interface HoursRowsProps extends HoursProps {
  readonly rows: readonly ('outside' | number)[]
}

/** Shows a row per hour, thirteen in all (spec §2). Appointments at other times have a row above these (rulings 24). */
export function HoursRows({ columns, rows, entries }: HoursRowsProps) {
  const isWeek = columns.length > 1 && columns.every(({ agent }) => agent === null)
  const filled = columns.map((column) => {
    const mine = entriesOfColumn(entries, column)
    const inHours = mine.filter((entry) => hourOf(entry) !== 'outside')
    return {
      column,
      outside: mine.filter((entry) => hourOf(entry) === 'outside'),
      ...layOutEntries(inHours, isWeek ? MOST_SHOWN : Number.POSITIVE_INFINITY),
    }
  })
  const days = new Set(columns.map(({ date }) => date))
  return rows.map((hour) => (
    <tr
      key={hour}
      data-outside={hour === 'outside' || undefined}
      className={classNames(hour !== 'outside' && styles.hours)}
    >
      <Text
        scope="row"
        as="th"
        size={12}
        weight="medium"
        color="soft"
        tabular
        line="below"
        text="end"
        className={styles.hour}
      >
        {hour === 'outside' ? 'Buiten deze uren' : `${String(hour).padStart(2, '0')}:00`}
        {typeof hour === 'number' && days.has(today()) && <NowBadge hour={hour} />}
      </Text>
      {filled.map(({ column, outside, shown, rest }, index) => (
        <HourCell
          key={slotKeyOf({ ...column, hour })}
          slot={{ ...column, hour }}
          outside={hour === 'outside' ? outside : []}
          shown={shown.filter(({ entry }) => hourOf(entry) === hour)}
          rest={rest.filter((entry) => hourOf(entry) === hour).length}
          isCrowded={rest.length > 0}
          isFirstOfDay={filled.findIndex((other) => other.column.date === column.date) === index}
        />
      ))}
    </tr>
  ))
}

/** Shows the present time beside its hour. Screen readers read the time from `NowLine` instead. */
function NowBadge({ hour }: { readonly hour: number }) {
  const time = localTimeOf(useMinute())
  if (Number(time.slice(0, 2)) !== hour) return null
  return (
    <Text
      size={11}
      weight="bold"
      className={styles.nowBadge}
      aria-hidden="true"
      style={{ insetBlockStart: `${(Number(time.slice(3)) / 60) * 100}%` }}
    >
      {time}
    </Text>
  )
}
