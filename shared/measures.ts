import { appointmentStatuses } from './contract/appointments.ts'

const perStatus = <P extends string>(part: P) => appointmentStatuses.map((status) => `${part}-${status}` as const)

/** What is counted per person and period, or as it stands, by the domain that counts it; any domain may show a measure. */
export const measures = {
  appointments: [
    'appointments',
    'pending',
    'booked',
    'bookedPending',
    'particulier',
    'zakelijk',
    /** Appointments that became a sale: of the agent, and of whoever booked them. */
    'sold',
    'bookedSold',
    /**
     * Appointments of each status, cancelled ones too: given to an agent by another, booked for another, and of an agent who
     * booked it. An appointment is in either the first two, one each, or the third.
     */
    ...perStatus('given'),
    ...perStatus('booked'),
    ...perStatus('own'),
  ],
  /** Leads as they stand, of their owner, by status. */
  leads: ['lead-new', 'lead-contacted', 'lead-interested', 'lead-not-interested', 'lead-converted'],
  /** Sales by their date: of the agent, and of whoever made the appointment; rejected ones count not at all. */
  sales: ['sales', 'bookedSales'],
  /**
   * Commissions as they stand, by step: rows and cents of whole rows, with their principal; rows of a payee and the cents
   * that are due to them. By the day of payment: the same of what was paid out. By the day of an adjustment: cents.
   */
  commissions: [
    'rows-nieuw',
    'rows-in_afwachting',
    'rows-klaar_voor_uitbetaling',
    'sum-nieuw',
    'sum-in_afwachting',
    'sum-klaar_voor_uitbetaling',
    'payee-nieuw',
    'payee-in_afwachting',
    'payee-klaar_voor_uitbetaling',
    'due-nieuw',
    'due-in_afwachting',
    'due-klaar_voor_uitbetaling',
    'paidRows',
    'paidSum',
    'paidPayee',
    'paid',
    'adjusted',
    'openQuestions',
  ],
  /** Invoices and credit notes as they stand, by status. */
  invoices: ['invoice-concept', 'invoice-in_behandeling', 'invoice-betaald', 'invoice-cancelled'],
  /** Contracts as they stand, by sales status. */
  contracts: [
    'contract-nieuw',
    'contract-afspraak_ingepland',
    'contract-getekend',
    'contract-gecanceld',
    'contract-geen_interesse',
  ],
} as const

export type Measure = (typeof measures)[keyof typeof measures][number]
