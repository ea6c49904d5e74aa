import { createHash } from 'node:crypto'
import { conflict } from '../../../shared/errors.ts'
import type { GuardedWrite } from '../../platform/data/commit.ts'
import { defineEntity, must, primary, text } from '../../platform/data/table.ts'
import type { Booking } from './booking.ts'

/**
 * Confirmed bank bookings of our account: each is stored once, also when several statements contain it. A booking whose
 * document a person chose has only that document; a proposed booking may be divided over several.
 *
 * | Read      | Index   | Key |
 * | a booking | primary | id  |
 */
const ConfirmedBookings = defineEntity('bankmovement', {
  attributes: {
    id: must,
    /** Document that a person chose for this booking. */
    chosenFor: text,
    /** Document of the last proposal that a person confirmed for this booking. */
    proposedFor: text,
  },
  indexes: { primary: primary('bankstatement#movement#${id}', 'bankmovement') },
})

/** Returns the id of a bank booking: a hash of its content and its position among equal bookings in its file. */
export function hashBooking(bookings: readonly Booking[], booking: Booking): string {
  const content = contentOf(booking)
  const before = bookings.slice(0, bookings.indexOf(booking)).filter((one) => contentOf(one) === content)
  return createHash('sha256').update(`${before.length}#${content}`).digest('hex')
}

const contentOf = ({ direction, date, amount, iban, reference, bankReference, text: said }: Booking): string =>
  JSON.stringify([direction, date, amount, iban, reference, said, bankReference])

/** Tells whether the document of a bank booking was confirmed or chosen, on any statement. */
export const isConfirmedBooking = async (id: string): Promise<boolean> =>
  (await ConfirmedBookings.get({ id }).go({ consistent: true })).data !== null

const bookedElsewhere = () => conflict('Deze boeking is al op een andere factuur geboekt')

/** Returns the write that stores the proposed document of a bank booking; 409 where a person chose another document. */
export const confirmBookingDocument = (
  bookings: readonly Booking[],
  booking: Booking,
  documentId: string,
): GuardedWrite => ({
  write: ConfirmedBookings.upsert({ id: hashBooking(bookings, booking), proposedFor: documentId }).where(
    ({ chosenFor }, { eq, notExists }) => `${notExists(chosenFor)} OR ${eq(chosenFor, documentId)}`,
  ),
  onFailure: bookedElsewhere,
})

/**
 * Returns the write that stores which document a person chose for a bank booking; 409 where the booking has another
 * document.
 */
export const chooseBookingDocument = (id: string, documentId: string): GuardedWrite => ({
  write: ConfirmedBookings.upsert({ id, chosenFor: documentId }).where(
    ({ chosenFor, proposedFor }, { eq, notExists }) =>
      `(${notExists(chosenFor)} OR ${eq(chosenFor, documentId)}) AND (${notExists(proposedFor)} OR ${eq(proposedFor, documentId)})`,
  ),
  onFailure: bookedElsewhere,
})
