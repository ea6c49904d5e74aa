import { createHash, randomBytes } from 'node:crypto'
import { notFound } from '../../../shared/errors.ts'
import { epochOf, now } from '../../../shared/time.ts'
import { authorise, type Caller, type Origin } from '../../platform/actor.ts'
import { commit } from '../../platform/data/commit.ts'
import { type Operation, ttlSeconds } from '../../platform/data/table.ts'
import type { Cookies } from '../../platform/http/serve.ts'
import { credentialEpochOf, type User } from '../../platform/identity/user.ts'
import { describeBrowser } from './device.ts'
import { type Device, Devices } from './login-entities.ts'

/** Seconds that a browser stays known after the last login in it (rulings 5). */
const KNOWN_SECONDS = 90 * 24 * 60 * 60

/** Maximum number of known browsers per person; a new one replaces the one longest unused. */
const MAX_DEVICES = 10

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Returns the public id of a browser, which gives no access. */
const handleOf = ({ hash }: Pick<Device, 'hash'>) => hash.slice(0, 16)

const isUnexpired = ({ until }: Device) => until > epochOf(now())
const isOf = (user: User) => (device: Device) =>
  isUnexpired(device) && device.credentialEpoch === credentialEpochOf(user)

/**
 * Returns the stored row of this request's browser if the person logged in with it in the last 90 days. Null for any
 * other browser, and when a new password, a 2FA reset or a new invitation came after that login (`credentialEpoch`).
 */
export async function findKnownDevice(user: User | null, { device: token }: Cookies): Promise<Device | null> {
  if (!user || !token) return null
  const { data } = await Devices.get({ hash: hashOf(token), userId: user.id }).go({ consistent: true })
  return data && isOf(user)(data) ? data : null
}

/** Tells whether anybody logged in with the browser of this request in the last 90 days. */
export async function isKnownDevice({ device: token }: Cookies): Promise<boolean> {
  return token !== null && (await usersOf(token)).length > 0
}

async function usersOf(token: string): Promise<Device[]> {
  const { data } = await Devices.query.primary({ hash: hashOf(token) }).go({ pages: 'all', consistent: true })
  return data.filter(isUnexpired)
}

/**
 * Returns the key and the expiry of a known browser's own failure counter, which is separate from the counter of its
 * person (rulings 5).
 */
export const failureCounterOfDevice = (device: Device) => ({
  userId: `${device.userId}@${handleOf(device)}`,
  expires: device.expires,
})

/**
 * Sets the cookie by which a browser is recognised at the next login. Returns the writes that store that browser, for
 * the transaction of the session; they delete the person's longest unused browsers beyond ten. A browser that is known
 * already keeps its token.
 */
export async function rememberDevice(user: User, origin: Origin, cookies: Cookies): Promise<Operation[]> {
  const known = cookies.device === null ? [] : await usersOf(cookies.device)
  const token = cookies.device !== null && known.length > 0 ? cookies.device : randomBytes(32).toString('base64url')
  const at = now()
  const until = epochOf(at) + KNOWN_SECONDS * 1000
  const row: Device = {
    hash: hashOf(token),
    userId: user.id,
    credentialEpoch: credentialEpochOf(user),
    createdAt: known.find(({ userId }) => userId === user.id)?.createdAt ?? at,
    lastUsedAt: at,
    ipAddress: origin.ip,
    userAgent: origin.userAgent,
    until,
    expires: ttlSeconds(until),
  }
  cookies.setDevice(token, KNOWN_SECONDS)
  const others = (await devicesOf(user.id)).filter(({ hash }) => hash !== row.hash)
  const tooMany = others.slice(MAX_DEVICES - 1).map(({ hash, userId }) => Devices.delete({ hash, userId }))
  return [Devices.put(row), ...tooMany]
}

/** Returns a person's browsers, expired ones included, the one used last first. */
async function devicesOf(userId: string): Promise<Device[]> {
  const { data } = await Devices.query.byUser({ userId }).go({ pages: 'all' })
  return data.sort((one, other) => (one.lastUsedAt < other.lastUsedAt ? 1 : -1))
}

/** Lists the browsers in which a user logged in: the one of this request first, then those used last. */
export async function listDevices(user: User, cookies: Cookies) {
  const own = cookies.device === null ? null : hashOf(cookies.device)
  const live = (await devicesOf(user.id)).filter(isOf(user))
  const isCurrent = ({ hash }: Device) => hash === own
  return [...live.filter(isCurrent), ...live.filter((one) => !isCurrent(one))].map((one) => ({
    id: handleOf(one),
    device: describeBrowser(one.userAgent),
    ipAddress: one.ipAddress,
    createdAt: one.createdAt,
    lastUsedAt: one.lastUsedAt,
    current: isCurrent(one),
  }))
}

/** Forgets a known browser of a user, at once; sessions in it continue. Throws 404 for an unknown one. */
export async function forgetDevice(actor: Caller, user: User, id: string) {
  const permit = authorise(actor, 'account:manage', { owners: [user.id] })
  const device = (await devicesOf(user.id)).filter(isOf(user)).find((one) => handleOf(one) === id)
  if (!device) throw notFound()
  const { hash, userId, createdAt, ipAddress, userAgent } = device
  return commit(permit, {
    action: 'device.forget',
    entity: { type: 'device', id },
    before: { createdAt, ipAddress, userAgent },
    write: [Devices.delete({ hash, userId })],
  })
}
