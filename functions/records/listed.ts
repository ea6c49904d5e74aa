import { type Action, can, type Owned } from '../../shared/access.ts'
import type { Caller } from '../platform/actor.ts'

interface Listed<Row, View> {
  readonly read: (keys: { id: string }[]) => Promise<readonly Row[]>
  readonly ownersOf: (row: Row) => Owned
  readonly show: (rows: readonly Row[]) => readonly View[] | Promise<readonly View[]>
}

/**
 * Reads records by their ids within the reach of their list and shows them as the list does; none to readers without
 * that list.
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
