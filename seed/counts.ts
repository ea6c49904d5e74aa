import { BatchWriteCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { type Contribution, Counters, countersMoved, type Move, movesOf } from '../functions/platform/counters.ts'
import { documents, TABLE_NAME } from '../functions/platform/table.ts'

/** What demo records add to one counter. */
export interface Sum extends Move {
  readonly by: Record<string, number>
}

/** Adds what a record contributes to the sums so far. */
export function count(counts: Map<string, Sum>, contribution: Contribution): void {
  for (const { key, name, by } of movesOf([], [contribution])) {
    const id = `${key.period}#${key.teamId}#${key.userId}`
    const sum = counts.get(id) ?? { key, name, by: {} }
    for (const [measure, more = 0] of Object.entries(by)) sum.by[measure] = (sum.by[measure] ?? 0) + more
    counts.set(id, sum)
  }
}

const PUTS = 25
const SIDE_BY_SIDE = 50

/** Counters of a fresh table are put in batches; those that may be there already are added to. */
export async function addCounts(sums: readonly Sum[], isFresh: boolean): Promise<void> {
  const writes = isFresh ? batchesOf(sums, PUTS).map(putting) : countersMoved(sums).map(updating)
  for (const some of batchesOf(writes, SIDE_BY_SIDE)) await Promise.all(some.map((write) => write()))
}

/** Items in parts of a size. */
export const batchesOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

const putting = (sums: readonly Sum[]) => async () => {
  const requests = sums.map(({ key, name, by }) => {
    const { Item } = Counters.put({ ...key, name }).params<{ Item: object }>()
    return { PutRequest: { Item: { ...Item, ...by } } }
  })
  await documents.send(new BatchWriteCommand({ RequestItems: { [TABLE_NAME]: requests } }))
}

const updating = (write: { params(): object }) => async () => {
  await documents.send(new UpdateCommand(write.params() as UpdateCommandInput))
}
