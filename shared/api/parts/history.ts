import * as z from '../../zod.ts'
import { instant } from './fields.ts'

/**
 * Makes the schema of the history of one record, newest change first; `fields` are those whose changes it shows.
 * `isComplete` is false when older changes are left out.
 */
export const historySchema = <const F extends readonly [string, ...string[]]>(fields: F) =>
  z.object({
    entries: z.array(
      z.object({
        id: z.string(),
        createdAt: instant,
        userName: z.string(),
        /** The change: create, update, or another verb of the audit log, such as restore or reveal. */
        verb: z.string(),
        changes: z.array(z.object({ field: z.enum(fields), before: z.unknown(), after: z.unknown() })),
      }),
    ),
    isComplete: z.boolean(),
  })
