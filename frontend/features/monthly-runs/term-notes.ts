import type { PartnerPreview } from '../../../shared/api/schemas/monthly-runs.ts'
import { checkInvoicingTerm, lastInvoiceDay } from '../../../shared/invoicing/invoicing-term.ts'
import { KOR_LIMIT, KOR_WARNING } from '../../../shared/invoicing/kor-limits.ts'
import { formatDate, formatMoney, formatNumber } from '../../lib/format.ts'

type PlannedLine = PartnerPreview['invoices'][number]['lines'][number]

/** Tells whether a line is invoiced for the first time; a correction has no term. */
const isFirst = ({ kind }: PlannedLine) => kind === 'due'

/** Returns what to say of a line that is later than the 15th of the month after its supply; undefined if it is not. */
export const describeLateLine = (line: PlannedLine, invoiceDate: string): string | undefined =>
  isFirst(line) && invoiceDate > lastInvoiceDay(line.supplyDate)
    ? `uiterlijk op ${formatDate(lastInvoiceDay(line.supplyDate))}`
    : undefined

/**
 * Returns what a run says of partners whose turnover under the KOR, with their new invoices, comes near its limit or
 * passes it. An invoice that passes the limit is refused when it is sent.
 */
export const describeKor = (partners: readonly PartnerPreview[], invoiceDate: string): string[] =>
  partners.flatMap(({ partnerName, korTurnovers, amount }) => {
    const year = invoiceDate.slice(0, 4)
    const before = korTurnovers.find((one) => one.year === year)
    const turnover = (before?.amount ?? 0) + amount
    if (korTurnovers.length === 0 || turnover < KOR_WARNING) return []
    const isOver = turnover > KOR_LIMIT
    return [
      `${partnerName} komt in ${year} op ${formatMoney(turnover)}. De KOR stopt boven ${formatMoney(KOR_LIMIT)}.${isOver ? ' Zet bij de partner de btw-regeling op Normaal.' : ''}`,
    ]
  })

/** Returns what a run says of invoices that depart from the term of art. 34g Wet OB; empty where none does. */
export function describeTerms(partners: readonly PartnerPreview[], invoiceDate: string): string[] {
  const checked = partners
    .flatMap(({ invoices }) => invoices)
    .map(({ lines }) => checkInvoicingTerm({ invoiceDate }, lines.filter(isFirst)))
  const late = checked.reduce((sum, one) => sum + one.late.length, 0)
  const long = checked.filter(({ months }) => months > 1).length
  return [
    ...(late === 0
      ? []
      : [`${late === 1 ? '1 regel is' : `${formatNumber(late)} regels zijn`} later dan de 15e na de leveringsmaand.`]),
    ...(long === 0
      ? []
      : [`${long === 1 ? '1 factuur beslaat' : `${formatNumber(long)} facturen beslaan`} meer dan één kalendermaand.`]),
  ]
}
