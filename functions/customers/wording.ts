import type { Actor } from '../../shared/access.ts'
import type { DoNotCall } from '../../shared/contract/parts/fields.ts'
import type { DoNotCallRow } from './entity.ts'

/**
 * Returns a do-not-call entry as a person may read it. Its text is for admins, for the person who wrote it and the team
 * of that person, and in the lead that it came from: `shown` holds the ids of records that the reader sees. Others read
 * where the entry came from.
 */
export function entryFor(reader: Actor, row: DoNotCallRow, shown: ReadonlySet<string>): DoNotCall {
  const { date, source = null, setBy, teamId, leadId } = row
  const isOwn = setBy === reader.id || (teamId !== undefined && teamId === reader.teamId)
  const mayRead = isOwn || reader.role === 'admin' || (leadId !== undefined && shown.has(leadId))
  return { date, source: mayRead || source === null ? source : originOf(row) }
}

const originOf = ({ isListed, teamId }: DoNotCallRow) =>
  isListed ? 'Lijst' : teamId === undefined ? 'Beheer' : 'Ander team'
