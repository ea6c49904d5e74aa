import { conflict } from '../../shared/errors.ts'
import type { LocalDate } from '../../shared/time.ts'
import type { GuardedWrite } from '../platform/data/commit.ts'
import { Entity, entityModel, must, primary, store } from '../platform/data/table.ts'

/**
 * Numbers of the invoices that zzp'ers send us, each with the day of recording. One invoice may settle several
 * commissions on that day, and none on another day.
 *
 * | Read                   | Index   | Key            |
 * | a person's number     | primary | userId, number |
 */
const OwnInvoices = new Entity(
  {
    model: entityModel('owninvoice'),
    attributes: { userId: must, number: must, date: must },
    indexes: {
      primary: primary('ledger#own-invoice#${userId}#${number}', 'ledger'),
    },
  },
  store,
)

/** Returns the write that records the number of a zzp'er's own invoice; 409 when it was recorded on another day. */
export function recordInvoiceNumber(userId: string, number: string, date: LocalDate): GuardedWrite {
  const text = `Factuur ${number} is op een andere dag al geboekt. Controleer het nummer.`
  const row = { userId, number: number.normalize('NFC').toLowerCase(), date: date as string }
  const write = OwnInvoices.put(row).where(
    (stored, { eq, notExists }) => `${notExists(stored.date)} OR ${eq(stored.date, row.date)}`,
  )
  return { write, onFailure: () => conflict(text, { ownInvoiceNumber: [text] }) }
}
