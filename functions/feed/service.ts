import { createHash, randomBytes } from 'node:crypto'
import { conflict } from '../../shared/errors.ts'
import { now } from '../../shared/time.ts'
import { asSystem, authorise, type Caller } from '../platform/actor.ts'
import { commit, type GuardedWrite, unchanged } from '../platform/commit.ts'
import { required, settings } from '../platform/env.ts'
import { findUser } from '../platform/user.ts'
import { type Feed, FeedOwners, Feeds, FeedUses } from './entity.ts'

const { APP_URL } = settings({ APP_URL: required })

/** The stored form of a feed's token. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** A person's feed, strongly consistent, or null. */
export async function feedOf(userId: string): Promise<Feed | null> {
  const { data } = await Feeds.get({ userId }).go({ consistent: true })
  return data
}

const authoriseOwn = (actor: Caller) => authorise(actor, 'calendar-feed:manage', { owners: [actor.id] })

/** Whether the actor has a calendar feed, since when, and when a program last read it. */
export async function feedStatus(actor: Caller) {
  authoriseOwn(actor)
  const feed = await feedOf(actor.id)
  if (!feed) return { active: false, createdAt: null, lastUsedAt: null }
  const { data: use } = await FeedUses.get({ userId: actor.id }).go({ consistent: true })
  return { active: true, createdAt: feed.createdAt, lastUsedAt: use?.hash === feed.hash ? use.lastUsedAt : null }
}

/**
 * Gives the actor a new address for their calendar feed, 256 random bits that are shown this once; an earlier address
 * stops working with it.
 */
export async function createFeed(actor: Caller) {
  const permit = authoriseOwn(actor)
  const before = await feedOf(actor.id)
  const token = randomBytes(32).toString('base64url')
  const row: Feed = { userId: actor.id, hash: hashOf(token), createdAt: now() }
  return commit(
    permit,
    {
      action: 'calendar-feed.create',
      entity: { type: 'calendar-feed', id: actor.id },
      after: { createdAt: row.createdAt, replaces: before?.createdAt },
      write: [
        {
          write: Feeds.put(row).where(({ hash }, { eq, notExists }) =>
            before ? eq(hash, before.hash) : notExists(hash),
          ),
          otherwise: changedMeanwhile,
        },
        FeedOwners.create({ hash: row.hash, userId: actor.id }),
        ...(before ? [FeedOwners.delete({ hash: before.hash })] : []),
      ],
    },
    { url: `${APP_URL}/api/calendar-feed/${token}` },
  )
}

/** Makes the address of the actor's feed stop working; nothing when there is none. */
export async function revokeFeed(actor: Caller) {
  const permit = authoriseOwn(actor)
  const before = await feedOf(actor.id)
  if (!before) return unchanged(permit, undefined)
  return commit(
    permit,
    {
      action: 'calendar-feed.revoke',
      entity: { type: 'calendar-feed', id: actor.id },
      before: { createdAt: before.createdAt },
      write: feedEnded(before),
    },
    undefined,
  )
}

/** Ends the feed of somebody who was deactivated, so that it stays ended when they come back. */
export async function endFeedOfInactive(userId: string): Promise<void> {
  const [user, feed] = await Promise.all([findUser(userId), feedOf(userId)])
  if (!feed || user?.isActive) return
  const change = { action: 'calendar-feed.revoke' as const, entity: { type: 'calendar-feed', id: userId } }
  await commit(
    asSystem('outbox'),
    { ...change, before: { createdAt: feed.createdAt }, write: feedEnded(feed) },
    undefined,
  )
}

/** The writes that end a feed, also when it has just been ended, unless another one has taken its place (409). */
export const feedEnded = ({ userId, hash }: Feed): GuardedWrite[] => [
  {
    write: Feeds.delete({ userId }).where(
      (feed, { eq, notExists }) => `${eq(feed.hash, hash)} OR ${notExists(feed.hash)}`,
    ),
    otherwise: changedMeanwhile,
  },
  { write: FeedOwners.delete({ hash }), otherwise: changedMeanwhile },
]

const changedMeanwhile = () => conflict('De agendalink is intussen gewijzigd. Ververs en probeer het opnieuw.')
