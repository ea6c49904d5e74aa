import { addDays, type Instant, type LocalDate, localDateOf, now } from '../../shared/time.ts'
import type { InvoiceRow } from './invoice-entity.ts'

type Presented = Pick<InvoiceRow, 'sentAt' | 'presentedAt' | 'acceptanceDays' | 'answer'>

/** The last day on which a partner with so many days may answer that has had the invoice since a moment. */
export const lastDayFor = (acceptanceDays: number, since: Instant): LocalDate =>
  addDays(localDateOf(since), acceptanceDays)

/** What a partner says of an invoice or, by its silence, has said (rulings 51a); undefined until it was sent. */
export function acceptanceOf(row: Presented) {
  const { sentAt, presentedAt, acceptanceDays, answer } = row
  if (sentAt === undefined || acceptanceDays === undefined) return undefined
  const until = presentedAt === undefined ? undefined : lastDayFor(acceptanceDays, presentedAt as Instant)
  const silence = until !== undefined && localDateOf(now()) > until ? ('tacit' as const) : ('open' as const)
  return { state: answer?.state ?? silence, answeredAt: answer?.at, reason: answer?.reason, until }
}
