import type { Contract } from '../../../shared/contract/contracts.ts'

/** Division of a selection of contracts over people. */
export interface Dealing {
  /** The contracts that move, in the order in which they are dealt out. */
  readonly rows: readonly Contract[]
  /** How many each person gets, by id. */
  readonly gets: ReadonlyMap<string, number>
  /** How many stay with somebody who is dealt to. */
  readonly staying: number
}

/** Deals contracts out to people in turn; one that somebody of them has stays there. */
export function dealt(selected: readonly Contract[], people: readonly string[]): Dealing {
  const isTheirs = ({ assignedTo }: Contract) => assignedTo !== null && people.includes(assignedTo.id)
  const rows = selected.filter((row) => !isTheirs(row))
  const gets = new Map(
    people.map((id, at) => [id, Math.floor(rows.length / people.length) + (at < rows.length % people.length ? 1 : 0)]),
  )
  return { rows, gets, staying: selected.length - rows.length }
}
