import { asSystem } from '../platform/actor.ts'
import { commit } from '../platform/commit.ts'
import { log } from '../platform/log.ts'
import { sendMail } from '../platform/mail.ts'
import { Outbox, type OutboxRow } from '../platform/outbox.ts'
import { accepted } from '../platform/table.ts'
import { Appointments } from './entity.ts'
import { confirmationMail } from './mails.ts'

/**
 * Does one outbox item: sends its mail at most once. The item is claimed before the provider is called; an attempt of
 * which nobody knows the end stays `unknown`. Throws when the provider refused, so that the event is tried again.
 */
export async function deliver(id: string): Promise<void> {
  const { data: item } = await Outbox.get({ id }).go({ consistent: true })
  if (!item) return
  if (item.state === 'sending') return settle(item, 'unknown')
  if (item.state !== 'waiting' || !(await claim(id))) return
  const { data: row } = await Appointments.get({ id: item.subject }).go({ consistent: true })
  const mail = row ? confirmationMail(row) : null
  if (!mail) return settle(item, 'skipped')
  const outcome = await sendMail(mail)
  if (outcome.kind === 'sent') return settle(item, 'sent')
  log.warn('mail not sent', { outboxId: id, outcome: outcome.kind, reason: outcome.reason })
  if (outcome.kind === 'unknown') return settle(item, 'unknown')
  await Outbox.patch({ id }).set({ state: 'waiting', error: outcome.reason }).go()
  throw new Error(`The mail provider refused: ${outcome.reason}`)
}

const claim = (id: string) =>
  accepted(() =>
    Outbox.patch({ id })
      .set({ state: 'sending' })
      .where(({ state }, { eq }) => eq(state, 'waiting'))
      .go(),
  )

async function settle(item: OutboxRow, state: 'sent' | 'skipped' | 'unknown'): Promise<void> {
  // Whoever knows that it was sent overrules a second delivery that could not know.
  const settled = Outbox.patch({ id: item.id })
    .set({ state })
    .where((attribute, { eq }) => `${eq(attribute.state, 'sending')} OR ${eq(attribute.state, 'unknown')}`)
  const marked = state === 'sent' ? [Appointments.patch({ id: item.subject }).set({ confirmationSent: true })] : []
  await commit(
    asSystem('outbox'),
    {
      action: 'appointment.confirmation',
      entity: { type: 'appointment', id: item.subject },
      after: { confirmation: state },
      write: [settled, ...marked],
    },
    undefined,
  )
}
