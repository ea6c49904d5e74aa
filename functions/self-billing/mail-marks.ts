import { now } from '../../shared/time.ts'
import type { OutcomeMarks } from '../mail/outcomes.ts'
import { Outbox, type OutboxRow } from '../platform/outbox.ts'
import { AWAITED, Invoices } from './invoice-entity.ts'
import { NOBODY } from './partner-entity.ts'

/**
 * Writes that the partner has its invoice; the days for an answer count from the first time. From now on the accounting
 * awaits it, unless its row says otherwise: whoever takes it to them looks.
 */
export const presentedTo = (id: string) =>
  Invoices.patch({ id })
    .set({ sentToPartner: true, accountingKey: AWAITED })
    .data(({ presentedAt }, { ifNotExists }) => ifNotExists(presentedAt, now()))

/** Writes that the accounting has an invoice. */
export const accountedFor = (id: string) =>
  Invoices.patch({ id }).set({ sentToAccounting: true, accountingKey: NOBODY })

/** A mail that came back is none that the partner has, unless another one went out. */
export const partnerMailMarks: OutcomeMarks = {
  delivered: ({ subject }) => [presentedTo(subject)],
  bounced: async (item) =>
    (await isSentElse(item))
      ? []
      : [
          Invoices.patch({ id: item.subject })
            .set({ sentToPartner: false, accountingKey: NOBODY })
            .remove(['presentedAt']),
        ],
}

/** Nor is it one that the accounting has, which then awaits it again. */
export const accountingMailMarks: OutcomeMarks = {
  delivered: ({ subject }) => [accountedFor(subject)],
  bounced: async (item) =>
    (await isSentElse(item))
      ? []
      : [Invoices.patch({ id: item.subject }).set({ sentToAccounting: false, accountingKey: AWAITED })],
}

async function isSentElse({ id, kind, subject }: OutboxRow): Promise<boolean> {
  const { data: mails } = await Outbox.query.bySubject({ subject }).go({ pages: 'all' })
  return mails.some((mail) => mail.id !== id && mail.kind === kind && mail.state === 'sent')
}
