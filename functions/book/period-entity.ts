import type { EntityItem } from 'electrodb'
import type { Whole } from '../../shared/whole.ts'
import { defineEntity, must, number, primary, text } from '../platform/data/table.ts'

/**
 * The lock of the book: one row, which says up to which month nothing is posted any more. Each posting reads it; only
 * closing and opening a month write it.
 *
 * | Read     | Index   | Key |
 * | the lock | primary | id  |
 */
export const BookLocks = defineEntity('booklock', {
  attributes: {
    id: must,
    version: number,
    /** Last closed month `yyyy-mm`; all before it are closed too. */
    closedThrough: text,
    /** Month that is being closed: it takes no postings any more, and is counted again at a later moment. */
    closing: { type: 'any' },
    /** Reason why closing a month ended without a seal. */
    refusal: { type: 'any' },
    /** Last month of the filed periods, which two admins open. */
    filedThrough: text,
    /** Request of an admin to open the filed periods from a month on, which a second admin approves. */
    unfiling: { type: 'any' },
  },
  indexes: { primary: primary('period#${id}', 'booklock') },
})

interface Event {
  readonly month: string
  readonly at: string
}
type Own = 'closing' | 'refusal' | 'unfiling'
export type BookLock = Whole<Omit<EntityItem<typeof BookLocks>, Own>> & {
  readonly closing: (Event & { readonly by: string }) | undefined
  readonly refusal: (Event & { readonly reason: string }) | undefined
  readonly unfiling: (Event & { readonly by: string; readonly reason: string }) | undefined
}
