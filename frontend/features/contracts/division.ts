import { MOST_AGENTS } from '../../../shared/api/schemas/contracts.ts'
import type { Contract } from '../../../shared/contracts/schemas.ts'
import { addWorkingDays } from '../../../shared/cooling-off/working-days.ts'
import type { LocalDate } from '../../../shared/time.ts'

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
  /** Number of contracts that nobody gets; below 0 when the typed numbers are too high. */
  readonly unmatched: number
}

/**
 * Returns how contracts are divided over `people`: those in `typed` get that number, and each other contract goes to
 * whoever then has the fewest open leads. A contract that is already assigned to one of these people stays with that
 * person. Numbers can be typed for at most `MOST_AGENTS` contracts, because the turns then name each of them.
 */
export function divideContracts(
  selected: readonly Contract[],
  people: readonly Loaded[],
  typed: ReadonlyMap<string, number> = new Map(),
): ContractDivision {
  const isTheirs = ({ assignedTo }: Contract) => people.some(({ id }) => id === assignedTo?.id)
  const rows = selected.filter((row) => !isTheirs(row))
  const gets = new Map(people.map(({ id }) => [id, typed.get(id) ?? 0]))
  const left = Math.max(0, rows.length - sum(gets))
  const others = people.filter(({ id }) => !typed.has(id))
  const loadOf = ({ id, openLeads }: Loaded) => openLeads + (gets.get(id) ?? 0)
  const count = people.length === 1 ? 1 : Math.min(left, MOST_AGENTS)
  const turns = Array.from({ length: others.length === 0 ? 0 : count }, (_, turn) => {
    const { id } = others.reduce((least, one) => (loadOf(one) < loadOf(least) ? one : least))
    gets.set(id, (gets.get(id) ?? 0) + Math.ceil((left - turn) / count))
    return id
  })
  return {
    ...{ rows, gets, staying: selected.length - rows.length, unmatched: rows.length - sum(gets) },
    turns: others.length === people.length ? turns : mixTurns(gets),
  }
}

const sum = (gets: ReadonlyMap<string, number>) => [...gets.values()].reduce((all, one) => all + one, 0)

/** Returns each id as often as its number, evenly mixed, so that everybody gets early and late contracts. */
const mixTurns = (gets: ReadonlyMap<string, number>): string[] =>
  [...gets]
    .flatMap(([id, count]) => Array.from({ length: count }, (_, n) => ({ id, at: (n + 0.5) / count })))
    .sort((one, other) => one.at - other.at)
    .map(({ id }) => id)

/** Returns the working day on which the busiest agent has called all leads, at `perDay` leads a day from `today`. */
export function findLastDay(loads: readonly number[], perDay: number, today: LocalDate): LocalDate {
  return addWorkingDays(today, Math.ceil(Math.max(0, ...loads) / perDay))
}
