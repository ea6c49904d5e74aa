import type { Market } from '../api/parts/trade.ts'
import { addDays, type LocalDate } from '../time.ts'
import type { CoolingOff, CoolingOffDays, CoolingOffRules, CoolingSale } from './cooling-off.ts'
import { isWorkingDay } from './holidays.ts'

/** Returns the bedenktijd of a sale (market 69 a, b). A sale of an unknown channel counts as sold by phone. */
export function determineCoolingOff(sale: CoolingSale, { coolingOffDays, legalHolidays }: CoolingOffRules): CoolingOff {
  const days = daysOf(sale, coolingOffDays)
  if (days === 0 || sale.soldAt === 'office') return { coolingOff: 'none', coolingOffUntil: undefined }
  const start = startOf(sale)
  if (start === undefined) return { coolingOff: 'unconfirmed', coolingOffUntil: undefined }
  const from = latestOf(start, sale.infoGivenAt)
  return {
    coolingOff: sale.infoGivenAt === undefined ? 'unproven' : 'proven',
    coolingOffUntil: workingDayFrom(addDays(from, days), legalHolidays),
  }
}

/** Returns the days for a sale. A business counts as a consumer unless its address is known to be no home. */
function daysOf({ market, provider, isHomeUse }: CoolingSale, table: readonly CoolingOffDays[]): number {
  const counted: Market = market === 'zakelijk' && isHomeUse === false ? 'zakelijk' : 'particulier'
  const rows = table.filter((row) => row.market === counted)
  const found = rows.find((row) => row.provider === provider) ?? rows.find((row) => row.provider === undefined)
  return found?.days ?? 0
}

/** Returns the day on which the bedenktijd starts; undefined by phone until the customer's written yes. */
function startOf({ soldAt = 'phone', saleDate, confirmedAt }: CoolingSale): LocalDate | undefined {
  const day = saleDate as LocalDate
  if (soldAt === 'phone') return confirmedAt === undefined ? undefined : latestOf(day, confirmedAt)
  return soldAt === 'customer' ? latestOf(day, confirmedAt) : day
}

const latestOf = (day: LocalDate, other: string | undefined): LocalDate =>
  other !== undefined && other > day ? (other as LocalDate) : day

const workingDayFrom = (day: LocalDate, holidays: readonly string[]): LocalDate =>
  isWorkingDay(day, holidays) ? day : workingDayFrom(addDays(day, 1), holidays)
