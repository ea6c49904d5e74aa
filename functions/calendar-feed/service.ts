import { createHash, randomBytes } from 'node:crypto'
import { notLoggedIn, staleConflict } from '../../shared/errors.ts'
import { now } from '../../shared/time.ts'
import { requireUnchangedActor } from '../people/service.ts'
import { asSystem, authorise, type Caller, type Permit } from '../platform/actor.ts'
import { commit, commitNothing, type GuardedWrite } from '../platform/data/commit.ts'
import { readSetting } from '../platform/env.ts'
import { credentialEpochOf, findUser, type User } from '../platform/identity/user.ts'
import { type Feed, FeedOwners, Feeds, FeedUses } from './entity.ts'

const APP_URL = readSetting('APP_URL')

/** Returns the SHA-256 of a feed's token in hex, the form in which it is stored. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Finds a person's calendar feed, strongly consistent, or null. */
export async function findFeed(userId: string): Promise<Feed | null> {
  const { data } = await Feeds.get({ userId }).go({ consistent: true })
  return data
}

const authoriseOwn = (actor: Caller) => authorise(actor, 'calendar-feed:manage', { owners: [actor.id] })

/**
 * Returns whether the actor has a calendar feed, its creation time and its last read; null for times that are unknown.
 */
export async function readFeedStatus(actor: Caller) {
  authoriseOwn(actor)
  const [feed, owner] = await Promise.all([findFeed(actor.id), findUser(actor.id)])
  if (!feed || !isFeedOpen(feed, owner)) return { active: false, createdAt: null, lastUsedAt: null }
  const { data: use } = await FeedUses.get({ userId: actor.id }).go({ consistent: true })
  return { active: true, createdAt: feed.createdAt, lastUsedAt: use?.hash === feed.hash ? use.lastUsedAt : null }
}

/**
 * Creates a secret address for the actor's calendar feed, and returns it; no later answer shows it. An earlier address
 * stops working. Throws 409 when another feed is created at the same moment, 401 when the session has ended meanwhile.
 */
export async function createFeed(actor: Caller) {
  const permit = authoriseOwn(actor)
  const [before, owner] = await Promise.all([findFeed(actor.id), findUser(actor.id)])
  if (!owner) throw notLoggedIn()
  const token = randomBytes(32).toString('base64url')
  const credentialEpoch = credentialEpochOf(owner)
  const row: Feed = { userId: actor.id, hash: hashOf(token), createdAt: now(), credentialEpoch }
  return commit(
    permit,
    {
      action: 'calendar-feed.create',
      entity: { type: 'calendar-feed', id: actor.id },
      after: { createdAt: row.createdAt, replaces: before?.createdAt },
      write: [
        // Without this condition, a feed made while the credentials are replaced would stay valid afterwards.
        ...requireUnchangedActor(actor, null),
        {
          write: Feeds.put(row).where(({ hash }, { eq, notExists }) =>
            before ? eq(hash, before.hash) : notExists(hash),
          ),
          onFailure: staleConflict,
        },
        FeedOwners.create({ hash: row.hash, userId: actor.id }),
        ...(before ? [FeedOwners.delete({ hash: before.hash })] : []),
      ],
    },
    { url: `${APP_URL}/api/calendar-feed/${token}` },
  )
}

/** Ends the actor's calendar feed, so that its address stops working; does nothing without one. */
export async function revokeFeed(actor: Caller) {
  const permit = authoriseOwn(actor)
  const before = await findFeed(actor.id)
  if (!before) return commitNothing(permit, undefined)
  return endFeed(before, permit)
}

/** Tells whether a feed may be read: its owner is active, with the same credentials as when it was made. */
export const isFeedOpen = ({ credentialEpoch = 0 }: Feed, owner: User | null): owner is User =>
  owner?.isActive === true && credentialEpochOf(owner) === credentialEpoch

/**
 * Ends the calendar feed of a person who is deactivated or has new credentials; does nothing for others. The
 * feed stays ended when the person is reactivated.
 */
export async function endFeedOf(userId: string): Promise<void> {
  const [user, feed] = await Promise.all([findUser(userId), findFeed(userId)])
  if (feed && !isFeedOpen(feed, user)) await endFeed(feed, asSystem('outbox'))
}

/** Deletes a calendar feed and its address, with an audit row. Throws 409 when another feed replaced it. */
export const endFeed = (feed: Feed, permit: Permit) =>
  commit(permit, {
    action: 'calendar-feed.revoke',
    entity: { type: 'calendar-feed', id: feed.userId },
    before: { createdAt: feed.createdAt },
    write: endWrites(feed),
  })

/**
 * Returns the writes that delete a feed. They succeed when the feed is deleted already, and fail with 409 when another
 * feed replaced it.
 */
const endWrites = ({ userId, hash }: Feed): GuardedWrite[] => [
  {
    write: Feeds.delete({ userId }).where(
      (feed, { eq, notExists }) => `${eq(feed.hash, hash)} OR ${notExists(feed.hash)}`,
    ),
    onFailure: staleConflict,
  },
  { write: FeedOwners.delete({ hash }), onFailure: staleConflict },
]
