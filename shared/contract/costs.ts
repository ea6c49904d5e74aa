import * as z from 'zod'
import { isEuros } from '../money.ts'
import { created, domain, file, idParam, none, ok, page, paging } from './endpoint.ts'
import { exportFormat } from './export.ts'
import { localDate, office, optionalDate, orNull, person, requiredText, teamId, teamSummary, text } from './fields.ts'
import { SheetRows } from './imports.ts'

/** Kinds of work that hours are entered for (spec §3). */
export const projectTypes = ['general', 'sales', 'admin', 'training'] as const
export type ProjectType = (typeof projectTypes)[number]

export const projectTypeLabels: Record<ProjectType, string> = {
  general: 'Algemeen',
  sales: 'Sales',
  admin: 'Administratie',
  training: 'Training',
}

/** Most hours of one entry, and of all entries of a person's day (rulings 59). */
export const MAX_HOURS = 24

/** Zzp licence fee per month in euros (rulings 64). */
export const LICENCE_FEE = 19.99

/** Texts for hours outside their range (spec §5). */
export const hoursTexts = {
  tooFew: 'Minimaal 0.1 uur',
  tooMany: 'Maximaal 24 uur per dag',
  invalid: 'Vul een aantal uren in, bijvoorbeeld 7,5',
} as const

const money = (message: string) =>
  z
    .number(message)
    .min(0, message)
    .max(1_000_000, 'Vul een bedrag van hoogstens € 1.000.000 in')
    .refine(isEuros, 'Vul een bedrag met hoogstens 2 decimalen in')
    .meta({ examples: [17.5, 1850] })

const hours = z
  .number(hoursTexts.invalid)
  .min(0.1, hoursTexts.tooFew)
  .max(MAX_HOURS, hoursTexts.tooMany)
  .refine(isEuros, 'Vul uren met hoogstens 2 decimalen in')
  .meta({ examples: [1.5, 0.5] })

const projectType = z.enum(projectTypes, 'Kies een soort werk')
const userId = requiredText('Kies een medewerker', 128).meta({ 'x-refers-to': '/api/users' })

/** Hours of a person on one day for one kind of work; a day has at most one entry of each kind. */
export const TimeEntry = z.object({
  id: z.string(),
  version: z.int(),
  userId: z.string(),
  user: person,
  /** Team of the person when the hours were entered; reports count them there. */
  teamId: orNull(z.int()),
  date: z.iso.date(),
  projectType: z.enum(projectTypes),
  hours: z.number(),
  description: orNull(z.string()),
  /** Euros an hour as of that day, kept when rates change later; null without a rate, and for readers other than admins. */
  hourlyRate: orNull(z.number()),
  totalCost: orNull(z.number()),
})
export type TimeEntry = z.output<typeof TimeEntry>

const hoursDate = localDate('Kies een datum').meta({ examples: ['2026-10-05', '2026-10-06'] })

const entryFields = { date: hoursDate, projectType, hours, description: text(500) }

/** One cell of the week grid; without hours it is emptied. Hours out of range refuse the cell, not its neighbours. */
const TimeCell = z.object({
  ...entryFields,
  hours: z
    .number(hoursTexts.invalid)
    .meta({ examples: [1.5, 0.5] })
    .nullable(),
})

/** Most cells that are saved at once: four kinds of work on each day of a month. */
export const MAX_CELLS = 124

/** Result of saving cells: the entries as they stand, and the cells that stay as they were. */
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

/** Euros that an hour of a person costs, from a day on. Periods of one person do not overlap. */
export const UserRate = z.object({
  id: z.string(),
  version: z.int(),
  userId: z.string(),
  user: person,
  hourlyRate: z.number(),
  effectiveFrom: z.iso.date(),
  /** Last day; null while it runs on. */
  effectiveTo: orNull(z.iso.date()),
})
export type UserRate = z.output<typeof UserRate>

const NewUserRate = z.object({
  userId,
  hourlyRate: money('Uurloon moet positief zijn'),
  effectiveFrom: localDate('Kies een datum'),
  effectiveTo: optionalDate,
  /** Ends the rate that runs on, the day before, in the same transaction. */
  endsPrevious: z.boolean().optional().meta({ 'x-not-stored': true }),
})

export const CostCategory = z.object({
  id: z.string(),
  version: z.int(),
  name: z.string(),
  description: orNull(z.string()),
  /** Offered for new costs; costs that have it keep it. */
  isActive: z.boolean(),
  /** Number of fixed costs that have it. */
  used: z.int(),
})
export type CostCategory = z.output<typeof CostCategory>

const NewCostCategory = z.object({
  name: requiredText('Naam is verplicht', 80).meta({ 'x-unique': true }),
  description: text(200),
  isActive: z.boolean().optional(),
})

/** Scopes of a fixed cost. */
export const costScopes = ['organisation', 'team', 'person'] as const
export type CostScope = (typeof costScopes)[number]
export const costScopeLabels: Record<CostScope, string> = {
  organisation: 'Organisatie',
  team: 'Team',
  person: 'Persoon',
}

/** A cost that returns each month of its period: one rule, no rows per month. It counts whole in each month that it touches. */
export const FixedCost = z.object({
  id: z.string(),
  version: z.int(),
  categoryId: z.string(),
  category: z.object({ id: z.string(), name: z.string() }),
  scope: z.enum(costScopes),
  userId: orNull(z.string()),
  user: orNull(person),
  /** Its team; of a person the team in which it counts. Null for the organisation. */
  teamId: orNull(z.int()),
  team: orNull(teamSummary),
  monthlyAmount: z.number(),
  description: orNull(z.string()),
  effectiveFrom: z.iso.date(),
  effectiveTo: orNull(z.iso.date()),
  isActive: z.boolean(),
  /** Licence of a zzp'er, kept by the system (rulings 64); only its payment status is set by hand, at the person. */
  isLicence: z.boolean(),
})
export type FixedCost = z.output<typeof FixedCost>

const NewFixedCost = z.object({
  categoryId: requiredText('Kies een categorie', 128).meta({ 'x-refers-to': '/api/cost-categories' }),
  /** For a person, or a team, or with neither for the organisation. */
  userId: text(128, { 'x-refers-to': '/api/users' }),
  teamId: teamId.nullish().meta({ 'x-instead-of': 'userId' }),
  monthlyAmount: money('Bedrag moet positief zijn'),
  description: text(200),
  effectiveFrom: localDate('Kies een datum'),
  effectiveTo: optionalDate,
  isActive: z.boolean().optional(),
})

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

const month = z
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

/** Filters of fixed costs; with a month those that count in it. */
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

/** Most bytes of an imported sheet, and its most rows. */
export const MAX_SHEET_BYTES = 4 * 1024 * 1024
export const MAX_SHEET_ROWS = 5_000
const sheet = { field: 'file', maxBytes: MAX_SHEET_BYTES, extensions: ['.xlsx', '.xls', '.csv'] } as const

/** Result of an imported sheet; a refused row stops no other. */
export const SheetResult = z.object({
  totalRows: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.array(z.object({ row: z.int(), column: orNull(z.string()), message: z.string() })),
  /** Names of the columns that were not read. */
  ignoredColumns: z.array(z.string()),
})
export type SheetResult = z.output<typeof SheetResult>

/** Result that the import of a sheet would have, with its first rows. */
export const SheetPlan = SheetResult.extend({
  /** Changes with the file and with what its import would do; who imports what they saw names it. */
  reading: z.string(),
  sheets: z.array(SheetRows),
})
export type SheetPlan = z.output<typeof SheetPlan>

/** With the `reading` that was seen; 409 when the import would do something else by now. */
const sheetQuery = z.object({ seenReading: z.string().max(64).optional() })

export const costs = domain({
  entries: {
    summary: "Hours by day, newest first; one's own, for admins anybody's",
    method: 'GET',
    path: '/api/time-entries',
    allow: 'hours:manage',
    query: TimeEntryFilter.extend(paging),
    result: page(TimeEntry),
  },
  hoursMonth: {
    summary: "A person's hours of a month by week and kind of work; without userId one's own",
    method: 'GET',
    path: '/api/time-entries/month',
    allow: 'hours:manage',
    query: z.object({ month, userId: z.string().max(128).optional() }),
    result: ok(HoursMonth),
  },
  createEntry: {
    summary: 'Enter hours of a day for a kind of work that has none yet; 422 above 24 hours on that day',
    method: 'POST',
    path: '/api/time-entries',
    allow: 'hours:manage',
    idempotent: true,
    body: z.object({ userId: userId.optional(), ...entryFields, date: hoursDate.meta({ 'x-unique': true }) }),
    result: created(TimeEntry),
  },
  saveCells: {
    summary: 'Set cells of the week grid: hours replace what stands there, null empties; each refused cell says why',
    method: 'PUT',
    path: '/api/time-entries',
    allow: 'hours:manage',
    body: z.object({ userId: userId.optional(), cells: z.array(TimeCell).min(1).max(MAX_CELLS) }),
    result: ok(SavedCells),
  },
  updateEntry: {
    summary: 'Change the hours or the description of an entry; its rate stays',
    method: 'PATCH',
    path: '/api/time-entries/{id}',
    allow: 'hours:manage',
    ifMatch: true,
    params: idParam,
    body: z.object({ hours: hours.optional(), description: text(500) }),
    result: ok(TimeEntry),
  },
  deleteEntry: {
    summary: 'Delete an entry',
    method: 'DELETE',
    path: '/api/time-entries/{id}',
    allow: 'hours:manage',
    params: idParam,
    result: none,
  },
  exportEntries: {
    summary: 'The filtered hours as a spreadsheet, formula-safe; audited',
    method: 'GET',
    path: '/api/time-entries/export',
    allow: 'hours:manage',
    query: TimeEntryFilter.extend({ format: exportFormat }),
    result: file('text/csv; charset=utf-8'),
  },
  importEntries: {
    summary:
      'Read hours from a sheet (e-mail or name, date, kind of work, hours, description); the same sheet again changes nothing',
    method: 'POST',
    path: '/api/time-entries/import',
    allow: 'cost:manage',
    query: sheetQuery,
    upload: sheet,
    result: ok(SheetResult),
  },
  checkEntries: {
    summary: 'What a sheet of hours would change, with its first rows and wrong cells; stores nothing',
    method: 'POST',
    path: '/api/time-entries/import/check',
    allow: 'cost:manage',
    writesNothing: true,
    upload: sheet,
    result: ok(SheetPlan),
  },
  rates: {
    summary: 'Hourly rates of people, newest first',
    method: 'GET',
    path: '/api/user-rates',
    allow: 'cost:manage',
    query: z.object({ userId: z.string().max(128).optional(), ...paging }),
    result: page(UserRate),
  },
  createRate: {
    summary: 'Add an hourly rate; 422 where it overlaps another of that person',
    method: 'POST',
    path: '/api/user-rates',
    allow: 'cost:manage',
    idempotent: true,
    body: NewUserRate,
    result: created(UserRate),
  },
  updateRate: {
    summary: 'Change an hourly rate; hours that were entered keep theirs',
    method: 'PATCH',
    path: '/api/user-rates/{id}',
    allow: 'cost:manage',
    ifMatch: true,
    params: idParam,
    body: NewUserRate.omit({ userId: true, endsPrevious: true }).partial(),
    result: ok(UserRate),
  },
  deleteRate: {
    summary: 'Delete an hourly rate; hours that were entered keep theirs',
    method: 'DELETE',
    path: '/api/user-rates/{id}',
    allow: 'cost:manage',
    params: idParam,
    result: none,
  },
  categories: {
    summary: 'Categories of fixed costs, by name',
    method: 'GET',
    path: '/api/cost-categories',
    allow: 'cost:manage',
    query: z.object(paging),
    result: page(CostCategory),
  },
  createCategory: {
    summary: 'Add a category; its name is unique',
    method: 'POST',
    path: '/api/cost-categories',
    allow: 'cost:manage',
    idempotent: true,
    body: NewCostCategory,
    result: created(CostCategory),
  },
  updateCategory: {
    summary: 'Rename a category, or offer it no more for new costs',
    method: 'PATCH',
    path: '/api/cost-categories/{id}',
    allow: 'cost:manage',
    ifMatch: true,
    params: idParam,
    body: NewCostCategory.partial(),
    result: ok(CostCategory),
  },
  deleteCategory: {
    summary: 'Delete a category; 409 while a fixed cost has it',
    method: 'DELETE',
    path: '/api/cost-categories/{id}',
    allow: 'cost:manage',
    params: idParam,
    result: none,
  },
  fixedCosts: {
    summary: 'Fixed costs: of the organisation, of teams, of people, by category',
    method: 'GET',
    path: '/api/fixed-costs',
    allow: 'cost:manage',
    query: FixedCostFilter.extend(paging),
    result: page(FixedCost),
  },
  fixedCostTotals: {
    summary: 'Fixed costs of a month, added up',
    method: 'GET',
    path: '/api/fixed-costs/totals',
    allow: 'cost:manage',
    query: FixedCostFilter.extend({ month }),
    result: ok(FixedCostTotals),
  },
  createFixedCost: {
    summary: 'Add a fixed cost for a person, a team or the organisation',
    method: 'POST',
    path: '/api/fixed-costs',
    allow: 'cost:manage',
    idempotent: true,
    body: NewFixedCost,
    result: created(FixedCost),
  },
  updateFixedCost: {
    summary: 'Change a fixed cost; 409 for a licence, which the system keeps',
    method: 'PATCH',
    path: '/api/fixed-costs/{id}',
    allow: 'cost:manage',
    ifMatch: true,
    params: idParam,
    body: NewFixedCost.partial(),
    result: ok(FixedCost),
  },
  deleteFixedCost: {
    summary: 'Delete a fixed cost, from all months; 409 for a licence',
    method: 'DELETE',
    path: '/api/fixed-costs/{id}',
    allow: 'cost:manage',
    params: idParam,
    result: none,
  },
  exportFixedCosts: {
    summary: 'The filtered fixed costs as a spreadsheet, formula-safe; audited',
    method: 'GET',
    path: '/api/fixed-costs/export',
    allow: 'cost:manage',
    query: FixedCostFilter.extend({ format: exportFormat }),
    result: file('text/csv; charset=utf-8'),
  },
  importFixedCosts: {
    summary:
      'Read fixed costs from a sheet (category, description, for whom, amount, from, to); the same sheet again changes nothing',
    method: 'POST',
    path: '/api/fixed-costs/import',
    allow: 'cost:manage',
    query: sheetQuery,
    upload: sheet,
    result: ok(SheetResult),
  },
  checkFixedCosts: {
    summary: 'What a sheet of fixed costs would change, with its first rows and wrong cells; stores nothing',
    method: 'POST',
    path: '/api/fixed-costs/import/check',
    allow: 'cost:manage',
    writesNothing: true,
    upload: sheet,
    result: ok(SheetPlan),
  },
})
