import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { type Contribution, Counters, counterWrites, type Move, movesOf } from '../functions/platform/data/counters.ts'
import { splitIntoBatches } from '../functions/platform/data/rows.ts'
import { documents } from '../functions/platform/data/table.ts'
import { storeItems } from './writing.ts'

/** Amounts that the records of one step of the seed together add to one counter, by measure. */
export interface Sum extends Move {
  readonly by: Record<string, number>
}

/**
 * Adds a contribution, such as one sale of an agent on a day, to `counts`. It counts in several counters, such as the
 * agent's day, week, month and year. `counts` holds the sum of each counter by the counter's key.
 */
export function addContribution(counts: Map<string, Sum>, contribution: Contribution): void {
  for (const { key, name, by } of movesOf([], [contribution])) {
    const id = `${key.period}#${key.teamId}#${key.userId}`
    const sum = counts.get(id) ?? { key, name, by: {} }
    for (const [measure, more = 0] of Object.entries(by)) sum.by[measure] = (sum.by[measure] ?? 0) + more
    counts.set(id, { ...sum, name: sum.name || name })
  }
}

const SIDE_BY_SIDE = 50

/** Writes the sums to the counters: as new rows in a fresh table, else added to the existing ones. */
export async function addCounts(sums: readonly Sum[], isFresh: boolean): Promise<void> {
  if (isFresh) return storeItems(sums.map(itemOf))
  for (const some of splitIntoBatches(counterWrites(sums), SIDE_BY_SIDE)) await Promise.all(some.map(update))
}

const itemOf = ({ key, name, by }: Sum) => ({
  ...Counters.put({ ...key, name }).params<{ Item: object }>().Item,
  ...by,
})

const update = (write: { params(): object }) => documents.send(new UpdateCommand(write.params() as UpdateCommandInput))
