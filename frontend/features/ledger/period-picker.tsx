import { ChevronLeft, ChevronRight } from 'lucide-react'
import { daysOfPeriod, periodText } from '../../../shared/ledger/periods.ts'
import { addToMonth } from '../../../shared/time.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { thisMonth } from '../../ui/dates/calendar-days.ts'
import { Row } from '../../ui/layout/layout.tsx'
import { PeriodFilter } from './period-filter.ts'

/** Number of past years, quarters and months that can be chosen. */
const BACK = { year: 5, quarter: 8, month: 12 }

/** Returns the quarter that contains a month: `2026-Q4`. */
const quarterOf = (month: string) => `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5)) / 3)}`

/** Returns the period of the same length that is `steps` after another one. */
function movePeriod(period: string, steps: number): string {
  const [year = '', part] = period.split('-')
  if (part === undefined) return String(Number(year) + steps)
  const first = daysOfPeriod(period).from.slice(0, 7)
  return part.startsWith('Q') ? quarterOf(addToMonth(first, 3 * steps)) : addToMonth(first, steps)
}

const listBack = (period: string, count: number) =>
  Array.from({ length: count + 1 }, (_, back) => movePeriod(period, -back))

/** Lists the periods to choose from: quarters, then months, then years, newest first; `chosen` is among them. */
function listPeriods(chosen: string): string[] {
  const month = thisMonth()
  const periods = [
    ...listBack(quarterOf(month), BACK.quarter),
    ...listBack(month, BACK.month),
    ...listBack(month.slice(0, 4), BACK.year),
  ]
  return periods.includes(chosen) ? periods : [chosen, ...periods]
}

/** Reads the chosen period from the address: by default the present quarter, for which VAT is declared. */
export function useChosenPeriod() {
  const { filter, setFilter } = useUrlFilter(PeriodFilter)
  const present = quarterOf(thisMonth())
  const period = filter.periode ?? present
  return { period, choose: (next: string) => setFilter({ periode: next === present ? '' : next }) }
}

interface PeriodPickerProps {
  readonly value: string
  readonly onChange: (period: string) => void
}

/** Lets the user choose a month, quarter or year, or go to the previous or next one, at most to the present one. */
export function PeriodPicker({ value, onChange }: PeriodPickerProps) {
  const next = movePeriod(value, 1)
  return (
    <Row gap={4}>
      <IconButton label="Vorige periode" icon={<ChevronLeft />} onClick={() => onChange(movePeriod(value, -1))} />
      <Select
        aria-label="Periode"
        value={value}
        onChange={onChange}
        options={listPeriods(value).map((period) => ({ value: period, label: titleOf(period) }))}
      />
      <IconButton
        label="Volgende periode"
        icon={<ChevronRight />}
        disabled={daysOfPeriod(next).from.slice(0, 7) > thisMonth()}
        onClick={() => onChange(next)}
      />
    </Row>
  )
}

function titleOf(period: string): string {
  const text = periodText(period)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
