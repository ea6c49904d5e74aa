import type { EntityItem } from 'electrodb'
import { defineEntity, primary } from '../platform/data/table.ts'

/**
 * A person's calendar feed, which holds only the SHA-256 of its address.
 *
 * | Read            | Index   | Key    |
 * | a person's feed | primary | userId |
 */
export const Feeds = defineEntity('feed', {
  attributes: {
    userId: { type: 'string', required: true },
    hash: { type: 'string', required: true },
    createdAt: { type: 'string', required: true },
    /** The owner's credential epoch when the feed was made; a later epoch ends the feed (absent: 0). */
    credentialEpoch: { type: 'number' },
  },
  indexes: { primary: primary('feed#${userId}', 'feed') },
})
export type Feed = EntityItem<typeof Feeds>

/**
 * Owners of feed addresses. A row is valid only while the person's feed has the same hash, so an earlier address never
 * works again.
 *
 * | Read           | Index   | Key  |
 * | a feed's owner | primary | hash |
 */
export const FeedOwners = defineEntity('feedowner', {
  attributes: { hash: { type: 'string', required: true }, userId: { type: 'string', required: true } },
  indexes: { primary: primary('feedowner#${hash}', 'feedowner') },
})

/**
 * Last read of a feed. Calendar programs read all day, so it is a row of its own that cannot conflict with changes of
 * the feed. `hash` belongs to the address that was read: the present one or an earlier one.
 *
 * | Read              | Index   | Key    |
 * | a feed's last use | primary | userId |
 */
export const FeedUses = defineEntity('feeduse', {
  attributes: {
    userId: { type: 'string', required: true },
    hash: { type: 'string', required: true },
    lastUsedAt: { type: 'string', required: true },
  },
  indexes: { primary: primary('feed#${userId}', 'use') },
})
