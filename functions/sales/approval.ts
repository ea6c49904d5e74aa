import type { SaleStatus } from '../../shared/contract/schemas/sale-form.ts'
import { type ApprovedField, approvedFields } from '../../shared/contract/schemas/sales.ts'
import { conflict } from '../../shared/errors.ts'
import type { Caller } from '../platform/actor.ts'
import type { OutboxItem } from '../platform/data/outbox.ts'
import { findUser } from '../platform/identity/user.ts'
import type { ChangedSince, CommissionRow, SaleRow } from './entity.ts'

declare module '../platform/data/outbox.ts' {
  interface OutboxKinds {
    'sale-unapproved': true
  }
}

/** Fields of a sale or its commission that make up its approval. */
export interface Approval {
  readonly status: SaleStatus
  readonly approvedBy: string | undefined
  readonly approvedAt: string | undefined
  readonly changedAfterApproval: ChangedSince | undefined
}

/** Returns the approval fields of a row. */
export const approvalOf = ({ status, approvedBy, approvedAt, changedAfterApproval }: Approval): Approval => ({
  ...{ status, approvedBy, approvedAt, changedAfterApproval },
})

/** Tells whether a change would end the approval; a row that is ready for payment counts as approved. */
const isBound = ({ status, approvedAt }: Approval): boolean =>
  status !== 'uitbetaald' && status !== 'rejected' && (approvedAt !== undefined || status === 'klaar_voor_uitbetaling')

/** Returns the approved fields that differ between two states of a sale. */
export const findChangedFields = (before: SaleRow, after: SaleRow): ApprovedField[] =>
  approvedFields.filter((name) => before[name] !== after[name])

/**
 * Returns the approval after a change: back to pending when an approved field changed (rulings 35), otherwise the same.
 */
export function approvalAfter(
  before: Approval,
  fields: readonly ApprovedField[],
  { by, at }: { by: string; at: string },
): Approval {
  if (fields.length === 0 || !isBound(before)) return approvalOf(before)
  return {
    ...{ status: 'pending', approvedBy: undefined, approvedAt: undefined },
    changedAfterApproval: { by, at, fields },
  }
}

/** Returns the approval by a person; it also covers earlier changes. */
export const approvalBy = (actor: Pick<Caller, 'id'>, at: string): Approval => ({
  ...{ status: 'approved', approvedBy: actor.id, approvedAt: at, changedAfterApproval: undefined },
})

/** Returns the mail to the approver of an approval that ended; none without an active approver. */
export async function mailsToApprover(before: Approval, after: Approval, saleId: string): Promise<OutboxItem[]> {
  const { approvedBy } = before
  if (approvedBy === undefined || after.approvedBy !== undefined || !after.changedAfterApproval) return []
  const approver = await findUser(approvedBy)
  if (!approver?.isActive) return []
  const { by, at, fields } = after.changedAfterApproval
  return [{ kind: 'sale-unapproved', subject: saleId, facts: { to: approvedBy, by, at, fields: [...fields] } }]
}

/**
 * Refuses the step of a sale without approval to ready for payment (rulings 35), and any step of a fee that only its
 * payee confirmed (rulings 36). 409.
 */
export function refuseUnapproved(
  { type, status, toConfirm }: Pick<CommissionRow, 'type' | 'status' | 'toConfirm'>,
  to: Approval,
): void {
  if (to.status === status) return
  if (toConfirm) throw conflict(TO_CONFIRM)
  const isDue =
    to.status === 'klaar_voor_uitbetaling' || (to.status === 'uitbetaald' && status !== 'klaar_voor_uitbetaling')
  // An approval that a new amount ends in the same request no longer counts.
  const isEnded = to.status === 'uitbetaald' && to.changedAfterApproval !== undefined
  if (type === 'sale' && (isDue || isEnded) && to.approvedAt === undefined) throw conflict(NOT_APPROVED)
}

export const NOT_APPROVED = 'Keur de sale eerst goed'
export const TO_CONFIRM = 'Een ander dan de beller bevestigt eerst dat de afspraak is geweest'
