import { AppError } from '../../../shared/errors.ts'
import { epochOf, type Instant } from '../../../shared/time.ts'
import type { Idempotency } from '../actor.ts'
import { defineEntity, must, number, primary, ttlSeconds } from './table.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Replies to requests that carried an `Idempotency-Key`, kept for 24 hours (rulings 15).
 *
 * | Read      | Index   | Key         |
 * | one reply | primary | userId, key |
 */
const Replies = defineEntity('reply', {
  attributes: {
    userId: must,
    key: must,
    hash: must,
    reply: must,
    endsAt: number,
    expires: number,
  },
  indexes: { primary: primary('reply#${userId}#${key}', 'reply') },
})

/** Thrown by `commit` when the idempotency key was used before. The server then repeats the stored reply. */
export class ReplyExists extends Error {
  readonly idempotency: Idempotency
  constructor(idempotency: Idempotency) {
    super('This request was answered before')
    this.idempotency = idempotency
  }
}

/**
 * Returns the write that stores a reply so that it can be repeated, for the transaction that changes record `id`. When
 * the reply holds a secret, only `id` is stored. The write fails while an earlier reply with the same key is kept.
 */
export function idempotencyRow(userId: string, request: Idempotency, id: string, result: unknown, at: Instant) {
  const { key, hash, isShownOnce } = request
  const endsAt = epochOf(at) + DAY_MS
  const kept = isShownOnce ? { id } : (result ?? null)
  const row = { userId, key, hash, reply: JSON.stringify(kept), endsAt, expires: ttlSeconds(endsAt) }
  return Replies.put(row).where(
    (attribute, { notExists, lte }) => `${notExists(attribute.key)} OR ${lte(attribute.endsAt, epochOf(at))}`,
  )
}

/**
 * Returns the earlier reply to a request with the same idempotency key; undefined without one. Throws 422 when the key
 * was used for another request, 409 with the record's id when the reply held a secret (rulings 15).
 */
export async function findEarlierReply(userId: string, request: Idempotency, at: Instant): Promise<unknown> {
  const { key, hash, isShownOnce } = request
  const { data } = await Replies.get({ userId, key }).go({ consistent: true })
  if (!data || data.endsAt <= epochOf(at)) return undefined
  if (data.hash !== hash) {
    throw new AppError('unprocessable', 'Deze Idempotency-Key is al gebruikt voor een ander verzoek')
  }
  const reply = JSON.parse(data.reply)
  if (isShownOnce) throw shownBefore(reply)
  return reply
}

/** Returns the error for a repeated request whose secret was shown only once. */
const shownBefore = ({ id }: { id: string }) =>
  new AppError(
    'conflict',
    `Dit is al aangemaakt (${id}). Het geheim stond alleen in het eerste antwoord. Maak zo nodig een nieuwe.`,
    { body: { id } },
  )
