import { randomUUID } from 'node:crypto'
import { maskIban } from '../../../shared/identifiers.ts'
import { type Instant, localDateOf, monthOf } from '../../../shared/time.ts'
import { NO_REQUEST, type Permit } from '../actor.ts'
import { withoutIbans } from './account-numbers.ts'
import { defineEntity, gsi1, gsi2, gsi3, must, primary, type RowOf, text } from './table.ts'

/**
 * Audit log: one row per change with its actor, written in the transaction of the change. No code deletes a
 * row, and only an erasure takes personal data out of one (rulings 60, `functions/erasures/log.ts`).
 *
 * | Read                  | Index   | Key                      |
 * | a month, newest first | primary | month · at, id           |
 * | one record's history  | gsi1    | entityType, entityId · at, id |
 * | one person's actions  | gsi2    | userId · at, id          |
 * | one action, oldest first | gsi3 | requestId · at, id       |
 */
export const AuditLogs = defineEntity('audit', {
  attributes: {
    id: must,
    month: must,
    createdAt: must,
    userId: must,
    userName: must,
    action: must,
    entityType: must,
    entityId: must,
    /** Name of the record at that moment. */
    entityName: text,
    /** Values before the change; of an update only the fields that differ. */
    oldData: { type: 'any' },
    /** Values after the change; of an update only the fields that differ. */
    newData: { type: 'any' },
    ipAddress: must,
    userAgent: must,
    /**
     * Id of the request, run or action that made the change: one action has one id, however many records it changes.
     */
    requestId: must,
  },
  indexes: {
    primary: primary('audit#${month}', '${createdAt}#${id}'),
    byEntity: gsi1('audit#${entityType}#${entityId}', '${createdAt}#${id}'),
    byUser: gsi2('audit#user#${userId}', '${createdAt}#${id}'),
    byAction: gsi3('audit#action#${requestId}', '${createdAt}#${id}', ({ requestId }) => requestId !== NO_REQUEST),
  },
})
export type AuditLog = RowOf<typeof AuditLogs>

/**
 * One audited change of a record; `action` is `<entity>.<verb>`. The name comes from `after`, else from `before`, else
 * from `entity.name`.
 */
export interface AuditEntry {
  readonly action: `${string}.${string}`
  readonly entity: { readonly type: string; readonly id: string; readonly name?: string | undefined }
  readonly before?: object | null | undefined
  readonly after?: object | null | undefined
}

const secret = /password|secret|token|backupcode|twofactorcode|^codes?$|hash|salt|sessionid/i
const account = /iban|bankaccount(?!holder)/i

/** Returns a record as the audit stores it: without secrets and with IBANs masked. */
export function redact(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record)
      .filter(([name, value]) => value !== undefined && !secret.test(name))
      .map(([name, value]) => [
        withoutIbans(name),
        account.test(name) && typeof value === 'string' ? maskIban(value) : redactWithin(value),
      ]),
  )
}

function redactWithin(value: unknown): unknown {
  if (typeof value === 'string') return withoutIbans(value)
  if (Array.isArray(value)) return value.map(redactWithin)
  return value !== null && typeof value === 'object' ? redact(value) : value
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns the fields that differ between two versions of a record, with the old and the new values. */
function differences(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !same(before[name], after[name]),
  )
  const pick = (record: Record<string, unknown>) =>
    Object.fromEntries(changed.filter((name) => name in record).map((name) => [name, record[name]]))
  return { oldData: pick(before), newData: pick(after) }
}

/**
 * Returns the display name in a stored record. A person's `name` is a sort key, so first and last name take precedence
 * over it.
 */
export function nameIn(record: unknown): string | undefined {
  const row = Object(record) as Readonly<Record<string, unknown>>
  const { customerName, firstName, lastName, name, filename, invoiceNumber, description } = row
  const person = [firstName, lastName].filter((part) => typeof part === 'string').join(' ')
  return [customerName, person, name, filename, invoiceNumber, description].find(
    (one): one is string => typeof one === 'string' && one !== '',
  )
}

/**
 * Returns the name that a record had in its first audit row, for callers that have only its id; undefined without one.
 */
export async function readFirstAuditedName(entityType: string, entityId: string): Promise<string | undefined> {
  const { data } = await AuditLogs.query.byEntity({ entityType, entityId }).go({ limit: 1, order: 'asc' })
  return data[0]?.entityName
}

/** Number of digits of the place in an id, so that ids sort as places do. */
const PLACE_DIGITS = 3

/**
 * Returns the write of the audit row of a change, with old and new values. An update keeps only the fields that differ.
 * `place` is the place of the change in its transaction: the first change is the main one of an action.
 */
export function auditRow(permit: Permit, entry: AuditEntry, at: Instant, place = 0) {
  const { actor } = permit
  const { type, id, name } = entry.entity
  const before = entry.before ? redact(entry.before) : undefined
  const after = entry.after ? redact(entry.after) : undefined
  return AuditLogs.create({
    id: `${String(place).padStart(PLACE_DIGITS, '0')}-${randomUUID()}`,
    month: monthOf(localDateOf(at)),
    createdAt: at,
    userId: actor.id,
    userName: actor.name,
    action: entry.action,
    entityType: type,
    entityId: id,
    entityName: nameIn(after) ?? nameIn(before) ?? (name && withoutIbans(name)),
    ...(before && after ? differences(before, after) : { oldData: before, newData: after }),
    ipAddress: actor.origin.ip,
    userAgent: actor.origin.userAgent,
    requestId: actor.origin.requestId,
  })
}
