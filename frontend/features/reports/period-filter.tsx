import { useState } from 'react'
import { listMonths, MOST_REPORTED_MONTHS, reportPeriodText } from '../../../shared/ledger/report-period.ts'
import { addToMonth } from '../../../shared/time.ts'
import { listMonthsWith } from '../../records/list/month-picker.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { monthHeading, thisMonth } from '../../ui/dates/calendar-days.ts'
import type { ReportAddress } from './address.ts'

const QUARTER = 3
/** Number of quarters and years to choose from, the present ones included. */
const QUARTERS = 5
const YEARS = 3

/** Value of the choice of a first and a last month. */
const FREE = 'vrij'

/** Lists the quarters and years to choose from, newest first. */
function listPeriods() {
  const last = thisMonth()
  const year = Number(last.slice(0, 4))
  const quarter = `${year}-${String(Math.ceil(Number(last.slice(5)) / QUARTER) * QUARTER).padStart(2, '0')}`
  const quarters = Array.from({ length: QUARTERS }, (_, back) => addToMonth(quarter, -QUARTER * back))
  return [
    ...quarters.map((month) => ({ from: addToMonth(month, 1 - QUARTER), month })),
    ...Array.from({ length: YEARS }, (_, back) => ({ from: `${year - back}-01`, month: `${year - back}-12` })),
  ]
}

/** Returns the first month of a period that ends with `month`: `from`, or as near as a report of twelve months allows. */
function firstWithin(from: string, month: string): string {
  const earliest = addToMonth(month, 1 - MOST_REPORTED_MONTHS)
  if (from > month) return month
  return from < earliest ? earliest : from
}

interface Period {
  readonly from: string
  readonly month: string
}

const keyOf = ({ from, month }: Period) => `${from} ${month}`

const monthOptions = (months: readonly string[]) => months.map((value) => ({ value, label: monthHeading(value) }))

/** Lets the user choose the period of the report: a month, quarter or year, or from one month to another. */
export function PeriodFilter({ address: { period, setFilter } }: { readonly address: ReportAddress }) {
  const { from, month } = period
  // A reset changes the period, which closes the choice.
  const [freeAt, setFreeAt] = useState<string>()
  const periods = listPeriods()
  const named = periods.find((one) => one.from === from && one.month === month)
  const isShownFree = freeAt === keyOf(period) || (from !== month && !named)
  const choose = (next: Period) => setFilter({ month: next.month, from: next.from === next.month ? '' : next.from })

  function chooseFree(next: Period): void {
    setFreeAt(keyOf(next))
    choose(next)
  }

  function chooseNamed(value: string): void {
    setFreeAt(value === FREE ? keyOf(period) : undefined)
    const chosen = periods.find((one) => reportPeriodText(one) === value)
    if (value !== FREE) choose(chosen ?? { from: value, month: value })
  }

  return (
    <>
      <Select
        aria-label="Periode"
        value={isShownFree ? FREE : named ? reportPeriodText(named) : month}
        onChange={chooseNamed}
        options={[
          ...monthOptions(listMonthsWith(month)),
          ...periods.map(reportPeriodText).map((value) => ({ value, label: value })),
          { value: FREE, label: 'Andere periode' },
        ]}
      />
      {isShownFree && (
        <>
          <Select
            aria-label="Van"
            value={from}
            onChange={(next) => chooseFree({ from: next, month })}
            options={monthOptions(listMonths({ from: addToMonth(month, 1 - MOST_REPORTED_MONTHS), month }).reverse())}
          />
          <Select
            aria-label="Tot en met"
            value={month}
            onChange={(next) => chooseFree({ from: firstWithin(from, next), month: next })}
            options={monthOptions(listMonthsWith(month))}
          />
        </>
      )}
    </>
  )
}
