import { canBe, defineEntity, must, number, primary, type RowOf, text } from '../platform/data/table.ts'

interface Event {
  readonly month: string
  readonly at: string
}

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
    closing: canBe<Event & { readonly by: string }>(),
    /** Reason why closing a month ended without a seal. */
    refusal: canBe<Event & { readonly reason: string }>(),
    /** Last month of the filed periods, which two admins open. */
    filedThrough: text,
    /** Request of an admin to open the filed periods from a month on, which a second admin approves. */
    unfiling: canBe<Event & { readonly by: string; readonly reason: string }>(),
  },
  indexes: { primary: primary('period#${id}', 'booklock') },
})
export type BookLock = RowOf<typeof BookLocks>
