import { weekdays, weeksOfMonth } from '../../ui/dates/calendar-days.ts'
import { Text } from '../../ui/layout/text.tsx'
import { type Entry, groupEntriesByDay } from './entries.ts'
import { DotsCell, SlotCell } from './slot-cell.tsx'
import { weekNumberOf } from './span.ts'
import styles from './table.module.css'

/** Shows the column titles of the month view: week number, and the days from Monday. */
export function MonthHead() {
  return (
    <>
      <th scope="col" className={styles.weekHead} abbr="Weeknummer">
        wk
      </th>
      {weekdays.map(({ short, full }) => (
        <th key={short} scope="col" abbr={full}>
          {short}
        </th>
      ))}
    </>
  )
}

interface MonthRowsProps {
  readonly date: string
  readonly entries: readonly Entry[]
  readonly isPhone: boolean
}

/** Shows the weeks of a month, each with its ISO week number; on a phone dots stand for appointments. */
export function MonthRows({ date, entries, isPhone }: MonthRowsProps) {
  const found = groupEntriesByDay(entries)
  const Cell = isPhone ? DotsCell : SlotCell
  return weeksOfMonth(date).map((week) => (
    <tr key={week[0]}>
      <Text
        scope="row"
        as="th"
        size={11}
        weight="medium"
        color="soft"
        tabular
        line="below"
        text="center"
        className={styles.weekNumber}
      >
        <span className="pv-hidden">Week </span>
        {weekNumberOf(week[0] ?? date)}
      </Text>
      {week.map((day) => (
        <Cell
          key={day}
          slot={{ date: day, hour: null, agent: null }}
          entries={found.get(day) ?? []}
          isFiller={day.slice(0, 7) !== date.slice(0, 7)}
        />
      ))}
    </tr>
  ))
}
