import { type InvoiceStatus, invoiceStatuses } from '../api/parts/billing.ts'
import type { Invoice } from '../api/schemas/invoices.ts'

/** State of an invoice that limits its next steps. */
interface Standing {
  readonly status: InvoiceStatus
  /** True once the invoice was sent, whatever happened later. */
  readonly isSent: boolean
  /** False when the partner refused the invoice (rulings 51a). */
  readonly isOwed?: boolean
}

// biome-ignore format: a table is read by its columns
/**
 * Allowed steps from the row to the column (rulings 44). `unsent`: only if the invoice was never sent (rulings 43);
 * `owed`: only if the partner has not refused the invoice.
 */
const steps: Record<InvoiceStatus, Record<InvoiceStatus, boolean | 'unsent' | 'owed'>> = {
  //               concept         in_behandeling                betaald          cancelled
  concept:        { concept: false, in_behandeling: true,         betaald: false,  cancelled: 'unsent' },
  in_behandeling: { concept: true,  in_behandeling: false,        betaald: 'owed', cancelled: false },
  betaald:        { concept: false, in_behandeling: true,         betaald: false,  cancelled: false },
  cancelled:      { concept: false, in_behandeling: false,        betaald: false,  cancelled: false },
}

/**
 * Returns the statuses to which an invoice may move from its present status (rulings 44). An invoice that the partner
 * refused (`isOwed` false) cannot become betaald.
 */
export const listInvoiceSteps = ({ status, isSent, isOwed = true }: Standing): InvoiceStatus[] =>
  invoiceStatuses.filter((to) => {
    const step = steps[status][to]
    if (step === 'owed') return isOwed
    return step === 'unsent' ? !isSent : step
  })

type Offer = Pick<Invoice, 'has48HourDiscount' | 'dueDate' | 'invoiceDate'>

/**
 * Returns in Dutch that the 48-hour offer (discount for prompt payment) of an invoice has lapsed, with the remedy; null
 * while the offer holds, or without one. Suggests today as the invoice date only within the same year (rulings 43).
 */
export function explainLapsedOffer({ has48HourDiscount, dueDate, invoiceDate }: Offer, today: string): string | null {
  if (!has48HourDiscount || dueDate >= today) return null
  const dating = invoiceDate.slice(0, 4) === today.slice(0, 4) ? 'zet de factuurdatum op vandaag of ' : ''
  return `Het 48-uursaanbod is verlopen: ${dating}zet de korting uit.`
}

/** Tells whether the contents of an invoice may be changed: a concept that was never sent (rulings 45). */
export const isEditable = ({ status, isSent }: Standing): boolean => status === 'concept' && !isSent
