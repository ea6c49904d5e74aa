import type { Invoice } from '../../../shared/contract/invoices.ts'
import type { InvoiceStanding } from '../../domains/invoice-standing.ts'
import { isPayable } from '../../domains/self-billing.ts'
import { isAwaitingBank } from './invoice-step.ts'

/** What can be done with one invoice of the list. */
export const invoiceActions = ['send', 'remind', 'pay', 'credit', 'check-iban', 'open'] as const
export type InvoiceAction = (typeof invoiceActions)[number]

export const actionLabels: Record<InvoiceAction, string> = {
  send: 'Versturen',
  remind: 'Herinneren',
  pay: 'In betaalbestand',
  credit: 'Crediteren',
  'check-iban': 'IBAN nakijken',
  open: 'Bekijken',
}

/** Whether it goes out for the first time by its next step, which mails it once in its life (rulings 46). */
export const isSendable = ({ status, sentAt }: Pick<Invoice, 'status' | 'sentAt'>): boolean =>
  status === 'concept' && sentAt === null

/** Whether what is left of it can be taken back by a credit note (rulings 45). */
export const isCreditable = (invoice: Invoice): boolean =>
  invoice.type === 'invoice' &&
  invoice.sentAt !== null &&
  invoice.status !== 'concept' &&
  invoice.credited !== 'whole' &&
  !isAwaitingBank(invoice)

const byState: Partial<Record<InvoiceStanding['state'], InvoiceAction>> = {
  concept: 'send',
  refused: 'credit',
  returned: 'check-iban',
  unmailed: 'remind',
  unconfirmed: 'remind',
  late: 'pay',
  'part-paid': 'pay',
  'to-pay': 'pay',
}

/** Returns what is most likely done next with an invoice that stands so; to look at it where nothing else can be. */
export function primaryAction(invoice: Invoice, { state }: InvoiceStanding): InvoiceAction {
  const action = byState[state] ?? 'open'
  return mayDo(invoice, action) ? action : 'open'
}

/** Whether an action fits an invoice. */
export function mayDo(invoice: Invoice, action: InvoiceAction): boolean {
  if (action === 'send') return isSendable(invoice)
  if (action === 'remind') return invoice.status === 'in_behandeling'
  if (action === 'pay') return isPayable(invoice)
  if (action === 'credit') return isCreditable(invoice)
  return true
}
