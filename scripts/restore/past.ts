import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { epochOf, type Instant, now } from '../../shared/time.ts'
import { deleteRows, type Row, scanRows, writeRows } from './rows.ts'

const raiseNumber = (value: AttributeValue | undefined): AttributeValue => ({ N: String(Number(value?.N ?? 0) + 1) })

/** States of a mail whose result was not known yet. */
const OPEN: ReadonlySet<string | undefined> = new Set(['waiting', 'sending'])

const NOT_KNOWN = 'Teruggezet uit een kopie. Misschien is de mail wel aangekomen.'

/**
 * Returns a row of the past as it may live on; null for one that may not. Sessions, API keys, links of invitations,
 * calendar feeds and known browsers end, as somebody may have ended them since. A mail that was to be sent has probably
 * been sent, so it is not sent by itself.
 */
export function reviveRow(row: Row): Row | null {
  switch (row['__edb_e__']?.S) {
    case 'session':
    case 'sessionday':
    case 'sessionuse':
    case 'sessiontoken':
      return null
    case 'apikey':
      return { ...row, isActive: { BOOL: false } }
    case 'user':
      return {
        ...row,
        sessionEpoch: raiseNumber(row['sessionEpoch']),
        credentialEpoch: raiseNumber(row['credentialEpoch']),
      }
    case 'outbox':
      if (!OPEN.has(row['state']?.S)) return row
      return { ...row, state: { S: 'unknown' }, error: { S: NOT_KNOWN }, settledAt: { S: now() } }
    default:
      return row
  }
}

/** Milliseconds during which a stream keeps what it reported; older work was done or given up. */
const STREAM_MS = 24 * 60 * 60 * 1000

/**
 * Revives the rows of a table that was restored to a moment. Work that was asked for in the day before that moment is
 * asked for again, as its stream begins empty; it may be done twice. Returns the number of rows that were changed.
 */
export async function reviveTable(at: Instant): Promise<number> {
  const isRecent = (row: Row) =>
    row['__edb_e__']?.S === 'outbox' && epochOf((row['createdAt']?.S ?? '') as Instant) > epochOf(at) - STREAM_MS
  let count = 0
  for await (const rows of scanRows()) {
    const changed = rows
      .map((row) => ({ row, next: reviveRow(row) }))
      .filter(({ row, next }) => next !== row || isRecent(row))
    // Only a row that was not there is reported as new work.
    await deleteRows(changed.flatMap(({ row, next }) => (next === null || isRecent(row) ? [row] : [])))
    await writeRows(changed.flatMap(({ next }) => (next ? [next] : [])))
    count += changed.length
  }
  return count
}
