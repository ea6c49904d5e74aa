import { defineEntity, must, number, primary, type RowOf, text } from '../platform/data/table.ts'

/**
 * Seals of closed months, the last one of each month.
 *
 * | Read                 | Index   | Key           |
 * | all seals, by month  | primary | id · month    |
 */
export const MonthSeals = defineEntity('monthseal', {
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
})
export type MonthSeal = RowOf<typeof MonthSeals>
