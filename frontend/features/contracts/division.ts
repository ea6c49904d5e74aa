import { MOST_AGENTS } from '../../../shared/api/schemas/contracts.ts'
import type { Contract } from '../../../shared/contracts/schemas.ts'

/** Agent who may get contracts, with the number of open leads so far. */
interface Loaded {
  readonly id: string
  readonly openLeads: number
}

/** Result of dividing a selection of contracts over people. */
export interface ContractDivision {
  /** Contracts that move, in the order of distribution. */
  readonly rows: readonly Contract[]
  /** Ids of the people in turn: the first contract goes to the first of them, and after the last it starts again. */
  readonly turns: readonly string[]
  /** Number of contracts that each person gets, by id. */
  readonly gets: ReadonlyMap<string, number>
  /** Number of contracts that stay with one of the chosen people. */
  readonly staying: number
}

/**
 * Returns how contracts are divided over `people`: each goes to whoever then has the fewest open leads. A contract that
 * is already assigned to one of these people stays with that person.
 */
export function divideContracts(selected: readonly Contract[], people: readonly Loaded[]): ContractDivision {
  const isTheirs = ({ assignedTo }: Contract) => people.some(({ id }) => id === assignedTo?.id)
  const rows = selected.filter((row) => !isTheirs(row))
  const gets = new Map(people.map(({ id }) => [id, 0]))
  const loadOf = ({ id, openLeads }: Loaded) => openLeads + (gets.get(id) ?? 0)
  const count = people.length === 1 ? 1 : Math.min(rows.length, MOST_AGENTS)
  const turns = Array.from({ length: people.length === 0 ? 0 : count }, (_, turn) => {
    const { id } = people.reduce((least, one) => (loadOf(one) < loadOf(least) ? one : least))
    gets.set(id, (gets.get(id) ?? 0) + Math.ceil((rows.length - turn) / count))
    return id
  })
  return { rows, turns, gets, staying: selected.length - rows.length }
}
