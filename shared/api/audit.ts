import * as z from '../zod.ts'
import { domain, get, page, paging } from './parts/endpoint.ts'
import { instant, localDate, orNull } from './parts/fields.ts'

/**
 * One row of the audit log. `oldData` and `newData` hold the changed fields; of a created or deleted record, all
 * fields. Secrets are left out and IBANs masked (rulings 60).
 */
export const AuditLog = z.object({
  id: z.string(),
  createdAt: instant,
  userId: z.string(),
  userName: z.string(),
  action: z.string(),
  entityType: z.string(),
  entityId: z.string(),
  /** Name of the record at the time of the change: the customer of an appointment, the name of a person. */
  entityName: orNull(z.string()),
  oldData: orNull(z.record(z.string(), z.unknown())),
  newData: orNull(z.record(z.string(), z.unknown())),
  ipAddress: z.string(),
  userAgent: z.string(),
  /**
   * Id of the request or run that made the change, shared by all records that it changed. Null for the system's own
   * changes.
   */
  runId: orNull(z.string()),
  /** Number of rows for which this one stands: those of its action that match the filter, 1,000 at most. */
  parts: z.int(),
})
export type AuditLog = z.output<typeof AuditLog>

/** Rows of the audit log a screen asks for at a time (spec §9). */
export const AUDIT_PAGE = 20

/** Filters of the audit log; a row must match all of them. `action` is the kind of change, for any entity. */
export const AuditFilter = z.object({
  userId: z.string().max(128).optional(),
  entityType: z.string().max(60).optional(),
  entityId: z.string().max(128).optional(),
  action: z.enum(['create', 'update', 'delete', 'other']).optional(),
  from: localDate().optional(),
  to: localDate().optional(),
  /** Filter for the rows of one action, by their `runId`. */
  runId: z.string().max(128).optional(),
  /**
   * Search text. It must occur in the record's name or id, the person's name, or a changed value. Only changed names,
   * numbers, e-mail addresses, filenames and descriptions are searched.
   */
  q: z.string().trim().max(100).optional(),
})
export type AuditFilter = z.output<typeof AuditFilter>

export const audit = domain({
  auditLogs: get('/api/audit-logs', {
    summary: 'Audit log, newest first; 20 rows by default. A page may be short and still name a next one',
    allow: 'audit:read',
    shows: [],
    query: AuditFilter.extend({
      ...paging,
      /** Shows an action once, by its first row that matches, however many records it changed. */
      byAction: z.literal('true').optional(),
    }),
    result: page(AuditLog),
  }),
})
