import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Role } from '../shared/access.ts'
import { type Person, startWorld, type World } from '../testing/world.ts'
import { reportFigure, size } from './figures.ts'
import { type KeyLoad, measureKeys, type Units } from './key-load.ts'
import { putRaw, readRawTable } from './raw-table.ts'

/** Units a second that DynamoDB gives one key of a table or an index. */
const MOST: Units = { read: 3_000, write: 1_000 }

/** Seconds in which everybody does their first work of the week. */
const MORNING_SECONDS = 600

/** Roles of a team of ten. */
const team: readonly Role[] = ['teamleader', 'agent', 'agent', 'agent', ...Array<Role>(6).fill('caller')]

let world: World
beforeAll(async () => {
  world = await startWorld({ now: '2026-11-23T07:30:00Z' })
})
afterAll(() => world.stop())

/** Creates a team of ten with a lead and an appointment each; returns its people. */
async function addTeam(id: number): Promise<Person[]> {
  await world.team(id)
  return Promise.all(team.map((role) => world.person({ role, teamId: id })))
}

const form = (index: number) => ({
  ...{ customerName: `Klant ${index}`, customerPhone: `06 1${String(index).padStart(7, '0')}` },
})

/** Pages that everybody opens first. */
const everybody = [
  ...['/api/auth/user', '/api/appointments/stats?timeFilter=this-month', '/api/scoreboard?period=month'],
  ...['/api/notifications/unread', '/api/my-day', '/api/leads?limit=100', '/api/leads/counts'],
  ...['/api/appointments?limit=100', '/api/appointments/counts', '/api/users/agents', '/api/search?q=Klant'],
  '/api/teams',
]

/** Pages that an admin opens first. */
const admins = [
  ...['/api/users/active?limit=500', '/api/stats', '/api/contracts/counts', '/api/reports?month=2026-11'],
  '/api/teams',
]

const PEOPLE_PER_ADMIN = 40

async function look(person: Person, paths: readonly string[]): Promise<void> {
  const as = await world.session(person)
  for (const path of paths) {
    const reply = await world.call('GET', path, { as })
    if (reply.status !== 200 && reply.status !== 403) throw new Error(`${path}: ${reply.status} ${reply.text}`)
  }
}

/** Does what a person does first on a Monday: open the app, look at the day, search, call, book. */
async function begin(person: Person, agents: readonly Person[], index: number): Promise<void> {
  const as = await world.session(person)
  const lead = await call(as, 'POST', '/api/leads', form(index))
  await look(person, everybody)
  await call(as, 'POST', `/api/leads/${lead.id}/calls`, { note: 'Niet thuis' })
  const agentId = person.role === 'agent' ? person.id : agents[index % agents.length]?.id
  const [hour, minute] = [8 + (Math.floor(index / 4) % 12), (index % 4) * 15]
  const appointmentTime = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  const booked = { ...form(index), agentId, appointmentDate: '2026-11-25', appointmentTime, bookAnyway: true }
  await call(as, 'POST', '/api/appointments', booked)
}

async function call(as: string, method: string, path: string, body: object): Promise<{ readonly id: string }> {
  const reply = await world.call(method, path, { as, body })
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
  return reply.body
}

interface Morning {
  /** People who have an account. */
  readonly people: number
  /** People who worked. */
  readonly working: number
  readonly load: KeyLoad
}

/** Gives people the counters that another one has, as if each had done the same work this month. */
async function copyCounters(from: Person, to: readonly Person[]): Promise<void> {
  const rows = (await readRawTable()).filter(({ pk, sk }) => pk.startsWith('count#') && sk.includes(from.id))
  if (rows.length === 0) throw new Error(`${from.id} has no counters`)
  for (const { id } of to) {
    await Promise.all(rows.map((row) => putRaw(JSON.parse(JSON.stringify(row).replaceAll(from.id, id)))))
  }
}

/**
 * Lets a new team and a new admin work, in a world of `people` of whom `present` are there: what everybody reads grows
 * with them. All have counters, as after some days of the month.
 */
async function work(people: number, present: number): Promise<Morning> {
  const teams: Person[][] = []
  for (let id = present / team.length; id < people / team.length; id++) teams.push(await addTeam(id + 1))
  const [working = [], ...others] = teams
  const example = working.find(({ role }) => role === 'agent')
  if (!example) throw new Error('A team has agents')
  await begin(example, [example], people * 100 + 99)
  await copyCounters(example, [...working.filter(({ id }) => id !== example.id), ...others.flat()])
  const admin = await world.person({ role: 'admin' })
  const agents = working.filter(({ role }) => role === 'agent')
  const load = await measureKeys(async () => {
    for (const [index, person] of working.entries()) await begin(person, agents, people * 100 + index)
  })
  const looks = await measureKeys(() => look(admin, admins))
  for (const [key, { read, write }] of looks) {
    const before = load.get(key) ?? { read: 0, write: 0 }
    const share = working.length / PEOPLE_PER_ADMIN
    load.set(key, { read: before.read + read * share, write: before.write + write * share })
  }
  return { people, working: working.length, load }
}

/**
 * Returns the units a second of each key when `people` begin in a morning, from mornings in a small and a larger world.
 * Other people work in the two, so a key of both is everybody's: its calls grow with the people, and what a call reads
 * may grow too.
 */
function foresee(people: number, [small, large]: readonly [Morning, Morning]): Map<string, Units> {
  const shared = [...large.load.keys()].filter((key) => small.load.has(key))
  const rate = (key: string, kind: keyof Units) => {
    const [one = 0, other = 0] = [small, large].map(({ load, working }) => (load.get(key)?.[kind] ?? 0) / working)
    const slope = Math.max(0, (other - one) / (large.people - small.people))
    return ((other + slope * (people - large.people)) * people) / MORNING_SECONDS
  }
  return new Map(shared.map((key) => [key, { read: rate(key, 'read'), write: rate(key, 'write') }]))
}

/**
 * Keys that get more than DynamoDB gives them when 10,000 people begin within ten minutes. docs/scale.md tells from how
 * many people on, and what to do before.
 */
const KNOWN = ['table count#2026-11', 'table count#now']

it('the Monday morning of 1,000 people overloads no key, and that of 10,000 those in docs/scale.md', async () => {
  const small = await work(size.mondayPeople, 0)
  const large = await work(size.mondayPeople * 5, size.mondayPeople)
  const [some, many] = [1_000, 10_000].map((people) => foresee(people, [small, large]))
  const weight = ({ read, write }: Units) => Math.max(read / MOST.read, write / MOST.write)
  const shown = (one?: Units) => `${one?.read.toFixed(0)} / ${one?.write.toFixed(0)}`
  const busiest = [...(many ?? [])].sort(([, one], [, other]) => weight(other) - weight(one))
  const lines = busiest.slice(0, 10).map(([key, one]) => `| ${key} | ${shown(some?.get(key))} | ${shown(one)} |`)
  if (process.env['PROOF_REPORT']) console.log(lines.join('\n'))
  const overloaded = (units: typeof many) => [...(units ?? [])].flatMap(([key, one]) => (weight(one) > 1 ? [key] : []))
  expect(busiest.length).toBeGreaterThan(20)
  reportFigure('scale', 'keys that 1,000 people on a Monday overload', overloaded(some), [])
  reportFigure('scale', 'keys that 10,000 people on a Monday overload', overloaded(many).sort(), KNOWN)
})
