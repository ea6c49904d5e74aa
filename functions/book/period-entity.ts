import type { EntityItem } from 'electrodb'
import type { Whole } from '../../shared/whole.ts'
import { Entity, entityModel, must, number, primary, store, text } from '../platform/data/table.ts'

/**
 * The lock of the book: one row, which says up to which month nothing is posted any more. Each posting reads it; only
 * closing and opening a month write it.
 *
 * | Read     | Index   | Key |
 * | the lock | primary | id  |
 */
export const BookLocks = new Entity(
  {
    model: entityModel('booklock'),
    attributes: {
      id: must,
      version: number,
      /** Last closed month `yyyy-mm`; all before it are closed too. */
      closedThrough: text,
      /** Month that is being closed: it takes no postings any more, and is counted again at a later moment. */
      closing: { type: 'map', properties: { month: must, at: must, by: must } },
      /** Reason why closing a month ended without a seal. */
      refusal: { type: 'map', properties: { month: must, at: must, reason: must } },
      /** Last month of the filed periods, which two admins open. */
      filedThrough: text,
      /** Request of an admin to open the filed periods from a month on, which a second admin approves. */
      unfiling: { type: 'map', properties: { month: must, at: must, by: must, reason: must } },
    },
    indexes: { primary: primary('period#${id}', 'booklock') },
  },
  store,
)
export type BookLock = Whole<EntityItem<typeof BookLocks>>

/**
 * Seals of closed months, the last one of each month.
 *
 * | Read                 | Index   | Key           |
 * | all seals, by month  | primary | id · month    |
 */
export const MonthSeals = new Entity(
  {
    model: entityModel('monthseal'),
    attributes: {
      id: must,
      month: must,
      /** First month that the seal covers: the first of the book for the first seal, else `month` itself. */
      from: must,
      /** Month of the seal before this one, whose hash this one takes; absent for the first. */
      previousMonth: text,
      hash: must,
      transactions: number,
      closedBy: must,
      closedAt: must,
      /** The last opening of the month; absent while the month is closed. */
      opened: { type: 'map', properties: { by: must, at: must, reason: must } },
    },
    indexes: { primary: primary('period#${id}', 'seal#${month}') },
  },
  store,
)
export type MonthSeal = Whole<EntityItem<typeof MonthSeals>>
