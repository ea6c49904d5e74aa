import { buildTracing } from '../../spreadsheets/imports/tracing.ts'
import type { LeadRow } from '../entity.ts'

/** Attributes of a lead that a sheet may change. */
const sheetFields = [
  ...(['customerName', 'companyName', 'customerEmail', 'customerPhone'] as const),
  ...(['address', 'houseNumber', 'postalCode', 'city'] as const),
  ...(['currentSupplier', 'monthlyAmount', 'consumption', 'contractEndDate', 'energyType'] as const),
  ...(['source', 'notes', 'consent', 'callBackAt'] as const),
]

/** Returns the values of a lead that a sheet may change. */
export const sheetDataOf = (row: LeadRow): Partial<LeadRow> =>
  Object.fromEntries(sheetFields.map((name) => [name, row[name]]))

/** Functions that store what uploads did to a lead, and undo it. */
export const leadTracing = buildTracing(sheetDataOf, [])
