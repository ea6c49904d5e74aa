import type { EntityItem } from 'electrodb'
import { Entity, key, model, store } from '../platform/table.ts'

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
      primary: {
        pk: { ...key.primary.pk, composite: ['userId'], template: 'feed#${userId}' },
        sk: { ...key.primary.sk, composite: [], template: 'feed' },
      },
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
      primary: {
        pk: { ...key.primary.pk, composite: ['hash'], template: 'feedowner#${hash}' },
        sk: { ...key.primary.sk, composite: [], template: 'feedowner' },
      },
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
      primary: {
        pk: { ...key.primary.pk, composite: ['userId'], template: 'feed#${userId}' },
        sk: { ...key.primary.sk, composite: [], template: 'use' },
      },
    },
  },
  store,
)
