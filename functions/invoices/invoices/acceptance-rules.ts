import { invoiceTypeLabels } from '../../../shared/api/parts/billing.ts'
import type { AcceptanceFilter, AcceptanceState } from '../../../shared/invoices/choices.ts'
import { addDays, type Instant, type LocalDate, localDateOf, now } from '../../../shared/time.ts'
import type { InvoiceRow } from './entity.ts'

type Presented = Pick<InvoiceRow, 'sentAt' | 'presentedAt' | 'acceptanceDays' | 'answer'>

/** Returns the last day on which a partner may accept or refuse an invoice that was mailed at the moment `since`. */
export const lastDayFor = (acceptanceDays: number, since: Instant): LocalDate =>
  addDays(localDateOf(since), acceptanceDays)

/**
 * Returns the partner's answer to an invoice (rulings 51a): `accepted` or `refused`, with moment, reason and the lines
 * that a refusal names. Without an answer it is `open` up to the last day (`until`), and `tacit` after that day. Before
 * the first mail to the partner, `until` is undefined. Returns undefined for an invoice that was not sent.
 */
export function acceptanceOf(row: Presented) {
  const { sentAt, presentedAt, acceptanceDays, answer } = row
  if (sentAt === undefined || acceptanceDays === undefined) return undefined
  const until = presentedAt === undefined ? undefined : lastDayFor(acceptanceDays, presentedAt as Instant)
  const silence = until !== undefined && localDateOf(now()) > until ? ('tacit' as const) : ('open' as const)
  const { at: answeredAt, reason, disputedLines } = answer ?? {}
  return { state: answer?.state ?? silence, answeredAt, reason, disputedLines, until }
}

const filterOf: Record<AcceptanceState, AcceptanceFilter> = {
  ...{ accepted: 'accepted', refused: 'refused', tacit: 'silent', open: 'waiting' },
}

/** Returns the partner's answer to an invoice as a value of the list's filter; undefined until the invoice is sent. */
export function answerOf(row: Presented): AcceptanceFilter | undefined {
  const acceptance = acceptanceOf(row)
  return acceptance && filterOf[acceptance.state]
}

type Refusable = Pick<InvoiceRow, 'type' | 'status' | 'paymentFileId' | 'payments'>

/**
 * Returns the Dutch reason why a partner can no longer refuse an invoice: its payment is under way or done. Null where
 * refusal is possible.
 */
export function reasonAgainstRefusal({ type, status, paymentFileId, payments }: Refusable): string | null {
  const called = invoiceTypeLabels[type].toLowerCase()
  if (status === 'betaald') {
    return `Deze ${called} is al ${type === 'invoice' ? 'betaald' : 'verrekend'}. Neem contact met ons op.`
  }
  if (paymentFileId !== undefined) {
    return `De betaling van deze ${called} is al in gang gezet. Neem contact met ons op.`
  }
  return payments.length > 0 ? `Van deze ${called} is al een deel betaald. Neem contact met ons op.` : null
}
