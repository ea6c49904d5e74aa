import { can } from '../../shared/access.ts'
import { epochOf, now } from '../../shared/time.ts'
import { ownersOfPerson } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import { defineEntity, gsi1, must, number, primary, ttlSeconds } from '../platform/data/table.ts'
import { findUser } from '../platform/identity/user.ts'

/**
 * Number that a person has open to call: the last one that they opened, for some minutes.
 *
 * | Read       | Index   | Key            |
 * | one person | primary | userId         |
 * | one number | gsi1    | phone · userId |
 */
const OpenCalls = defineEntity('opencall', {
  attributes: {
    userId: must,
    phone: must,
    since: number,
    until: number,
    expires: number,
  },
  indexes: {
    primary: primary('opencall#${userId}', 'opencall'),
    byPhone: gsi1('opencalls#${phone}', '${userId}'),
  },
})

/** Milliseconds for which an opened number counts as being called. */
const CALL_MS = 5 * 60_000

/** Milliseconds within which two people open a number at once; each may then be told of the other. */
const AT_ONCE_MS = 5_000

/**
 * Notes that the actor has a number open to call, and no other. Returns who opened it before and has it open still, with
 * the first name of a colleague within reach; null without one. Two who open it at once mostly get each other; the index
 * may lag by a moment, so that neither does.
 */
export async function openCall(actor: Caller, phone: string): Promise<{ firstName: string | null } | null> {
  const at = epochOf(now())
  const { data: own } = await OpenCalls.get({ userId: actor.id }).go({ consistent: true })
  const since = own?.phone === phone && own.until > at ? own.since : at
  const until = at + CALL_MS
  await OpenCalls.put({ userId: actor.id, phone, since, until, expires: ttlSeconds(until) }).go()
  const { data: open } = await OpenCalls.query.byPhone({ phone }).go()
  const before = open.filter((one) => one.userId !== actor.id && one.until > at && one.since < since + AT_ONCE_MS)
  const [first] = before.toSorted((one, other) => one.since - other.since)
  if (!first) return null
  const colleague = await findUser(first.userId)
  const isSeen = colleague && can(actor, 'colleague:read', ownersOfPerson(colleague))
  return { firstName: isSeen ? colleague.firstName : null }
}
