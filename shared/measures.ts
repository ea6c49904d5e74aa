import { leadStatuses } from './contract/leads.ts'
import { appointmentStatuses } from './contract/schemas/appointments.ts'
import { openSteps } from './contract/schemas/commissions.ts'
import { salesStatuses } from './contract/schemas/contracts.ts'
import { invoiceStatuses } from './contract/schemas/invoice-form.ts'
import { providers } from './contract/schemas/sale-form.ts'

const each = <Part extends string, Status extends string>(part: Part, statuses: readonly Status[]) =>
  statuses.map((status) => `${part}-${status}` as const)

const withProviders = <Part extends string>(part: Part) => [part, ...each(part, providers)] as const

/**
 * Measures counted per person and period, or as current totals, by the domain that counts them. Any domain may show
 * one.
 */
export const measures = {
  appointments: [
    'appointments',
    'pending',
    'booked',
    'bookedPending',
    'particulier',
    'zakelijk',
    /** Appointments that became a sale: of the agent, and of their booker. */
    'sold',
    'bookedSold',
    /**
     * Appointments of each status, cancelled ones too: given to an agent by another, booked for another, and of an
     * agent who booked it. An appointment is in either the first two, one each, or the third.
     */
    ...each('given', appointmentStatuses),
    ...each('booked', appointmentStatuses),
    ...each('own', appointmentStatuses),
    /** For reports, without cancelled ones: of the agent, held ones of these, and booked for another. */
    'reportAppointments',
    'reportHeld',
    'reportBooked',
  ],
  /** Current leads of their owner, by status. */
  leads: each('lead', leadStatuses),
  /** Sales by their date: of the agent, and of the appointment's booker; rejected ones are not counted. */
  sales: [
    'sales',
    'bookedSales',
    /** For reports, of the agent: sales, approved ones, paid ones and their revenue in cents; whole and by provider. */
    ...withProviders('reportSales'),
    ...withProviders('reportApproved'),
    ...withProviders('reportPaid'),
    ...withProviders('reportRevenue'),
    /** The same sales, counted for the appointment's booker. */
    'reportBookedSales',
  ],
  /**
   * Current commissions by step: rows and cents of whole rows, of their principal; rows and due cents of each payee. By
   * the day of payment: rows of their principal, and payments and cents of each payee. By the day of an adjustment:
   * cents.
   */
  commissions: [
    ...each('rows', openSteps),
    ...each('sum', openSteps),
    ...each('payee', openSteps),
    ...each('due', openSteps),
    'paidRows',
    'paidPayee',
    'paid',
    'adjusted',
    'openQuestions',
    /** Fees of a payee that wait until somebody else marks the appointment as held; they are in no other measure. */
    'toConfirm',
    /**
     * For reports, of each payee by the day of the row, in cents: commissions, and the part of them that is paid out.
     */
    'reportEarned',
    'reportSettled',
  ],
  /** Current invoices and credit notes, by status. */
  invoices: each('invoice', invoiceStatuses),
  /**
   * Balances of the book in cents. Of a partner's month: invoices, credit notes, payments (less returned ones) and
   * discounts. Of a person's month: amounts earned, corrected, and settled by payroll, invoices, credit notes and own
   * invoices. Current: the amount owed to a partner, and the amount payable to a person.
   */
  ledger: [
    'bookInvoiced',
    'bookCredited',
    'bookPaid',
    'bookDiscount',
    'bookOwed',
    'bookEarned',
    'bookCorrected',
    'bookPayroll',
    'bookPersonInvoiced',
    'bookPersonCredited',
    'bookOwnInvoices',
    'bookPayable',
    /** For reports, of each payee by day of posting, in cents: earned and corrected; whole and by provider. */
    ...withProviders('reportCommissions'),
  ],
  /** Hours of a report's month: hundredths of hours, and cents that they cost. */
  hours: ['reportHours', 'reportHourCost'],
  /** Current contracts, by sales status. */
  contracts: each('contract', salesStatuses),
} as const

export type Measure = (typeof measures)[keyof typeof measures][number]
