import { invoiceStatusLabels } from '../../../shared/api/parts/billing.ts'
import { isMailUnderWay } from '../../../shared/api/parts/mail.ts'
import type { Invoice, InvoiceDetails } from '../../../shared/api/schemas/invoices.ts'
import { acceptanceLabels, creditedLabels } from '../../../shared/invoices/choices.ts'
import { formatDateShort } from '../../lib/format.ts'
import type { Tone } from '../../ui/display/badge.tsx'
import {
  describeReversedPayment,
  isPartPaid,
  OVERDUE_TITLE,
  overdueText,
  partPaidText,
  statusText,
} from './invoices.ts'

type Shown = Pick<
  Invoice,
  | ('type' | 'status' | 'isOverdue' | 'daysOverdue' | 'sentAt' | 'sentToPartner' | 'acceptance' | 'credited')
  | ('paymentFileId' | 'paymentDate' | 'paidAmount' | 'takenBack')
> &
  Partial<Pick<InvoiceDetails, 'mails'>>

/** Most urgent fact about an invoice, with the text and colour of its badge. */
export interface InvoiceStanding {
  readonly state: (typeof order)[number]
  readonly text: string
  readonly tone: Tone
  /** Other name of the state, shown as a tooltip. */
  readonly tip?: string
}

/** States, the most urgent first. */
const order = [
  ...(['credited', 'refused', 'returned', 'late', 'filed', 'at-bank', 'unmailed', 'to-net', 'part-paid'] as const),
  ...(['unconfirmed', 'to-pay', 'settled', 'concept', 'cancelled'] as const),
]

/** Day on which the bank executes the payment file of the invoice, if known, and the current day. */
interface PaymentDays {
  readonly paysOn: string | undefined
  readonly today: string
}

/**
 * Returns the most urgent fact about an invoice, with the text and colour of its badge. `paysOn` is the day on which
 * the bank executes the invoice's payment file, if known.
 */
export function findUrgentState(invoice: Shown, { paysOn, today }: PaymentDays): InvoiceStanding {
  const { type, status } = invoice
  const isNote = type === 'credit_note'
  const isWaiting = status === 'in_behandeling'
  const isFiled = isWaiting && invoice.paymentFileId !== null
  const hasPassed = paysOn !== undefined && paysOn < today
  const holds: Record<InvoiceStanding['state'], boolean> = {
    credited: isWaiting && invoice.credited === 'whole',
    refused: isWaiting && invoice.acceptance?.state === 'refused',
    returned: isWaiting && !isFiled && invoice.takenBack !== null,
    late: invoice.isOverdue,
    filed: isFiled && !hasPassed,
    'at-bank': isFiled && hasPassed,
    unmailed: isUnmailed(invoice),
    'to-net': isWaiting && isNote && !isPartPaid(invoice),
    'part-paid': isPartPaid(invoice),
    unconfirmed: isWaiting && invoice.acceptance?.state === 'open',
    'to-pay': isWaiting,
    settled: status === 'betaald',
    concept: status === 'concept',
    cancelled: status === 'cancelled',
  }
  const state = order.find((one) => holds[one]) ?? 'concept'
  return { state, ...badgeOf(state, invoice, paysOn) }
}

/**
 * Tells whether an issued, unsettled invoice was not mailed to its partner, and no such mail waits or is being sent.
 */
function isUnmailed({ sentAt, sentToPartner, mails, status }: Shown): boolean {
  const isMailing = mails?.some((mail) => mail.kind === 'partner-mail' && isMailUnderWay(mail)) ?? false
  return sentAt !== null && !sentToPartner && !isMailing && status === 'in_behandeling'
}

/** Returns the text and colour of the badge for a state of an invoice. */
function badgeOf(
  state: InvoiceStanding['state'],
  invoice: Shown,
  paysOn: string | undefined,
): Omit<InvoiceStanding, 'state'> {
  const { daysOverdue, takenBack, paymentDate } = invoice
  switch (state) {
    case 'credited':
      return { text: creditedLabels.whole, tone: 'purple' }
    case 'refused':
      return { text: acceptanceLabels.refused, tone: 'bad' }
    case 'returned':
      return { text: takenBack ? describeReversedPayment(takenBack) : '', tone: 'bad' }
    case 'late':
      return { text: overdueText(daysOverdue), tone: 'bad', tip: OVERDUE_TITLE }
    case 'filed':
      return { text: paysOn ? `In betaalbestand ${formatDateShort(paysOn)}` : 'In betaalbestand', tone: 'info' }
    case 'at-bank':
      return { text: 'Wacht op bank', tone: 'info' }
    case 'unmailed':
      return { text: 'Niet gemaild', tone: 'warn' }
    case 'to-net':
      return { text: statusText(invoice, 'in_behandeling'), tone: 'info' }
    case 'part-paid':
      return { text: partPaidText(invoice), tone: 'warn' }
    case 'unconfirmed':
      return { text: acceptanceLabels.open, tone: 'warn' }
    case 'to-pay':
      return { text: 'Te betalen', tone: 'purple' }
    case 'settled':
      return {
        text: `${statusText(invoice, 'betaald')}${paymentDate ? ` op ${formatDateShort(paymentDate)}` : ''}`,
        tone: 'ok',
      }
    case 'concept':
      return { text: invoiceStatusLabels.concept, tone: 'neutral' }
    default:
      return { text: invoiceStatusLabels.cancelled, tone: 'neutral' }
  }
}

/**
 * Returns the partner's answer to an invoice as text, such as `Geaccepteerd op 3 nov`, and its colour. The colour is
 * null where no answer is expected.
 */
export function describeAcceptance({ acceptance, status }: Pick<Invoice, 'acceptance' | 'status'>): {
  readonly text: string
  readonly tone: Tone | null
} {
  if (acceptance === null) return { text: '–', tone: null }
  const { state, answeredAt, until } = acceptance
  const on = answeredAt === null ? '' : ` op ${formatDateShort(answeredAt)}`
  switch (state) {
    case 'accepted':
      return { text: `Geaccepteerd${on}`, tone: 'ok' }
    case 'refused':
      return { text: `Geweigerd${on}`, tone: 'bad' }
    case 'tacit':
      return { text: `Stilzwijgend op ${formatDateShort(until)}`, tone: 'ok' }
    default:
      // A paid invoice waits for nobody.
      if (status === 'betaald') return { text: '–', tone: null }
      return { text: `Wacht op antwoord${until === null ? '' : ` t/m ${formatDateShort(until)}`}`, tone: 'warn' }
  }
}
