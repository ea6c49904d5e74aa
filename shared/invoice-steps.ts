import { type InvoiceStatus, invoiceStatuses } from './contract/schemas/invoice-form.ts'
import type { Invoice } from './contract/schemas/invoices.ts'

/** State of an invoice that limits its next steps. */
interface Standing {
  readonly status: InvoiceStatus
  /** True once it was sent, whatever happened later. */
  readonly isSent: boolean
  /** Its partner did not refuse it (rulings 51a), and credit notes left something of it, or are of after its payment (rulings 45). */
  readonly isOwed?: boolean
}

// biome-ignore format: a table is read by its columns
/**
 * Allowed steps from the row to the column (rulings 44). `unsent`: only while it was never sent (rulings 43); `owed`:
 * only while it is owed.
 */
const steps: Record<InvoiceStatus, Record<InvoiceStatus, boolean | 'unsent' | 'owed'>> = {
  //               concept         in_behandeling                betaald          cancelled
  concept:        { concept: false, in_behandeling: true,         betaald: false,  cancelled: 'unsent' },
  in_behandeling: { concept: true,  in_behandeling: false,        betaald: 'owed', cancelled: false },
  betaald:        { concept: false, in_behandeling: true,         betaald: false,  cancelled: false },
  cancelled:      { concept: false, in_behandeling: false,        betaald: false,  cancelled: false },
}

/** Returns the next statuses that an invoice allows; server, screens and tests all use it. */
export const invoiceSteps = ({ status, isSent, isOwed = true }: Standing): InvoiceStatus[] =>
  invoiceStatuses.filter((to) => {
    const step = steps[status][to]
    if (step === 'owed') return isOwed
    return step === 'unsent' ? !isSent : step
  })

type Offer = Pick<Invoice, 'has48HourDiscount' | 'dueDate' | 'invoiceDate'>

/**
 * Returns why an invoice cannot go out with its 48-hour offer and the remedy, or null where it can. An invoice numbered
 * in another year is never dated today (rulings 43).
 */
export function explainLapsedOffer({ has48HourDiscount, dueDate, invoiceDate }: Offer, today: string): string | null {
  if (!has48HourDiscount || dueDate >= today) return null
  const dating = invoiceDate.slice(0, 4) === today.slice(0, 4) ? 'zet de factuurdatum op vandaag of ' : ''
  return `Het 48-uur aanbod is verlopen: ${dating}zet de korting uit.`
}

/** Tells whether the contents of an invoice may be changed (rulings 45). */
export const isEditable = ({ status, isSent }: Standing): boolean => status === 'concept' && !isSent
