import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatDateLong } from '../../lib/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { today } from '../../ui/dates/calendar-days.ts'
import { stepDate, titleOf, type View, weekNumber } from './span.ts'

interface ShownProps {
  readonly view: View
  readonly date: string
  readonly onDate: (date: string) => void
}

const steps: Record<View, string> = { day: 'dag', week: 'week', month: 'maand' }

/** Shows the title of the period, with buttons for today, the previous and the next one. */
export function Navigation({ view, date, onDate, isPhone }: ShownProps & { readonly isPhone: boolean }) {
  return (
    <div className="cal-navigation">
      <Button onClick={() => onDate(today())}>Vandaag</Button>
      <IconButton
        label={`Vorige ${steps[view]}`}
        icon={<ChevronLeft />}
        onClick={() => onDate(stepDate(view, date, -1))}
      />
      <IconButton
        label={`Volgende ${steps[view]}`}
        icon={<ChevronRight />}
        onClick={() => onDate(stepDate(view, date, 1))}
      />
      <h2 className="cal-title" aria-live="polite">
        {isPhone && view === 'day' ? formatDateLong(date) : titleOf(view, date)}
        {view !== 'month' && <span className="cal-title-week">week {weekNumber(date)}</span>}
      </h2>
    </div>
  )
}
