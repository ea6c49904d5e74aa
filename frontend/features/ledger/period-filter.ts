import * as z from 'zod'
import { periodPattern } from '../../../shared/ledger/periods.ts'

/** Parameters of the address that tell the period of a tab, the year of 'Jaaropgaven' and the day of 'Openstaand'. */
export const PeriodFilter = z.object({ periode: z.string().regex(periodPattern) })
export const YearFilter = z.object({ jaar: z.string().regex(/^20\d\d$/) })
export const DayFilter = z.object({ dag: z.iso.date() })
