import type { Invoice, InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import type { InvoiceStanding } from '../../../domains/invoices/invoice-standing.ts'
import { isPayable } from '../../../domains/invoices/invoices.ts'
import { isAwaitingBank, isToBeCredited } from './invoice-step.ts'

/** Actions on an invoice that a row of the list can offer. */
export const invoiceActions = ['send', 'remind', 'pay', 'credit', 'check-iban', 'open'] as const
export type InvoiceAction = (typeof invoiceActions)[number]

/** Dutch label of each action on an invoice. */
export const actionLabels: Record<InvoiceAction, string> = {
  send: 'Versturen',
  remind: 'Herinneren',
  pay: 'In betaalbestand',
  credit: 'Crediteren',
  'check-iban': 'IBAN nakijken',
  open: 'Bekijken',
}

/** Tells whether an invoice is a concept that was never sent, so that it can be sent now (rulings 46). */
export const isSendable = ({ status, sentAt }: Pick<Invoice, 'status' | 'sentAt'>): boolean =>
  status === 'concept' && sentAt === null

/**
 * Tells whether the list offers to credit an invoice (rulings 45). True for a sent invoice, unless it is a concept
 * again, is credited in full or waits for the bank.
 */
export const isCreditable = (invoice: Invoice): boolean =>
  invoice.type === 'invoice' &&
  invoice.sentAt !== null &&
  invoice.status !== 'concept' &&
  invoice.credited !== 'whole' &&
  !isAwaitingBank(invoice)

/**
 * Returns how a refused invoice is corrected: `replace` credits it and makes a new concept. Commissions are credited
 * only, as the next run puts them on a new invoice once the credit note is sent. Null where neither is possible.
 */
export function correctionOf(invoice: InvoiceDetails): 'credit' | 'replace' | null {
  if (!isToBeCredited(invoice) || !isCreditable(invoice)) return null
  const isReplaceable = !invoice.isOfCommissions && invoice.credited === 'none' && invoice.creditNotes.length === 0
  return isReplaceable ? 'replace' : 'credit'
}

const actionByState: Partial<Record<InvoiceStanding['state'], InvoiceAction>> = {
  concept: 'send',
  refused: 'credit',
  returned: 'check-iban',
  unmailed: 'remind',
  unconfirmed: 'remind',
  late: 'pay',
  'part-paid': 'pay',
  'to-pay': 'pay',
}

/** Returns the action that most likely comes next for the state of an invoice; `open` if no other applies. */
export function primaryActionOf(invoice: Invoice, { state }: InvoiceStanding): InvoiceAction {
  const action = actionByState[state] ?? 'open'
  return canDoAction(invoice, action) ? action : 'open'
}

/**
 * Tells whether an action, one of `invoiceActions`, fits the present state of an invoice. `open` and `check-iban` fit
 * every state.
 */
export function canDoAction(invoice: Invoice, action: InvoiceAction): boolean {
  if (action === 'send') return isSendable(invoice)
  if (action === 'remind') return invoice.status === 'in_behandeling'
  if (action === 'pay') return isPayable(invoice)
  if (action === 'credit') return isCreditable(invoice)
  return true
}
