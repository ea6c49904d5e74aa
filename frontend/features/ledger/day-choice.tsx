import { useUrlFilter } from '../../lib/url-filter.ts'
import { today } from '../../ui/dates/calendar-days.ts'
import { DateField } from '../../ui/dates/date-field.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { DayFilter } from './period-filter.ts'

/** Returns the day in the address, by default today, and a function that changes it. */
export function useDay() {
  const { filter, setFilter } = useUrlFilter(DayFilter)
  return { day: filter.dag ?? today(), choose: (day: string) => setFilter({ dag: day === today() ? '' : day }) }
}

interface DayChoiceProps {
  readonly label: string
  readonly day: string
  readonly onChange: (day: string) => void
}

/** Shows the choice of the past day whose end a tab is about. */
export const DayChoice = ({ label, day, onChange }: DayChoiceProps) => (
  <Row gap={8}>
    <span>Per</span>
    <DateField aria-label={label} value={day} max={today()} onChange={onChange} />
  </Row>
)
