import { editConflict } from '../../shared/errors.ts'
import type { GuardedWrite } from '../platform/data/commit.ts'
import { Entity, model, primary, store } from '../platform/data/table.ts'

/**
 * Last number of each prefix and year; credit notes have a prefix of their own. A number is taken in the transaction
 * that uses it, so that there are no gaps and no duplicates (rulings 43).
 *
 * | Read                        | Index   | Key          |
 * | the last of a series' year  | primary | series, year |
 */
export const InvoiceNumbers = new Entity(
  {
    model: model('invoicenumber'),
    attributes: {
      /** Prefix of the numbers. */
      series: { type: 'string', required: true },
      year: { type: 'string', required: true },
      last: { type: 'number', required: true },
    },
    indexes: {
      primary: primary('invoicenumber#${series}#${year}', 'invoicenumber'),
    },
  },
  store,
)

/** Returns the last number that was issued, 0 without one; strongly consistent. */
export async function lastNumber(series: string, year: string): Promise<number> {
  const { data } = await InvoiceNumbers.get({ series, year }).go({ consistent: true })
  return data?.last ?? 0
}

/** Returns the 409 for a number that another transaction took, or a series that was moved. */
export const numberConflict = () => editConflict('de nummering')

/** Returns the write that moves a series on from the last number that was read; 409 when it moved meanwhile. */
export function numberMoved(series: string, year: string, { from, to }: { from: number; to: number }): GuardedWrite {
  return {
    write: InvoiceNumbers.put({ series, year, last: to }).where(({ last }, { notExists, eq }) =>
      from === 0 ? notExists(last) : eq(last, from),
    ),
    otherwise: numberConflict,
  }
}
