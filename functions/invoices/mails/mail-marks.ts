import type { InvoiceMailKind } from '../../../shared/api/schemas/invoices.ts'
import { now } from '../../../shared/time.ts'
import type { MailItem } from '../../mail/kinds.ts'
import type { OutcomeMarks } from '../../mail/outcomes.ts'
import type { Change } from '../../platform/data/commit.ts'
import { Outbox, type OutboxRow } from '../../platform/data/outbox.ts'
import { AWAITED, Invoices } from '../invoices/entity.ts'
import { NOBODY } from '../partner-entity.ts'

/**
 * Returns the write that marks an invoice as received by its partner and offers it to the next run of mails to the
 * accounting. The partner's days for an answer count from the first mail.
 */
const markReceivedByPartner = (id: string) =>
  Invoices.patch({ id })
    .set({ sentToPartner: true, accountingKey: AWAITED })
    .data(({ presentedAt }, { ifNotExists }) => ifNotExists(presentedAt, now()))

/** Returns the write that marks an invoice as received by the accounting. */
const markReceivedByAccounting = (id: string) =>
  Invoices.patch({ id }).set({ sentToAccounting: true, accountingKey: NOBODY })

/** Kinds of mail about an invoice with its documents: all but the remittance advice. */
export type DocumentMail = Exclude<InvoiceMailKind, 'remittance-mail'>

/** Returns the writes that mark an invoice after a mail with its documents was sent. */
export function marksOf(kind: DocumentMail, { subject }: MailItem): Change['write'] {
  if (kind === 'agent-mail') return []
  return [kind === 'partner-mail' ? markReceivedByPartner(subject) : markReceivedByAccounting(subject)]
}

/**
 * Marks to set or remove after delivery or bounce of an invoice mail to the partner. A bounce removes the mark, unless
 * another mail was sent.
 */
export const partnerMailMarks: OutcomeMarks = {
  delivered: ({ subject }) => [markReceivedByPartner(subject)],
  bounced: async (item) =>
    (await isSentByOther(item))
      ? []
      : [
          Invoices.patch({ id: item.subject })
            .set({ sentToPartner: false, accountingKey: NOBODY })
            .remove(['presentedAt']),
        ],
}

/**
 * Marks to set or remove after delivery or bounce of an invoice mail to the accounting. After a bounce the next run
 * mails the invoice again, unless another mail was sent.
 */
export const accountingMailMarks: OutcomeMarks = {
  delivered: ({ subject }) => [markReceivedByAccounting(subject)],
  bounced: async (item) =>
    (await isSentByOther(item))
      ? []
      : [Invoices.patch({ id: item.subject }).set({ sentToAccounting: false, accountingKey: AWAITED })],
}

async function isSentByOther({ id, kind, subject }: OutboxRow): Promise<boolean> {
  const { data: mails } = await Outbox.query.bySubject({ subject }).go({ pages: 'all' })
  return mails.some((mail) => mail.id !== id && mail.kind === kind && mail.state === 'sent')
}
