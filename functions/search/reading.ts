import { getItems } from '../platform/data/rows.ts'
import type { Findable, FindableKind, FoundKind } from '../records/findable.ts'

/** Kind and id of a record. */
export interface Ref {
  readonly kind: FoundKind
  readonly id: string
}

/** Returns a text that tells a record from all others. */
export const refKey = ({ kind, id }: Ref): string => `${kind}#${id}`

/**
 * Reads records of several kinds; leaves out deleted ones and those that the search must not find. `consistent` is
 * false for a read that may miss the latest changes and costs half.
 */
export async function readFindables(
  kinds: readonly FindableKind[],
  refs: readonly Ref[],
  { consistent }: { readonly consistent: boolean },
): Promise<Findable[]> {
  const byKind = new Map(kinds.map((kind) => [kind.kind, kind]))
  const keys = refs.flatMap(({ kind, id }) => byKind.get(kind)?.keyOf(id) ?? [])
  const rows = await getItems(keys, { consistent })
  return rows.flatMap((row) => kinds.find(({ sortKey }) => sortKey === row.sk)?.findableOf(row) ?? [])
}
