import { AUDIT_PAGE, type AuditFilter } from '../../shared/api/audit.ts'
import {
  addDays,
  addMonths,
  type Instant,
  type LocalDate,
  localDateOf,
  monthOf,
  monthsBetween,
  now,
} from '../../shared/time.ts'
import { type Caller, NO_REQUEST } from '../platform/actor.ts'
import { type AuditLog, AuditLogs } from '../platform/data/audit.ts'
import { takeRows } from '../platform/data/rows.ts'
import type { Paging } from '../platform/http/page.ts'
import { buildTextMatcher } from '../records/finding.ts'
import { listWithin } from '../records/list.ts'
import { byMonth, moments, type Span } from '../records/months.ts'
import type { Source } from '../records/source.ts'
import { readAuditStart, rememberAuditStart } from './audit-start.ts'

/** Number of months back in which the log is read; older rows are not shown. */
const MONTHS_BACK = 120

/** Maximum number of rows read for one page. Rows are large, as they hold old and new values. */
const MAX_READ = 1_000

/** Number of months that are checked in parallel for having rows. */
const PROBED = 12

/**
 * Returns a page of the audit log, newest first, 20 rows by default (spec §9, rulings 60). Reads the narrowest index
 * that the filters allow; the other filters are applied to its rows.
 */
export function listAuditLogs(actor: Caller, query: AuditFilter & Paging & { readonly byAction?: 'true' | undefined }) {
  const span = spanOf(query)
  const matches = filterOf(query, span)
  const isWhole = query.byAction === undefined
  return listWithin(actor, 'audit:read', query, {
    all: () => (isWhole ? sourceOf(query, span) : firstRowsOf(sourceOf(query, span), matches)),
    matches: hasUnindexedFilter(query) ? matches : undefined,
    perPage: AUDIT_PAGE,
    mostRead: MAX_READ,
    show: (rows: readonly ShownRow[]) => rows.map(viewOf),
  })
}

/** Row of the log with the number of rows of its action for which it stands. */
type ShownRow = AuditLog & { readonly parts?: number }

/** Maximum number of rows of an action that are read to find its first one, and to count them. */
const MOST_OF_ACTION = 1_000

/** Number of rows read at a time once the rows of an action fill a page. */
const BATCH_OF_ACTION = 200

/**
 * Returns a source that leaves out every row of an action but the first that matches. That row carries the number of
 * matching rows. So an action is on one page only, whatever the pages before it showed.
 */
function firstRowsOf(source: Source<AuditLog>, matches: (row: AuditLog) => boolean): Source<ShownRow> {
  const actions = new Map<string, Promise<readonly AuditLog[]>>()
  let least = 0
  const rowsOf = ({ requestId }: AuditLog) => {
    const rows = actions.get(requestId) ?? readAction(requestId)
    actions.set(requestId, rows)
    return rows
  }
  async function asFirst(row: AuditLog): Promise<ShownRow[]> {
    if (row.requestId === NO_REQUEST) return [row]
    const found = (await rowsOf(row)).filter(matches)
    const [first = row] = found
    return first.id === row.id ? [{ ...row, parts: Math.max(1, found.length) }] : []
  }
  return {
    ...source,
    async read(after, limit) {
      const { rows, ...rest } = await source.read(after, Math.max(limit, least))
      const kept = (await Promise.all(rows.map(asFirst))).flat()
      if (kept.length < rows.length) least = BATCH_OF_ACTION
      return { ...rest, rows: kept, looked: rows.length }
    },
  }
}

/** Reads the rows of an action, oldest first; most actions have one. */
async function readAction(requestId: string): Promise<readonly AuditLog[]> {
  const few = await takeRows<AuditLog>(AuditLogs.query.byAction({ requestId }), 2)
  return few.isOver
    ? few.rows
    : (await takeRows<AuditLog>(AuditLogs.query.byAction({ requestId }), MOST_OF_ACTION)).rows
}

/** Derived and internal fields of rows; the log keeps them, the API hides them. */
const internal = [
  'sortName',
  'teamKey',
  'agentKey',
  'callerKey',
  'withdrawalKey',
  'callKey',
  'callOwner',
  'sessionEpoch',
  'keptSession',
  'credentialEpoch',
  'invitedAt',
  'welcome',
]

/** Tells whether a field is internal. A person's `name` is a sort key and their `state` the key of a list. */
const isInternal = (entityType: string, field: string) =>
  internal.includes(field) || (entityType === 'user' && (field === 'name' || field === 'state'))

/** Returns a row for the API, without internal fields. */
const viewOf = ({ oldData, newData, requestId, parts = 1, ...row }: ShownRow) => ({
  ...row,
  parts,
  runId: requestId === NO_REQUEST ? null : requestId,
  oldData: visibleFields(row.entityType, oldData),
  newData: visibleFields(row.entityType, newData),
})

/** Returns the old or new values of a row without internal fields; null when the row has no such values. */
const visibleFields = (entityType: string, data: unknown): Record<string, unknown> | null =>
  typeof data === 'object' && data !== null
    ? Object.fromEntries(Object.entries(data).filter(([name]) => !isInternal(entityType, name)))
    : null

/** Returns the days of a query, limited to those in which the log is read. */
function spanOf({ from, to }: AuditFilter): Span {
  const today = localDateOf(now())
  const earliest = addMonths(today, -MONTHS_BACK)
  const first = from && from > earliest ? (from as LocalDate) : earliest
  return { first, last: to && to < today ? (to as LocalDate) : today }
}

/** Tells whether a query has a filter that no index answers. Rows are then read, and checked one by one. */
const hasUnindexedFilter = ({ userId, entityType, entityId, action, runId, q }: AuditFilter) =>
  Boolean(q) ||
  action !== undefined ||
  Boolean(runId && (userId || entityType || entityId)) ||
  (entityType === undefined) !== (entityId === undefined) ||
  Boolean(userId && entityId)

/**
 * Returns the narrowest source: one action, else one record's history, else one person's actions, else month after
 * month.
 */
function sourceOf({ userId, entityType, entityId, runId }: AuditFilter, span: Span): Source<AuditLog> {
  const list = { by: 'createdAt', calendar: moments, span, order: 'desc' } as const
  const noOtherMonth = async () => null
  if (runId) {
    const parts = [AuditLogs.query.byAction({ requestId: runId })]
    return byMonth<AuditLog>({ ...list, partitions: () => parts, monthAfter: noOtherMonth })
  }
  if (entityType && entityId) {
    const history = [AuditLogs.query.byEntity({ entityType, entityId })]
    return byMonth<AuditLog>({ ...list, partitions: () => history, monthAfter: noOtherMonth })
  }
  if (userId) {
    const actions = [AuditLogs.query.byUser({ userId })]
    return byMonth<AuditLog>({ ...list, partitions: () => actions, monthAfter: noOtherMonth })
  }
  return byMonth<AuditLog>({
    ...list,
    partitions: (month) => [AuditLogs.query.primary({ month })],
    monthAfter: (month) => monthBefore(month, span.first),
  })
}

/**
 * Returns the nearest earlier month with rows, back to `first`; null when there is none. The start of the log is
 * determined once and stored, as each empty month costs a read.
 */
async function monthBefore(month: string, first: LocalDate): Promise<string | null> {
  const start = (await readAuditStart()) ?? monthOf(addMonths(localDateOf(now()), -MONTHS_BACK))
  const months = monthsBetween(first, addDays(`${month}-01` as LocalDate, -1)).filter((one) => one >= start)
  for (let end = months.length; end > 0; end -= PROBED) {
    const probed = months.slice(Math.max(0, end - PROBED), end).reverse()
    const held = await Promise.all(probed.map(holdsRows))
    const found = probed.find((_, index) => held[index])
    if (found) return found
  }
  if (monthOf(first) <= start && start < month) await rememberAuditStart(month)
  return null
}

const holdsRows = async (month: string) => (await takeRows(AuditLogs.query.primary({ month }), 1)).rows.length > 0

/** Returns a predicate that checks a row against every filter, and the days of a span. */
function filterOf({ userId, entityType, entityId, action, runId, q = '' }: AuditFilter, { first, last }: Span) {
  const isFound = buildTextMatcher<AuditLog>(q, textsOf)
  const isWithin = (day: LocalDate) => first <= day && day <= last
  return (row: AuditLog) =>
    isWithin(localDateOf(row.createdAt as Instant)) &&
    (!runId || row.requestId === runId) &&
    (!userId || row.userId === userId) &&
    (!entityType || row.entityType === entityType) &&
    (!entityId || row.entityId === entityId) &&
    (!action || kindOf(row.action) === action) &&
    isFound(row)
}

/** Patterns for the names of searched fields: fields with names and numbers, and fields with phone numbers. */
const NAMED = /name$|email$|number$|filename|description/i
const PHONE = /phone/i

/**
 * Returns the texts of a row that are searched: its author, the name and id of the record, and changed names and
 * numbers.
 */
function textsOf({ userName, entityName, entityId, oldData, newData }: AuditLog) {
  const values = [oldData, newData].flatMap((data) => Object.entries(Object(data) as Record<string, unknown>))
  const valuesOf = (names: RegExp) =>
    values.flatMap(([name, value]) => (names.test(name) && typeof value === 'string' ? [value] : []))
  return {
    texts: [userName, entityName, ...valuesOf(NAMED)],
    codes: [entityId, entityName, ...valuesOf(NAMED)],
    phones: [entityId, ...valuesOf(PHONE)],
  }
}

const kinds = ['create', 'update', 'delete'] as const

/**
 * Returns the kind of change of an action `<entity>.<verb>` (spec §3): its verb when that is one of the three `kinds`,
 * otherwise `other`.
 */
function kindOf(action: string): AuditFilter['action'] {
  const verb = action.slice(action.lastIndexOf('.') + 1)
  return kinds.find((kind) => kind === verb) ?? 'other'
}
