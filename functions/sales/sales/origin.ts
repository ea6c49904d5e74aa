import type { NewSale } from '../../../shared/contract/schemas/sale-form.ts'
import { unprocessable } from '../../../shared/errors.ts'
import { appointmentRecords, findAppointment, saleRegistered, saleRejected } from '../../appointments/service.ts'
import { contractRecords, contractSigned, contractUnsigned, findContract } from '../../contracts/service.ts'
import { findLead, leadConverted, leadRecords, leadReopened } from '../../leads/service.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Change } from '../../platform/data/commit.ts'
import type { More } from '../../records/record.ts'
import type { SaleRow } from '../entity.ts'
import { withoutLeadFee } from '../fees/lead-fees.ts'

/** Appointment, lead and contract that a sale came from. */
export type Origin = Awaited<ReturnType<typeof originOf>>

/**
 * Finds the appointment, lead and contract of a sale: those of the form, and those linked to them. Throws 404 for one
 * that the actor may not change, 422 when they do not belong together.
 */
export async function originOf(actor: Caller, form: Pick<NewSale, 'appointmentId' | 'leadId' | 'contractId'>) {
  const [given, told, named] = await Promise.all([
    form.appointmentId ? appointmentRecords.within(actor, form.appointmentId, 'appointment:edit') : null,
    form.leadId ? leadRecords.within(actor, form.leadId, 'lead:edit') : null,
    form.contractId ? contractRecords.within(actor, form.contractId) : null,
  ])
  if (isOther(given?.row.contractId, named?.row.id)) {
    throw unprocessable('Deze afspraak hoort bij een ander contract', 'contractId')
  }
  const contract = named?.row ?? (given?.row.contractId ? await findContract(given.row.contractId) : null)
  const leadId = told?.row.id ?? named?.row.leadId
  const plannedLead = (given?.row.contractId && contract?.leadId) || given?.row.leadId
  if (isOther(plannedLead, leadId)) {
    throw unprocessable('Deze afspraak hoort bij een andere lead', told ? 'leadId' : 'contractId')
  }
  const lead = told?.row ?? (named?.row.leadId ? await unsold(named.row.leadId) : null)
  const planned = lead?.appointmentId ?? named?.row.appointmentId
  const appointment = given?.row ?? (planned ? await plannedFor(planned) : null)
  const leadOf = named ? unsold : findLead
  const brought = contract?.leadId ?? appointment?.leadId
  return { appointment, contract, lead: lead ?? (brought ? await leadOf(brought) : null) }
}

const isOther = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other

async function unsold(leadId: string) {
  const row = await findLead(leadId)
  return row?.saleId === undefined ? row : null
}

/** Finds the appointment of a lead or contract; null when it was cancelled, ended without a sale, or has one. */
async function plannedFor(id: string) {
  const row = await findAppointment(id)
  const isOver = row?.status === 'cancelled' || row?.status === 'no-sale' || row?.saleId !== undefined
  return isOver ? null : row
}

/** Returns the changes to appointment, lead and contract when their sale is registered, each with an audit row. */
export async function originChanged(actor: Caller, { appointment, lead, contract }: Origin, saleId: string) {
  const fee = appointment ? await withoutLeadFee(appointment.id, saleId) : { conditions: [], also: [] }
  return {
    conditions: fee.conditions,
    also: [
      ...(appointment ? await saleRegistered(actor, appointment, saleId) : []),
      ...fee.also,
      ...(lead ? leadConverted(lead, saleId) : []),
      ...(contract ? contractSigned(contract, saleId, actor.id) : []),
    ],
  } satisfies More
}

/**
 * Returns the changes when a sale is rejected. The appointment may have another sale; lead and contract return to their
 * earlier state.
 */
export async function originFreed(
  actor: Caller,
  { id, appointmentId, leadId, contractId }: SaleRow,
): Promise<Change[]> {
  return [
    ...(appointmentId ? await saleRejected(appointmentId, id) : []),
    ...(leadId ? await leadReopened(leadId, id) : []),
    ...(contractId ? await contractUnsigned(contractId, id, actor.id) : []),
  ]
}
