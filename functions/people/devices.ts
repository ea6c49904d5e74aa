import { createHash, randomBytes } from 'node:crypto'
import { notFound } from '../../shared/errors.ts'
import { epochOf, now } from '../../shared/time.ts'
import { authorise, type Caller, type Origin } from '../platform/actor.ts'
import { commit, type Operation } from '../platform/commit.ts'
import type { Cookies } from '../platform/serve.ts'
import { ttl } from '../platform/table.ts'
import { credentialEpochOf, type User } from '../platform/user.ts'
import { deviceOf } from './device.ts'
import { type Device, Devices } from './login-entities.ts'

/** How long a browser is known after the last login in it (rulings 5). */
const KNOWN_SECONDS = 90 * 24 * 60 * 60

/** Browsers that a person is known by; the one longest unused makes room. */
const MAX_DEVICES = 10

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** What a browser is called where its owner sees it: tells it from others, and opens nothing. */
const handleOf = ({ hash }: Pick<Device, 'hash'>) => hash.slice(0, 16)

const isWithin = ({ until }: Device) => until > epochOf(now())
const isOf = (user: User) => (device: Device) => isWithin(device) && device.credentialEpoch === credentialEpochOf(user)

/** The browser of a request as one that this person is known by, or null. */
export async function knownDevice(user: User | null, { device: token }: Cookies): Promise<Device | null> {
  if (!user || !token) return null
  const { data } = await Devices.get({ hash: hashOf(token), userId: user.id }).go({ consistent: true })
  return data && isOf(user)(data) ? data : null
}

/** Whether anybody is known by the browser of a request. */
export async function isKnownDevice({ device: token }: Cookies): Promise<boolean> {
  return token !== null && (await usersOf(token)).length > 0
}

async function usersOf(token: string): Promise<Device[]> {
  const { data } = await Devices.query.primary({ hash: hashOf(token) }).go({ pages: 'all', consistent: true })
  return data.filter(isWithin)
}

/** Where the failures of a known browser are counted, apart from those of the person (rulings 5). */
export const doorOfDevice = (device: Device) => ({
  userId: `${device.userId}@${handleOf(device)}`,
  expires: device.expires,
})

/**
 * The writes by which a person is known in the browser of their login from now on, for the transaction of the session; the
 * cookie goes with the reply. A browser that others are known by keeps its token, so that all of them stay known.
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
    expires: ttl(until),
  }
  cookies.setDevice(token, KNOWN_SECONDS)
  const others = (await devicesOf(user.id)).filter(({ hash }) => hash !== row.hash)
  const tooMany = others.slice(MAX_DEVICES - 1).map(({ hash, userId }) => Devices.delete({ hash, userId }))
  return [Devices.put(row), ...tooMany]
}

/** A person's browsers, those that ended included, the one used last first. */
async function devicesOf(userId: string): Promise<Device[]> {
  const { data } = await Devices.query.byUser({ userId }).go({ pages: 'all' })
  return data.sort((one, other) => (one.lastUsedAt < other.lastUsedAt ? 1 : -1))
}

/** The browsers that a user is known by: the one that asks first, then the one used last. */
export async function listDevices(user: User, cookies: Cookies) {
  const own = cookies.device === null ? null : hashOf(cookies.device)
  const live = (await devicesOf(user.id)).filter(isOf(user))
  const isCurrent = ({ hash }: Device) => hash === own
  return [...live.filter(isCurrent), ...live.filter((one) => !isCurrent(one))].map((one) => ({
    id: handleOf(one),
    device: deviceOf(one.userAgent),
    ipAddress: one.ipAddress,
    createdAt: one.createdAt,
    lastUsedAt: one.lastUsedAt,
    current: isCurrent(one),
  }))
}

/** Forgets a browser of a user, at once; sessions in it go on. 404 when they are not known by it. */
export async function forgetDevice(actor: Caller, user: User, id: string) {
  const permit = authorise(actor, 'account:manage', { owners: [user.id] })
  const device = (await devicesOf(user.id)).filter(isOf(user)).find((one) => handleOf(one) === id)
  if (!device) throw notFound()
  const { hash, userId, createdAt, ipAddress, userAgent } = device
  return commit(
    permit,
    {
      action: 'device.forget',
      entity: { type: 'device', id },
      before: { createdAt, ipAddress, userAgent },
      write: [Devices.delete({ hash, userId })],
    },
    undefined,
  )
}
