import { salesStatuses, salesStatusLabels } from '../../../shared/api/parts/statuses.ts'
import type { Assumable } from '../../../shared/contracts/record.ts'
import type { Contract } from '../../../shared/contracts/schemas.ts'

/** Returns supplier and product of a contract as one text: `Eneco · Stroom & gas`. */
export const productOf = ({ supplier, productName }: Contract): string =>
  [supplier, productName].filter(Boolean).join(' · ')

/** Returns the duration of a contract in Dutch: `3 jaar`, `18 maanden`. */
export function durationOf({ durationValue, durationUnit }: Contract): string {
  if (durationUnit === 'years') return `${durationValue} jaar`
  return durationValue === 1 ? '1 maand' : `${durationValue} maanden`
}

/**
 * Tells whether the value `what` of a contract is computed or assumed, because no spreadsheet contains it (rulings 53).
 */
export const isAssumed = ({ assumed }: Contract, what: Assumable): boolean => assumed.includes(what)

export const statusOptions = salesStatuses.map((value) => ({ value, label: salesStatusLabels[value] }))
