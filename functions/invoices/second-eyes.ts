import { forbidden } from '../../shared/errors.ts'
import { approveAsSecond, buildApproverCheck } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import { takeRows } from '../platform/data/rows.ts'
import { type PartnerRow, Partners } from './partner-entity.ts'

/**
 * Tells whether the actor is a stand-in whom a partner's invoices pay: nobody approves their own money (rulings 35).
 */
async function isPaidStandIn({ id, paymentApprover }: Caller): Promise<boolean> {
  if (!paymentApprover) return false
  const { rows } = await takeRows<PartnerRow>(Partners.query.byAgent({ agentKey: id }) as never, 1)
  return rows.length > 0
}

/** Returns what `buildApproverCheck` does; for a stand-in whom a partner pays, a function that always refuses. */
export const buildPaymentCheck: typeof buildApproverCheck = async (actor, made) =>
  made.length === 0 || (await isPaidStandIn(actor)) ? () => false : buildApproverCheck(actor, made)

/** Does what `approveAsSecond` does; throws 403 also for a stand-in whom a partner pays. */
export const approvePaymentAsSecond: typeof approveAsSecond = async (actor, made, approving) => {
  if (await isPaidStandIn(actor)) throw forbidden('Je wordt via een partner betaald. Laat een beheerder dit doen.')
  return approveAsSecond(actor, made, approving)
}
