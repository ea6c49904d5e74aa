import type { Contract } from '../../../shared/contracts/schemas.ts'

/** Result of dividing a selection of contracts over people. */
export interface ContractDivision {
  /** Contracts that move, in the order of distribution. */
  readonly rows: readonly Contract[]
  /** Number of contracts that each person gets, by id. */
  readonly gets: ReadonlyMap<string, number>
  /** Number of contracts that stay with one of the chosen people. */
  readonly staying: number
}

/**
 * Returns how contracts are divided evenly over `people` (ids of agents): which ones move, and how many each person
 * gets. A contract that is already assigned to one of these people stays with that person.
 */
export function divideContracts(selected: readonly Contract[], people: readonly string[]): ContractDivision {
  const isTheirs = ({ assignedTo }: Contract) => assignedTo !== null && people.includes(assignedTo.id)
  const rows = selected.filter((row) => !isTheirs(row))
  const gets = new Map(
    people.map((id, at) => [id, Math.floor(rows.length / people.length) + (at < rows.length % people.length ? 1 : 0)]),
  )
  return { rows, gets, staying: selected.length - rows.length }
}
