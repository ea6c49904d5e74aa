import { randomUUID } from 'node:crypto'
import type { EntityItem } from 'electrodb'
import { isIban, maskIban, normaliseIban } from '../../shared/identifiers.ts'
import { type Instant, localDateOf, monthOf } from '../../shared/time.ts'
import type { Whole } from '../../shared/whole.ts'
import type { Permit } from './actor.ts'
import { Entity, key, model, store } from './table.ts'

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
      /** What the record was called then, as a change keeps only what differs. */
      entityName: { type: 'string' },
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
export type AuditLog = Whole<EntityItem<typeof AuditLogs>>

/** What happened to which record: `action` is `<entity>.<verb>`. It is named by what it became or was, else as said. */
export interface AuditEntry {
  readonly action: `${string}.${string}`
  readonly entity: { readonly type: string; readonly id: string; readonly name?: string | undefined }
  readonly before?: object | null | undefined
  readonly after?: object | null | undefined
}

const secret = /password|secret|token|backupcode|twofactorcode|^codes?$|hash|salt|sessionid/i
const account = /iban|bankaccount(?!holder)/i

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

/** How many characters an IBAN has, by country: those of SEPA (ISO 13616, SWIFT's registry). */
const ibanLengths: Readonly<Record<string, number>> = Object.fromEntries(
  `AD24 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 IS26 IT27 LI21 LT20
   LU20 LV21 MC27 MT31 NL18 NO15 PL28 PT25 RO24 SE24 SI19 SK24 SM27 VA22`
    .split(/\s+/)
    .map((one) => [one.slice(0, 2), Number(one.slice(2))]),
)
const ofCountry = ([country, length]: [string, number]) =>
  String.raw`${country}${gap}\d${gap}\d(?:${gap}[A-Z0-9]){${length - 4}}`

/**
 * Where an IBAN may begin in a text that somebody typed: of these countries however it is grouped, of others in one
 * piece. It looks ahead, so that what turns out to be none hides nothing that begins inside it.
 */
const typedIban = new RegExp(
  `(?=(${[...Object.entries(ibanLengths).map(ofCountry), String.raw`\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b`].join('|')}))`,
  'gi',
)

/** A text in which account numbers are masked, however they are typed (rulings 60, 62). */
export function withoutIbans(text: string): string {
  let masked = ''
  let end = 0
  for (const { index, 1: found = '' } of text.matchAll(typedIban)) {
    if (index < end || !isIban(normaliseIban(found))) continue
    masked += text.slice(end, index) + maskIban(found)
    end = index + found.length
  }
  return masked + text.slice(end)
}

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

/** The name in what is kept of a record, by which people know it; a person's `name` is what lists are sorted by. */
export function nameIn(record: unknown): string | undefined {
  const row = Object(record) as Readonly<Record<string, unknown>>
  const { customerName, firstName, lastName, name, filename, invoiceNumber, description } = row
  const person = [firstName, lastName].filter((part) => typeof part === 'string').join(' ')
  return [customerName, person, name, filename, invoiceNumber, description].find(
    (one): one is string => typeof one === 'string' && one !== '',
  )
}

/** The name of a record by its first row in the log; for who knows no more of it than its id. */
export async function firstNameOf(entityType: string, entityId: string): Promise<string | undefined> {
  const { data } = await AuditLogs.query.byEntity({ entityType, entityId }).go({ limit: 1, order: 'asc' })
  return data[0]?.entityName
}

/** The row of a change: old and new values, of an update only those that differ. */
export function auditRow(permit: Permit, entry: AuditEntry, at: Instant) {
  const { actor } = permit
  const { type, id, name } = entry.entity
  const before = entry.before ? redact(entry.before) : undefined
  const after = entry.after ? redact(entry.after) : undefined
  return AuditLogs.create({
    id: randomUUID(),
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
