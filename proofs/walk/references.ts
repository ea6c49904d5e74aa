import { roles } from '../../shared/access.ts'
import { type Route, routes } from '../../shared/api/index.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import type { Answer, Person } from '../../testing/world.ts'
import { findAccessRow } from '../access-table.ts'
import { callRoute, hintsFor, personOf, sessionFor } from '../cast.ts'
import { sampleWays } from '../figures.ts'
import { alternativesOf, fieldsOf, type Schema, schemaOf, unwrapNullable } from '../json-schema.ts'
import { isAboutRecord, routeAt } from '../proven-routes.ts'
import { createCustomerFor, createRecordFor, importContract } from '../records.ts'
import { bodyOf, fullBodyOf, pathOf, queryOf } from '../sample.ts'
import { bytesOf } from './verdicts.ts'
import type { Walk } from './walk.ts'

/** A field of a body or query that takes the id of a record. */
interface Reference {
  readonly where: 'body' | 'query'
  readonly name: string
  /** Path of the list that has the records. */
  readonly list: string
}

/** Lists of filters and other fields that name no list themselves, by the name of the field. */
const listsByName: Readonly<Record<string, string>> = {
  ...{ agentId: '/api/users', ownerId: '/api/users', userId: '/api/users', calledBy: '/api/users' },
  ...{ teamId: '/api/teams', commissionId: '/api/commissions' },
  ...{ ids: '/api/appointments', except: '/api/appointments' },
}

/** Fields without ids of records with a reach: sessions, numbers, lists and consents kept elsewhere, records of admins. */
const noReference =
  /^(sessionId|salesDockId|listId|consentId|entityId|uploadId|categoryId|invoiceIds?|partnerCompanyId|assignedUserId)$/

/** Returns the references of a route; throws for an id whose list is unknown. */
function referencesOf({ key, endpoint }: Route): Reference[] {
  const found = new Map<string, Reference>()
  const add = (where: Reference['where'], schema: Schema, name = '', list = schema['x-refers-to']): void => {
    const meaning = unwrapNullable(schema)
    const own = meaning['x-refers-to'] ?? list
    for (const [field, inner] of Object.entries(fieldsOf(meaning))) add(where, inner, field)
    if (meaning.items) add(where, meaning.items, name, own)
    const isText = meaning.type === 'string' || alternativesOf(meaning).length > 0
    if (!isText || Object.keys(fieldsOf(meaning)).length > 0) return
    const known = own ?? listsByName[name]
    if (known) found.set(`${where} ${name}`, { where, name, list: known })
    else if (/(^i|I)ds?$/.test(name) && !noReference.test(name)) throw new Error(`${key}: of which list is ${name}?`)
  }
  if (endpoint.query) add('query', schemaOf(endpoint.query))
  if (endpoint.body) add('body', schemaOf(endpoint.body))
  return [...found.values()]
}

/** Returns the id of a record of team 2 in a list; undefined for a list that only admins read. */
async function foreignIdIn({ world, cast }: Walk, list: string): Promise<string | undefined> {
  const owner = cast.agent[1]
  switch (list) {
    case '/api/users':
    case '/api/users/agents':
      return owner.id
    case '/api/teams':
      return '2'
    case '/api/contracts':
      return importContract(world, cast)
    case '/api/customers':
      return createCustomerFor(world, cast, routeAt('GET /api/customers/{id}'), owner)
    case '/api/appointments':
    case '/api/leads':
      return String(await createRecordFor(world, cast, routeAt(`PATCH ${list}/{id}`), owner))
    case '/api/commissions':
      return String(await createRecordFor(world, cast, routeAt('PATCH /api/commissions/{id}'), owner))
    default:
      return undefined
  }
}

/**
 * Sends ids of another team and unknown ids in each body and query of a route. Reports replies that differ, also those
 * of a run that the call started: its progress and its results.
 */
export async function askByReference(walk: Walk, route: Route, turn: number): Promise<string[]> {
  const faults: string[] = []
  const cells = findAccessRow(route.endpoint)?.cells
  const limited = roles.filter((role) => ['team', 'own', 'self'].includes(cells?.[role].scope ?? ''))
  if (limited.length === 0) return []
  for (const [at, reference] of referencesOf(route).entries()) {
    for (const role of sampleWays(limited, turn + at)) {
      const foreign = await foreignIdIn(walk, reference.list)
      if (foreign === undefined) continue
      const unknown = reference.list === '/api/teams' ? '77' : 'bestaat-niet'
      const person = personOf(walk.cast, role)
      const nothing = await answersWith(walk, route, reference, person, unknown)
      const there = await answersWith(walk, route, reference, person, foreign)
      if (there !== nothing)
        faults.push(`${route.key} as ${role}, ${reference.where} ${reference.name}: ${there} instead of ${nothing}`)
    }
  }
  return faults
}

/** Calls a route with an id in one field; returns the replies without that id and without what is new in each reply. */
async function answersWith(walk: Walk, route: Route, { where, name, list }: Reference, person: Person, sent: string) {
  const { world, cast } = walk
  const { endpoint } = route
  const as = await sessionFor(world, person)
  const value = list === '/api/teams' ? Number(sent) : sent
  const hints = { ...hintsFor(cast, person) }
  const aimed = { ...hints, [name]: name === 'ids' && where === 'body' ? [value] : value }
  const isSent = (body: unknown) => (JSON.stringify(body) ?? '').includes(sent)
  const plain = where === 'body' ? bodyOf(endpoint, aimed) : bodyOf(endpoint, hints)
  const body = where === 'query' || isSent(plain) ? plain : fullBodyOf(endpoint, aimed)
  const id = isAboutRecord(route) ? await createRecordFor(world, cast, route, person, person) : undefined
  const query = new URLSearchParams(queryOf(endpoint, hints).slice(1))
  if (where === 'query') query.set(name, sent)
  const path = `${pathOf(endpoint, id)}?${query}`
  const reply = await world.call(endpoint.method, path, { as, ...(body === undefined ? {} : { body }) })
  const replies = [reply]
  const made = reply.status === 201 ? reply.body?.id : undefined
  if (typeof made === 'string') {
    await deliverOutbox(made)
    for (const follow of [`GET ${endpoint.path}/{id}`, `GET ${endpoint.path}/{id}/results`]) {
      const next = routes.find(({ key }) => key === follow)
      if (next) replies.push(await callRoute(world, next, { as, id: made }))
    }
  }
  const own = [...(list === '/api/teams' ? [] : [sent]), ...(id === undefined ? [] : [String(id)])]
  return replies.map((one) => withoutNew(one, own)).join(' ')
}

/** Returns a reply with its headers and cookies, with all ids, moments and numbers of samples replaced. */
const withoutNew = (reply: Answer, own: readonly string[]): string =>
  own
    .reduce((rest, one) => rest.replaceAll(one, '…'), bytesOf(reply))
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…')
    .replace(/proef-\d+|Proef \d+|PROEF \d+/g, '…')
