import { randomUUID } from 'node:crypto'
import { seesPersonalData } from '../../../shared/access.ts'
import { AppError } from '../../../shared/errors.ts'
import { euros, wholeCents } from '../../../shared/money.ts'
import type { SaleHistoryField } from '../../../shared/sales/record.ts'
import { sale, saleFields } from '../../../shared/sales/record.ts'
import { type Instant, type LocalDate, localDateOf } from '../../../shared/time.ts'
import { type Field, maySee } from '../../../shared/values/field.ts'
import { appointmentRecords } from '../../appointments/service.ts'
import { contractRecords } from '../../contracts/service.ts'
import { leadRecords } from '../../leads/service.ts'
import type { Caller } from '../../platform/actor.ts'
import { commit } from '../../platform/data/commit.ts'
import { countReveal } from '../../records/revealing.ts'
import { amountsFor } from '../amounts/amounts.ts'
import type { SaleRow } from '../entity.ts'
import { saleRecords } from '../records.ts'
import { commissionOf, eansOf } from '../rules.ts'
import { viewOf } from '../views.ts'
import { findSaleWarnings } from './warnings.ts'

/**
 * Reads one sale within reach, with possible duplicates, and the appointment, lead and contract that the actor may see.
 * Throws 404 out of reach.
 */
export async function readSaleDetails(actor: Caller, id: string) {
  const { row } = await saleRecords.within(actor, id)
  const saleDate = row.saleDate as LocalDate
  const [view, warnings, appointment, lead, contract] = await Promise.all([
    viewOf(actor, row),
    findSaleWarnings(actor, { ...row, saleDate, eans: eansOf(row), except: id }),
    readLinked(row.appointmentId, (one) => appointmentRecords.within(actor, one)),
    readLinked(row.leadId, (one) => leadRecords.within(actor, one)),
    readLinked(row.contractId, (one) => contractRecords.within(actor, one)),
  ])
  return {
    ...view,
    warnings,
    // Withdrawals are rare, and are loaded on demand.
    proposedCorrections: row.withdrawal ? await (await import('./withdrawing.ts')).proposeCorrections(actor, row) : [],
    appointment: appointment && linkTo(appointment, appointment.date, appointment.status),
    lead: lead && linkTo(lead, localDateOf(lead.createdAt as Instant), lead.status),
    contract: contract && linkTo(contract, contract.expiryDate, contract.salesStatus),
  }
}

const linkTo = ({ id, customerName }: { id: string; customerName: string }, date: string, status: string) => ({
  id,
  date,
  status,
  text: customerName,
})

/** Reads a linked record; undefined when it no longer exists or is out of reach. */
async function readLinked<Row>(
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

/**
 * Lists the changes of a sale within reach, newest first, and who saw its IBAN or its file. Shows only amounts and personal data
 * that the actor may see (rulings 37, 62).
 */
export async function readSaleHistory(actor: Caller, id: string) {
  const { row } = await saleRecords.within(actor, id)
  const amounts: Partial<Record<SaleHistoryField, number | null>> = amountsFor(actor, commissionOf(row))
  const fields = sale.logged.filter((field) => maySee(actor, saleFields[field]) && amounts[field] !== null)
  const shown = (field: SaleHistoryField, value: unknown): unknown => {
    const { format }: Field = saleFields[field]
    if (format === 'money' && typeof value === 'number') return euros(wholeCents(value))
    if (field === 'commissionOverride' && value) return { reason: (value as { reason?: string }).reason ?? null }
    if (field === 'additionalAddresses' && Array.isArray(value) && !seesPersonalData(actor)) {
      return value.map(({ eanElectricity: _one, eanGas: _other, ...address }) => address)
    }
    return value
  }
  const { readHistory } = await import('../../records/history.ts')
  return readHistory({ type: 'sale', fields, verbs: ['reveal', 'open-proof'], shown }, id)
}

/**
 * Returns the whole IBAN of a sale within reach and audits that (rulings 62). Throws 429 after 30 IBANs in an hour,
 * those of contracts included.
 */
export async function revealIban(actor: Caller, id: string) {
  const { row, permit } = await saleRecords.within(actor, id, 'sale:reveal')
  await countReveal(actor)
  return commit(permit, { ...describeReveal(row), write: [] }, { iban: row.iban })
}

const describeReveal = ({ id, customerName: name }: SaleRow) => ({
  action: 'sale.reveal' as const,
  entity: { type: 'sale', id, name },
  after: { field: 'iban', reveal: randomUUID() },
})
