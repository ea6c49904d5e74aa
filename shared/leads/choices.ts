import { type LeadStatus, leadStatuses } from '../api/parts/statuses.ts'
import * as z from '../zod.ts'

/** Other names of statuses, which requests may use too (rulings 30). */
const aliases: Readonly<Record<string, LeadStatus>> = {
  qualified: 'interested',
  proposal: 'interested',
  won: 'converted',
  lost: 'not-interested',
}
/** A status, or one of its other names. */
export const leadStatus = z.preprocess(
  (value) => (typeof value === 'string' && Object.hasOwn(aliases, value) ? aliases[value] : value),
  z.enum(leadStatuses, 'Kies een geldige status'),
)
