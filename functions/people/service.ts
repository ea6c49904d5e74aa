import { mayBeGivenWork, oversees } from '../../shared/access.ts'
import type { Office } from '../../shared/api/parts/fields.ts'
import { forbidden, unprocessable } from '../../shared/errors.ts'
import { foldText } from '../../shared/folded.ts'
import type { Caller } from '../platform/actor.ts'
import { condition, type GuardedWrite } from '../platform/data/commit.ts'
import { readAll } from '../platform/data/rows.ts'
import type { Paging } from '../platform/http/page.ts'
import { findUser, fullName, isActiveAdmin, isStandIn, type User, Users } from '../platform/identity/user.ts'
import { listWithin } from '../records/list.ts'
import { inOrder, isText, sourceInMemory } from '../records/source.ts'
import { type TeamRow, Teams } from './team-entity.ts'
import { requireUnchangedActor } from './unchanged-actor.ts'

export {
  approveAsSecond,
  buildApproverCheck,
  buildOnlyAdminAudit,
  countProposedStandIns,
  type OwnRecord,
  onlyAdminCondition,
  refuseOwnChange,
} from './approvers.ts'
export { requireUnchangedActor } from './unchanged-actor.ts'

const isAssignable = ({ role }: User) => mayBeGivenWork(role)

/**
 * Lists people to choose from, by name. An admin sees everybody who is active, a team leader their own team, others the
 * agents and team leaders of their team (access.md).
 */
export const listColleagues = (actor: Caller, paging: Paging) =>
  colleagues(actor, paging, (user) => oversees(actor.role) || isAssignable(user))

/**
 * Lists active agents and team leaders within reach, by name. Admins and team leaders also see their e-mail addresses
 * (access.md).
 */
export const listAgents = (actor: Caller, paging: Paging) => colleagues(actor, paging, isAssignable)

const colleagues = (actor: Caller, paging: Paging, matches: (user: User) => boolean) =>
  listWithin(actor, 'colleague:read', paging, {
    all: () => peopleInState('active'),
    team: (teamId) => peopleOfTeam(teamId),
    own: () => sourceInMemory<User>([]),
    ownersOf: ownersOfPerson,
    matches: (user) => user.isActive && matches(user),
    show: (users) => users.map((user) => ({ ...user, email: oversees(actor.role) ? user.email : undefined })),
  })

/** Returns who owns a person's row for the access rules: the person, within their team. */
export const ownersOfPerson = (user: User) => ({ teamId: user.teamId, owners: [user.id] })

const byName = { name: isText, id: isText }

/** Returns the list source that reads active or deactivated people, by name. */
export const peopleInState = (state: User['state']) => inOrder<User>(byName, [Users.query.byState({ state })])

/** Returns the list source that reads a team's people, deactivated ones included, by name. */
export const peopleOfTeam = (teamId: number) => inOrder<User>(byName, [Users.query.byTeam({ teamKey: String(teamId) })])

/**
 * Finds the person to whom the actor wants to assign work. Returns null for a person who is unknown or deactivated, or
 * whom the actor may not choose. Admins may choose anybody; agents, and people without a team, only themselves; others
 * an agent or team leader of their own team (access.md).
 */
export async function findAssignable(actor: Caller, id: string): Promise<User | null> {
  const user = await findUser(id)
  if (!user?.isActive) return null
  if (actor.role === 'admin') return user
  if (actor.role === 'agent' || actor.teamId === null) return user.id === actor.id && isAssignable(user) ? user : null
  return user.teamId === actor.teamId && isAssignable(user) ? user : null
}

/**
 * Returns the assignee of a record: the chosen person, or by default the actor if their role may have work. Throws 422
 * without an assignee or for one the actor may not choose, and 403 with the text `refused` when an agent names a
 * colleague.
 */
export async function findAssignee(actor: Caller, agentId: string | null | undefined, refused: string): Promise<User> {
  const id = agentId ?? (mayBeGivenWork(actor.role) ? actor.id : null)
  if (!id) throw unprocessable('Kies een agent', 'agentId')
  if (actor.role === 'agent' && id !== actor.id) throw forbidden(refused)
  const agent = await findAssignable(actor, id)
  if (!agent) throw notAssignable()
  return agent
}

/** Owner of a record, with their team. */
export interface Ownership {
  readonly ownerId: string
  readonly teamId: number | undefined
  readonly owner: { readonly id: string; readonly firstName: string; readonly lastName: string }
}

/** Returns the attributes that make a person the owner of a record. */
export const ownershipOf = (person: Pick<User, 'id' | 'firstName' | 'lastName' | 'teamId'>): Ownership => {
  const { id, firstName, lastName, teamId } = person
  return { ownerId: id, teamId, owner: { id, firstName, lastName } }
}

/**
 * Returns the attributes that make a person the owner of a record, and the conditions for that. Throws 422 at `field`
 * for a person whom the actor may not choose, and with the text that `refuse` returns for a person.
 */
export async function planOwner(
  actor: Caller,
  userId: string,
  field: string,
  refuse: (person: User) => string | null = () => null,
) {
  const person = userId === actor.id ? await findUser(userId) : await findAssignable(actor, userId)
  if (!person) throw notAssignable(field)
  const refusal = refuse(person)
  if (refusal !== null) throw unprocessable(refusal, field)
  return { owner: ownershipOf(person), conditions: requireStillAssignable(actor, person, field) }
}

/** Returns the active agents of a team with access to leads, by name. */
export async function findLeadAgents(teamId: number): Promise<User[]> {
  const members = (await readAll(Users.query.byTeam({ teamKey: String(teamId) }))) as User[]
  return members.filter(({ isActive, role, hasLeadsAccess }) => isActive && role === 'agent' && hasLeadsAccess)
}

/** Finds a person by full name; undefined for a name of nobody or of several people. */
export type FindByName = (name: string) => User | undefined

/** Reads the active people who may have leads; returns the function that finds one by name. */
export async function readLeadHolders(): Promise<FindByName> {
  const people = (await readAll(Users.query.byState({ state: 'active' }))) as User[]
  const holders = people.filter(({ role, hasLeadsAccess }) => role === 'admin' || hasLeadsAccess)
  const named = Map.groupBy(holders, (person) => foldText(fullName(person)))
  return (name) => {
    const [one, ...others] = named.get(foldText(name.replaceAll(/\s+/g, ' '))) ?? []
    return others.length === 0 ? one : undefined
  }
}

/** Returns a team by id; null for an unknown one. */
export async function findTeam(id: number): Promise<TeamRow | null> {
  const { data } = await Teams.get({ id }).go()
  return data
}

/** Lists every team, by name. */
export async function readAllTeams(): Promise<TeamRow[]> {
  const { data } = await Teams.query.all({}).go({ pages: 'all' })
  return data
}

/** Returns the ids of an office's teams. */
export async function findTeamIdsOfOffice(office: Office): Promise<ReadonlySet<number>> {
  return new Set((await readAllTeams()).filter((team) => team.office === office).map(({ id }) => id))
}

/** Reads teams by id; unknown ids are absent. */
export async function readTeamsById(ids: readonly number[]): Promise<Map<number, TeamRow>> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return new Map()
  const { data } = await Teams.get(distinct.map((id) => ({ id }))).go()
  return new Map(data.map((team) => [team.id, team]))
}

/** Returns the condition that a team exists when the transaction is written; it fails with 422 at `teamId`. */
export const requireTeam = (id: number): GuardedWrite =>
  condition(
    Teams.delete({ id }).where((team, { exists }) => exists(team.id)),
    () => unprocessable('Dit team bestaat niet (meer)', 'teamId'),
  )

/**
 * Returns the conditions for giving work to a person, checked when the change is written. The actor must be unchanged
 * (401), and the person still active with the same role and team (422 at `field`).
 */
export function requireStillAssignable(actor: Caller, person: User, field = 'agentId'): GuardedWrite[] {
  const acting = requireUnchangedActor(actor, null)
  return person.id === actor.id ? acting : [...acting, requireStillChosen(person, field)]
}

/**
 * Returns the condition that a person is still active with the same role and team when the change is written; it fails
 * with 422 at `field`.
 */
export function requireStillChosen({ id, role, teamKey }: User, field: string): GuardedWrite {
  const standing = Users.delete({ id }).where(
    (row, { eq }) => `${eq(row.isActive, true)} AND ${eq(row.role, role)} AND ${eq(row.teamKey, teamKey)}`,
  )
  return condition(standing, () => notAssignable(field))
}

/** Returns the 422 error at `field` for a person who may not be given work. */
export const notAssignable = (field = 'agentId') => unprocessable('Kies een actieve agent uit je eigen team', field)

/**
 * Returns the team that a new record of an agent belongs to: the agent's, else the actor's (rulings 26). Throws 422
 * when neither has a team, or that team does not exist.
 */
export async function findTeamFor(agent: User, actor: Caller) {
  const teamId = agent.teamId ?? actor.teamId
  const team = teamId === null ? null : await findTeam(teamId)
  if (!team) throw unprocessable('De agent heeft geen team. Kies eerst een team voor deze agent.', 'agentId')
  return { teamId: team.id, team: { id: team.id, name: team.name, office: team.office } }
}

/** Returns a person's id and name as rows store them. */
export const nameOf = ({ id, firstName, lastName }: User) => ({ id, firstName, lastName })

/**
 * Reads the names of people. Returns a function that gives the name of an id: 'Partnerview' for the system, 'Onbekend'
 * for an unknown id.
 */
export async function namesOf(ids: readonly string[]) {
  const users = await Promise.all([...new Set(ids)].map(findUser))
  return (id: string) => {
    const user = users.find((one) => one?.id === id)
    return user ? nameOf(user) : { id, firstName: id.startsWith('system:') ? 'Partnerview' : 'Onbekend', lastName: '' }
  }
}

/** Maximum number of people who are mailed about one event. */
const MAX_MAILED = 20

/** Returns the first twenty active people who fit, without the person who caused the event. */
const findPeopleToMail = async (fits: (user: User) => boolean, doneBy: string | undefined): Promise<User[]> =>
  ((await readAll(Users.query.byState({ state: 'active' }))) as User[])
    .filter((user) => fits(user) && user.id !== doneBy)
    .slice(0, MAX_MAILED)

/** Returns the active admins to notify of an event, without the person who caused it; at most twenty. */
export const findAdminsToMail = (doneBy?: string): Promise<User[]> => findPeopleToMail(isActiveAdmin, doneBy)

/** Returns the admins and stand-ins to notify of a payment that waits, without its maker; at most twenty. */
export const findApprovers = (doneBy: string): Promise<User[]> =>
  findPeopleToMail((user) => isActiveAdmin(user) || isStandIn(user), doneBy)
