import { editConflict } from '../../shared/errors.ts'
import type { GuardedWrite } from '../platform/data/commit.ts'
import { defineEntity, primary } from '../platform/data/table.ts'

/**
 * Last invoice number of each prefix and year; credit notes have a prefix of their own. Each number is issued in the
 * transaction that uses it, so that there are no gaps and no duplicates (rulings 43).
 *
 * | Read                        | Index   | Key          |
 * | the last of a series' year  | primary | series, year |
 */
export const InvoiceNumbers = defineEntity('invoicenumber', {
  attributes: {
    /** Prefix of the numbers. */
    series: { type: 'string', required: true },
    year: { type: 'string', required: true },
    last: { type: 'number', required: true },
  },
  indexes: { primary: primary('invoicenumber#${series}#${year}', 'invoicenumber') },
})

/** Reads the last invoice number issued under a prefix (`series`) in a year; 0 without one. */
export async function readLastNumber(series: string, year: string): Promise<number> {
  const { data } = await InvoiceNumbers.get({ series, year }).go({ consistent: true })
  return data?.last ?? 0
}

/** Returns the 409 for an invoice number that another transaction used first. */
export const numberConflict = () => editConflict('de nummering')

/** Returns the write that sets the last invoice number of a prefix and year; 409 when it is no longer `from`. */
export function moveLastNumber(series: string, year: string, { from, to }: { from: number; to: number }): GuardedWrite {
  return {
    write: InvoiceNumbers.put({ series, year, last: to }).where(({ last }, { notExists, eq }) =>
      from === 0 ? notExists(last) : eq(last, from),
    ),
    onFailure: numberConflict,
  }
}
