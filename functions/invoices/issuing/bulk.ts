import { unprocessable } from '../../../shared/errors.ts'
import { addSeconds, now } from '../../../shared/time.ts'
import { namesOf } from '../../people/service.ts'
import { MAIL_WAITS_SECONDS } from '../../platform/data/notifications.ts'
import type { OutboxItem } from '../../platform/data/outbox.ts'
import { bulkOf } from '../../records/bulk-runs.ts'
import { invoiceRecords } from '../invoices/records.ts'
import { creditInFull } from './crediting.ts'
import { stepEdit } from './invoice-changing.ts'

/** Work of a run: it sends invoices, or credits them in full. */
interface Wish {
  readonly work: 'send' | 'credit'
  /** Says of credited invoices whether the commissions on them are still earned. */
  readonly stillEarned?: boolean | undefined
}

/** Bulk runs that send concepts (rulings 46) or credit invoices (rulings 45). What was sent is not undone. */
export const invoiceBulk = bulkOf({
  ...{ type: 'invoice-run', action: 'self-billing:manage', step: 'invoice-bulk', by: 'invoices', isFinal: true },
  namesOf,
  shown: ({ work, stillEarned }: Wish) => ({ work, stillEarned }),
  records: invoiceRecords,
  nameOf: ({ invoiceNumber }) => invoiceNumber,
  plan: async (actor, row, { work }, { runId }) => {
    if (row.status !== 'concept') throw unprocessable('Is al verstuurd')
    const edit = await stepEdit(actor, row, { status: 'in_behandeling' })
    const outbox = edit.outbox.map((item) => waitForOthers(item, `${runId} ${row.partnerCompanyId}`))
    return { edit: { ...edit, outbox }, before: { work } }
  },
  changeOtherwise: (actor, id, { work, stillEarned }, resultOf) =>
    work === 'credit' ? creditInFull(actor, id, stillEarned === true, resultOf) : null,
})

/** Returns a mail to a partner that waits, so that one mail has all invoices of the partner in the run; other work as is. */
const waitForOthers = (item: OutboxItem, group: string): OutboxItem =>
  item.kind === 'invoice-partner-mail'
    ? { ...item, kind: item.kind, group, notBefore: addSeconds(now(), MAIL_WAITS_SECONDS) }
    : item
