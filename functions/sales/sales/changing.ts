import { seesPersonalData } from '../../../shared/access.ts'
import { conflict, forbidden, unprocessable } from '../../../shared/errors.ts'
import { isFinal } from '../../../shared/sale-steps.ts'
import type { SaleChange } from '../../../shared/sales/schemas.ts'
import { type LocalDate, now } from '../../../shared/time.ts'
import { findPhoneAuthor } from '../../known-customers/service.ts'
import { findTeamFor, nameOf, requireStillAssignable, requireStillChosen } from '../../people/service.ts'
import type { Caller } from '../../platform/actor.ts'
import type { GuardedWrite } from '../../platform/data/commit.ts'
import type { Operation } from '../../platform/data/table.ts'
import type { User } from '../../platform/identity/user.ts'
import type { Edit } from '../../records/record.ts'
import { buildRatedFact, buildUnratedFact, handOverFacts, withFact } from '../amounts/amount-facts.ts'
import { moneyOf } from '../amounts/commission-rules.ts'
import { allRates } from '../amounts/rates.ts'
import { approvalAfter, findChangedFields, mailsToApprover } from '../approval.ts'
import type { Sale } from '../commission-entity.ts'
import { repostCommission } from '../commissions/booking.ts'
import { readEarned, refuseInvoiced } from '../commissions/earned.ts'
import type { SaleRow } from '../entity.ts'
import { isPayeeOf, refuseOwnMoney } from '../own-money.ts'
import { saleRecords } from '../records.ts'
import { readExpectedRevenue } from '../revenue/revenue.ts'
import { addressesOf, commissionOf, details, salesDockKey } from '../rules.ts'
import { viewOf } from '../views.ts'
import { planConfirmation } from './confirmation.ts'
import { readCoolingOff } from './cooling-off.ts'
import { findSaleAgent, findSaleCaller } from './people.ts'
import { requireSaleDate, reserveSalesDockId } from './registering.ts'
import { SalesDockIds } from './salesdock-entity.ts'

/**
 * Changes a sale within reach and erases emptied fields (rulings 30a); amounts stay, except that of a new caller.
 * Throws 409 after another change since `If-Match`, after rejection or payment, for an agent when the sale is no longer
 * nieuw, for a used SalesDock ID, and while a document claims the commission. Throws 422 for a future date or a person
 * who may not be chosen. Throws 403 for an agent who reassigns the sale, and for an actor who would become a payee of
 * it.
 */
export const changeSale = (actor: Caller, id: string, change: SaleChange) =>
  saleRecords.edit(
    actor,
    id,
    (row) => viewOf(actor, row),
    (stored) => planChange(actor, stored, change),
  )

/** Returns the edit that changes fields of a sale; throws as `changeSale` does. */
export async function planChange(actor: Caller, stored: Sale, change: SaleChange): Promise<Edit<Sale>> {
  if (stored.status === 'uitbetaald') await refuseInvoiced(commissionOf(stored))
  refuseSettled(actor, stored)
  const earned = await readEarned(commissionOf(stored))
  const before = { ...stored, ...moneyOf(earned.row) }
  const saleDate = change.saleDate === undefined ? (before.saleDate as LocalDate) : requireSaleDate(change.saleDate)
  const people = await peopleOf(actor, before, change, saleDate)
  const confirmed = await planConfirmation(actor, stored.id, change.confirmation, stored.confirmation)
  const changed = {
    ...{ ...before, ...details.changed(change), ...keepUnseen(actor, before, change), ...people.given },
    confirmation: confirmed.confirmation,
    saleDate,
  }
  const coolingOff = await readCoolingOff(changed)
  const revenue = isOfOtherRate(before, changed) ? await readExpectedRevenue(changed) : null
  const phoneBy = findPhoneAuthor(actor, before, changed)
  const at = now()
  const approval = approvalAfter(before, findChangedFields(before, changed), { by: actor.id, at })
  const expectedRevenue = revenue ? revenue.expectedRevenue : before.expectedRevenue
  const after = { ...changed, ...coolingOff, ...approval, phoneBy, expectedRevenue }
  const { dues, write, count } = repostCommission(earned, commissionOf(after), actor.id)
  return {
    after: { ...after, dues },
    at,
    outbox: await mailsToApprover(before, approval, stored.id),
    also: await refuseBecomingPayee(actor, before, after),
    conditions: [...people.conditions, ...(revenue ? [revenue.ratesUnchanged] : [])],
    write: [...moveSalesDockId(before, after), ...confirmed.write, ...write],
    count,
  }
}

/** Tells whether a change may give a sale another revenue rate. */
const isOfOtherRate = (before: SaleRow, after: SaleRow) =>
  (['provider', 'productType', 'saleDate'] as const).some((name) => before[name] !== after[name])

/**
 * Throws 403 for a person who becomes a payee of another person's sale, except for the only active admin (decision 78).
 */
const refuseBecomingPayee = (actor: Caller, before: Sale, after: Sale) =>
  refuseOwnMoney(
    actor,
    !isPayeeOf(actor.id, commissionOf(before)) && isPayeeOf(actor.id, commissionOf(after)),
    { type: 'sale', id: before.id, name: before.customerName },
    { agentId: after.agentId, callerId: after.callerId },
  )

function refuseSettled(actor: Caller, { status }: SaleRow): void {
  if (status === 'rejected') throw conflict('Een afgekeurde sale kan niet meer worden gewijzigd')
  if (isFinal(status)) throw conflict('Een uitbetaalde sale kan niet meer worden gewijzigd')
  if (actor.role === 'agent' && status !== 'nieuw') {
    throw conflict('Deze sale is al gecontroleerd. Vraag je teamleider om de wijziging.')
  }
}

/**
 * Returns the fields of a sale that change with its agent or caller, and the conditions under which these people may
 * still be chosen. Throws 403 when an agent gives the sale to somebody else. Throws 422 when a person may not be
 * chosen, or when the caller of a sale with an appointment is changed.
 */
async function peopleOf(actor: Caller, before: Sale, { agentId, callerId }: SaleChange, date: LocalDate) {
  const isMoved = agentId && agentId !== before.agentId
  if (isMoved && actor.role === 'agent') throw forbidden('Je kunt een sale niet aan een ander toewijzen')
  const agent = isMoved ? await findSaleAgent(actor, agentId) : null
  const hasNewCaller = callerId !== undefined && (callerId ?? undefined) !== before.callerId
  if (hasNewCaller && before.appointmentId !== undefined) {
    throw unprocessable('Kies als beller de maker van de afspraak', 'callerId')
  }
  const caller = hasNewCaller && callerId ? await findSaleCaller(actor, callerId) : null
  const conditions: GuardedWrite[] = [
    ...(agent ? requireStillAssignable(actor, agent) : []),
    ...(caller && ![actor.id, agent?.id].includes(caller.id) ? [requireStillChosen(caller, 'callerId')] : []),
  ]
  const team = agent ? await findTeamFor(agent, actor) : null
  const amountFacts = agent ? handOverFacts(before.amountFacts, 'agent', agent.id) : before.amountFacts
  return {
    given: {
      amountFacts,
      ...(agent ? { agentId: agent.id, agent: nameOf(agent), ...team } : {}),
      ...(hasNewCaller ? await callerFields(caller, { ...before, amountFacts }, { ...(team ?? before), date }) : {}),
    },
    conditions,
  }
}

/**
 * Returns the fields of a sale with another caller or none. A person with the role caller takes over an amount set by
 * hand, otherwise gets the rate; anybody else gets 0 (rulings 37).
 */
async function callerFields(
  caller: User | null,
  before: Sale,
  { teamId, team, date: day }: Pick<SaleRow, 'teamId' | 'team'> & { readonly date: LocalDate },
) {
  if (!caller) return { callerId: undefined, caller: undefined, callerCommission: 0 }
  const named = { callerId: caller.id, caller: nameOf(caller) }
  const isByHand = before.commissionOverride !== undefined && before.callerId !== undefined
  if (isByHand && caller.role === 'caller') {
    return { ...named, amountFacts: handOverFacts(before.amountFacts, 'caller', caller.id) }
  }
  const to = { as: 'caller' as const, userId: caller.id, day, at: now() }
  const fact =
    caller.role === 'caller'
      ? buildRatedFact(await allRates(), { ...to, teamId, teamName: team.name })
      : buildUnratedFact(to)
  return {
    ...named,
    callerCommission: fact.amount,
    amountFacts: withFact(before.amountFacts, fact),
  }
}

/** Returns addresses and EANs after a change; keeps EANs that the actor does not see and left empty. */
function keepUnseen(actor: Caller, before: SaleRow, change: SaleChange): Partial<SaleRow> {
  const addresses = change.additionalAddresses && addressesOf(change.additionalAddresses)
  if (seesPersonalData(actor)) return addresses ? { additionalAddresses: addresses } : {}
  const placeOf = ({ postalCode, houseNumber }: { postalCode: string; houseNumber: string }) =>
    `${postalCode} ${houseNumber}`
  const known = new Map(before.additionalAddresses.map((address) => [placeOf(address), address]))
  return {
    eanElectricity: change.eanElectricity ?? before.eanElectricity,
    eanGas: change.eanGas ?? before.eanGas,
    ...(addresses
      ? { additionalAddresses: addresses.map((address) => ({ ...known.get(placeOf(address)), ...address })) }
      : {}),
  }
}

/** Returns the writes of a changed SalesDock ID: claims the new one and releases the old one. */
function moveSalesDockId(before: SaleRow, after: SaleRow): (Operation | GuardedWrite)[] {
  const salesDockId = salesDockKey(before.salesDockId)
  if (salesDockId === salesDockKey(after.salesDockId)) return []
  return [reserveSalesDockId(after), SalesDockIds.delete({ salesDockId })]
}
