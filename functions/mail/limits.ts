import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../shared/errors.ts'
import { epochOf, now } from '../../shared/time.ts'
import type { OutboxRow } from '../platform/data/outbox.ts'
import { defineEntity, primary, tryWrite, ttlSeconds } from '../platform/data/table.ts'

/** A mail that counts against a limit. */
interface CountedMail {
  /** Id of the outbox item. */
  readonly item: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/**
 * Mails to customers that still count: of each recipient in the last day, and of each actor in the last hour. Each mail
 * has its moment, so that a limit holds for any span of an hour or a day, not only for those of the clock.
 *
 * | Read                 | Index   | Key     |
 * | mails of one subject | primary | subject |
 */
const CountedMails = defineEntity('mailplaces', {
  attributes: {
    subject: { type: 'string', required: true },
    version: { type: 'number', required: true },
    taken: { type: 'any', required: true },
    expires: { type: 'number', required: true },
  },
  indexes: { primary: primary('mail-places#${subject}', 'mail-places') },
})

interface Limit {
  readonly mails: number
  readonly seconds: number
  readonly refusal: string
}

const HOUR = 60 * 60
const LATER = 'Verstuur deze mail later opnieuw.'

/** Limits per recipient (rulings 28). */
const ofRecipient: readonly Limit[] = [
  { mails: 5, seconds: HOUR, refusal: `Dit adres kreeg in een uur al 5 mails. ${LATER}` },
  { mails: 20, seconds: 24 * HOUR, refusal: `Dit adres kreeg in een dag al 20 mails. ${LATER}` },
]
/** Limits per actor (rulings 28). */
const ofPerson: readonly Limit[] = [
  { mails: 60, seconds: HOUR, refusal: `Deze gebruiker verstuurde in een uur al 60 mails. ${LATER}` },
]

/**
 * Counts a mail to a customer, once, against the limits of its recipient and of its actor (rulings 28). Returns in
 * Dutch why it is held back when a limit is reached, else null.
 */
export async function applyMailLimits({ id, by }: Pick<OutboxRow, 'id' | 'by'>, to: string): Promise<string | null> {
  // The actor's limit is checked first, so that a mail refused by it does not count for the customer. Scheduled mails
  // have no actor.
  const person = by && !by.startsWith('system:') ? await countMail(`by#${by}`, ofPerson, id) : null
  return person ?? countMail(`to#${mailboxOf(to)}`, ofRecipient, id)
}

/** Returns the mailbox of an address: all variants with `+` are one mailbox. */
const mailboxOf = (address: string) => address.toLowerCase().replace(/\+[^@]*(?=@)/, '')

/** Maximum number of attempts while other mails are counted at the same moment. */
const TRIES = 20

/** Counts a mail for a recipient or an actor; returns the refusal when a limit is reached, else null. */
async function countMail(subject: string, limits: readonly Limit[], item: string): Promise<string | null> {
  const longest = Math.max(...limits.map(({ seconds }) => seconds)) * 1000
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const at = epochOf(now())
    const { data: row } = await CountedMails.get({ subject }).go({ consistent: true })
    const taken = ((row?.taken ?? []) as CountedMail[]).filter((one) => one.at > at - longest)
    if (taken.some((one) => one.item === item)) return null
    const within = ({ seconds }: Limit) => taken.filter((one) => one.at > at - seconds * 1000).length
    const full = limits.find((limit) => within(limit) >= limit.mails)
    if (full) return full.refusal
    const version = row?.version ?? 0
    const next = { subject, version: version + 1, taken: [...taken, { item, at }], expires: ttlSeconds(at + longest) }
    const write = () =>
      CountedMails.put(next)
        .where((one, { eq, notExists }) => (version === 0 ? notExists(one.version) : eq(one.version, version)))
        .go()
    if (await tryWrite(write)) return null
    await pause(randomInt(10, 25 * 2 ** Math.min(attempt, 5)))
  }
  throw new AppError('unavailable', 'Het is even te druk. Probeer het opnieuw.', { retryAfter: 1 })
}
