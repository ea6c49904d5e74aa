import { invoiceStatuses } from './api/parts/billing.ts'
import { appointmentStatuses, leadStatuses, salesStatuses } from './api/parts/statuses.ts'
import { providers } from './api/parts/trade.ts'
import { countedAccounts } from './ledger/accounts.ts'
import { callStates } from './numbers/states.ts'
import { openSteps } from './sales/commission-steps.ts'

const each = <Part extends string, Status extends string>(part: Part, statuses: readonly Status[]) =>
  statuses.map((status) => `${part}-${status}` as const)

const withProviders = <Part extends string>(part: Part) => [part, ...each(part, providers)] as const

/** Returns the names of the counters of a list: of its three parts by status, and of all by the state of their number. */
const inParts = <Kind extends string, Status extends string>(kind: Kind, statuses: readonly Status[]) =>
  [
    ...each(kind, statuses),
    ...each(`${kind}MayCall` as const, statuses),
    ...each(`${kind}NotToCall` as const, statuses),
    ...each(`${kind}State` as const, callStates),
  ] as const

/** Ends of the names of the counters of each part of a list, by whether its numbers may be called. */
export const countedParts = { none: '', may: 'MayCall', closed: 'NotToCall' } as const

/**
 * Names of the counters, grouped by the domain that counts them; other domains may show them too. A counter counts for
 * a person or partner, either in a period or as a current total.
 */
export const measures = {
  appointments: [
    'appointments',
    'pending',
    'booked',
    'bookedPending',
    'particulier',
    'zakelijk',
    /**
     * Appointments with status sale whose sale is not registered yet: `sold` counts for the agent, `bookedSold` for the
     * booker.
     */
    'sold',
    'bookedSold',
    /**
     * Appointments by status, cancelled ones included. An appointment that its agent booked counts only as `own`. Any
     * other appointment counts as `given` for the agent and as `booked` for the booker.
     */
    ...each('given', appointmentStatuses),
    ...each('booked', appointmentStatuses),
    ...each('own', appointmentStatuses),
    /** Appointments counted for the booker: those without a reason to call, and those because the customer called us. */
    'basisMissing',
    'basisInbound',
    /**
     * Appointments for reports, without cancelled ones. For the agent: all (`reportAppointments`), and those that were
     * held (`reportHeld`). For the booker: those booked for somebody else (`reportBooked`).
     */
    'reportAppointments',
    'reportHeld',
    'reportBooked',
  ],
  /**
   * Current leads by status, counted for their owner: those without consent (`lead`), those that may be called, and those
   * that must not be. Further all leads, and those to call back, by the state of their number.
   */
  leads: [...inParts('lead', leadStatuses), ...each('callBackState', callStates)],
  sales: [
    /** Registered sales by their date, without rejected ones, counted for the agent. */
    'sales',
    /**
     * Counters for reports, for the agent: all sales, approved sales, paid sales, and revenue in cents. Each is counted
     * in total and by provider.
     */
    ...withProviders('reportSales'),
    ...withProviders('reportApproved'),
    ...withProviders('reportPaid'),
    ...withProviders('reportRevenue'),
    /** Withdrawn sales by their date, in total and by provider: all, and rejected ones, which count as no sale. */
    ...withProviders('reportWithdrawn'),
    ...withProviders('reportRejected'),
    /** Sales of closed months that were withdrawn later, in the month of the withdrawal: their number, and cents. */
    ...withProviders('reportLate'),
    ...withProviders('reportLateRevenue'),
    /** Sales for reports, and withdrawn ones likewise, counted for the person who booked the appointment of the sale. */
    'reportBookedSales',
    'reportBookedWithdrawn',
    'reportBookedRejected',
    /** Withdrawn sales whose corrections are not noted yet, counted for the agent. */
    'salesToCorrect',
  ],
  /** Counters of commissions. Of two payees, the agent is the first. A fee has one payee, its booker. */
  commissions: [
    /** Current commissions by step (`rows`) and their unpaid cents (`sum`), counted once: for the first payee. */
    ...each('rows', openSteps),
    ...each('sum', openSteps),
    /** Current commissions by step (`payee`) and the payee's own unpaid cents (`due`), counted for each payee. */
    ...each('payee', openSteps),
    ...each('due', openSteps),
    /** Commissions paid out, by day of payment, counted once: for the first payee. */
    'paidRows',
    /** Commissions paid out, by day of payment, counted for each payee. */
    'paidPayee',
    /** Cents of each payee in the commissions paid out, by day of payment. */
    'paid',
    /** Cents of corrections, by the day of the correction. */
    'adjusted',
    'openQuestions',
    /** Fees of a payee that wait until somebody else marks the appointment as held; they are in no other measure. */
    'toConfirm',
    /**
     * Counters for reports, in cents per payee, by month of the commission: all commissions, and the paid part of them.
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
    /** Present balance of the other accounts in cents, for each partner or person; a debit is above 0. */
    ...each('account', countedAccounts),
    /** Cents that each payee earned, with corrections, by day of posting. For reports: in total and by provider. */
    ...withProviders('reportCommissions'),
  ],
  /** Hours of a month for reports: in hundredths of an hour, and their cost in cents. */
  hours: ['reportHours', 'reportHourCost'],
  /**
   * Current contracts by sales status: without consent (`contract`), that may be called, and that must not be. Further
   * all contracts by the state of their number.
   */
  contracts: inParts('contract', salesStatuses),
} as const

export type Measure = (typeof measures)[keyof typeof measures][number]
