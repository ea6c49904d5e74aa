import { costScopes } from '../../costs/record.ts'
import { isEuros } from '../../money.ts'
import * as z from '../../zod.ts'
import { localDate, office, orNull, person, requireText, text } from '../parts/fields.ts'

/** Kinds of work that hours are entered for. */
export const projectTypes = ['general', 'sales', 'admin', 'training'] as const
export type ProjectType = (typeof projectTypes)[number]

export const projectTypeLabels: Record<ProjectType, string> = {
  general: 'Algemeen',
  sales: 'Sales',
  admin: 'Administratie',
  training: 'Training',
}

/** Maximum number of hours of one entry, and of all entries of a person's day (rulings 59). */
export const MAX_HOURS = 24

/** Zzp licence fee per month in euros (rulings 64). */
export const LICENCE_FEE = 19.99

/** Texts for hours outside their range (rulings 59). */
export const hoursTexts = {
  tooFew: 'Minimaal 0.1 uur',
  tooMany: 'Maximaal 24 uur per dag',
  invalid: 'Vul een aantal uren in, bijvoorbeeld 7,5',
} as const

export const hours = z
  .number(hoursTexts.invalid)
  .min(0.1, hoursTexts.tooFew)
  .max(MAX_HOURS, hoursTexts.tooMany)
  .refine(isEuros, 'Vul uren met hoogstens 2 decimalen in')
  .meta({ examples: [1.5, 0.5] })

const projectType = z.enum(projectTypes, 'Kies een soort werk')
export const userId = requireText('Kies een medewerker', 128).meta({ 'x-refers-to': '/api/users' })

/** Hours of a person on one day for one kind of work; a day has at most one entry of each kind. */
export const TimeEntry = z.object({
  id: z.string(),
  version: z.int(),
  userId: z.string(),
  user: person,
  /** Team of the person when the first hours of that day were entered; reports count the hours for this team. */
  teamId: orNull(z.int()),
  date: z.iso.date(),
  projectType: z.enum(projectTypes),
  hours: z.number(),
  description: orNull(z.string()),
  /**
   * Euros an hour as of that day, kept when rates change later; null without a rate, and for readers other than admins.
   */
  hourlyRate: orNull(z.number()),
  totalCost: orNull(z.number()),
})
export type TimeEntry = z.output<typeof TimeEntry>

export const hoursDate = localDate('Kies een datum').meta({ examples: ['2026-10-05', '2026-10-06'] })

export const entryFields = { date: hoursDate, projectType, hours, description: text(500) }

/**
 * One cell of the week grid, to be saved. A cell without hours loses its entry. A cell with hours out of range is
 * refused, while the others are saved.
 */
export const TimeCell = z.object({
  ...entryFields,
  hours: z
    .number(hoursTexts.invalid)
    .meta({ examples: [1.5, 0.5] })
    .nullable(),
})

/** Maximum number of cells that are saved at once: four kinds of work on each day of a month. */
export const MAX_CELLS = 124

/** Result of saving cells: the saved entries, the number of emptied cells, and the refused cells. */
export const SavedCells = z.object({
  saved: z.array(TimeEntry),
  emptied: z.int(),
  refused: z.array(z.object({ date: z.iso.date(), projectType: z.enum(projectTypes), message: z.string() })),
})
export type SavedCells = z.output<typeof SavedCells>

/** Hours and costs of a person, by kind of work; costs in euros, null for readers other than admins. */
const hourSums = {
  hours: z.number(),
  byType: z.record(z.enum(projectTypes), z.number()),
  cost: orNull(z.number()),
  /** Hours on days without a rate, which cost nothing. */
  withoutRate: orNull(z.number()),
}

/** A person's month in weeks, for the table under the grid. */
export const HoursMonth = z.object({
  userId: z.string(),
  user: person,
  month: z.string(),
  ...hourSums,
  /** Each week that has days in the month, by its Monday; only days of the month count. */
  weeks: z.array(z.object({ monday: z.iso.date(), ...hourSums, rates: z.array(z.number()) })),
  /** Rates that are in force in the month, oldest first; empty for readers other than admins. */
  rates: z.array(z.object({ hourlyRate: z.number(), effectiveFrom: z.iso.date() })),
})
export type HoursMonth = z.output<typeof HoursMonth>

/** Fixed costs of a month, in euros. */
export const FixedCostTotals = z.object({
  month: z.string(),
  count: z.int(),
  organisation: z.number(),
  teams: z.number(),
  people: z.number(),
  total: z.number(),
})
export type FixedCostTotals = z.output<typeof FixedCostTotals>

export const month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Kies een maand')
  .meta({ examples: ['2026-10'] })

/** Filters of the list of hours; without a period this month. */
export const TimeEntryFilter = z.object({
  from: localDate().optional(),
  to: localDate().optional(),
  userId: z.string().max(128).optional(),
  teamId: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .optional(),
  office: office.optional(),
})
export type TimeEntryFilter = z.output<typeof TimeEntryFilter>

/** Filters of fixed costs; with a month, only costs that count in that month. */
export const FixedCostFilter = z.object({
  month: month.optional(),
  categoryId: z.string().max(128).optional(),
  scope: z.enum(costScopes).optional(),
  userId: z.string().max(128).optional(),
  teamId: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .optional(),
  office: office.optional(),
  q: z.string().trim().max(100).optional(),
})
export type FixedCostFilter = z.output<typeof FixedCostFilter>
