import { roles } from '../access.ts'
import * as z from '../zod.ts'
import { domain, file, get, ok, page, paging } from './parts/endpoint.ts'
import { office, orNull, person } from './parts/fields.ts'
import { providers } from './parts/trade.ts'

/** Ways to group a report. */
export const reportGroups = ['team', 'office', 'agent', 'provider', 'month'] as const
export type ReportGroup = (typeof reportGroups)[number]

export const reportGroupLabels: Record<ReportGroup, string> = {
  team: 'Team',
  office: 'Kantoor',
  agent: 'Agent',
  provider: 'Leverancier',
  month: 'Maand',
}

/** Comparison of a report: with the month before, or with the same month of the year before. */
export const comparisons = ['previous', 'year'] as const
export type Comparison = (typeof comparisons)[number]

/** Number of months in the charts. */
export const CHART_MONTHS = 12

/**
 * Figures of a period in a report: numbers, and amounts in euros. A figure is null where the chosen group or filter does
 * not have it: appointments, hours and fixed costs belong to no provider.
 */
export const Figures = z.object({
  /** Appointments by their day, without cancelled ones. */
  appointments: orNull(z.int()),
  /** Number of `appointments` that were held: those with status sale, no-sale or quote-sent. */
  held: orNull(z.int()),
  /** Sales by their date, without rejected ones. `approved` and `paid` count some of these sales. */
  sales: z.int(),
  approved: z.int(),
  paid: z.int(),
  /** Sales by their date from which the customer withdrew, as a part of `sold`: `sales` and the rejected ones of these. */
  withdrawn: z.int(),
  sold: z.int(),
  /** The same two, counted for the person who booked the appointment of the sale. */
  bookedWithdrawn: orNull(z.int()),
  bookedSold: orNull(z.int()),
  /**
   * Amounts received from providers. A sale without a received amount counts with the revenue rate of its provider and
   * product.
   */
  revenue: z.number(),
  /** Sales of closed months from which customers withdrew in these months, and their revenue, which is lost. */
  late: z.int(),
  lateRevenue: z.number(),
  /** Commissions that the ledger posted as earned or corrected, by day of posting (screen Aansluiting). */
  commissions: z.number(),
  hours: orNull(z.number()),
  hourCosts: orNull(z.number()),
  fixedCosts: orNull(z.number()),
  /** revenue − lateRevenue − commissions − hourCosts − fixedCosts; null counts as 0. */
  margin: z.number(),
})
export type Figures = z.output<typeof Figures>

/**
 * Returns the withdrawn share of sales (0.25 for 25 %): of one's own, or of those one booked for others when one sold
 * none. Null without either.
 */
export function withdrawalShareOf({ withdrawn, sold, bookedWithdrawn, bookedSold }: Figures): number | null {
  if (sold > 0) return withdrawn / sold
  return bookedWithdrawn !== null && bookedSold ? bookedWithdrawn / bookedSold : null
}

/**
 * A row of a report. `key` is the team's or person's id, the office, the provider or the month. It is 'none' for
 * figures that belong to none of them.
 */
export const ReportRow = z.object({
  key: z.string(),
  label: z.string(),
  /** Team of a person. */
  teamName: orNull(z.string()),
  figures: Figures,
  /** Figures of the months with which the report compares. */
  before: orNull(Figures),
})
export type ReportRow = z.output<typeof ReportRow>

export const Report = z.object({
  /** First and last month of the report; equal for a report of one month. */
  from: z.string(),
  month: z.string(),
  /** First and last month with which the report compares. */
  comparedFrom: orNull(z.string()),
  comparedWith: orNull(z.string()),
  by: z.enum(reportGroups),
  totals: Figures,
  before: orNull(Figures),
  /**
   * Rows, which add up to `totals`. The twelve rows of a report by month do not, because `totals` has only its period.
   */
  rows: z.array(ReportRow),
  /** Twelve months, oldest first, the report's month last. */
  months: z.array(z.object({ month: z.string(), figures: Figures })),
  /** Sales and revenue of each provider in the period; leaves out providers with neither. */
  providers: z.array(z.object({ provider: z.enum(providers), sales: z.int(), revenue: z.number() })),
})
export type Report = z.output<typeof Report>

/**
 * One transaction of the book behind the commissions of a report. Team and provider are null where it has several or
 * none.
 */
export const ReportCommission = z.object({
  id: z.string(),
  date: z.iso.date(),
  user: person,
  teamId: orNull(z.int()),
  teamName: orNull(z.string()),
  provider: orNull(z.enum(providers)),
  text: z.string(),
  commissionId: orNull(z.string()),
  amount: z.number(),
})
export type ReportCommission = z.output<typeof ReportCommission>

const month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Kies een maand')
  .meta({ examples: ['2026-10'] })
const team = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .optional()

/** Filters of a report; the figures match all of them. */
export const ReportFilter = z.object({
  /** Last month of the report. */
  month,
  /** First month, at most eleven before the last; absent for a report of one month. */
  from: month.optional(),
  compare: z.enum(comparisons).optional(),
  by: z.enum(reportGroups).optional(),
  office: office.optional(),
  teamId: team,
  userId: z.string().max(128).optional(),
  provider: z.enum(providers).optional(),
})
export type ReportFilter = z.output<typeof ReportFilter>

/**
 * Commissions of a person in euros, by month of the sale or appointment. Those paid out and those still open are
 * separate.
 */
export const Earnings = z.object({
  userId: z.string(),
  role: z.enum(roles),
  /** Twelve months, oldest first, this month last. */
  months: z.array(
    z.object({
      month: z.string(),
      paid: z.number(),
      open: z.number(),
      /** Number of sales of the person in the month; of a caller, from appointments that the caller booked. */
      sales: z.int(),
      /** Number of appointments of the person in the month; of a caller, those that the caller booked. */
      appointments: z.int(),
      /** Number of sales of the person's whole team, for comparison. */
      teamSales: z.int(),
      /** Number of appointments of the person's whole team, for comparison. */
      teamAppointments: z.int(),
    }),
  ),
  paid: z.number(),
  open: z.number(),
})
export type Earnings = z.output<typeof Earnings>

/** File formats of a report. */
export const reportFormats = ['xlsx', 'csv', 'pdf'] as const

export const reports = domain({
  report: get('/api/reports', {
    summary: 'Figures of a month or more by team, office, agent, provider or month; from counters',
    allow: 'report:read',
    shows: ['appointment', 'book', 'commission', 'fixedCost', 'hours', 'sale', 'team'],
    query: ReportFilter,
    result: ok(Report),
  }),
  reportCommissions: get('/api/reports/commissions', {
    summary: 'Postings behind the commissions of a report, by day',
    allow: 'report:read',
    shows: ['book', 'team'],
    query: ReportFilter.omit({ from: true, compare: true, by: true }).extend(paging),
    result: page(ReportCommission),
  }),
  exportReport: get('/api/reports/export', {
    summary: 'A report as a spreadsheet or a PDF; audited',
    allow: 'report:read',
    shows: ['appointment', 'book', 'commission', 'fixedCost', 'hours', 'sale', 'settings', 'team'],
    query: ReportFilter.extend({ format: z.enum(reportFormats).optional() }),
    result: file('text/csv; charset=utf-8'),
  }),
  earnings: get('/api/reports/earnings', {
    summary: "A person's commissions of twelve months, paid and open; without userId one's own",
    allow: 'commission:read',
    shows: ['appointment', 'book', 'commission', 'sale'],
    query: z.object({ userId: z.string().max(128).optional() }),
    result: ok(Earnings),
  }),
})
