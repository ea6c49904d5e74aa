import { forbidden } from '../../shared/errors.ts'
import { type OwnRecord, refuseOwnChange } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import type { Change } from '../platform/data/commit.ts'
import type { CommissionRow } from './commission-entity.ts'

export const OWN_MONEY = 'Laat een collega je eigen commissie afhandelen'

/** Returns the 403 error for an actor who handles a commission, or another amount, that is paid to the actor. */
export const ownMoneyError = () => forbidden(OWN_MONEY)

type Paid = Pick<CommissionRow, 'agentPayee' | 'callerPayee' | 'callerCommission'>

/** Tells whether a commission pays a person: as agent, or as caller for an amount above 0 (decision 78). */
export const isPayeeOf = (userId: string, { agentPayee, callerPayee, callerCommission }: Paid): boolean =>
  agentPayee === userId || (callerPayee === userId && callerCommission > 0)

/**
 * Throws 403 for an action on one's own money (`isOwn`), except by the only active admin. Returns the change that
 * audits such an exception, with the facts `what`; empty where `isOwn` is false.
 */
export const refuseOwnMoney = (actor: Caller, isOwn: boolean, about: OwnRecord, what: object): Promise<Change[]> =>
  refuseOwnChange(actor, isOwn, { refused: ownMoneyError, about, what })

/** Requested change of a commission; amounts in euros. */
interface Wish {
  readonly status?: string | undefined
  readonly agentCommission?: number | undefined
  readonly callerCommission?: number | undefined
}

/**
 * Throws 403 for a change of a commission that pays the actor before or after the change, except by the only active
 * admin. Returns the change that audits such an exception; empty for other people's commissions.
 */
export function refuseOwnCommission(actor: Caller, row: CommissionRow, wish: Wish): Promise<Change[]> {
  const isOwn = isPayeeOf(actor.id, row) || (row.callerPayee === actor.id && (wish.callerCommission ?? 0) > 0)
  const [type, id] = row.type === 'sale' ? ['sale', row.originalId] : ['commission', row.id]
  const { status, agentCommission, callerCommission } = wish
  const what = { commissionId: row.id, status, agentCommission, callerCommission }
  const about = { type, id, name: row.customerName }
  return refuseOwnChange(actor, isOwn, { refused: ownMoneyError, about, what })
}
