import { reachOf } from '../../shared/access.ts'
import { notFound } from '../../shared/errors.ts'
import { addDays, addSeconds, localDateOf, now } from '../../shared/time.ts'
import { readOwnCalendar } from '../appointments/service.ts'
import { asSystem } from '../platform/actor.ts'
import { countRequest } from '../platform/data/rate-limit.ts'
import { tryWrite } from '../platform/data/table.ts'
import { actorOf, findUser } from '../platform/identity/user.ts'
import { calendarOf } from './calendar.ts'
import { type Feed, FeedOwners, FeedUses } from './entity.ts'
import { endFeed, findFeed, hashOf, isFeedOpen } from './service.ts'

/** Number of days before today in a feed. */
const DAYS_BACK = 60
/** Number of days after today in a feed. */
const DAYS_AHEAD = 365

/** Maximum number of reads of an address in `HITS_SECONDS`; calendar programs read every few minutes. */
const HITS = 60
/** Period in which the reads of an address are counted, in seconds. */
const HITS_SECONDS = 300

/** Minimum number of seconds between two writes of `lastUsedAt`. */
const USED_SECONDS = 60

/**
 * Returns the calendar file at a feed's secret address: the owner's own appointments. Throws 404 for an unknown or
 * ended address and for an owner without access to the calendar, 429 after sixty reads in five minutes.
 */
export async function readFeed(token: string) {
  const feed = await feedAt(hashOf(token))
  if (!feed) throw notFound()
  await countRequest({ subject: `feed#${feed.hash}`, hits: HITS, seconds: HITS_SECONDS })
  const owner = await findUser(feed.userId)
  if (!isFeedOpen(feed, owner)) {
    // Deactivation or new credentials end the feed for good.
    await endFeed(feed, asSystem('calendar-feed'))
    throw notFound()
  }
  const actor = actorOf(owner)
  if (!reachOf(actor, 'calendar-feed:manage')) throw notFound()
  const today = localDateOf(now())
  const calendar = await readOwnCalendar(actor, addDays(today, -DAYS_BACK), addDays(today, DAYS_AHEAD))
  await markUsed(feed)
  return { bytes: Buffer.from(calendarOf(owner.firstName, calendar)), filename: 'partnerview.ics', inline: true }
}

/** Finds the valid feed at an address, or null when it was replaced or revoked. */
async function feedAt(hash: string): Promise<Feed | null> {
  const { data: address } = await FeedOwners.get({ hash }).go({ consistent: true })
  const feed = address && (await findFeed(address.userId))
  return feed?.hash === hash ? feed : null
}

/** Stores the moment of this read, at most once a minute. */
async function markUsed({ userId, hash }: Feed): Promise<void> {
  const lastUsedAt = now()
  const before = addSeconds(lastUsedAt, -USED_SECONDS)
  await tryWrite(() =>
    FeedUses.put({ userId, hash, lastUsedAt })
      .where(
        (use, { ne, lte, notExists }) =>
          `${notExists(use.hash)} OR ${ne(use.hash, hash)} OR ${lte(use.lastUsedAt, before as string)}`,
      )
      .go(),
  )
}
