import type { Role } from '../shared/access.ts'
import type { Route } from '../shared/api/index.ts'
import { storeCategory } from '../testing/costs.ts'
import { storePartner } from '../testing/invoices.ts'
import {
  type Answer,
  type CallOptions,
  countSessionInvalidations,
  invalidateKeptSessions,
  type Person,
  type World,
} from '../testing/world.ts'
import { bodyOf, fullBodyOf, type Hints, pathOf, queryOf } from './sample.ts'

/** The people of the proofs: an admin without a team, and a team leader, agent and caller in each of two teams. */
export interface Cast {
  readonly admin: Person
  /** Team leaders of teams 1 and 2. */
  readonly lead: readonly [Person, Person]
  /** Agents of teams 1 and 2. */
  readonly agent: readonly [Person, Person]
  /** Callers of teams 1 and 2. */
  readonly caller: readonly [Person, Person]
  /** Another agent in team 1. */
  readonly colleague: Person
}

/**
 * Stores the people of the proofs in a world (the back end of one test file) and returns them. Also stores their two
 * teams, a partner and a cost category.
 */
export async function makeCast(world: World): Promise<Cast> {
  await world.team(1, 'Roermond Noord')
  await world.team(2, 'Vennep Zuid', 'nieuw-vennep')
  await storePartner(PARTNER)
  await storeCategory(CATEGORY)
  const both = async (role: Role): Promise<readonly [Person, Person]> => [
    await world.person({ role, teamId: 1 }),
    await world.person({ role, teamId: 2 }),
  ]
  return {
    admin: await world.person({ role: 'admin' }),
    lead: await both('teamleader'),
    agent: await both('agent'),
    caller: await both('caller'),
    colleague: await world.person({ role: 'agent', teamId: 1 }),
  }
}

/** Returns the person of the cast with this role: the admin, or the team leader, agent or caller of team 1. */
export const personOf = (cast: Cast, role: Role): Person =>
  role === 'admin' ? cast.admin : { teamleader: cast.lead, agent: cast.agent, caller: cast.caller }[role][0]

/** Id of a partner company in whose name invoices may be made. */
export const PARTNER = 'proof-partner'

/** Number of values that the hint `effectiveFrom` gave so far; each is the day after the previous one. */
let begun = 0

/** Id of a category of fixed costs. */
const CATEGORY = 'proof-category'

/**
 * Returns values that a request by `person` needs and the schema cannot give, such as existing people, a team and a
 * partner. A field for any person gets `person`; if that is an admin, an agent of team 1. A field for an agent also
 * gets `person`; if that is a caller, an agent of the same team, and if an admin, an agent of team 1.
 */
export function hintsFor(cast: Cast, person: Person): Hints {
  const team = person.teamId === 2 ? 1 : 0
  const agent = person.role === 'caller' || person.role === 'admin' ? cast.agent[team] : person
  return {
    '/api/users/agents': [agent.id, (team === 0 ? cast.colleague : cast.lead[1]).id],
    // An admin chooses an agent here, as nobody may correct their own pay.
    '/api/users': person.role === 'admin' ? agent.id : person.id,
    '/api/teams': team + 1,
    '/api/self-billing/partners': PARTNER,
    '/api/cost-categories': CATEGORY,
    // Some fields stay empty here, and other tests fill them. For example, an appointment can become only one sale,
    // and a reason fits only one status.
    ...{
      appointmentId: null,
      leadId: null,
      contractId: null,
      rejectionReason: null,
      // Without it, the second booking of a test would meet the first.
      bookAnyway: true,
      // The proofs travel, so that the day of an invoice may be long ago.
      dateReason: (variant: number) => `Nagekomen ${variant}`,
      // Invoices of today have this rate, so that it does not change today.
      defaultVatRate: 21,
      // Everything about this person is asked for.
      about: agent.id,
      commissionId: null,
      paymentDate: null,
      attachments: [],
      fileKey: null,
      invoiceIds: ['proof-invoice'],
      // A new rate ends the previous rate, and has no last day itself.
      endsPrevious: true,
      effectiveFrom: () => new Date(Date.UTC(2000, 0, ++begun)).toISOString().slice(0, 10),
      effectiveTo: null,
      nextInvoiceNumber: (variant: number) => 700_000 + variant,
      sheet: 0,
      headerRow: 1,
      // The test files are short, so one reading previews them: the reading that a person confirms is the first.
      seenReading: 1,
      fields: ['customerName', 'expiryDate'],
    },
  }
}

const live = { since: -1, sessions: new Map<string, string>() }

/**
 * Returns a live session of a person with their present rights. Reuses the last session until a call may have ended it,
 * as making sessions would be half the cost of the calls.
 */
export async function sessionFor(world: World, person: Person): Promise<string> {
  if (live.since !== countSessionInvalidations())
    Object.assign(live, { since: countSessionInvalidations(), sessions: new Map() })
  const session = live.sessions.get(person.id) ?? (await createFreshSession(world, person))
  live.sessions.set(person.id, session)
  return session
}

function forget(session?: string): void {
  for (const [id, one] of live.sessions) if (one === session) live.sessions.delete(id)
}

/** Returns a new session of a person, which nothing else uses. */
export async function createFreshSession(world: World, person: Person): Promise<string> {
  const { findUser } = await import('../functions/platform/identity/user.ts')
  const row = await findUser(person.id)
  return world.session({ ...person, sessionEpoch: row?.sessionEpoch ?? person.sessionEpoch })
}

/** Stores an active API key with this person as its maker; returns the key. Every API key can only read. */
export async function makeApiKey({ id: createdBy }: Person): Promise<string> {
  const { ApiKeys, apiKeyHash, apiKeyId } = await import('../functions/platform/identity/api-key.ts')
  const apiKey = `pvk_${crypto.randomUUID()}`
  await ApiKeys.put({
    id: apiKeyId(apiKey),
    hash: apiKeyHash(apiKey),
    name: 'Proef',
    keyPreview: 'pvk_…',
    isActive: true,
    createdAt: new Date().toISOString(),
    createdBy,
  }).go()
  return apiKey
}

/** Changes a person's stored row as the services do, with its audit row. Throws when there is no such person. */
export async function changePerson(id: string, changes: Partial<Person>): Promise<void> {
  const { buildUserChange, findUser } = await import('../functions/platform/identity/user.ts')
  const { commit } = await import('../functions/platform/data/commit.ts')
  const { asSystem } = await import('../functions/platform/actor.ts')
  const { rosterMoves } = await import('../functions/people/roster.ts')
  const user = await findUser(id)
  if (!user) throw new Error('Nobody to change')
  const { row, write } = buildUserChange(user, changes)
  const writes = [write, ...rosterMoves(user, row)]
  await commit(asSystem('proof'), { action: 'user.update', entity: { type: 'user', id }, write: writes }, undefined)
  invalidateKeptSessions()
}

let address = 0

/** Returns a new IP address, so that the limit of calls per address does not refuse a call. */
export const newIpAddress = () => `198.51.${(++address >> 8) & 255}.${address & 255}`

interface Sent {
  readonly body?: object
  readonly headers?: Record<string, string>
}

/** Bodies and headers that change a record, by route; for routes where neither the smallest nor a full body does. */
const changes: Readonly<Record<string, Sent>> = {
  // These sales were withdrawn before, and paid before that.
  'POST /api/sales/{id}/withdraw/undo': { headers: { 'if-match': '"2"' } },
  'POST /api/sales/{id}/withdraw/corrections': { headers: { 'if-match': '"4"' } },
  'PUT /api/settings/calling': {
    body: { gate: 'off', callGateFrom: null, consentMonths: 9, firstCallMonths: 6, keepYears: 5 },
  },
  'PUT /api/sales/{id}/commission': { body: { agentCommission: 85, reason: 'Afspraak' } },
  'PUT /api/ledger/periods/{month}': { body: { closed: false } },
  'POST /api/self-billing/waiting-payments/{id}/reject': { body: { reason: 'Al betaald' } },
  'POST /api/self-billing/partners/{id}/reject-bank-account': { body: { reason: 'Onbekend nummer' } },
}

/** Returns what a call that changes a record sends: a full body where the smallest one that the schema accepts is empty. */
export function buildChangingCall({ key, endpoint }: Route, hints: Hints): Sent {
  const change = changes[key]
  if (change) return change
  const smallest = bodyOf(endpoint, hints)
  const isEmpty = smallest !== undefined && Object.keys(Object(smallest)).length === 0
  return isEmpty ? { body: Object(fullBodyOf(endpoint, hints, 1)) } : {}
}

/**
 * Calls a route and returns the reply. Sends the given body, or one that the schema accepts, from a new IP address
 * unless `ip` is given. `id` names the record in the path.
 */
export async function callRoute(
  world: World,
  { endpoint }: Route,
  { id, hints = {}, ...options }: CallOptions & { id?: string | number; hints?: Hints } = {},
): Promise<Answer> {
  const sent = 'body' in options ? options.body : bodyOf(endpoint, hints)
  const answer = await world.call(endpoint.method, `${pathOf(endpoint, id)}${queryOf(endpoint, hints)}`, {
    ip: newIpAddress(),
    ...options,
    ...(sent === undefined ? {} : { body: sent }),
  })
  if (answer.status === 401) forget(options.as)
  return answer
}

/** Stores an erasure of the coming night that names no record; returns its id. */
export async function planErasure({ admin }: Cast): Promise<string> {
  const { Erasures } = await import('../functions/erasures/entity.ts')
  const [id, askedAt] = [crypto.randomUUID(), new Date().toISOString()]
  const row = { id, version: 1, state: 'waiting' as const, name: 'Proef', askedBy: admin.id, askedAt, items: [] }
  await Erasures.create({ ...row, dueOn: '2099-01-01' }).go()
  return id
}
