import { type Route, routes } from '../shared/contract/index.ts'
import type { Person, World } from '../testing/world.ts'
import { type Cast, callRoute, hintsFor, sessionFor } from './cast.ts'

/** Endpoints about a person. */
const aboutPerson = /^\/api\/(users|admin\/reset-2fa)\/\{id\}/

/**
 * The id of a new record that belongs to a person, for an endpoint about one record. Made by a POST on the path before
 * `{id}`, as that person, or as the admin for them where they may not. Where the record is a person it is the owner
 * when they ask themselves, else another one like them.
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
    if (asker?.id === owner.id) return owner.id
    const { role, teamId } = owner
    return (await world.person({ role, ...(teamId === undefined ? {} : { teamId }) })).id
  }
  const collection = path.slice(0, path.indexOf('/{id}'))
  const create = routes.find(({ endpoint }) => endpoint.method === 'POST' && endpoint.path === collection)
  if (!create) throw new Error(`proofs/records.ts does not know how to make a record for ${route.key}`)
  const hints = hintsFor(cast, owner)
  const own = await callRoute(world, create, { as: await sessionFor(world, owner), hints })
  const reply =
    own.status === 403 ? await callRoute(world, create, { as: await sessionFor(world, cast.admin), hints }) : own
  if (reply.status !== 201)
    throw new Error(`${create.key} made no record for ${route.key}: ${reply.status} ${reply.text}`)
  return reply.body.id
}
