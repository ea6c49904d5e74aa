import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { addToMonth } from '../../../shared/time.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { monthHeading, thisMonth } from '../../ui/dates/calendar-days.ts'
import { Row } from '../../ui/layout/layout.tsx'

const MONTHS_BACK = 12

/** Returns this month and the twelve before it, `yyyy-mm`, newest first, plus the chosen month where it is another. */
export function listMonthsWith(chosen: string): string[] {
  const recent = Array.from({ length: MONTHS_BACK + 1 }, (_, back) => addToMonth(thisMonth(), -back))
  return recent.includes(chosen) ? recent : [...recent, chosen].toSorted().reverse()
}

interface MonthPickerProps {
  readonly value: string
  readonly onChange: (month: string) => void
}

/** Lets the user choose a month of the last year, or go to the previous or next one, at most to the present one. */
export function MonthPicker({ value, onChange }: MonthPickerProps): ReactNode {
  const last = thisMonth()
  return (
    <Row gap={4}>
      <IconButton label="Vorige maand" icon={<ChevronLeft />} onClick={() => onChange(addToMonth(value, -1))} />
      <Select
        aria-label="Maand"
        value={value}
        onChange={onChange}
        options={listMonthsWith(value).map((month) => ({ value: month, label: monthHeading(month) }))}
      />
      <IconButton
        label="Volgende maand"
        icon={<ChevronRight />}
        disabled={value >= last}
        onClick={() => onChange(addToMonth(value, 1))}
      />
    </Row>
  )
}
