import { unprocessable } from '../../../shared/errors.ts'
import { addSeconds, now } from '../../../shared/time.ts'
import { namesOf } from '../../people/service.ts'
import { MAIL_WAITS_SECONDS } from '../../platform/data/notifications.ts'
import type { OutboxItem } from '../../platform/data/outbox.ts'
import { bulkOf, refuseChanged } from '../../records/bulk-runs.ts'
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
  nameOf: async (actor, id) => (await invoiceRecords.within(actor, id)).row.invoiceNumber,
  change: (actor, turn, { work, stillEarned }, noted) => {
    if (work === 'credit') {
      return creditInFull(actor, turn.id, stillEarned === true, (row) => {
        refuseChanged(turn, row, 'deze factuur')
        return noted({ name: row.invoiceNumber, before: { work }, version: row.version + 1 })
      })
    }
    return invoiceRecords.edit(
      actor,
      turn.id,
      async (row) => {
        refuseChanged(turn, row, 'deze factuur')
        if (row.status !== 'concept') throw unprocessable('Is al verstuurd')
        const edit = await stepEdit(actor, row, { status: 'in_behandeling' })
        const result = noted({ name: row.invoiceNumber, before: { work }, version: row.version + 1 })
        const outbox = edit.outbox.map((item) => waitForOthers(item, `${turn.runId} ${row.partnerCompanyId}`))
        return { ...edit, outbox, write: [...edit.write, ...result] }
      },
      () => undefined,
    )
  },
})

/** Returns a mail to a partner that waits, so that one mail has all invoices of the partner in the run; other work as is. */
const waitForOthers = (item: OutboxItem, group: string): OutboxItem =>
  item.kind === 'invoice-partner-mail'
    ? { ...item, kind: item.kind, group, notBefore: addSeconds(now(), MAIL_WAITS_SECONDS) }
    : item
