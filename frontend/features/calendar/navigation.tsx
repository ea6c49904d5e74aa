import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { View } from '../../domains/calendar-view.ts'
import { formatDateLong } from '../../lib/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { today } from '../../ui/dates/calendar-days.ts'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import styles from './calendar.module.css'
import { stepDate, titleOf, weekNumberOf } from './span.ts'

interface ShownProps {
  readonly view: View
  readonly date: string
  readonly onDate: (date: string) => void
}

const steps: Record<View, string> = { day: 'dag', week: 'week', month: 'maand' }

/** Shows the title of the visible day, week or month, with buttons for today, the previous and the next one. */
export function Navigation({ view, date, onDate, isPhone }: ShownProps & { readonly isPhone: boolean }) {
  return (
    <Row gap={4}>
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
      <Text as="h2" size={16} weight="bold" className={styles.title} aria-live="polite">
        {isPhone && view === 'day' ? formatDateLong(date) : titleOf(view, date)}
        {view !== 'month' && (
          <Text size={12} weight="medium" color="soft" overflow="nowrap" before={8}>
            week {weekNumberOf(date)}
          </Text>
        )}
      </Text>
    </Row>
  )
}
