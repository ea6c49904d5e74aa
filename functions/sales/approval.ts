import { conflict } from '../../shared/errors.ts'
import { type ApprovedField, approvedFields } from '../../shared/sales/choices.ts'
import type { Caller } from '../platform/actor.ts'
import type { OutboxItem } from '../platform/data/outbox.ts'
import { findUser } from '../platform/identity/user.ts'
import type { CommissionRow, Sale } from './commission-entity.ts'
import type { Approval } from './entity.ts'

/** Picks the status and approval fields of a sale or commission. */
export const approvalOf = (row: Approval): Approval => {
  const { status, approvedBy, approvedAt, changedAfterApproval, earlyRelease } = row
  return { status, approvedBy, approvedAt, changedAfterApproval, earlyRelease }
}

/** Tells whether a change would end the approval; a row that is ready for payment counts as approved. */
const canLoseApproval = ({ status, approvedAt }: Approval): boolean =>
  status !== 'uitbetaald' && status !== 'rejected' && (approvedAt !== undefined || status === 'klaar_voor_uitbetaling')

/** Returns the fields that an approval covers and that differ between two states of a sale. */
export const findChangedFields = (before: Sale, after: Sale): ApprovedField[] =>
  approvedFields.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

/**
 * Returns the approval after a change of `fields`: pending when an approved sale changed (decision 78), otherwise
 * unchanged.
 */
export function approvalAfter(
  before: Approval,
  fields: readonly ApprovedField[],
  { by, at }: { by: string; at: string },
): Approval {
  if (fields.length === 0 || !canLoseApproval(before)) return approvalOf(before)
  return {
    ...{ status: 'pending', approvedBy: undefined, approvedAt: undefined },
    changedAfterApproval: { by, at, fields },
    earlyRelease: undefined,
  }
}

/** Returns the approval fields of a sale that a person approved at `at`; this also approves earlier changes. */
export const approvalBy = (actor: Pick<Caller, 'id'>, at: string): Approval => ({
  ...{ status: 'approved', approvedBy: actor.id, approvedAt: at },
  ...{ changedAfterApproval: undefined, earlyRelease: undefined },
})

/**
 * Returns the mail to the person whose approval a change ended. Empty when no approval ended or that person is
 * inactive.
 */
export async function mailsToApprover(before: Approval, after: Approval, saleId: string): Promise<OutboxItem[]> {
  const { approvedBy } = before
  if (approvedBy === undefined || after.approvedBy !== undefined || !after.changedAfterApproval) return []
  const approver = await findUser(approvedBy)
  if (!approver?.isActive) return []
  const { by, at, fields } = after.changedAfterApproval
  return [{ kind: 'sale-unapproved', subject: saleId, facts: { to: approvedBy, by, at, fields: [...fields] } }]
}

/**
 * Returns the mail to the person whose approval a change of a commission ended; empty as `mailsToApprover` is. Throws
 * 409 when an unapproved sale would become ready for payment, or would be paid without being ready first (decision 78).
 * Also throws 409 for a new status of a fee while only its payee marked the appointment as held.
 */
export async function passApproval(before: CommissionRow, after: CommissionRow): Promise<OutboxItem[]> {
  const { type, status: from, toConfirm, originalId } = before
  const { status, approvedAt, changedAfterApproval } = after
  if (status !== from && toConfirm) throw conflict(TO_CONFIRM)
  const isDue = status === 'klaar_voor_uitbetaling' || (status === 'uitbetaald' && from !== 'klaar_voor_uitbetaling')
  // Payment also fails when a new amount in the same request ends the approval of the sale.
  const isEnded = status === 'uitbetaald' && changedAfterApproval !== undefined
  if (status !== from && type === 'sale' && (isDue || isEnded) && approvedAt === undefined) throw conflict(NOT_APPROVED)
  return mailsToApprover(before, after, originalId)
}

export const NOT_APPROVED = 'Keur de sale eerst goed'
export const TO_CONFIRM = 'Laat eerst iemand anders dan de beller de afspraak bevestigen'
