import { randomUUID } from 'node:crypto'
import { Entity, type EntityItem } from 'electrodb'
import { isIban, maskIban, normaliseIban } from '../../shared/identifiers.ts'
import { type Instant, localDateOf, monthOf } from '../../shared/time.ts'
import type { Permit } from './actor.ts'
import { key, model, store } from './table.ts'

/**
 * Who changed what, written in the transaction of the change; nothing updates or deletes a row (rulings 60).
 *
 * | Read                  | Index   | Key                      |
 * | a month, newest first | primary | month · at, id           |
 * | one record's history  | gsi1    | entityType, entityId · at, id |
 * | one person's actions  | gsi2    | userId · at, id          |
 */
export const AuditLogs = new Entity(
  {
    model: model('audit'),
    attributes: {
      id: { type: 'string', required: true },
      month: { type: 'string', required: true },
      createdAt: { type: 'string', required: true },
      userId: { type: 'string', required: true },
      userName: { type: 'string', required: true },
      action: { type: 'string', required: true },
      entityType: { type: 'string', required: true },
      entityId: { type: 'string', required: true },
      oldData: { type: 'any' },
      newData: { type: 'any' },
      ipAddress: { type: 'string', required: true },
      userAgent: { type: 'string', required: true },
      requestId: { type: 'string', required: true },
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['month'], template: 'audit#${month}' },
        sk: { ...key.primary.sk, composite: ['createdAt', 'id'], template: '${createdAt}#${id}' },
      },
      byEntity: {
        index: 'gsi1',
        pk: { ...key.gsi1.pk, composite: ['entityType', 'entityId'], template: 'audit#${entityType}#${entityId}' },
        sk: { ...key.gsi1.sk, composite: ['createdAt', 'id'], template: '${createdAt}#${id}' },
      },
      byUser: {
        index: 'gsi2',
        pk: { ...key.gsi2.pk, composite: ['userId'], template: 'audit#user#${userId}' },
        sk: { ...key.gsi2.sk, composite: ['createdAt', 'id'], template: '${createdAt}#${id}' },
      },
    },
  },
  store,
)
export type AuditLog = EntityItem<typeof AuditLogs>

/** What happened to which record: `action` is `<entity>.<verb>`. */
export interface AuditEntry {
  readonly action: `${string}.${string}`
  readonly entity: { readonly type: string; readonly id: string }
  readonly before?: object | null | undefined
  readonly after?: object | null | undefined
}

const secret = /password|secret|token|backupcode|twofactorcode|^codes?$|hash|salt|sessionid/i
const account = /iban|bankaccount/i

/** A record as the audit keeps it: secrets left out, IBANs masked. */
export function redact(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record)
      .filter(([name, value]) => value !== undefined && !secret.test(name))
      .map(([name, value]) => [
        name,
        account.test(name) && typeof value === 'string' ? maskIban(value) : nested(value),
      ]),
  )
}

function nested(value: unknown): unknown {
  if (typeof value === 'string') return withoutIbans(value)
  if (Array.isArray(value)) return value.map(nested)
  return value !== null && typeof value === 'object' ? redact(value) : value
}

/** What people, and the pages they copy from, put between the characters of an IBAN. */
const gap = String.raw`[\s.\u00ad\u200b-]{0,3}`

/** An IBAN that somebody typed into a text: a Dutch one however it is grouped, a foreign one in one piece. */
const typedIban = new RegExp(
  String.raw`NL${gap}\d${gap}\d(?:${gap}[A-Z]){4}(?:${gap}\d){10}|\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b`,
  'gi',
)

const withoutIbans = (text: string) =>
  text.replace(typedIban, (found) => (isIban(normaliseIban(found)) ? maskIban(found) : found))

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Of two versions of a record, the fields that differ. */
function differences(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !same(before[name], after[name]),
  )
  const pick = (record: Record<string, unknown>) =>
    Object.fromEntries(changed.filter((name) => name in record).map((name) => [name, record[name]]))
  return { oldData: pick(before), newData: pick(after) }
}

/** The row of a change: old and new values, of an update only those that differ. */
export function auditRow(permit: Permit, entry: AuditEntry, at: Instant) {
  const { actor } = permit
  const before = entry.before ? redact(entry.before) : undefined
  const after = entry.after ? redact(entry.after) : undefined
  return AuditLogs.create({
    id: randomUUID(),
    month: monthOf(localDateOf(at)),
    createdAt: at,
    userId: actor.id,
    userName: actor.name,
    action: entry.action,
    entityType: entry.entity.type,
    entityId: entry.entity.id,
    ...(before && after ? differences(before, after) : { oldData: before, newData: after }),
    ipAddress: actor.origin.ip,
    userAgent: actor.origin.userAgent,
    requestId: actor.origin.requestId,
  })
}
