import { now } from '../../shared/time.ts'
import type { OutcomeMarks } from '../mail/outcomes.ts'
import { Outbox } from '../platform/outbox.ts'
import { Invoices } from './invoice-entity.ts'

/** Writes that the partner has its invoice; the days for an answer count from the first time. */
export const presentedTo = (id: string) =>
  Invoices.patch({ id })
    .set({ sentToPartner: true })
    .data(({ presentedAt }, { ifNotExists }) => ifNotExists(presentedAt, now()))

/** A mail that came back is none that the partner has, unless another one went out. */
export const partnerMailMarks: OutcomeMarks = {
  delivered: ({ subject }) => [presentedTo(subject)],
  bounced: async ({ id, kind, subject }) => {
    const { data: mails } = await Outbox.query.bySubject({ subject }).go({ pages: 'all' })
    const isSentElse = mails.some((mail) => mail.id !== id && mail.kind === kind && mail.state === 'sent')
    return isSentElse ? [] : [Invoices.patch({ id: subject }).set({ sentToPartner: false }).remove(['presentedAt'])]
  },
}
