import { createHash } from 'node:crypto'
import { conflict, notFound, unprocessable } from '../../shared/errors.ts'
import { now } from '../../shared/time.ts'
import type { Permit } from '../platform/actor.ts'
import { commit } from '../platform/commit.ts'
import { Outbox, type OutboxKind, type OutboxRow } from '../platform/outbox.ts'
import { kindOf, type Mails, reasonAgainst } from './kinds.ts'
import { stateOf } from './log.ts'

/**
 * Sends a mail again that failed, was skipped or held back or whose end is unknown, about the record as it is now; who
 * may do that, the caller has asked. 404 when the record has no such mail; 409 while it is under way, when it was sent,
 * and the second time; 422 when it would not be true, or not sent.
 */
export async function resend<Kind extends string, Row extends { readonly id: string }>(
  permit: Permit,
  mails: Mails<string, Kind, Row>,
  row: Row,
  mailId: string,
) {
  const { data: item } = await Outbox.get({ id: mailId }).go({ consistent: true })
  const kind = item?.subject === row.id ? kindOf(mails, item) : null
  if (!item || !kind) throw notFound()
  refuseEnded(item)
  const id = idOfNext(mailId)
  if ((await Outbox.get({ id }).go({ consistent: true })).data) throw conflict('Deze mail is al opnieuw verstuurd.')
  const next = { id, kind: item.kind as OutboxKind, subject: row.id, ...mails.again(kind, row, item) }
  const against = await reasonAgainst(mails, kind, next, row)
  if (against) throw unprocessable(against)
  const { state, error } = stateOf(item)
  return commit(
    permit,
    {
      action: `${mails.entity}.resend`,
      entity: { type: mails.entity, id: row.id },
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
      outbox: [next],
    },
    { id, kind, state: 'waiting' as const, error: null, createdAt: now() },
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
