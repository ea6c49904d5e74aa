import * as z from 'zod'
import { instant, orNull, person } from './fields.ts'

/** Records that one run may change. */
export const MOST_CHANGED = 500

/** For how many minutes a run can be undone, from its end on. */
export const UNDO_MINUTES = 10

/** Records to change, each as it was seen: one that somebody changed since is left as it is. */
export const changedRows = z
  .array(z.object({ id: z.string().min(1).max(128), version: z.int().min(0) }))
  .min(1, 'Kies ten minste één rij')
  .max(MOST_CHANGED, `Kies hoogstens ${MOST_CHANGED} rijen`)

/** A run that does the same to several records; it goes on when nobody looks. `change` is what it sets. */
export const bulkRunOf = <C extends z.ZodType>(change: C) =>
  z.object({
    id: z.string(),
    change,
    /** Stopped: nothing moves it on any more, until somebody goes on with it. */
    state: z.enum(['running', 'stopped', 'done']),
    total: z.int(),
    changed: z.int(),
    /** They stood as asked already, or had nothing to undo. */
    skipped: z.int(),
    failed: z.int(),
    startedBy: person,
    startedAt: instant,
    endedAt: orNull(instant),
    /** The run that it undoes. */
    undoes: orNull(z.string()),
    /** The run that undid it. */
    undoneBy: orNull(z.string()),
    /** Until when it can be undone; null: not, or not any more. */
    undoUntil: orNull(instant),
  })

export const bulkOutcomes = ['changed', 'skipped', 'failed'] as const

/** What became of one record of a run. */
export const BulkResult = z.object({
  id: z.string(),
  name: z.string(),
  outcome: z.enum(bulkOutcomes),
  message: orNull(z.string()),
})
export type BulkResult = z.output<typeof BulkResult>
