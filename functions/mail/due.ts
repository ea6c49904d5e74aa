import { now } from '../../shared/time.ts'
import { type OutboxRow, outboxRow } from '../platform/data/outbox.ts'
import { tryWrite } from '../platform/data/table.ts'
import { waitUntilDue } from './deliver.ts'

/**
 * Waits until a mail is due, then has the function of urgent work send it: the function of waiting work does not load
 * documents. Mails of one group go one after another.
 */
export async function handOnWhenDue(item: OutboxRow): Promise<void> {
  if (item.state !== 'waiting') return
  await waitUntilDue(item)
  const { id, group, by = 'outbox', action } = item
  const due = { kind: 'mail-due', id: `${id}-due`, subject: group, facts: { mailId: id } } as const
  await tryWrite(() => outboxRow(due, by, now(), action).go())
}

/** Returns the id of the mail that is due. */
export const mailIdOf = ({ facts }: OutboxRow): string => (facts as { mailId: string }).mailId
