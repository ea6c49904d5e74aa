import { AUDIT_PAGE, type AuditFilter } from '../../shared/contract/admin.ts'
import {
  addDays,
  addMonths,
  type Instant,
  isInstant,
  type LocalDate,
  localDateOf,
  monthOf,
  monthsBetween,
  now,
  startOfDay,
} from '../../shared/time.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { type AuditLog, AuditLogs } from '../platform/audit.ts'
import { decodeCursor, encodeCursor, type Paging, pageOf, take } from '../platform/page.ts'
import { auditStart, rememberAuditStart } from './audit-start.ts'

/** How far back the log is looked through; nothing in it can be older. */
const MONTHS_BACK = 120

/** Months that are asked at once whether they hold anything. */
const PROBED = 12

/** Rows one page may read before it is handed over, however many the filters let through. */
const MAX_READ = 1_000

/** Rows read at a time when filters let only some through. */
const FILTERED_BATCH = 200

const earliest = () => addMonths(localDateOf(now()), -MONTHS_BACK)

interface Position {
  readonly createdAt: string
  readonly id: string
}

/** The next `limit` rows before a position, newest first; fewer when there are no more. */
type Source = (before: Position, limit: number) => Promise<AuditLog[]>

/**
 * The audit log, newest first, 20 rows unless a limit is given (spec §9, rulings 60). The narrowest index that the
 * filters allow is read until the page is full; other filters are applied to what was read. A page may be short and
 * still have a cursor, so that no request reads without bound.
 */
export async function listAuditLogs(actor: Caller, query: AuditFilter & Paging) {
  authorise(actor, 'audit:read')
  const { items, ...rest } = await pageOfLog(query)
  return { ...rest, items: items.map(shown) }
}

/** Fields of rows that are derived from others or count for the server alone; the log keeps them, nobody reads them. */
const internal = ['sortName', 'teamKey', 'sessionEpoch', 'state']

/** A person's `name` is what lists are sorted by. */
const isInternal = (entityType: string, field: string) =>
  internal.includes(field) || (entityType === 'user' && field === 'name')

/** A row as the API shows it. */
const shown = ({ oldData, newData, ...row }: AuditLog) => ({
  ...row,
  oldData: legible(row.entityType, oldData),
  newData: legible(row.entityType, newData),
})

const legible = (entityType: string, data: unknown): Record<string, unknown> | null =>
  typeof data === 'object' && data !== null
    ? Object.fromEntries(Object.entries(data).filter(([name]) => !isInternal(entityType, name)))
    : null

async function pageOfLog(query: AuditFilter & Paging): Promise<{ items: AuditLog[]; cursor?: string }> {
  const { limit = AUDIT_PAGE } = query
  const range = rangeOf(query)
  const source = sourceOf(query, range.from)
  const matches = filterOf(query, range.from)
  const batch = Math.max(limit + 1, narrows(query) ? FILTERED_BATCH : 0)
  const found: AuditLog[] = []
  let position = startAt(decodeCursor(query.cursor, 2), range.until)
  for (let read = 0; read < MAX_READ; read += batch) {
    const rows = await source(position, batch)
    const last = rows.at(-1)
    found.push(...rows.filter(matches))
    if (found.length > limit) return pageOf(found, limit, ({ createdAt, id }) => [createdAt, id])
    if (!last || rows.length < batch || last.createdAt < range.from) return { items: found }
    position = last
  }
  return { items: found, cursor: encodeCursor([position.createdAt, position.id]) }
}

/** The span of a query as instants: from inclusive, until exclusive. */
function rangeOf({ from, to }: AuditFilter): { from: Instant; until: Instant } {
  const today = localDateOf(now())
  const first = from && from > earliest() ? (from as LocalDate) : earliest()
  const last = to && to < today ? (to as LocalDate) : today
  return { from: startOfDay(first), until: startOfDay(addDays(last, 1)) }
}

/** Where a page starts: at its cursor, but never after the span, and at its end when the cursor is not one of ours. */
function startAt(cursor: readonly string[] | null, until: string): Position {
  const [createdAt = '', id = ''] = cursor ?? []
  return isInstant(createdAt) && createdAt < until ? { createdAt, id } : { createdAt: until, id: '' }
}

/** Whether a filter is left that no index answers, so that more rows must be read than shown. */
const narrows = ({ userId, entityType, entityId, action }: AuditFilter) =>
  action !== undefined || (entityType === undefined) !== (entityId === undefined) || Boolean(userId && entityId)

/** The narrowest index: one record's history, else one person's actions, else month after month. */
function sourceOf({ userId, entityType, entityId }: AuditFilter, from: Instant): Source {
  if (entityType && entityId) {
    return (before, limit) => take(AuditLogs.query.byEntity({ entityType, entityId }).lt(before), limit, 'desc')
  }
  if (userId) return (before, limit) => take(AuditLogs.query.byUser({ userId }).lt(before), limit, 'desc')
  return byMonth(localDateOf(from))
}

const byMonth =
  (first: LocalDate): Source =>
  async (before, limit) => {
    const rows: AuditLog[] = []
    let date: LocalDate | null = localDateOf(before.createdAt as Instant)
    while (date !== null && rows.length < limit) {
      const month = AuditLogs.query.primary({ month: monthOf(date) }).lt(before)
      rows.push(...(await take(month, limit - rows.length, 'desc')))
      if (rows.length < limit) date = await monthBefore(date, first)
    }
    return rows
  }

/**
 * A day of the nearest earlier month that holds rows, no further back than `first`; null when none does. Where the log
 * starts is looked for once and remembered, as each empty month costs a read.
 */
async function monthBefore(date: LocalDate, first: LocalDate): Promise<LocalDate | null> {
  const start = (await auditStart()) ?? monthOf(earliest())
  const lastMonth = addDays(`${monthOf(date)}-01` as LocalDate, -1)
  const months = monthsBetween(first, lastMonth).filter((month) => month >= start)
  for (let end = months.length; end > 0; end -= PROBED) {
    const probed = months.slice(Math.max(0, end - PROBED), end).reverse()
    const held = await Promise.all(probed.map(holdsRows))
    const found = probed.find((_, index) => held[index])
    if (found) return `${found}-01` as LocalDate
  }
  if (monthOf(first) <= start && start < monthOf(date)) await rememberAuditStart(monthOf(date))
  return null
}

const holdsRows = async (month: string) => (await take(AuditLogs.query.primary({ month }), 1)).length > 0

/** What a row must be to be shown: within the span, and as every filter asks. */
function filterOf({ userId, entityType, entityId, action }: AuditFilter, from: string) {
  return (row: AuditLog) =>
    row.createdAt >= from &&
    (!userId || row.userId === userId) &&
    (!entityType || row.entityType === entityType) &&
    (!entityId || row.entityId === entityId) &&
    (!action || kindOf(row.action) === action)
}

const kinds = ['create', 'update', 'delete'] as const

/** The kind of change that a stored action, `<entity>.<verb>`, is (spec §3); finer verbs are other (rulings 60). */
function kindOf(action: string): AuditFilter['action'] {
  const verb = action.slice(action.lastIndexOf('.') + 1)
  return kinds.find((kind) => kind === verb) ?? 'other'
}
