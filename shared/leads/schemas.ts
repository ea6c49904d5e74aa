import { KeptBasis } from '../api/parts/contact-basis.ts'
import { instant, orNull, person } from '../api/parts/fields.ts'
import { historySchema } from '../api/parts/history.ts'
import * as z from '../zod.ts'
import { lead } from './record.ts'

/**
 * Body of a new lead. Blank fields are stored as null. The owner is the author, unless an admin chooses somebody else.
 */
export const NewLead = z.object(lead.typed)
export type NewLead = z.output<typeof NewLead>

/** Any part of a lead; absent fields stay, and its owner cannot be emptied. */
export const LeadChange = NewLead.partial().extend(lead.changed)
export type LeadChange = z.output<typeof LeadChange>

/** Note about a call to a lead. */
const LeadCall = z.object({
  id: z.string(),
  at: instant,
  by: person,
  note: z.string(),
  /** Reason why the customer might be called; null for calls from before it was asked. */
  contactBasis: orNull(KeptBasis),
})
export type LeadCall = z.output<typeof LeadCall>

export const Lead = z.object(lead.shown)
export type Lead = z.output<typeof Lead>

/** A lead as it was just saved. */
export const SavedLead = Lead.extend({
  /** True when its number was closed by a person who closed many that day: a team leader or admin may reopen it. */
  mayBeJudged: z.boolean().meta({ 'x-of-the-change': true }),
})
export type SavedLead = z.output<typeof SavedLead>

/** One lead with its calls, newest first. */
export const LeadDetails = Lead.extend({ calls: z.array(LeadCall) })
export type LeadDetails = z.output<typeof LeadDetails>

export const LeadHistory = historySchema(lead.logged)
