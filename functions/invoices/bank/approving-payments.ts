import type { Caller } from '../../platform/actor.ts'
import type { Change } from '../../platform/data/commit.ts'
import { invoiceRecords } from '../invoices/records.ts'
import { dropPayment, payAsApproved } from '../issuing/invoice-changing.ts'
import { requirePending } from '../payments/pending-payments.ts'
import { joinBooking } from './confirming.ts'
import { statementRecords } from './statements.ts'

/**
 * Approves the waiting payment of an invoice as its second admin, and pays it: entered by hand, or booked by the bank
 * to another IBAN (rulings 51b). Throws 409 when none waits or the invoice cannot be paid any more, 404 for an unknown
 * invoice. Throws 403 unless `approvePaymentAsSecond` lets the actor approve it, 400 without `If-Match`.
 */
export async function approvePayment(actor: Caller, id: string) {
  const { booking } = requirePending((await invoiceRecords.within(actor, id)).row)
  if (!booking) return payAsApproved(actor, id)
  const match = { booking: booking.of, invoiceId: id }
  // A stand-in approves a booking, but does not read statements.
  const statement = await statementRecords.find(booking.statementId)
  return (await joinBooking(actor, statement, match, true)).joined
}

/**
 * Rejects the waiting payment of an invoice, or withdraws it if the actor entered it; its booking can be joined to
 * another document. Throws 400 for a rejection without a reason, 404 for an unknown invoice, 409 when none waits.
 */
export async function rejectPayment(actor: Caller, id: string, reason: string | null | undefined) {
  const { booking } = requirePending((await invoiceRecords.within(actor, id)).row)
  return dropPayment(actor, id, reason, booking ? await releaseBooking(booking) : [])
}

/** Returns the change after which a person can choose the document of a booking again. */
async function releaseBooking({ statementId, of }: { statementId: string; of: string }): Promise<Change[]> {
  const row = await statementRecords.find(statementId)
  const findings = row.findings.map((one) =>
    one.booking === of ? { ...one, reason: 'Een andere beheerder keurde deze koppeling niet goed' } : one,
  )
  return statementRecords.changed(row, { ...row, findings }, { verb: 'mark' }).changes
}
