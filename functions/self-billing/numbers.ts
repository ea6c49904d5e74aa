import { changedMeanwhile } from '../../shared/errors.ts'
import type { GuardedWrite } from '../platform/commit.ts'
import { Entity, model, primary, store } from '../platform/table.ts'

/**
 * The last number given out in a year, for each prefix, of which credit notes have one of their own; given in the
 * transaction that uses it, so that there is neither a gap nor a double (rulings 43).
 *
 * | Read                        | Index   | Key          |
 * | the last of a series' year  | primary | series, year |
 */
export const InvoiceNumbers = new Entity(
  {
    model: model('invoicenumber'),
    attributes: {
      /** The prefix of its numbers. */
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

/** The last number that was given out, 0 when none was; strongly consistent. */
export async function lastNumber(series: string, year: string): Promise<number> {
  const { data } = await InvoiceNumbers.get({ series, year }).go({ consistent: true })
  return data?.last ?? 0
}

/** Somebody else took the number, or moved the series. */
export const lostNumber = () => changedMeanwhile('de nummering')

/** The write that moves a series from the number that was seen; 409 when somebody else moved it since. */
export function numberMoved(series: string, year: string, { from, to }: { from: number; to: number }): GuardedWrite {
  return {
    write: InvoiceNumbers.put({ series, year, last: to }).where(({ last }, { notExists, eq }) =>
      from === 0 ? notExists(last) : eq(last, from),
    ),
    otherwise: lostNumber,
  }
}
