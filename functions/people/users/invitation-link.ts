import { createHash, randomBytes } from 'node:crypto'
import { INVITATION_HOURS } from '../../../shared/api/invitations.ts'
import { conflict } from '../../../shared/errors.ts'
import { epochOf, type Instant, instantAt, now } from '../../../shared/time.ts'
import { asSystem } from '../../platform/actor.ts'
import { commit, type GuardedWrite } from '../../platform/data/commit.ts'
import { defineEntity, primary, tryWrite, ttlSeconds } from '../../platform/data/table.ts'
import { readSetting } from '../../platform/env.ts'
import { credentialEpochOf, type User } from '../../platform/identity/user.ts'

const APP_URL = readSetting('APP_URL')

/** Milliseconds that one use of a link may take; no request runs longer. */
const CLAIM_MS = 60 * 1000

/**
 * Links by which people choose their first password, by the hash of their secret: readers of the table cannot use them.
 *
 * | Read     | Index   | Key  |
 * | one link | primary | hash |
 */
const Invitations = defineEntity('invitation', {
  attributes: {
    hash: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    /** The person's credential epoch when the link was made; once it is raised, the link no longer works. */
    credentialEpoch: { type: 'number', required: true },
    until: { type: 'string', required: true },
    /** While the link is being used: the latest moment at which that use ends, in milliseconds since 1970. */
    claimedUntil: { type: 'number' },
    expires: { type: 'number', required: true },
  },
  indexes: { primary: primary('invitation#${hash}', 'invitation') },
})

/** A valid link and the person it invites. */
export interface Invitation {
  readonly hash: string
  readonly userId: string
  readonly credentialEpoch: number
  readonly until: Instant
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Creates and stores the link by which an invited person chooses a password; it works for 48 hours. */
export async function createInvitationLink(user: User): Promise<{ readonly url: string; readonly until: Instant }> {
  const token = randomBytes(32).toString('base64url')
  const until = instantAt(epochOf(now()) + INVITATION_HOURS * 60 * 60 * 1000)
  const row = { hash: hashOf(token), userId: user.id, credentialEpoch: credentialEpochOf(user), until }
  await commit(asSystem('outbox'), {
    action: 'user.invitation-link',
    entity: { type: 'user', id: user.id },
    after: { until },
    write: [Invitations.create({ ...row, expires: ttlSeconds(epochOf(until)) })],
  })
  return { url: `${APP_URL}/uitnodiging/${token}`, until }
}

/** Returns the invitation that the secret of a link belongs to; null for an unknown, used or expired link. */
export async function findInvitation(token: string): Promise<Invitation | null> {
  const { data } = await Invitations.get({ hash: hashOf(token) }).go({ consistent: true })
  return data && (data.until as Instant) > now() ? { ...data, until: data.until as Instant } : null
}

/**
 * Claims an invitation, so that nobody else uses its link meanwhile; throws 409 while somebody else has claimed it.
 * Returns the write that ends the link (`used`), and a function that releases the claim.
 */
export async function claimInvitation({
  hash,
}: Invitation): Promise<{ used: GuardedWrite; release: () => Promise<unknown> }> {
  const at = epochOf(now())
  const claimedUntil = at + CLAIM_MS
  const isClaimed = await tryWrite(() =>
    Invitations.patch({ hash })
      .set({ claimedUntil })
      .where((row, { notExists, lte }) => `${notExists(row.claimedUntil)} OR ${lte(row.claimedUntil, at)}`)
      .go(),
  )
  if (!isClaimed) throw alreadyClaimed()
  return {
    used: {
      write: Invitations.delete({ hash }).where((row, { eq }) => eq(row.claimedUntil, claimedUntil)),
      onFailure: alreadyClaimed,
    },
    release: () =>
      tryWrite(() =>
        Invitations.patch({ hash })
          .remove(['claimedUntil'])
          .where((row, { eq }) => eq(row.claimedUntil, claimedUntil))
          .go(),
      ),
  }
}

const alreadyClaimed = () => conflict('Deze uitnodiging wordt al gebruikt. Log in of vraag een nieuwe uitnodiging.')
