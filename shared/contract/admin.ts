import * as z from 'zod'
import { created, domain, idParam, none, page, paging } from './endpoint.ts'
import { instant, localDate, orNull, requiredText, text } from './fields.ts'

/** Calls one API key may make in a minute (rulings 61). */
export const API_KEY_CALLS_PER_MINUTE = 120

/** A read key as the list shows it: never the key itself (rulings 61). */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  description: orNull(z.string()),
  keyPreview: z.string(),
  isActive: z.boolean(),
  createdAt: instant,
  expiresAt: orNull(instant),
  lastUsedAt: orNull(instant),
})
export type ApiKey = z.output<typeof ApiKey>

/** `expiresAt` is the last day the key works, in Amsterdam; absent: it does not expire. */
export const ApiKeyForm = z.object({
  name: requiredText('Naam is verplicht', 80),
  description: text(400),
  expiresAt: z.union([z.literal('').transform(() => null), localDate()]).nullish(),
})

/** One row of the audit log; `oldData` and `newData` hold what differs, secrets left out (rulings 60). */
export const AuditLog = z.object({
  id: z.string(),
  createdAt: instant,
  userId: z.string(),
  userName: z.string(),
  action: z.string(),
  entityType: z.string(),
  entityId: z.string(),
  oldData: orNull(z.record(z.string(), z.unknown())),
  newData: orNull(z.record(z.string(), z.unknown())),
  ipAddress: z.string(),
  userAgent: z.string(),
})
export type AuditLog = z.output<typeof AuditLog>

/** Rows of the audit log a screen asks for at a time (spec §9). */
export const AUDIT_PAGE = 20

/** Filters of the audit log; they combine. `action` is the kind of change, whatever the entity. */
export const AuditFilter = z.object({
  userId: z.string().max(128).optional(),
  entityType: z.string().max(60).optional(),
  entityId: z.string().max(128).optional(),
  action: z.enum(['create', 'update', 'delete', 'other']).optional(),
  from: localDate().optional(),
  to: localDate().optional(),
})
export type AuditFilter = z.output<typeof AuditFilter>

export const admin = domain({
  apiKeys: {
    summary: 'API keys, newest first; never the keys themselves',
    method: 'GET',
    path: '/api/admin/api-keys',
    allow: 'api-key:manage',
    query: z.object(paging),
    result: page(ApiKey),
  },
  createApiKey: {
    summary: 'Create a read key; the answer is the only place it is shown (rulings 61)',
    method: 'POST',
    path: '/api/admin/api-keys',
    allow: 'api-key:manage',
    body: ApiKeyForm,
    result: created(ApiKey.extend({ apiKey: z.string() })),
  },
  deactivateApiKey: {
    summary: 'Switch an API key off, at once and for good',
    method: 'DELETE',
    path: '/api/admin/api-keys/{id}',
    allow: 'api-key:manage',
    params: idParam,
    result: none,
  },
  auditLogs: {
    summary: 'Who changed what, newest first; 20 unless a limit is given',
    method: 'GET',
    path: '/api/audit-logs',
    allow: 'audit:read',
    query: AuditFilter.extend(paging),
    result: page(AuditLog),
  },
})
