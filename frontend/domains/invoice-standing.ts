import {
  acceptanceLabels,
  creditedLabels,
  type Invoice,
  type InvoiceDetails,
  invoiceStatusLabels,
} from '../../shared/contract/invoices.ts'
import { isUnderWay } from '../../shared/contract/mail.ts'
import { formatDateShort } from '../lib/format.ts'
import type { Tone } from '../ui/badge.tsx'
import { isPartPaid, OVERDUE_TITLE, overdueText, partText, statusText, takenBackText } from './self-billing.ts'

type Shown = Pick<
  Invoice,
  | ('type' | 'status' | 'isOverdue' | 'daysOverdue' | 'sentAt' | 'sentToPartner' | 'acceptance' | 'credited')
  | ('paymentFileId' | 'paymentDate' | 'paidAmount' | 'takenBack')
> &
  Partial<Pick<InvoiceDetails, 'mails'>>

/** What is most urgent to know of an invoice. */
export interface InvoiceStanding {
  readonly state: (typeof order)[number]
  readonly text: string
  readonly tone: Tone
  /** What it is called elsewhere. */
  readonly tip?: string
}

/** The states, the most urgent first. */
const order = [
  ...(['credited', 'refused', 'returned', 'late', 'filed', 'at-bank', 'unmailed', 'to-net', 'part-paid'] as const),
  ...(['unconfirmed', 'to-pay', 'settled', 'concept', 'cancelled'] as const),
]

/** When the bank carries out the payment file of an invoice, as far as that is known, and what day it is. */
interface Ordered {
  readonly paysOn: string | undefined
  readonly today: string
}

/** Returns the one thing that is most urgent to know of an invoice; table, cards and its own page say the same. */
export function standingOf(invoice: Shown, { paysOn, today }: Ordered): InvoiceStanding {
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
  return { state, ...wordsOf(state, invoice, paysOn) }
}

/** Whether no mail of an invoice that was sent has reached its partner, and none is under way. */
function isUnmailed({ sentAt, sentToPartner, mails, status }: Shown): boolean {
  const isMailing = mails?.some((mail) => mail.kind === 'partner-mail' && isUnderWay(mail)) ?? false
  return sentAt !== null && !sentToPartner && !isMailing && status === 'in_behandeling'
}

function wordsOf(
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
      return { text: takenBack ? takenBackText(takenBack) : '', tone: 'bad' }
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
      return { text: partText(invoice), tone: 'warn' }
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

/** What the partner says of an invoice, with the day: `Geaccepteerd op 3 nov`. */
export function acceptanceText({ acceptance, status }: Pick<Invoice, 'acceptance' | 'status'>): {
  readonly text: string
  readonly tone: Tone | null
} {
  if (acceptance === null) return { text: status === 'cancelled' ? '–' : 'Nog niet verstuurd', tone: null }
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
      return { text: `Wacht op antwoord${until === null ? '' : ` t/m ${formatDateShort(until)}`}`, tone: 'warn' }
  }
}
