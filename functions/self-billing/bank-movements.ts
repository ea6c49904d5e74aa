import { createHash } from 'node:crypto'
import { conflict } from '../../shared/errors.ts'
import type { GuardedWrite } from '../platform/commit.ts'
import { Entity, model, must, primary, store, text } from '../platform/table.ts'
import type { Booking } from './bank-booking.ts'

/**
 * Movements on our account that somebody confirmed, each once whichever statements tell it. What a person chose for one
 * stands alone; what statements propose may be of several documents.
 *
 * | Read       | Index   | Key |
 * | a movement | primary | id  |
 */
const BankMovements = new Entity(
  {
    model: model('bankmovement'),
    attributes: {
      id: must,
      /** The document that a person chose. */
      chosenFor: text,
      /** The last document that was confirmed as proposed. */
      proposedFor: text,
    },
    indexes: {
      primary: primary('bankstatement#movement#${id}', 'bankmovement'),
    },
  },
  store,
)

/** Returns the id of a movement: a hash of what its booking tells and of how many equal ones stand before it in the file. */
export function movementId(bookings: readonly Booking[], booking: Booking): string {
  const content = contentOf(booking)
  const before = bookings.slice(0, bookings.indexOf(booking)).filter((one) => contentOf(one) === content)
  return createHash('sha256').update(`${before.length}#${content}`).digest('hex')
}

const contentOf = ({ direction, date, amount, iban, reference, text: said }: Booking): string =>
  JSON.stringify([direction, date, amount, iban, reference, said])

const bookedElsewhere = () => conflict('Deze boeking is al op een andere factuur geboekt')

/** Returns the write by which a movement is of a document as proposed; 409 where a person chose another. */
export const confirmMovement = (id: string, documentId: string): GuardedWrite => ({
  write: BankMovements.upsert({ id, proposedFor: documentId }).where(
    ({ chosenFor }, { eq, notExists }) => `${notExists(chosenFor)} OR ${eq(chosenFor, documentId)}`,
  ),
  otherwise: bookedElsewhere,
})

/** Returns the write by which a person chooses the document of a movement; 409 where it is another's already. */
export const chooseMovement = (id: string, documentId: string): GuardedWrite => ({
  write: BankMovements.upsert({ id, chosenFor: documentId }).where(
    ({ chosenFor, proposedFor }, { eq, notExists }) =>
      `(${notExists(chosenFor)} OR ${eq(chosenFor, documentId)}) AND (${notExists(proposedFor)} OR ${eq(proposedFor, documentId)})`,
  ),
  otherwise: bookedElsewhere,
})
