import type { Route } from '../../shared/api/index.ts'
import type { Answer } from '../../testing/world.ts'
import { PARTNER } from '../cast.ts'
import { isAboutRecord } from '../proven-routes.ts'
import { auditsIn, countWrites, type Differences } from '../raw-table.ts'
import type { Ready } from '../ready-calls.ts'

/** Where the full writes of the walk come from, which their audit rows must tell. */
export const ORIGIN = { ip: '198.51.100.200', headers: { 'user-agent': 'Proef/1.0 (audit)' } }

const text = (value: unknown) => JSON.stringify(value, (_, one) => (one instanceof Set ? [...one] : one))

/** Returns the person or partner who must be in the audit row; null where only the reply names the person. */
function actorOf(route: Route, personId: string): string | null {
  if (route.endpoint.allow !== 'public' || !isAboutRecord(route)) return personId
  // Public writes about a record come from a link: of an invitation, or of a partner, who has no account.
  return route.endpoint.path.startsWith('/api/invitations/') ? null : `partner:${PARTNER}`
}

const secretsIn = (body: Record<string, unknown> | undefined) =>
  ['sessionId', 'manualSecret', 'backupCodes', 'apiKey'].flatMap((name) => {
    const value = body?.[name]
    return Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)]
  })

/**
 * Returns what is wrong with the audit of a write that was done. There must be one row for each record, which tells
 * who, what, address and browser, and holds no secret.
 */
export function findAuditFaults(
  route: Route,
  { person, secrets }: Pick<Ready, 'person' | 'secrets'>,
  reply: Answer,
  { added, changed }: Differences,
): string[] {
  const wrong: string[] = []
  const by = actorOf(route, person.id) ?? reply.body.id
  const rows = auditsIn(added)
  const about = new Set(rows.map((row) => `${row['entityType']} ${row['entityId']}`))
  if (countWrites(added) !== 1 || about.size !== rows.length)
    wrong.push(`${rows.length} audit rows of ${about.size} records`)
  if (auditsIn(changed.map((one) => one.after)).length > 0) wrong.push('changed an audit row')
  for (const row of rows) {
    if (row['userId'] !== by) wrong.push(`says ${row['userId']} did it`)
    if (row['ipAddress'] !== ORIGIN.ip) wrong.push(`says it came from ${row['ipAddress']}`)
    if (row['userAgent'] !== ORIGIN.headers['user-agent']) wrong.push(`says it was ${row['userAgent']}`)
    if (!/^[\w-]+\.[\w-]+$/.test(String(row['action']))) wrong.push(`calls it ${row['action']}`)
    if (!row['entityType'] || !row['entityId'] || !row['requestId'] || !row['createdAt']) wrong.push('says not what')
    const found = [...secrets, ...secretsIn(reply.body)].filter((secret) => text(row)?.includes(secret))
    if (found.length > 0) wrong.push(`holds ${found}`)
  }
  return wrong
}
