import type { Owned } from '../../shared/access.ts'
import { normaliseCode, normalisePostcode } from '../../shared/identifiers.ts'
import type { measures } from '../../shared/measures.ts'
import type { AdditionalAddress } from '../../shared/sales/record.ts'
import { sale } from '../../shared/sales/record.ts'
import { type LocalDate, monthOf } from '../../shared/time.ts'
import { type Contribution, reportPeriod, STANDING } from '../platform/data/counters.ts'
import { fullName } from '../platform/identity/user.ts'
import { mapFormFields } from '../records/form.ts'
import { addCommissionKeys, moneyOf } from './amounts/commission-rules.ts'
import { revenueOf } from './amounts/revenue-amounts.ts'
import type { CommissionRow, Sale } from './commission-entity.ts'
import { isCounted, NOBODY, type SaleRow, TO_CORRECT, waitsForCorrection } from './entity.ts'

/** Returns team, agent and caller of a sale, by which rights are checked (access.md). */
export const ownersOf = ({ teamId, agentId, callerId }: Pick<SaleRow, 'teamId' | 'agentId' | 'callerId'>): Owned => ({
  teamId,
  owners: callerId === undefined ? [agentId] : [agentId, callerId],
})

/** Functions that turn the form of a sale into stored fields; they leave out the fields listed here first. */
export const details = mapFormFields<SaleRow>()(
  ['agentId', 'callerId', 'appointmentId', 'leadId', 'contractId', 'additionalAddresses', 'saleDate', 'confirmation'],
  sale.normal,
)

/** Returns a sale with the attributes that its indexes need: `month`, `callerKey` and `withdrawalKey`. */
export const addIndexKeys = (row: Omit<Sale, 'month' | 'callerKey' | 'withdrawalKey'>): Sale => ({
  ...row,
  month: monthOf(row.saleDate as LocalDate),
  callerKey: row.callerId ?? NOBODY,
  withdrawalKey: waitsForCorrection(row) ? TO_CORRECT : (row.withdrawal?.countsIn ?? NOBODY),
})

/** Returns the additional addresses of a sale as they are stored, with normalised postcodes. */
export const addressesOf = (addresses: readonly AdditionalAddress[]): SaleRow['additionalAddresses'] =>
  addresses.map(({ eanElectricity, eanGas, ...address }) => ({
    ...address,
    postalCode: normalisePostcode(address.postalCode),
    ...(eanElectricity ? { eanElectricity } : {}),
    ...(eanGas ? { eanGas } : {}),
  }))

interface Connected {
  readonly eanElectricity?: string | null | undefined
  readonly eanGas?: string | null | undefined
}

/** Returns the EANs of a main address and of its additional addresses. */
export const eansOf = (one: Connected & { readonly additionalAddresses?: readonly Connected[] | undefined }) =>
  [one, ...(one.additionalAddresses ?? [])].flatMap(({ eanElectricity, eanGas }) =>
    [eanElectricity, eanGas].filter((ean) => typeof ean === 'string'),
  )

/**
 * Returns a SalesDock ID in the form in which IDs are compared (rulings 33, market 66): spaces count as one or none.
 */
export const salesDockKey = (salesDockId: string) =>
  normaliseCode(salesDockId)
    .replace(/\s*-\s*/g, '-')
    .replace(/\s+/g, ' ')
    .toLowerCase()

type Measure = (typeof measures.sales)[number]

/** Returns a sale's contribution to the number of withdrawn sales that wait for their corrections. */
export function correctionContributions(row: SaleRow): Contribution<Measure>[] {
  const { agent, teamId } = row
  const to = { date: STANDING, teamId, userId: agent.id, name: fullName(agent) } as const
  return waitsForCorrection(row) ? [{ ...to, measure: 'salesToCorrect' }] : []
}

/** Returns the counter of the agent of a sale, and of its provider, in the reports of a month `yyyy-mm`. */
const reportOf = ({ teamId, agent, provider }: SaleRow, month: string) => ({
  ...{ date: reportPeriod(month), teamId, userId: agent.id, name: fullName(agent), of: provider },
})

/** Returns the contributions of a sale of a closed month to the month of its withdrawal (market 69g). */
export function lateContributions(row: SaleRow): Contribution<Measure>[] {
  const month = row.withdrawal?.countsIn
  if (month === undefined) return []
  const to = reportOf(row, month)
  return [
    { ...to, measure: 'reportLate' },
    { ...to, measure: 'reportLateRevenue', by: revenueOf(row) },
  ]
}

/**
 * Returns a sale's contributions to the counters of its agent, and to reports. A rejected one counts if withdrawn; it
 * stays a sale of its month if that was closed by then, and counts as a loss in the month of the withdrawal.
 */
export function contributionsOf(row: SaleRow): Contribution<Measure>[] {
  const { caller, status, withdrawnAt } = row
  const to = reportOf(row, row.month)
  const { of: _, ...booked } = to
  const isSale = isCounted(row)
  const kinds = [
    ...(isSale ? (['Sales'] as const) : []),
    ...(withdrawnAt === undefined ? [] : (['Withdrawn'] as const)),
    ...(withdrawnAt === undefined || isSale ? [] : (['Rejected'] as const)),
  ]
  const all = kinds.flatMap((kind): Contribution<Measure>[] => [
    { ...to, measure: `report${kind}` },
    ...(caller
      ? [{ ...booked, userId: caller.id, name: fullName(caller), measure: `reportBooked${kind}` as const }]
      : []),
  ])
  if (!isSale) return all
  return [
    ...all,
    ...(status === 'rejected' ? [] : [{ ...to, date: row.saleDate as LocalDate, measure: 'sales' as const }]),
    ...(row.approvedAt === undefined ? [] : [{ ...to, measure: 'reportApproved' as const }]),
    ...(status === 'uitbetaald' ? [{ ...to, measure: 'reportPaid' as const }] : []),
    { ...to, measure: 'reportRevenue', by: revenueOf(row) },
    ...lateContributions(row),
  ]
}

/** Builds the commission row of a sale: its money, and what lists of commissions show of the sale (rulings 36). */
export const commissionOf = (sale: Sale): CommissionRow =>
  addCommissionKeys({
    id: `sale-${sale.id}`,
    originalId: sale.id,
    version: sale.version,
    type: 'sale',
    customerName: sale.customerName,
    companyName: sale.companyName,
    customerPhone: sale.customerPhone,
    agentId: sale.agentId,
    callerId: sale.callerId,
    agentPayee: sale.agentId,
    callerPayee: sale.callerId ?? NOBODY,
    teamId: sale.teamId,
    agent: sale.agent,
    caller: sale.caller,
    team: sale.team,
    salesDockId: sale.salesDockId,
    energyProvider: sale.provider,
    contractLength: sale.contractLength,
    ...moneyOf(sale),
    appointmentStatus: undefined,
    toConfirm: undefined,
    heldById: undefined,
    isMarked: false,
    coolingOff: sale.coolingOff,
    coolingOffUntil: sale.coolingOffUntil,
    withdrawnAt: sale.withdrawnAt,
    openQuestions: sale.openQuestions,
    date: sale.saleDate,
    replacedBy: undefined,
    createdAt: sale.createdAt,
    updatedAt: sale.updatedAt,
  })
