import * as z from 'zod'
import { periodPattern } from '../../../shared/ledger/periods.ts'

/** Parameters of the address that tell the period of a tab, and the day of 'Openstaand'. */
export const PeriodFilter = z.object({ periode: z.string().regex(periodPattern) })
export const DayFilter = z.object({ dag: z.iso.date() })
