import type { ClosingStep } from '../../../shared/api/schemas/periods.ts'
import { addToMonth, localDateOf, monthOf, now } from '../../../shared/time.ts'
import { type AuditLog, AuditLogs } from '../../platform/data/audit.ts'
import { takeRows } from '../../platform/data/rows.ts'

/** Number of latest changes among which the last work on each step is looked for. */
const READ = 300

const has = ({ newData }: AuditLog, field: string) => Object.hasOwn(Object(newData), field)

/** Tells for each step whether a change was work on it; the other steps have no work of their own. */
const isWorkOn: Partial<Record<ClosingStep, (log: AuditLog) => boolean>> = {
  question: ({ action }) => action === 'commission-question.answer',
  // A confirmation only changes who calls the appointment held; an outcome also changes its status.
  fee: (log) => log.entityType === 'appointment' && has(log, 'heldBy') && !has(log, 'status'),
  sale: (log) => log.entityType === 'sale' && has(log, 'approvedBy'),
  correction: ({ action }) => action === 'sale.correct-withdrawal',
  run: ({ action }) => action === 'monthly-run.start',
  send: (log) => log.entityType === 'invoice' && has(log, 'sentAt'),
  pay: ({ action }) => action === 'payment-file.create',
  bank: ({ entityType }) => entityType === 'bank-statement',
}

/** Reads who last worked on each step of closing, and when, as far as the latest changes of the audit log tell. */
export async function readLastDone(): Promise<Map<ClosingStep, { readonly by: string; readonly at: string }>> {
  const month = monthOf(localDateOf(now()))
  const read = async (of: string, count: number) =>
    (await takeRows<AuditLog>(AuditLogs.query.primary({ month: of }) as never, count, { order: 'desc' })).rows
  const latest = await read(month, READ)
  const logs = latest.length < READ ? [...latest, ...(await read(addToMonth(month, -1), READ - latest.length))] : latest
  const found = Object.entries(isWorkOn).flatMap(([step, isWork]) => {
    const log = logs.find(isWork)
    return log ? [[step as ClosingStep, { by: log.userId, at: log.createdAt }] as const] : []
  })
  return new Map(found)
}
