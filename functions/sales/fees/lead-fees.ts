import { isDeepStrictEqual } from 'node:util'
import { editConflict } from '../../../shared/errors.ts'
import type { LocalDate } from '../../../shared/time.ts'
import { findHeldWithoutSale } from '../../appointments/service.ts'
import { asSystem } from '../../platform/actor.ts'
import { type Change, commitAll, condition, type GuardedWrite, isWritten } from '../../platform/data/commit.ts'
import { findUser } from '../../platform/identity/user.ts'
import type { More } from '../../records/record.ts'
import { buildRatedFact } from '../amounts/amount-facts.ts'
import { addCommissionKeys, stepOf } from '../amounts/commission-rules.ts'
import { allRates, type CommissionRateRow } from '../amounts/rates.ts'
import { type CommissionRow, Commissions } from '../commission-entity.ts'
import { NOBODY } from '../entity.ts'
import { leadFeeRecords } from '../records.ts'
import { replaceFee, restoreFee } from './replaced-fees.ts'

/**
 * Maximum number of attempts to store a fee while others change it; afterwards the event of the appointment is
 * delivered again.
 */
const TRIES = 8

/** Returns the id of the commission row of a held appointment without a sale (rulings 36). */
const leadFeeId = (appointmentId: string) => `lead-${appointmentId}`

/** Finds the fee of a held appointment, strongly consistent, or null. */
export async function findLeadFee(appointmentId: string): Promise<CommissionRow | null> {
  const { data } = await Commissions.get({ id: leadFeeId(appointmentId) }).go({ consistent: true })
  return data as CommissionRow | null
}

/**
 * Creates, updates, marks or removes the fee of a held appointment (the booker's reward) after a change of that
 * appointment (rulings 36). May be repeated. Throws while others keep changing the appointment, so that its event is
 * delivered again.
 */
export async function updateLeadFee(appointmentId: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const changes = await planFee(appointmentId)
    if (changes.length === 0) return
    if (await isWritten(commitAll(asSystem('commissions'), changes))) return
    if (attempt === TRIES) throw new Error(`The appointment ${appointmentId} is changed all the while`)
  }
}

type Held = NonNullable<Awaited<ReturnType<typeof findHeldWithoutSale>>['row']>

/**
 * Returns the changes by which the fee of an appointment follows it: created, restored or changed while the appointment
 * was held without a sale; else deleted, or only marked once it was booked or handled.
 */
async function planFee(appointmentId: string): Promise<Change[]> {
  const [{ row: held, unchanged }, before] = await Promise.all([
    findHeldWithoutSale(appointmentId),
    findLeadFee(appointmentId),
  ])
  const more = { conditions: [unchanged] }
  if (held) {
    if (before?.replacedBy) return restoreFee(before, { ...heldFee(before, held), replacedBy: undefined }, more)
    if (before) return changesTo(before, heldFee(before, held), more)
    const creator = await findUser(held.createdBy)
    return creator?.role === 'caller' ? leadFeeRecords.created(buildLeadFee(held, await allRates()), more) : []
  }
  if (!before || before.replacedBy) return []
  // A fee with postings stays: a new fee of the same appointment could give its items the same ids.
  const hasLeftNieuw = before.dues !== undefined || stepOf(before.status) !== 'nieuw'
  if (!hasLeftNieuw) return leadFeeRecords.removed(before, more)
  return changesTo(before, { ...before, isMarked: true }, more)
}

/**
 * Returns the fee of an appointment that is still held. While the fee is nieuw, its details follow the appointment.
 * After that they stay, and `isMarked` ends once somebody other than the payee marked the appointment as held.
 */
const heldFee = (fee: CommissionRow, held: Held): CommissionRow => {
  const isUnconfirmed = isHeldByPayee(held)
  return addCommissionKeys(
    stepOf(fee.status) === 'nieuw'
      ? { ...fee, ...detailsOf(held), toConfirm: isUnconfirmed, isMarked: false }
      : { ...fee, isMarked: isUnconfirmed && fee.isMarked },
  )
}

/** Tells whether only the payee of a fee marked its appointment as held (decision 78). */
const isHeldByPayee = ({ heldBy, createdBy }: Held): boolean => heldBy?.id === createdBy

function changesTo(before: CommissionRow, after: CommissionRow, more: More): Change[] {
  return isDeepStrictEqual(toStored(before), toStored(after)) ? [] : leadFeeRecords.changed(before, after, more).changes
}

/** Returns a row as the table stores it: without undefined values. */
const toStored = (row: CommissionRow): unknown => JSON.parse(JSON.stringify(row))

/** Returns the fields that a fee copies from its appointment. */
const detailsOf = (held: Held) => {
  const { customerName, companyName, customerPhone, agentId, teamId, agent, team, date, status, heldBy } = held
  const details = { customerName, companyName, customerPhone, agentId, teamId, agent, team, date }
  return { ...details, appointmentStatus: status, heldById: heldBy?.id }
}

/**
 * Builds the new fee for the caller of a held appointment, with the date of the appointment. The fee counts as created
 * at the last change of the appointment.
 */
export function buildLeadFee(appointment: Held, rates: readonly CommissionRateRow[]): CommissionRow {
  const { id, createdBy, caller, teamId, team, date, updatedAt } = appointment
  const fact = buildRatedFact(rates, {
    ...{ as: 'caller', userId: createdBy, teamId, teamName: team.name },
    ...{ day: date as LocalDate, at: updatedAt },
  })
  return addCommissionKeys({
    ...detailsOf(appointment),
    version: 1,
    createdAt: updatedAt,
    updatedAt,
    id: leadFeeId(id),
    originalId: id,
    type: 'lead',
    callerId: createdBy,
    agentPayee: NOBODY,
    callerPayee: createdBy,
    caller,
    salesDockId: undefined,
    energyProvider: undefined,
    contractLength: undefined,
    status: 'nieuw',
    agentCommission: 0,
    callerCommission: fact.amount,
    amountFacts: [fact],
    toConfirm: isHeldByPayee(appointment),
    approvedBy: undefined,
    approvedAt: undefined,
    changedAfterApproval: undefined,
    earlyRelease: undefined,
    coolingOff: undefined,
    coolingOffUntil: undefined,
    withdrawnAt: undefined,
    commissionOverride: undefined,
    isMarked: false,
    openQuestions: 0,
    paidAt: undefined,
    dues: undefined,
    paidTo: undefined,
    replacedBy: undefined,
  })
}

/**
 * Returns the changes to an appointment's fee when a sale of that appointment is registered: the sale replaces the fee.
 * Without a fee it returns the condition that none is added meanwhile.
 */
export async function replaceLeadFee(
  appointmentId: string,
  saleId: string,
): Promise<{ conditions: readonly GuardedWrite[]; also: readonly Change[] }> {
  const fee = await findLeadFee(appointmentId)
  if (fee) return { conditions: [], also: await replaceFee(fee, saleId) }
  const none = Commissions.delete({ id: leadFeeId(appointmentId) }).where((row, { notExists }) => notExists(row.id))
  return { conditions: [condition(none, () => editConflict('deze afspraak'))], also: [] }
}
