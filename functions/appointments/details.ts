import { createHash } from 'node:crypto'
import type { MailKind } from '../../shared/contract/appointments.ts'
import { conflict, notFound, unprocessable } from '../../shared/errors.ts'
import { now } from '../../shared/time.ts'
import type { Caller } from '../platform/actor.ts'
import { commit } from '../platform/commit.ts'
import { Outbox, type OutboxRow } from '../platform/outbox.ts'
import type { AppointmentRow } from './entity.ts'
import { kindOf, mailsAbout, stateOf } from './mail-log.ts'
import { mailItem, sequenceOf } from './mail-queue.ts'
import { appointmentRecords, viewOf } from './service.ts'
import { mailSettings } from './settings.ts'

/** One appointment within reach with the mails about it, newest first; 404 otherwise. */
export async function appointmentDetails(actor: Caller, id: string) {
  const { row } = await appointmentRecords.within(actor, id)
  return { ...viewOf(row), mails: await mailsAbout(id) }
}

/**
 * Sends a mail again that failed, was skipped or whose end is unknown, about the appointment as it is now. 409 while it
 * is under way, when it was sent, and the second time; 422 when such a mail would not be true, or not sent.
 */
export async function resendMail(actor: Caller, id: string, mailId: string) {
  const { row, permit } = await appointmentRecords.within(actor, id, 'appointment:edit')
  const { data: item } = await Outbox.get({ id: mailId }).go({ consistent: true })
  const kind = item?.subject === id ? kindOf(item) : null
  if (!item || !kind) throw notFound()
  refuseEnded(item)
  const { data: next } = await Outbox.get({ id: idOfNext(mailId) }).go({ consistent: true })
  if (next) throw conflict('Deze mail is al opnieuw verstuurd.')
  await refuseNeedless(row, kind, item)
  const again = mailItem(item.kind as Parameters<typeof mailItem>[0], row, idOfNext(mailId))
  const { state, error } = stateOf(item)
  return commit(
    permit,
    {
      action: 'appointment.resend',
      entity: { type: 'appointment', id },
      after: { mail: kind, was: state },
      write: [
        {
          // Its event may still come: what was given up stays so.
          write: Outbox.patch({ id: mailId })
            .set({ state, ...(error ? { error } : {}) })
            .remove(['facts'])
            .where((one, { eq }) => eq(one.state, item.state)),
          otherwise: underWay,
        },
      ],
      outbox: [again],
    },
    { id: idOfNext(mailId), kind, state: 'waiting' as const, error: null, createdAt: now() },
  )
}

/** The id of the one mail that takes another's place, so that two clicks do not send two. */
const idOfNext = (mailId: string) => createHash('sha256').update(`again ${mailId}`).digest('hex').slice(0, 32)

const underWay = () => conflict('Deze mail is al onderweg. Ververs en bekijk de status.')

function refuseEnded(item: OutboxRow): void {
  const { state } = stateOf(item)
  if (state === 'sent') throw conflict('Deze mail is al verstuurd.')
  if (state === 'waiting' || state === 'sending') throw underWay()
}

async function refuseNeedless(row: AppointmentRow, kind: MailKind, item: OutboxRow): Promise<void> {
  const settings = await mailSettings()
  const isOff = row.status === 'cancelled'
  if (kind === 'reminder' ? !settings.sendReminders : !settings.sendConfirmations) {
    throw unprocessable('Deze mails staan uit bij de instellingen.')
  }
  if (!row.customerEmail) throw unprocessable('Deze klant heeft geen e-mailadres.')
  if (kind === 'cancelled' && !isOff) throw unprocessable('Deze afspraak is niet geannuleerd.')
  if (kind !== 'cancelled' && isOff) throw unprocessable('Deze afspraak is geannuleerd.')
  if (row.start <= now()) throw unprocessable('Deze afspraak is al geweest.')
  // Its new time has a reminder of its own, which this one would take the place of.
  if (kind === 'reminder' && sequenceOf(row) !== sequenceOf(item)) {
    throw unprocessable('Deze afspraak is daarna verplaatst.')
  }
}
