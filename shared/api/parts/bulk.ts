import * as z from '../../zod.ts'
import { instant, orNull, person } from './fields.ts'

/** Maximum number of records that one run changes. */
export const MOST_CHANGED = 500

/** Minutes after the end of a run in which the run can be undone. */
export const UNDO_MINUTES = 10

/**
 * Makes the schema of the ids of the records that one call changes. `list` is the path of their list, `none` the text
 * without any; more than `most` are too many.
 */
export const selectionOf = (list: `/api/${string}`, none: string, most: number) =>
  z
    .array(z.string().min(1).max(128).meta({ 'x-refers-to': list }), none)
    .min(1, none)
    .max(most, { error: () => `Kies er hoogstens ${most.toLocaleString('nl-NL')} tegelijk` })

/**
 * Makes the schema of the records to change, each with the version that was shown; without one the record changes
 * whatever its version. `list` is the path of their list, `most` their maximum number.
 */
export const rowsToChange = (list: `/api/${string}`, most = MOST_CHANGED) =>
  z
    .array(
      z.object({ id: z.string().min(1).max(128).meta({ 'x-refers-to': list }), version: z.int().min(0).optional() }),
    )
    .min(1, 'Kies ten minste één rij')
    .max(most, { error: () => `Kies hoogstens ${most.toLocaleString('nl-NL')} rijen` })

/**
 * Makes the schema of a bulk run, which applies one change to several records; `change` is the schema of that change.
 */
export const bulkRunOf = <C extends z.ZodType>(change: C) =>
  z.object({
    id: z.string(),
    change,
    /** `stopped`: no step follows until somebody continues the run. */
    state: z.enum(['running', 'stopped', 'done']),
    total: z.int(),
    changed: z.int(),
    /**
     * Number of records that stay as they are. They had the new values already, a rule refused the change (422), or an
     * undo found nothing to undo.
     */
    skipped: z.int(),
    failed: z.int(),
    startedBy: person,
    startedAt: instant,
    endedAt: orNull(instant),
    /** Id of the run that this run undoes; null for any other run. */
    undoes: orNull(z.string()),
    /** Id of the run that undid this run; null without one. */
    undoneBy: orNull(z.string()),
    /** Moment until which this run can be undone; null when it cannot. */
    undoUntil: orNull(instant),
  })

export const bulkOutcomes = ['changed', 'skipped', 'failed'] as const

/** Outcome of one record of a run. */
export const BulkResult = z.object({
  id: z.string(),
  name: z.string(),
  outcome: z.enum(bulkOutcomes),
  message: orNull(z.string()),
})
export type BulkResult = z.output<typeof BulkResult>

/** Bulk run of any kind of record, as screens follow it. */
export type BulkRun<Change = unknown> = z.output<ReturnType<typeof bulkRunOf<z.ZodType<Change>>>>
