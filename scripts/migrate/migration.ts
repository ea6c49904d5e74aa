import { paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { documents, tryWrite } from '../../functions/platform/data/table.ts'

/** A row of the table, with the number of its shape (absent: 1) and what a migration replaced in it. */
export type Row = Readonly<Record<string, unknown>> & {
  readonly pk: string
  readonly sk: string
  readonly shape?: number
  readonly was?: Readonly<Record<string, unknown>>
}

/**
 * Change of the stored rows of an entity to a new shape (docs/growing.md, a migration). While it runs, the code reads
 * both shapes, and writes rows that the release before can read too.
 */
export interface Migration {
  /** Name of the entity in its model. */
  readonly entity: string
  /** Number of the new shape, which new rows have. */
  readonly shape: number
  /** Returns the attributes that a row gets. It may run several times for a row. */
  readonly up: (row: Row) => Promise<Readonly<Record<string, unknown>>>
}

export type Direction = 'up' | 'undo' | 'finish'

interface Progress {
  /** Rows of the entity that were seen. */
  readonly seen: number
  readonly changed: number
  /** Rows that somebody else changed at that moment; another pass sees them again. */
  readonly left: number
}

/** Passes over the table until no row is left over; each sees what the last one left to others. */
const MOST_PASSES = 5

/**
 * Rewrites the rows of an entity while people work: `up` gives them the new shape and keeps in `was` what it replaced,
 * `undo` puts that back, `finish` removes it, after which nothing can be undone. Reports after each page. Can be
 * repeated, also after it was interrupted. Throws when rows keep changing.
 */
export async function migrate(
  migration: Migration,
  direction: Direction,
  report: (progress: Progress) => void,
): Promise<Progress> {
  for (let pass = 1; ; pass++) {
    const progress = await runPass(migration, direction, report)
    if (progress.left === 0) return progress
    if (pass === MOST_PASSES) throw new Error(`${progress.left} rows keep changing; run the same command again`)
  }
}

async function runPass(
  migration: Migration,
  direction: Direction,
  report: (progress: Progress) => void,
): Promise<Progress> {
  let progress: Progress = { seen: 0, changed: 0, left: 0 }
  const scan = {
    TableName: process.env['TABLE_NAME'],
    ConsistentRead: true,
    FilterExpression: '#entity = :entity',
    ExpressionAttributeNames: { '#entity': '__edb_e__' },
    ExpressionAttributeValues: { ':entity': migration.entity },
  }
  for await (const { Items = [] } of paginateScan({ client: documents }, scan)) {
    for (const row of Items as Row[]) {
      const outcome = await change(row, migration, direction)
      progress = { ...progress, seen: progress.seen + 1, ...(outcome && { [outcome]: progress[outcome] + 1 }) }
    }
    report(progress)
  }
  return progress
}

async function change(row: Row, migration: Migration, direction: Direction): Promise<'changed' | 'left' | null> {
  const next = await nextOf(row, migration, direction)
  if (!next) return null
  return (await tryWrite(() => documents.send(new UpdateCommand(updateOf(row, next))))) ? 'changed' : 'left'
}

/** Returns the attributes that a row gets, undefined for those that go; null when it needs no change. */
async function nextOf(row: Row, { shape, up }: Migration, direction: Direction) {
  const { was } = row
  if (direction === 'up') {
    if ((row.shape ?? 1) >= shape) return null
    const changes = { ...(await up(row)), shape }
    const kept = Object.keys(changes).map((name) => [name, row[name] ?? null])
    return { ...changes, was: Object.fromEntries(kept) }
  }
  if (!was || row.shape !== shape) return null
  if (direction === 'finish') return { was: undefined }
  const before = Object.entries(was).map(([name, value]) => [name, value ?? undefined])
  return { ...Object.fromEntries(before), was: undefined }
}

/**
 * Returns the update of a row, on condition that it still exists and that what changes is still as it was read: a change
 * of somebody else is never overwritten.
 */
function updateOf(row: Row, next: Readonly<Record<string, unknown>>) {
  const names: Record<string, string> = {}
  const values: Record<string, unknown> = {}
  const [sets, removals, conditions]: [string[], string[], string[]] = [[], [], ['attribute_exists(pk)']]
  for (const [index, [name, value]] of Object.entries(next).entries()) {
    names[`#n${index}`] = name
    if (value === undefined) removals.push(`#n${index}`)
    else {
      sets.push(`#n${index} = :next${index}`)
      values[`:next${index}`] = value
    }
    if (row[name] === undefined) conditions.push(`attribute_not_exists(#n${index})`)
    else {
      conditions.push(`#n${index} = :was${index}`)
      values[`:was${index}`] = row[name]
    }
  }
  const parts = [
    sets.length > 0 ? `SET ${sets.join(', ')}` : '',
    removals.length > 0 ? `REMOVE ${removals.join(', ')}` : '',
  ]
  return {
    TableName: process.env['TABLE_NAME'],
    Key: { pk: row.pk, sk: row.sk },
    UpdateExpression: parts.join(' ').trim(),
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: names,
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  }
}
