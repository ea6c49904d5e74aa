import { unprocessable } from '../../../shared/errors.ts'
import type { NewSale } from '../../../shared/sales/schemas.ts'
import {
  appointmentRecords,
  findAppointment,
  markSaleRegistered,
  markSaleRejected,
} from '../../appointments/service.ts'
import { contractRecords, findContract, markContractSigned, unmarkContractSigned } from '../../contracts/service.ts'
import { convertLead, findLead, leadRecords, reopenLead } from '../../leads/service.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Change } from '../../platform/data/commit.ts'
import type { More } from '../../records/record.ts'
import type { SaleRow } from '../entity.ts'
import { replaceLeadFee } from '../fees/lead-fees.ts'

/** Appointment, lead and contract that a sale came from. */
export type Origin = Awaited<ReturnType<typeof findOrigin>>

/**
 * Finds the appointment, lead and contract of a sale: those of the form, and those linked to them. Throws 403 or 404
 * for a given record that the actor may not change, 422 when the records do not belong together.
 */
export async function findOrigin(actor: Caller, form: Pick<NewSale, 'appointmentId' | 'leadId' | 'contractId'>) {
  const [givenAppointment, givenLead, givenContract] = await Promise.all([
    form.appointmentId ? appointmentRecords.within(actor, form.appointmentId, 'appointment:edit') : null,
    form.leadId ? leadRecords.within(actor, form.leadId, 'lead:edit') : null,
    form.contractId ? contractRecords.within(actor, form.contractId) : null,
  ])
  if (differ(givenAppointment?.row.contractId, givenContract?.row.id)) {
    throw unprocessable('Deze afspraak hoort bij een ander contract', 'contractId')
  }
  const contract =
    givenContract?.row ??
    (givenAppointment?.row.contractId ? await findContract(givenAppointment.row.contractId) : null)
  const leadId = givenLead?.row.id ?? givenContract?.row.leadId
  const plannedLead = (givenAppointment?.row.contractId && contract?.leadId) || givenAppointment?.row.leadId
  if (differ(plannedLead, leadId)) {
    throw unprocessable('Deze afspraak hoort bij een andere lead', givenLead ? 'leadId' : 'contractId')
  }
  const lead = givenLead?.row ?? (givenContract?.row.leadId ? await unsold(givenContract.row.leadId) : null)
  const planned = lead?.appointmentId ?? givenContract?.row.appointmentId
  const appointment = givenAppointment?.row ?? (planned ? await plannedFor(planned) : null)
  const leadOf = givenContract ? unsold : findLead
  const linkedLeadId = contract?.leadId ?? appointment?.leadId
  return { appointment, contract, lead: lead ?? (linkedLeadId ? await leadOf(linkedLeadId) : null) }
}

const differ = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other

async function unsold(leadId: string) {
  const row = await findLead(leadId)
  return row?.saleId === undefined ? row : null
}

/**
 * Finds the appointment of a lead or contract; null when it was cancelled, ended without a sale, or already has a
 * sale.
 */
async function plannedFor(id: string) {
  const row = await findAppointment(id)
  const isOver = row?.status === 'cancelled' || row?.status === 'no-sale' || row?.saleId !== undefined
  return isOver ? null : row
}

/**
 * Returns the changes to appointment, lead and contract when their sale is registered, and to the appointment's fee,
 * which the sale replaces. Throws 409 when the appointment has a sale that was not rejected.
 */
export async function changeOrigin(actor: Caller, { appointment, lead, contract }: Origin, saleId: string) {
  const fee = appointment ? await replaceLeadFee(appointment.id, saleId) : { conditions: [], also: [] }
  return {
    conditions: fee.conditions,
    also: [
      ...(appointment ? await markSaleRegistered(actor, appointment, saleId) : []),
      ...fee.also,
      ...(lead ? convertLead(lead, saleId) : []),
      ...(contract ? markContractSigned(contract, saleId, actor.id) : []),
    ],
  } satisfies More
}

/**
 * Returns the changes to appointment, lead and contract when their sale is rejected. The appointment may then get
 * another sale; lead and contract return to their earlier state, unless another sale or a person set it.
 */
export async function restoreOrigin(
  actor: Caller,
  { id, appointmentId, leadId, contractId }: SaleRow,
): Promise<Change[]> {
  return [
    ...(appointmentId ? await markSaleRejected(appointmentId, id) : []),
    ...(leadId ? await reopenLead(leadId, id) : []),
    ...(contractId ? await unmarkContractSigned(contractId, id, actor.id) : []),
  ]
}
