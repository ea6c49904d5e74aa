import { salesStatuses } from '../../shared/api/parts/statuses.ts'
import type { EnergyType } from '../../shared/api/parts/trade.ts'
import { contract } from '../../shared/contracts/record.ts'
import type { Cents } from '../../shared/money.ts'
import type { LocalDate } from '../../shared/time.ts'
import { defineEntity, gsi1, primary, type RowOf } from '../platform/data/table.ts'

/**
 * Expiring contracts. The id is derived from what identifies a contract across files (rulings 55), so that importing
 * again finds the same row. The contracts of a sales status are divided by the month of their end, so that no partition
 * takes all of them.
 *
 * | Read                                        | Index   | Key                                       |
 * | one contract                                | primary | id                                        |
 * | a month of one sales status, by expiry date | gsi1    | salesStatus, expiryMonth · expiryDate, id |
 */
export const Contracts = defineEntity('contract', {
  attributes: contract.stored,
  indexes: {
    primary: primary('contract#${id}', 'contract'),
    bySalesStatus: gsi1('contracts#${salesStatus}#${expiryMonth}', '${expiryDate}#${id}'),
  },
})
export type ContractRow = RowOf<typeof Contracts>

/** Data of the sheet beyond the contract's own fields. */
export type ContractMetadata = {
  saleId?: string
  contractNumber?: string
  /** Day of signing in the sheet, also where `signedDate` of the contract is its first day. */
  signedDate?: LocalDate
  team?: string
  agent?: string
  supplier?: string
  kvkNumber?: string
  contactName?: string
  gender?: string
  energyType?: EnergyType
  /** kWh per year. */
  electricityUsage?: number
  /** m³ per year. */
  gasUsage?: number
  estimatedCosts?: Cents
  eanElectricity?: string
  eanGas?: string
  iban?: string
  accountHolder?: string
  paymentMethod?: string
  isBusiness?: boolean
}

/**
 * Months in which contracts of a sales status may end. Months are only added, before or with a contract, so a month
 * that is absent has no contracts.
 *
 * | Read                        | Index   | Key         |
 * | the months of one status    | primary | salesStatus |
 */
export const ContractMonths = defineEntity('contractmonths', {
  attributes: {
    salesStatus: { type: salesStatuses, required: true },
    months: { type: 'set', items: 'string' },
  },
  indexes: { primary: primary('contract#months#${salesStatus}', 'months') },
})
