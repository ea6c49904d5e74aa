import * as z from 'zod'
import { instant } from './fields.ts'

/** What became of one record, newest first; `isWhole` is false where older changes are left out. */
export const historyOf = <const F extends readonly [string, ...string[]]>(fields: F) =>
  z.object({
    entries: z.array(
      z.object({
        id: z.string(),
        createdAt: instant,
        userName: z.string(),
        /** What was done: create, update, delete, restore. */
        verb: z.string(),
        changes: z.array(z.object({ field: z.enum(fields), before: z.unknown(), after: z.unknown() })),
      }),
    ),
    isWhole: z.boolean(),
  })
