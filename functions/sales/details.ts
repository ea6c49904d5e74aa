import { randomUUID } from 'node:crypto'
import { can, seesPersonalData } from '../../shared/access.ts'
import { saleHistoryFields } from '../../shared/contract/sales.ts'
import { AppError } from '../../shared/errors.ts'
import { euros, wholeCents } from '../../shared/money.ts'
import { type Instant, type LocalDate, localDateOf } from '../../shared/time.ts'
import { appointmentRecords } from '../appointments/service.ts'
import { contractRecords } from '../contracts/service.ts'
import { leadRecords } from '../leads/service.ts'
import type { Caller } from '../platform/actor.ts'
import { commit } from '../platform/commit.ts'
import { historyOf } from '../records/history.ts'
import { countReveal } from '../records/revealing.ts'
import { amountsFor } from './amounts.ts'
import type { SaleRow } from './entity.ts'
import { saleRecords } from './records.ts'
import { commissionOf, eansOf } from './rules.ts'
import { viewOf } from './views.ts'
import { warningsFor } from './warnings.ts'

/** One sale within reach with what it came from, each part only where the actor may see that; 404 otherwise. */
export async function saleDetails(actor: Caller, id: string) {
  const { row } = await saleRecords.within(actor, id)
  const saleDate = row.saleDate as LocalDate
  const [view, warnings, appointment, lead, contract] = await Promise.all([
    viewOf(actor, row),
    warningsFor(actor, { ...row, saleDate, eans: eansOf(row), except: id }),
    seen(row.appointmentId, (one) => appointmentRecords.within(actor, one)),
    seen(row.leadId, (one) => leadRecords.within(actor, one)),
    seen(row.contractId, (one) => contractRecords.within(actor, one)),
  ])
  return {
    ...view,
    warnings,
    appointment: appointment && linked(appointment, appointment.date, appointment.status),
    lead: lead && linked(lead, localDateOf(lead.createdAt as Instant), lead.status),
    contract: contract && linked(contract, contract.expiryDate, contract.salesStatus),
  }
}

const linked = ({ id, customerName }: { id: string; customerName: string }, date: string, status: string) => ({
  id,
  date,
  status,
  text: customerName,
})

/** A record that is linked, where it is there still and within reach. */
async function seen<Row>(
  id: string | undefined,
  within: (id: string) => Promise<{ row: Row }>,
): Promise<Row | undefined> {
  if (id === undefined) return undefined
  try {
    return (await within(id)).row
  } catch (error) {
    if (error instanceof AppError && (error.kind === 'notFound' || error.kind === 'forbidden')) return undefined
    throw error
  }
}

/** What of a history who may not see personal data is not told (rulings 62); the audit masks the IBAN for everybody. */
const personal: readonly string[] = ['eanElectricity', 'eanGas', 'bankAccountHolder']

/**
 * What became of a sale within reach, newest first, with the amounts that the actor may see (rulings 37) in euros and
 * without the EANs and the holder that they may not; who looked at the IBAN is told too.
 */
export async function saleHistory(actor: Caller, id: string) {
  const { row } = await saleRecords.within(actor, id)
  const amounts = amountsFor(actor, commissionOf(row))
  const seesPersonal = seesPersonalData(actor)
  const seesRevenue = can(actor, 'revenue:manage')
  const fields = saleHistoryFields.filter((field) => {
    if (field === 'receivedRevenue') return seesRevenue
    return field in amounts
      ? amounts[field as keyof typeof amounts] !== null
      : seesPersonal || !personal.includes(field)
  })
  const shown = (field: string, value: unknown): unknown => {
    if ((field in amounts || field === 'receivedRevenue') && typeof value === 'number') return euros(wholeCents(value))
    if (field === 'commissionOverride' && value) return { reason: (value as { reason?: string }).reason ?? null }
    if (field === 'additionalAddresses' && Array.isArray(value) && !seesPersonal) {
      return value.map(({ eanElectricity: _one, eanGas: _other, ...address }) => address)
    }
    return value
  }
  return historyOf({ type: 'sale', fields, verbs: ['reveal'], shown }, id)
}

/** Returns the whole IBAN of a sale within reach after auditing that (rulings 62); 429 after 30 in an hour. */
export async function revealIban(actor: Caller, id: string) {
  const { row, permit } = await saleRecords.within(actor, id, 'sale:reveal')
  await countReveal(actor)
  return commit(permit, { ...revealed(row), write: [] }, { iban: row.iban })
}

const revealed = ({ id, customerName: name }: SaleRow) => ({
  action: 'sale.reveal' as const,
  entity: { type: 'sale', id, name },
  after: { field: 'iban', reveal: randomUUID() },
})
