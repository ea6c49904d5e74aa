import { createHash } from 'node:crypto'
import { conflict, notFound, unprocessable } from '../../shared/errors.ts'
import type { Permit } from '../platform/actor.ts'
import { nameIn } from '../platform/data/audit.ts'
import { type Change, commit } from '../platform/data/commit.ts'
import { Outbox, type OutboxKind, type OutboxRow } from '../platform/data/outbox.ts'
import { kindOf, type Mails, reasonAgainst } from './kinds.ts'
import { newMailEntry, stateOf } from './log.ts'

/**
 * Sends a mail about a record again, and returns its log entry; the caller has checked the rights. Throws 404 for an
 * unknown mail, 409 when it was sent, was resent before or is under way. Throws 422 when the mail is no longer needed
 * or such mails are switched off.
 */
export async function resendLoggedMail<Kind extends string, Row extends { readonly id: string }>(
  permit: Permit,
  mails: Mails<string, Kind, Row>,
  row: Row,
  mailId: string,
) {
  const { change, mail } = await prepareResend(mails, row, mailId)
  return commit(permit, change, mail)
}

/**
 * Returns the change that sends a mail again, and its log entry. `evenSent` also allows a mail that was sent; with
 * `lane: 'own'` the caller sends it, and no event does. Throws 404 for an unknown mail, 409 when it was sent (without
 * `evenSent`), was resent before or is under way. Throws 422 when the mail is no longer needed or such mails are
 * switched off.
 */
export async function prepareResend<Kind extends string, Row extends { readonly id: string }>(
  mails: Mails<string, Kind, Row>,
  row: Row,
  mailId: string,
  { evenSent = false, ...more }: { readonly evenSent?: boolean; readonly lane?: 'own' } = {},
) {
  const { data: item } = await Outbox.get({ id: mailId }).go({ consistent: true })
  const kind = item?.subject === row.id ? kindOf(mails, item) : null
  if (!item || !kind) throw notFound()
  refuseEnded(item, evenSent)
  const id = idOfNext(mailId)
  if ((await Outbox.get({ id }).go({ consistent: true })).data) throw conflict('Deze mail is al opnieuw verstuurd')
  const next = { id, kind: item.kind as OutboxKind, subject: row.id, ...mails.again(kind, row, item), ...more }
  const against = await reasonAgainst(mails, kind, next, row)
  if (against) throw unprocessable(against)
  const { state, error } = stateOf(item)
  const change: Change = {
    action: `${mails.entity}.resend`,
    entity: { type: mails.entity, id: row.id, name: nameIn(row) },
    after: { mail: kind, was: state },
    write: [
      {
        // The event of the old item may still be delivered; with this state it sends nothing.
        write: Outbox.patch({ id: mailId })
          .set({ state, ...(error ? { error } : {}) })
          .remove(['facts'])
          .where((one, { eq }) => eq(one.state, item.state)),
        onFailure: underWay,
      },
    ],
    outbox: [next],
  }
  return { change, mail: newMailEntry(kind, id) }
}

/**
 * Finds the latest resend of a mail by the id of the first mail; that mail itself when it was never sent again. Null
 * for an unknown id.
 */
export async function findLastMail(firstId: string): Promise<OutboxRow | null> {
  let last: OutboxRow | null = null
  for (let id = firstId; ; id = idOfNext(id)) {
    const { data } = await Outbox.get({ id }).go({ consistent: true })
    if (!data) return last
    last = data
  }
}

/** Returns the id of the mail that resends another, always the same, so that two clicks do not send two. */
const idOfNext = (mailId: string) => createHash('sha256').update(`again ${mailId}`).digest('hex').slice(0, 32)

const underWay = () => conflict('Deze mail is al onderweg. Laad de pagina opnieuw.')

/** Throws 409 when a mail was sent, unless `evenSent`, or is under way. */
function refuseEnded(item: OutboxRow, evenSent: boolean): void {
  const { state } = stateOf(item)
  if (state === 'sent' && !evenSent) throw conflict('Deze mail is al verstuurd')
  if (state === 'waiting' || state === 'sending') throw underWay()
}
