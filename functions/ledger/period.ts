import { unprocessable } from '../../shared/errors.ts'
import { daysOfPeriod } from '../../shared/ledger/periods.ts'
import { addMonths, type DateRange, localDateOf, now } from '../../shared/time.ts'
import { lastBookDay } from '../book/service.ts'

/** Number of past months whose book can be read. */
const MONTHS_BACK = 60

/**
 * Returns the days of a period `2026-11`, `2026-Q4` or `2026`. Throws 422 for one that ends more than five years back, or
 * begins after the last month that is read ahead.
 */
export function requirePeriod(period: string): DateRange {
  const days = daysOfPeriod(period)
  if (days.to < addMonths(localDateOf(now()), -MONTHS_BACK) || days.from > lastBookDay()) {
    throw unprocessable('Kies een periode van de afgelopen vijf jaar', 'period')
  }
  return days
}
