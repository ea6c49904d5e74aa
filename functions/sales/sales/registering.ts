import { AppError, conflict, unprocessable } from '../../../shared/errors.ts'
import type { NewSale, SaleCheck } from '../../../shared/sales/schemas.ts'
import { type LocalDate, localDateOf, now } from '../../../shared/time.ts'
import { findTeamFor, nameOf, requireStillAssignable, requireStillChosen } from '../../people/service.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { commitNothing, type GuardedWrite } from '../../platform/data/commit.ts'
import { findUser, type User } from '../../platform/identity/user.ts'
import { newRecordFields } from '../../records/record.ts'
import { buildRatedFact, buildUnratedFact } from '../amounts/amount-facts.ts'
import { amountsFor } from '../amounts/amounts.ts'
import { allRates } from '../amounts/rates.ts'
import { NOBODY, type SaleRow } from '../entity.ts'
import { saleRecords } from '../records.ts'
import { readExpectedRevenue } from '../revenue/revenue.ts'
import { addIndexKeys, addressesOf, details, eansOf, salesDockKey } from '../rules.ts'
import { viewOf } from '../views.ts'
import { planConfirmation } from './confirmation.ts'
import { readCoolingOff } from './cooling-off.ts'
import { changeOrigin, findOrigin, type Origin } from './origin.ts'
import { findSaleAgent, findSaleCaller } from './people.ts'
import { SalesDockIds } from './salesdock-entity.ts'
import { findSaleWarnings } from './warnings.ts'

/** Maximum number of attempts to register a sale while others change its appointment, lead or contract. */
const TRIES = 5

/**
 * Registers a sale, and updates its appointment, lead and contract in the same transaction (rulings 33). Throws 409 for
 * a used SalesDock ID or a second sale of an appointment, 422 for a future date or a person who may not be chosen.
 * Throws 403 or 404 for an appointment, lead or contract that the actor may not change, 422 when these do not belong
 * together.
 */
export async function registerSale(actor: Caller, form: NewSale) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await registerOnce(actor, form)
    } catch (error) {
      // A conflict about a field, such as a used SalesDock ID, would occur again. Any other conflict is due to a
      // simultaneous change.
      const isRaced = error instanceof AppError && error.kind === 'conflict' && !error.errors
      if (!isRaced || attempt === TRIES) throw error
    }
  }
}

/** Fields of a sale that nobody approved, rejected, withdrew or paid. */
const NOT_JUDGED = {
  ...{ approvedBy: undefined, approvedAt: undefined, changedAfterApproval: undefined, earlyRelease: undefined },
  ...{ withdrawnAt: undefined, withdrawal: undefined, rejectionReason: undefined },
  ...{ paidAt: undefined, dues: undefined, paidTo: undefined },
}

/** Makes one attempt to register a sale. Throws a conflict when somebody else changed what it read. */
async function registerOnce(actor: Caller, form: NewSale) {
  const at = now()
  const saleDate = requireSaleDate(form.saleDate)
  const { origin, agent, booked, team, ofAgent, ofCaller } = await ratedFor(actor, form, saleDate, at)
  const { expectedRevenue, ratesUnchanged } = await readExpectedRevenue({ ...form, saleDate })
  const additionalAddresses = addressesOf(form.additionalAddresses ?? [])
  const agreed = details.created(form)
  const soldAt = agreed.soldAt ?? (origin.appointment ? 'customer' : undefined)
  const standard = newRecordFields(at)
  const confirmed = await planConfirmation(actor, standard.id, form.confirmation)
  const row = addIndexKeys({
    ...agreed,
    ...standard,
    ...team,
    soldAt,
    confirmation: confirmed.confirmation,
    ...(await readCoolingOff({ ...agreed, soldAt, saleDate })),
    additionalAddresses,
    agentId: agent.id,
    agent: nameOf(agent),
    callerId: booked?.name.id,
    caller: booked?.name,
    appointmentId: origin.appointment?.id,
    leadId: origin.lead?.id,
    contractId: origin.contract?.id ?? origin.lead?.contractId,
    status: 'nieuw',
    agentCommission: ofAgent.amount,
    callerCommission: ofCaller?.amount ?? 0,
    commissionOverride: undefined,
    amountFacts: ofCaller ? [ofAgent, ofCaller] : [ofAgent],
    expectedRevenue,
    receivedRevenue: undefined,
    saleDate,
    ...NOT_JUDGED,
    openQuestions: 0,
    createdBy: actor.id,
    phoneBy: undefined,
  })
  const warnings = await findSaleWarnings(actor, { ...row, saleDate, eans: eansOf(row) })
  const { conditions, also } = await changeOrigin(actor, origin, row.id)
  return saleRecords.create(actor, row, async (made) => ({ ...(await viewOf(actor, made)), warnings }), {
    conditions: [
      ...requireStillAssignable(actor, agent),
      ...(booked?.chosen && ![actor.id, agent.id].includes(booked.chosen.id)
        ? [requireStillChosen(booked.chosen, 'callerId')]
        : []),
      reserveSalesDockId(row),
      ratesUnchanged,
      ...conditions,
    ],
    write: confirmed.write,
    also,
  })
}

type Sold = Pick<NewSale, 'appointmentId' | 'leadId' | 'contractId' | 'callerId'> & {
  readonly agentId?: string | null | undefined
}

/** Returns the origin of a sale, its people, and their amounts by the rates of a day (rulings 37). */
async function ratedFor(actor: Caller, form: Sold, day: LocalDate, at: string) {
  const origin = await findOrigin(actor, form)
  const agent = await findSaleAgent(
    actor,
    form.agentId ?? (actor.role === 'agent' ? null : origin.appointment?.agentId),
  )
  const booked = await findCaller(actor, form.callerId, origin)
  const team = await findTeamFor(agent, actor)
  const rates = await allRates()
  const rated = { teamId: team.teamId, teamName: team.team.name, day, at }
  const ofAgent = buildRatedFact(rates, { ...rated, as: 'agent', userId: agent.id })
  const called = booked && ({ ...rated, as: 'caller', userId: booked.name.id } as const)
  const ofCaller = called && (booked.isCaller ? buildRatedFact(rates, called) : buildUnratedFact(called))
  return { origin, agent, booked, team, ofAgent, ofCaller }
}

/**
 * Returns possible duplicates of a sale that is being typed, and the commission it would earn; stores nothing (rulings
 * 33).
 */
export async function checkSale(actor: Caller, form: SaleCheck) {
  const permit = authorise(actor, 'sale:create')
  const saleDate = (form.saleDate ?? localDateOf(now())) as LocalDate
  const [warnings, earns] = await Promise.all([
    findSaleWarnings(actor, { ...form, saleDate, eans: eansOf(form) }),
    earningsOf(actor, form, saleDate),
  ])
  return commitNothing(permit, { warnings, earns })
}

/** Returns the commission of a sale by its rates; null when its people are missing or may not be chosen. */
async function earningsOf(actor: Caller, form: SaleCheck, day: LocalDate) {
  const { agentId, appointmentId, leadId, contractId } = form
  if (![agentId, appointmentId, leadId, contractId].some(Boolean)) return null
  try {
    const { agent, booked, ofAgent, ofCaller } = await ratedFor(actor, form, day, now())
    return amountsFor(actor, {
      ...{ agentPayee: agent.id, callerPayee: booked?.name.id ?? NOBODY },
      ...{ agentCommission: ofAgent.amount, callerCommission: ofCaller?.amount ?? 0 },
    })
  } catch (error) {
    if (error instanceof AppError && error.kind !== 'unavailable') return null
    throw error
  }
}

/** Returns the date of a sale, by default today (rulings 33). Throws 422 for a date in the future. */
export function requireSaleDate(date: string | undefined): LocalDate {
  const today = localDateOf(now())
  if (date !== undefined && date > today) {
    throw unprocessable('De datum van de sale ligt in de toekomst', 'saleDate')
  }
  return (date ?? today) as LocalDate
}

/**
 * Finds the caller of a sale: the booker of its appointment, otherwise the named person; null without either. Throws
 * 422 for a named person other than the booker, or who may not be chosen.
 */
async function findCaller(actor: Caller, callerId: string | null | undefined, { appointment }: Origin) {
  if (!appointment) {
    const chosen = callerId ? await findSaleCaller(actor, callerId) : null
    return chosen && { name: nameOf(chosen), isCaller: chosen.role === 'caller', chosen }
  }
  if (callerId && callerId !== appointment.createdBy) {
    throw unprocessable('Kies als beller de maker van de afspraak', 'callerId')
  }
  const user: User | null = await findUser(appointment.createdBy)
  return { name: user ? nameOf(user) : appointment.caller, isCaller: user?.role === 'caller', chosen: null }
}

/**
 * Returns the write that reserves a sale's SalesDock ID; a rejected sale keeps the ID. The write fails with 409 when
 * another sale has it.
 */
export function reserveSalesDockId({ id, salesDockId }: Pick<SaleRow, 'id' | 'salesDockId'>): GuardedWrite {
  return {
    write: SalesDockIds.put({ salesDockId: salesDockKey(salesDockId), saleId: id }).where(
      (row, { notExists, eq }) => `${notExists(row.saleId)} OR ${eq(row.saleId, id)}`,
    ),
    onFailure: () => conflict('Deze SalesDock ID bestaat al', 'salesDockId'),
  }
}
