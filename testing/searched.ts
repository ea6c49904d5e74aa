import type { Caller } from '../functions/platform/actor.ts'
import type { Findable, FindableKind, FoundKind } from '../functions/records/findable.ts'
import { flags, type Role } from '../shared/access.ts'
import type { openBulkTable } from './bulk-table.ts'

/** Kinds of the records that `storeFindables` stores; a row holds the texts of the index as they are. */
export const sampleKinds: readonly FindableKind[] = (['lead', 'appointment', 'contract', 'sale'] as const).map(
  (kind): FindableKind => ({
    kind,
    sortKey: `stored-${kind}`,
    keyOf: (id) => keyOf(kind, id),
    findableOf: (row) => (row as { findable: Findable }).findable,
  }),
)

const keyOf = (kind: FoundKind, id: string) => ({ pk: `${kind}#${id}`, sk: `stored-${kind}` })

/** Returns the item that holds a record for `sampleKinds`; its last owner may be absent. */
export const itemOfFindable = (findable: Findable) => ({
  ...keyOf(findable.kind, findable.id),
  findable: { ...findable, own: findable.own.filter((owner) => owner !== undefined) },
})

/** Stores records and their search index in an empty table; returns the number of index rows. */
export async function storeFindables(
  records: AsyncIterable<Findable>,
  { put }: Pick<ReturnType<typeof openBulkTable>, 'put'>,
): Promise<number> {
  const { writeNewIndex } = await import('../functions/search/indexing.ts')
  async function* stored() {
    let some: Findable[] = []
    for await (const record of records) {
      some.push(record)
      if (some.length === TOGETHER) {
        await put(some.map(itemOfFindable))
        some = []
      }
      yield record
    }
    await put(some.map(itemOfFindable))
  }
  return writeNewIndex(stored(), put)
}
const TOGETHER = 200

/** Returns a caller with every flag, in the team with this number unless it is an admin. */
export const buildCaller = (role: Role, id: string, team: number): Caller => ({
  ...{ id, role, teamId: role === 'admin' ? null : team, name: 'Proef' },
  flags: Object.fromEntries(flags.map((flag) => [flag, true])) as Caller['flags'],
  origin: { requestId: '-', ip: '-', userAgent: '-' },
})
