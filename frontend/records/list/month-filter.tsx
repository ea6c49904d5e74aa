import { type ReactNode, useState } from 'react'
import { Select } from '../../ui/choices/select.tsx'
import { addDays, addMonths, monthHeadingOfDay, today } from '../../ui/dates/calendar-days.ts'
import { DateFilter } from '../../ui/dates/date-filter.tsx'

/** First and last day of a period, `yyyy-mm-dd`; without them the list covers the last twelve months. */
interface Span {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

interface MonthFilterProps {
  readonly value: Span
  readonly onChange: (span: { readonly from: string; readonly to: string }) => void
  /** Set when a period is required, so that the last twelve months are not offered. */
  readonly isNeeded?: boolean
}

const MONTHS = 13
const OTHER = 'other'

const spanOf = (month: string) => ({ from: `${month}-01`, to: addDays(addMonths(`${month}-01`, 1), -1) })

/** Returns this month and the twelve before it, newest first, as `yyyy-mm`. */
const lastMonths = () => Array.from({ length: MONTHS }, (_, back) => addMonths(today(), -back).slice(0, 7))

/** Returns the first and last day of the previous month. */
export const spanOfLastMonth = () => spanOf(addMonths(today(), -1).slice(0, 7))

/**
 * Returns the first and last day of the month that lies `months` after the month of a day, or before it when negative.
 */
export const spanOfShiftedMonth = (day: string, months: number) =>
  spanOf(addMonths(`${day.slice(0, 7)}-01`, months).slice(0, 7))

/**
 * Lets the user choose the period of a list of amounts: a month, other days, or the last twelve months. With `isNeeded`
 * a period is required, so the twelve months are not offered.
 */
export function MonthFilter({ value: { from, to }, onChange, isNeeded = false }: MonthFilterProps): ReactNode {
  const [isOther, setIsOther] = useState(false)
  const months = lastMonths()
  const month = months.find((one) => spanOf(one).from === from && spanOf(one).to === to)
  const chosen = isOther || ((from || to) && month === undefined) ? OTHER : (month ?? '')

  function choose(next: string): void {
    setIsOther(next === OTHER)
    if (next !== OTHER) onChange(next === '' ? { from: '', to: '' } : spanOf(next))
  }

  return (
    <>
      <Select
        aria-label="Periode"
        value={chosen}
        onChange={choose}
        {...(!isNeeded && { placeholder: 'Laatste 12 maanden' })}
        options={[
          ...months.map((value) => ({ value, label: monthHeadingOfDay(value) })),
          { value: OTHER, label: 'Andere periode' },
        ]}
      />
      {chosen === OTHER && (
        <>
          <DateFilter label="Van" value={from} max={to} onChange={(day) => onChange({ from: day, to: to ?? '' })} />
          <DateFilter
            label="Tot en met"
            value={to}
            min={from}
            onChange={(day) => onChange({ from: from ?? '', to: day })}
          />
        </>
      )}
    </>
  )
}
