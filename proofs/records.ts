import { createHash } from 'node:crypto'
import { type Route, routes } from '../shared/contract/index.ts'
import type { Person, World } from '../testing/world.ts'
import { type Cast, callRoute, hintsFor, sessionFor } from './cast.ts'

/** Endpoints about a person. */
const aboutPerson = /^\/api\/(users|admin\/reset-2fa)\/\{id\}/

/**
 * The id of a new record that belongs to a person, for an endpoint about one record. Made by a POST on the path before
 * `{id}`, as that person, or as the admin for them where they may not. Where the record is a person it is the owner
 * when they ask themselves, else another one like them; never the admin, who makes the records of others.
 */
export async function recordOf(
  world: World,
  cast: Cast,
  route: Route,
  owner: Person,
  asker?: Person,
): Promise<string | number> {
  const { path } = route.endpoint
  if (aboutPerson.test(path)) {
    if (asker?.id === owner.id && owner.role !== 'admin') return owner.id
    const { role, teamId } = owner
    const isActive = !path.endsWith('/reactivate')
    // With a number to call back, without which most roles cannot be given.
    const phone = '0475 123456'
    return (await world.person({ role, isActive, phone, ...(teamId === undefined ? {} : { teamId }) })).id
  }
  if (path === '/api/auth/user/sessions/{id}') {
    const { handleOf, hashOf } = await import('../functions/platform/session.ts')
    return handleOf({ hash: hashOf(await sessionFor(world, owner)) })
  }
  if (path === '/api/auth/user/devices/{id}') return knownBrowserOf(owner)
  if (path === '/api/calendar-feed/{token}') {
    const made = await world.call('POST', '/api/calendar-feed', { as: await sessionFor(world, owner) })
    return String(made.body.url).split('/').at(-1) ?? ''
  }
  if (path.includes('{mailId}')) return failedMailOf(world, cast, owner)
  const collection = path.slice(0, path.indexOf('/{'))
  const create = routes.find(({ endpoint }) => endpoint.method === 'POST' && endpoint.path === collection)
  if (!create) throw new Error(`proofs/records.ts does not know how to make a record for ${route.key}`)
  const hints = hintsFor(cast, owner)
  const own = await callRoute(world, create, { as: await sessionFor(world, owner), hints })
  const reply =
    own.status === 403 ? await callRoute(world, create, { as: await sessionFor(world, cast.admin), hints }) : own
  if (reply.status !== 201)
    throw new Error(`${create.key} made no record for ${route.key}: ${reply.status} ${reply.text}`)
  const { id } = reply.body
  // What is put back was deleted.
  if (path.endsWith('/restore')) {
    await world.call('DELETE', `${collection}/${id}`, { as: await sessionFor(world, cast.admin) })
  }
  return id
}

/**
 * An appointment of a person with a mail that failed. The mail has the appointment's id, since both are parameters of
 * one path.
 */
async function failedMailOf(world: World, cast: Cast, owner: Person): Promise<string> {
  const create = routes.find(({ key }) => key === 'POST /api/appointments')
  if (!create) throw new Error('No way to book an appointment')
  const hints = { ...hintsFor(cast, owner), customerEmail: 'proef@klant.example' }
  const booked = await callRoute(world, create, { as: await sessionFor(world, owner), hints })
  if (booked.status !== 201) throw new Error(`No appointment for a mail: ${booked.status} ${booked.text}`)
  const { Outbox } = await import('../functions/platform/outbox.ts')
  const { id } = booked.body
  const createdAt = new Date().toISOString()
  await Outbox.put({ id, kind: 'appointment-confirmation', subject: id, state: 'failed', createdAt }).go()
  return id
}

/** A browser that a person is known by. */
async function knownBrowserOf(owner: Person): Promise<string> {
  const { Devices } = await import('../functions/people/login-entities.ts')
  const hash = createHash('sha256').update(crypto.randomUUID()).digest('hex')
  const at = new Date().toISOString()
  const until = Date.now() + 24 * 60 * 60 * 1000
  await Devices.put({
    hash,
    userId: owner.id,
    credentialEpoch: 0,
    createdAt: at,
    lastUsedAt: at,
    ipAddress: '192.0.2.1',
    userAgent: 'Proef/1.0',
    until,
    expires: until / 1000,
  }).go()
  return hash.slice(0, 16)
}
