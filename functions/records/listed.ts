import { type Action, can, type Owned } from '../../shared/access.ts'
import type { Caller } from '../platform/actor.ts'

interface Listed<Row, View> {
  readonly read: (keys: { id: string }[]) => Promise<readonly Row[]>
  readonly ownersOf: (row: Row) => Owned
  readonly show: (rows: readonly Row[]) => readonly View[] | Promise<readonly View[]>
}

/**
 * Returns the records with these ids that the actor may read, as the list of their kind shows them. Empty when the
 * action is refused.
 */
export async function findListed<Row, View>(
  actor: Caller,
  action: Action,
  ids: readonly string[],
  { read, ownersOf, show }: Listed<Row, View>,
): Promise<readonly View[]> {
  if (ids.length === 0 || !can(actor, action)) return []
  const rows = await read(ids.map((id) => ({ id })))
  return show(rows.filter((row) => can(actor, action, ownersOf(row))))
}
