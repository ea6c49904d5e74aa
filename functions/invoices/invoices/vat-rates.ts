import { unprocessable } from '../../../shared/errors.ts'
import { type DatedRate, findFirstDifference, rateOn } from '../../../shared/invoicing/vat-schemes.ts'
import { addDays, addMonths, dateText, type LocalDate, localDateOf, monthsBetween, now } from '../../../shared/time.ts'
import { readFirstOpenDay } from '../../book/service.ts'
import type { SettingsRow, StoredRate } from '../../company/service.ts'
import { readAll } from '../../platform/data/rows.ts'
import { type InvoiceRow, Invoices } from './entity.ts'
import { invoicesById } from './records.ts'
import { DAYS_AHEAD, isPosted, quantityLeft } from './rules.ts'

/** Maximum number of past months whose invoices are searched for a line with a rate that would change. */
const MONTHS_BACK = 60

/** Maximum number of months that an invoice may be dated before the day of supply of one of its lines. */
const MONTHS_EARLIER = 12

/** Returns the default VAT rates of the settings, each with its first day. */
export const vatRatesOf = ({
  defaultVatRate: rate,
  defaultVatRates,
}: Pick<SettingsRow, 'defaultVatRate' | 'defaultVatRates'>): StoredRate[] => defaultVatRates ?? [{ rate }]

/**
 * Throws 422 for a change of the default VAT rates on a day in a closed month, or that has an issued invoice at the
 * rate that changes; names the earliest such day.
 */
export async function refuseRateChange(was: readonly DatedRate[], is: readonly DatedRate[]): Promise<void> {
  const since = findFirstDifference(was, is)
  if (since === undefined) return
  const firstOpen = await readFirstOpenDay()
  if (firstOpen !== null && (since === null || since < firstOpen)) {
    throw refusal(`Maanden vóór ${dateText(firstOpen)} zijn gesloten. Kies een dag vanaf dan.`)
  }
  const today = localDateOf(now())
  const back = addMonths(today, -MONTHS_BACK)
  const first = since === null ? back : addMonths(since as LocalDate, -MONTHS_EARLIER)
  const used: UsedRate[] = []
  for (const month of monthsBetween(first < back ? back : first, addDays(today, DAYS_AHEAD))) {
    const rows = await readAll<InvoiceRow>(Invoices.query.byMonth({ month }) as never)
    const invoices = [...(await invoicesById(rows.map(({ id }) => id))).values()]
    used.push(...invoices.flatMap((invoice) => findUsedRates(invoice, was, is)))
  }
  const [earliest] = used.sort((one, other) => one.day.localeCompare(other.day))
  if (earliest) {
    const { number, day, rate } = earliest
    throw refusal(`Factuur ${number} van werk op ${dateText(day)} is met ${rate} % verstuurd. Kies een latere dag.`)
  }
}

interface UsedRate {
  readonly number: string
  readonly day: string
  readonly rate: number
}

/** Returns the lines of an issued invoice whose rate would change. */
function findUsedRates(invoice: InvoiceRow, was: readonly DatedRate[], is: readonly DatedRate[]): UsedRate[] {
  if (invoice.type !== 'invoice' || !isPosted(invoice)) return []
  return invoice.lines.flatMap((line) => {
    const day = line.supplyDate ?? invoice.supplyTo
    const rate = rateOn(was, day)
    const isUsed = line.vatScheme === 'normaal' && line.vatRate === rate && quantityLeft(line) > 0
    return isUsed && rateOn(is, day) !== rate ? [{ number: String(invoice.invoiceNumber), day, rate }] : []
  })
}

const refusal = (text: string) => unprocessable(text, 'defaultVatRates')
