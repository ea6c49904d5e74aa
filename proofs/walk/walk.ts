import { type Role, roles } from '../../shared/access.ts'
import type { Route } from '../../shared/api/index.ts'
import { buildSettingsForm } from '../../testing/invoices.ts'
import type { Answer, CallOptions, Person, World } from '../../testing/world.ts'
import { findAccessRow } from '../access-table.ts'
import { type Cast, callRoute, hintsFor, makeApiKey, makeCast, personOf, sessionFor } from '../cast.ts'
import { sampleWays } from '../figures.ts'
import { isAboutRecord, isWrite } from '../proven-routes.ts'
import { isUntouched, takeChanges } from '../raw-table.ts'
import { prepareCall } from '../ready-calls.ts'
import { createRecordFor } from '../records.ts'
import { bodyOf, fullBodyOf, type Hints } from '../sample.ts'
import { findAuditFaults, ORIGIN } from './audits.ts'
import { fullIbansIn, storeIbans } from './ibans.ts'
import { findChangedPowers, findSmuggled, smuggle } from './smuggling.ts'
import { findSurplus } from './surplus.ts'
import {
  type Asker,
  askers,
  bytesOf,
  covers,
  type Distance,
  distances,
  isAboutOwnMoney,
  matrixFault,
} from './verdicts.ts'

/** Faults that the judges of the walk found, each a text; empty lists when there are none. */
export interface Findings {
  /** Cells of the access matrix that the server answers otherwise. */
  readonly matrix: string[]
  /** Replies that betray a record out of reach. */
  readonly reach: string[]
  /** Records within reach that are refused. */
  readonly refused: string[]
  /** Replies with a full IBAN. */
  readonly masking: string[]
  /** Replies with fields outside their schema. */
  readonly leaks: string[]
  /** Forbidden fields that a write of anybody stored. */
  readonly escalation: string[]
  /** Forbidden fields that a valid write stored. */
  readonly validEscalation: string[]
  /** Writes with the cookie alone that were not refused, or that wrote. */
  readonly csrf: string[]
  /** Faults in the audit rows of valid writes. */
  readonly audit: string[]
}

export interface Walk {
  readonly world: World
  readonly cast: Cast
  readonly findings: Findings
  /** Id of the appointment whose audit log has an IBAN. */
  readonly noted: string
  /** Ids of records that belong to people of team 2. */
  readonly foreign: string[]
  /** Number of judged cells of the matrix. */
  cells: number
  /** Number of routes that refuse the cookie alone. */
  guarded: number
  /** Routes of which a reply without an error was judged. */
  readonly answered: Set<string>
  /** People by role, with and without the right to see personal data. */
  readonly people: ReadonlyMap<string, Person>
  readonly restricted: Person
  readonly deactivated: Person
}

/** Starts a walk: makes its people and the company, and stores IBANs that must not be shown. */
export async function startWalk(world: World): Promise<Walk> {
  const cast = await makeCast(world)
  const people = new Map<string, Person>()
  for (const role of roles) {
    people.set(`${role} true`, personOf(cast, role))
    const team = role === 'admin' ? {} : { teamId: 1 }
    people.set(`${role} false`, await world.person({ role, ...team, hasPersonalDataAccess: false }))
  }
  const noted = await storeIbans(world, cast)
  const as = await sessionFor(world, cast.admin)
  await world.call('PUT', '/api/self-billing/settings', { as, body: buildSettingsForm() })
  await takeChanges()
  return {
    ...{ world, cast, noted, people, cells: 0, guarded: 0, foreign: [], answered: new Set() },
    findings: {
      ...{ matrix: [], reach: [], refused: [], masking: [], leaks: [] },
      ...{ escalation: [], validEscalation: [], csrf: [], audit: [] },
    },
    restricted: await world.person({ role: 'admin', twoFactorEnabled: false }),
    deactivated: await world.person({ role: 'admin', isActive: false }),
  }
}

/** Calls a route in all ways of the walk, in short form a sample of them; `turn` is the number of the route. */
export async function walkRoute(walk: Walk, route: Route, turn: number): Promise<void> {
  for (const asker of askers) {
    const role = roles.find((one) => one === asker)
    if (role === undefined) judge(walk, route, asker, asker, await askWithoutRole(walk, route, asker))
    else if (isAboutRecord(route)) await askAboutRecords(walk, route, role, turn + roles.indexOf(role))
    else await askAs(walk, route, role, turn + roles.indexOf(role))
  }
}

/** Judges a reply as a cell of the matrix, and for what no reply may hold. */
function judge(walk: Walk, route: Route, asker: Asker, who: string, reply: Answer): void {
  const { findings } = walk
  const fault = matrixFault(route, asker, reply)
  walk.cells += 1
  if (fault) findings.matrix.push(`${route.key} as ${who}: ${fault}`)
  judgeContent(walk, route, who, reply)
}

/** Judges the content of a reply, whoever asked. */
function judgeContent({ findings, answered }: Walk, route: Route, who: string, reply: Answer): void {
  if (reply.status < 400) answered.add(route.key)
  const surplus = findSurplus(route, reply)
  if (surplus) findings.leaks.push(`${route.key} as ${who}: ${surplus}`)
  const ibans = isWrite(route) ? [] : fullIbansIn(reply.text)
  if (ibans.length > 0) findings.masking.push(`${route.key} as ${who}: ${ibans}`)
}

/** Calls a route as somebody without a role of their own in this call. */
async function askWithoutRole(walk: Walk, route: Route, asker: Asker): Promise<Answer> {
  const { world, cast } = walk
  const hints = hintsFor(cast, cast.admin)
  if (asker === 'anonymous') return callRoute(world, route, { hints })
  // Each route gets a new key, as one key may not call all routes within a minute.
  if (asker === 'API key')
    return callRoute(world, route, { hints, headers: { 'x-api-key': await makeApiKey(cast.admin) } })
  const as = await sessionFor(world, asker === 'restricted' ? walk.restricted : walk.deactivated)
  return callRoute(world, route, { hints, as })
}

/** Calls a route that is about no single record, as a person of a role. */
async function askAs(walk: Walk, route: Route, role: Role, turn: number): Promise<void> {
  const { cast } = walk
  for (const [hasFlag, person] of peopleOf(walk, route, role, turn)) {
    const who = `${role} ${hasFlag ? 'with' : 'without'} the flag`
    judge(walk, route, role, who, await call(walk, route, role, turn, person, { hints: hintsFor(cast, person) }))
  }
}

/** Returns the people who make a call: for reading, with or without the right to see personal data. */
function peopleOf({ people }: Walk, route: Route, role: Role, turn: number): [boolean, Person][] {
  const isForFlag = findAccessRow(route.endpoint)?.cells[role].flag === 'hasPersonalDataAccess'
  const ways = isWrite(route) || isForFlag ? [true] : sampleWays([true, false], turn)
  return ways.map((hasFlag) => [hasFlag, people.get(`${role} ${hasFlag}`) as Person])
}

/**
 * Calls a route as a person. In a write of the role whose turn it is, the body has all forbidden fields too; none of
 * them may be stored.
 */
async function call(
  { world, findings }: Walk,
  route: Route,
  role: Role,
  turn: number,
  person: Person,
  { hints, id }: { readonly hints: Hints; readonly id?: string | number },
): Promise<Answer> {
  const as = await sessionFor(world, person)
  const isSmuggling = isWrite(route) && sampleWays(roles, turn - roles.indexOf(role)).includes(role)
  if (!isSmuggling) return callRoute(world, route, { as, id, hints })
  await takeChanges()
  const body = smuggle(route, bodyOf(route.endpoint, hints))
  const reply = await callRoute(world, route, { as, id, hints, body })
  const changes = await takeChanges()
  const found = [...findSmuggled(changes, reply), ...findChangedPowers(changes, person.id, id)]
  if (reply.status >= 500) found.push(reply.text)
  findings.escalation.push(...found.map((one) => `${route.key} as ${role} (${reply.status}): ${one}`))
  return reply
}

/** Ways to call a route. In each of them the reply could betray that a record exists. */
const variations = (cast: Cast, route: Route, person: Person): readonly (CallOptions & { hints?: Hints })[] => [
  { hints: hintsFor(cast, person) },
  { hints: hintsFor(cast, person), headers: { 'if-match': '"99"' } },
  { body: fullBodyOf(route.endpoint, hintsFor(cast, person)) },
  { body: fullBodyOf(route.endpoint, hintsFor(cast, cast.agent[1])) },
  { hints: hintsFor(cast, person), headers: { 'idempotency-key': crypto.randomUUID() } },
]

/**
 * Calls a route about one record as a person of a role, with records within and beyond the reach of its cell. The short
 * form tries one record within reach and one beyond it, where there are such records. `npm run proof` tries all.
 */
async function askAboutRecords(walk: Walk, route: Route, role: Role, turn: number): Promise<void> {
  const { world, cast, findings } = walk
  const scope = findAccessRow(route.endpoint)?.cells[role].scope ?? 'refused'
  for (const distance of sampleWays(covers[scope], turn)) {
    for (const [hasFlag, person] of peopleOf(walk, route, role, turn)) {
      const who = `${role} ${hasFlag ? 'with' : 'without'} the flag, ${distance}`
      const owner = ownerAt(walk, route, person, distance, turn)
      const id = await createRecordFor(world, cast, route, owner, person)
      // The call uses hints of the owner. So no record changes its owner, and the lists stay the same.
      const reply = await call(walk, route, role, turn, person, { id, hints: hintsFor(cast, owner) })
      judge(walk, route, role, who, reply)
      const isRefused = [401, 403, 404].includes(reply.status) || reply.status >= 500
      if (isRefused && !isAboutOwnMoney(reply)) {
        findings.refused.push(`${route.key} as ${who}: ${reply.status} ${reply.text}`)
      }
    }
  }
  const beyond = distances.filter((one) => !covers[scope].includes(one))
  for (const distance of sampleWays(beyond, turn)) {
    const person = personOf(cast, role)
    const who = `${role}, ${distance}`
    const owner = ownerAt(walk, route, person, distance, turn)
    const id = await createRecordFor(world, cast, route, owner, person)
    if (distance === 'foreign') walk.foreign.push(String(id))
    if (scope === 'refused')
      judge(walk, route, role, who, await call(walk, route, role, turn, person, { id, hints: hintsFor(cast, person) }))
    for (const options of sampleWays(variations(cast, route, person), turn)) {
      const as = await sessionFor(world, person)
      const reply = await callRoute(world, route, { ...options, id, as })
      const there = bytesOf(reply)
      const nothing = bytesOf(await callRoute(world, route, { ...options, id: 'bestaat-niet', as }))
      if (there !== nothing) findings.reach.push(`${route.key} as ${who}: ${there} instead of ${nothing}`)
      if (!/"status":(403|404|400)/.test(there)) findings.reach.push(`${route.key} as ${who}: ${there}`)
      judgeContent(walk, route, who, reply)
    }
  }
}

/**
 * Returns the owner of the record: for `own` the person who asks, for `team` an agent in team 1, and for `foreign`
 * somebody in team 2 whose role may have such records.
 */
function ownerAt({ cast }: Walk, { endpoint }: Route, person: Person, distance: Distance, turn: number): Person {
  if (distance === 'own') return person
  if (distance === 'team') return cast.colleague
  const isOwner = ({ role }: Person) => findAccessRow(endpoint)?.cells[role].scope !== 'refused'
  const owners = [cast.agent[1], cast.caller[1], cast.lead[1]].filter(isOwner)
  return owners[turn % owners.length] ?? cast.agent[1]
}

/** Ways to make a browser send a person's session cookie without the page's own script. */
const cookieOnly = (id: string): Readonly<Record<string, CallOptions>> => ({
  'the cookie': { cookies: [`sid=${id}`] },
  'the cookie of the deployed site': { cookies: [`__Host-sid=${id}`], headers: { host: 'app.example.nl' } },
  'a form': { cookies: [`sid=${id}`], headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  'plain text': { cookies: [`sid=${id}`], headers: { 'content-type': 'text/plain' } },
  'an empty session header': { cookies: [`sid=${id}`], headers: { sessionid: '', authorization: '' } },
  'another scheme': { cookies: [`sid=${id}`], headers: { authorization: 'Basic eDp4' } },
})

/**
 * Prepares a valid call of a changing route. First sends it with the cookie alone, which must be refused and write
 * nothing. Then makes the call with forbidden fields added, which must be done without storing them, and be audited.
 */
export async function writeInFull(walk: Walk, route: Route): Promise<void> {
  const { world, cast, findings } = walk
  const ready = await prepareCall(world, cast, route, { full: true })
  const { body, once, send } = ready
  const session = await sessionFor(world, cast.admin)
  await takeChanges()
  if (route.endpoint.allow !== 'public') {
    walk.guarded += 1
    for (const [way, options] of Object.entries(cookieOnly(session))) {
      const { status } = await send({ ...options, as: undefined })
      if (status !== 403) findings.csrf.push(`${route.key} with ${way}: ${status}`)
    }
    const differences = await takeChanges()
    if (!isUntouched(differences)) findings.csrf.push(`${route.key}: ${JSON.stringify(differences).slice(0, 1000)}`)
  }
  const reply = await send({ ...ORIGIN, body: smuggle(route, once ? { ...Object(body), ...once } : body) })
  const changes = await takeChanges()
  const wrong = findSmuggled(changes, reply)
  if (reply.status >= 300) wrong.push(`was not done: ${reply.status} ${reply.text}`)
  else if (!route.endpoint.writesNothing) {
    const faults = findAuditFaults(route, ready, reply, changes)
    findings.audit.push(...faults.map((fault) => `${route.key}: ${fault}`))
  }
  // The number of requests that a limit counted is no record.
  const records = [...changes.added, ...changes.changed.map(({ after }) => after)]
  const hasWritten = records.some(({ pk }) => !String(pk).startsWith('span#'))
  if (hasWritten === (route.endpoint.writesNothing ?? false))
    wrong.push(`wrote ${hasWritten ? 'something' : 'nothing'}: ${JSON.stringify(body)} ${reply.text}`.slice(0, 600))
  findings.validEscalation.push(...wrong.map((one) => `${route.key}: ${one}`))
  judgeContent(walk, route, 'somebody', reply)
}
