import type { EntityItem } from 'electrodb'
import { Entity, model, primary, store } from '../platform/table.ts'

/**
 * A person's calendar feed. Of its address only the SHA-256 is kept.
 *
 * | Read            | Index   | Key    |
 * | a person's feed | primary | userId |
 */
export const Feeds = new Entity(
  {
    model: model('feed'),
    attributes: {
      userId: { type: 'string', required: true },
      hash: { type: 'string', required: true },
      createdAt: { type: 'string', required: true },
      /** The owner's when it was made; it ends with it (absent: 0). */
      credentialEpoch: { type: 'number' },
    },
    indexes: {
      primary: primary('feed#${userId}', 'feed'),
    },
  },
  store,
)
export type Feed = EntityItem<typeof Feeds>

/**
 * Whose feed an address is. It counts only while the person's feed has the same hash, so that ending a feed is one
 * delete, whatever its addresses were.
 *
 * | Read           | Index   | Key  |
 * | a feed's owner | primary | hash |
 */
export const FeedOwners = new Entity(
  {
    model: model('feedowner'),
    attributes: { hash: { type: 'string', required: true }, userId: { type: 'string', required: true } },
    indexes: {
      primary: primary('feedowner#${hash}', 'feedowner'),
    },
  },
  store,
)

/**
 * When a feed was last read. Calendar programs do so all day, so it stands beside the feed, where no write of it meets
 * a change of the feed; `hash` tells whether it was this address or an earlier one.
 *
 * | Read              | Index   | Key    |
 * | a feed's last use | primary | userId |
 */
export const FeedUses = new Entity(
  {
    model: model('feeduse'),
    attributes: {
      userId: { type: 'string', required: true },
      hash: { type: 'string', required: true },
      lastUsedAt: { type: 'string', required: true },
    },
    indexes: {
      primary: primary('feed#${userId}', 'use'),
    },
  },
  store,
)
