import { type Instant, localDateOf, monthsBetween, now } from '../../shared/time.ts'
import { type AuditLog, AuditLogs } from '../platform/data/audit.ts'
import { Outbox } from '../platform/data/outbox.ts'
import { type Query, readAll, takeRows } from '../platform/data/rows.ts'
import { findUser, fullName, type User } from '../platform/identity/user.ts'
import { runInParallel } from '../platform/run-in-parallel.ts'
import type { Audited } from '../records/erasing.ts'

/** Number of lines of a month that are read at once. */
const LINES_TOGETHER = 500
/** Number of lines that are written at once. */
const WRITTEN_TOGETHER = 20

/** Reads the lines of the audit log about a record, oldest first. */
export const readLines = ({ type, id }: Pick<Audited, 'type' | 'id'>): Promise<AuditLog[]> =>
  readAll<AuditLog>(AuditLogs.query.byEntity({ entityType: type, entityId: id }), { order: 'asc' })

/** Reads the lines of the audit log about what a person did, newest first. */
export const readLinesBy = (userId: string): Promise<AuditLog[]> =>
  readAll<AuditLog>(AuditLogs.query.byUser({ userId }), { order: 'desc' })

/**
 * Takes the personal data out of the lines of the audit log about a record, and out of the work that followed its
 * changes. Who did what and when stays. This is the only code that changes the log (rulings 60).
 */
export async function eraseFromLog(audited: Audited): Promise<void> {
  await rewrite(await readLines(audited), (line) => withoutValues(line, audited))
  for (const { id, state } of await readAll(Outbox.query.bySubject({ subject: audited.id }))) {
    if (id && state !== 'waiting' && state !== 'sending') await Outbox.patch({ id }).remove(['facts', 'error']).go()
  }
}

/**
 * Takes a person out of all lines of the audit log since the account was made: the name and addresses of what they did,
 * and their name in the values of what others did.
 */
export async function erasePersonFromLog({ id }: Pick<Audited, 'id'>): Promise<void> {
  const user = await findUser(id)
  if (!user) return
  const first = localDateOf(user.createdAt as Instant)
  for (const month of monthsBetween(first, localDateOf(now()))) await eraseFromMonth(user, month)
}

async function eraseFromMonth(user: User, month: string): Promise<void> {
  let after: AuditLog | undefined
  do {
    const rest: Query<AuditLog> = after
      ? AuditLogs.query.primary({ month }).gt({ createdAt: after.createdAt, id: after.id })
      : AuditLogs.query.primary({ month })
    const { rows, isOver } = await takeRows(rest, LINES_TOGETHER)
    await rewrite(rows, (line) => withoutPerson(line, user))
    after = isOver ? undefined : rows.at(-1)
  } while (after)
}

async function rewrite(lines: readonly AuditLog[], erase: (line: AuditLog) => AuditLog): Promise<void> {
  const changed = lines.map((line) => [line, erase(line)] as const)
  await runInParallel(
    changed.filter(([line, erased]) => JSON.stringify(line) !== JSON.stringify(erased)),
    async ([, erased]) => void (await AuditLogs.put(erased).go()),
    WRITTEN_TOGETHER,
  )
}

const withoutValues = (line: AuditLog, { id, kept, name, newId = id }: Audited): AuditLog => ({
  ...line,
  entityId: newId,
  ...(line.entityName === undefined ? {} : { entityName: name }),
  ...(line.oldData === undefined ? {} : { oldData: only(line.oldData, kept) }),
  ...(line.newData === undefined ? {} : { newData: only(line.newData, kept) }),
})

const only = (data: unknown, kept: readonly string[]) =>
  Object.fromEntries(Object.entries(Object(data)).filter(([name]) => kept.includes(name)))

function withoutPerson(line: AuditLog, user: User): AuditLog {
  const { id, firstName, lastName } = user
  const own = line.userId === id ? { userName: fullName(user), ipAddress: '-', userAgent: '-' } : {}
  const renamed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renamed)
    if (value === null || typeof value !== 'object') return value
    const copy = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, renamed(inner)]))
    return copy['id'] === id && 'firstName' in copy ? { ...copy, firstName, lastName } : copy
  }
  return {
    ...line,
    ...own,
    ...(line.oldData === undefined ? {} : { oldData: renamed(line.oldData) }),
    ...(line.newData === undefined ? {} : { newData: renamed(line.newData) }),
  }
}
