import type { Invoice } from '../../../../shared/contract/schemas/invoices.ts'
import type { InvoiceStanding } from '../../../domains/invoices/invoice-standing.ts'
import { isPayable } from '../../../domains/self-billing.ts'
import { isAwaitingBank } from './invoice-step.ts'

/** Actions on one invoice of the list. */
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

/** Tells whether an invoice is a concept that was never sent; its next step mails it, once (rulings 46). */
export const isSendable = ({ status, sentAt }: Pick<Invoice, 'status' | 'sentAt'>): boolean =>
  status === 'concept' && sentAt === null

/** Tells whether a credit note can credit the rest of an invoice (rulings 45). */
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

/** Returns the most likely next action for an invoice in this state; `open` if no other applies. */
export function primaryAction(invoice: Invoice, { state }: InvoiceStanding): InvoiceAction {
  const action = byState[state] ?? 'open'
  return mayDo(invoice, action) ? action : 'open'
}

/** Tells whether an action applies to an invoice. */
export function mayDo(invoice: Invoice, action: InvoiceAction): boolean {
  if (action === 'send') return isSendable(invoice)
  if (action === 'remind') return invoice.status === 'in_behandeling'
  if (action === 'pay') return isPayable(invoice)
  if (action === 'credit') return isCreditable(invoice)
  return true
}
