import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appointmentStatuses } from '../../shared/api/parts/statuses.ts'
import { SEED } from '../../testing/seed.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import { reportFigure, size } from '../figures.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

interface Booked {
  readonly id: string
  readonly start: string
  readonly status: string
  readonly teamId: number
  readonly agentId: string
  readonly createdBy: string
}

const DAY = 24 * 60 * 60 * 1000
const START = Date.parse('2026-11-21T09:00:00Z')

/** All appointments so far, as the worlds share a table and an admin sees all. */
const everything: Booked[] = []
let teams = 0

/** Stores appointments with random agents, creators and teams, also combinations that the API would refuse. */
async function store(people: readonly Person[], plans: readonly Plan[]): Promise<void> {
  const { Appointments } = await import('../../functions/appointments/entity.ts')
  const { localDateOf, monthOf } = await import('../../shared/time.ts')
  for (const plan of plans) {
    const agent = people[plan.agent % people.length] as Person
    const creator = people[plan.creator % people.length] as Person
    const start = new Date(START + plan.minutes * 60_000).toISOString()
    const date = localDateOf(start as never)
    const row = {
      id: crypto.randomUUID(),
      start,
      status: plan.status,
      teamId: plan.ofCreator ? (creator.teamId ?? 1) : (agent.teamId ?? 1),
      agentId: agent.id,
      createdBy: creator.id,
    }
    everything.push(row)
    const name = ({ id, firstName, lastName }: Person) => ({ id, firstName, lastName })
    await Appointments.put({
      ...row,
      version: 1,
      customerName: 'Proef',
      customerPhone: '0475 123456',
      date,
      month: monthOf(date),
      type: 'zakelijk',
      agent: name(agent),
      caller: name(creator),
      team: { id: row.teamId, name: 'Proef', office: 'roermond' },
      confirmationSent: false,
      reminderSent: false,
      createdAt: start,
      updatedAt: start,
    }).go()
  }
}

/**
 * Tells whether access.md lets a person read a row. Somebody in a team reads the rows of that team; somebody without a
 * team, only their own.
 */
const mayRead = (person: Person) => (row: Booked) =>
  person.role === 'admin' ||
  (person.teamId !== undefined
    ? row.teamId === person.teamId
    : row.agentId === person.id || row.createdBy === person.id)

async function readAll(url: string, as: string): Promise<string[]> {
  const ids: string[] = []
  for (let next: string | undefined = url; next; ) {
    const reply = await world.call('GET', next, { as })
    expect(reply.status, reply.text).toBe(200)
    ids.push(...reply.body.map((row: Booked) => row.id))
    next = /<([^>]+)>; rel="next"/.exec(reply.headers['link'] ?? '')?.[1]
  }
  return ids
}

const plan = fc.record({
  agent: fc.nat(20),
  creator: fc.nat(20),
  ofCreator: fc.boolean(),
  status: fc.constantFrom(...appointmentStatuses),
  // Mostly around today, now and then years away.
  minutes: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: -29 * 24 * 60, max: 89 * 24 * 60 }) },
    { weight: 1, arbitrary: fc.integer({ min: -900 * 24 * 60, max: 1500 * 24 * 60 }) },
  ),
})
type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never

/** Draws a filter that is set one time in four, so that most lists hold rows. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

const filter = fc.record({
  status: rarely(fc.constantFrom(...appointmentStatuses)),
  team: rarely(fc.nat(2)),
  agent: rarely(fc.nat(20)),
  calledBy: rarely(fc.nat(20)),
  mine: rarely(fc.constant(true)),
  wide: fc.boolean(),
  limit: fc.constantFrom(1, 3, 7, 100, 500),
})

it('the list shows everybody in every random world exactly the matching appointments within reach', async () => {
  const wrong: string[] = []
  let asked = 0
  let shown = 0
  const property = fc.asyncProperty(
    fc.array(plan, { minLength: 30, maxLength: 40 }),
    fc.array(filter, { minLength: 14, maxLength: 14 }),
    async (plans, filters) => {
      const [one, other] = [++teams, ++teams]
      await world.team(one)
      await world.team(other)
      const people: Person[] = []
      for (const teamId of [one, other, undefined]) {
        for (const role of ['teamleader', 'agent', 'caller'] as const) {
          people.push(await world.person({ role, ...(teamId === undefined ? {} : { teamId }) }))
        }
      }
      people.push(await world.person({ role: 'admin' }))
      await store(people, plans)
      for (const [index, asks] of filters.entries()) {
        const person = people[index % people.length] as Person
        const named = (choice: number | undefined) =>
          choice === undefined ? undefined : (people[choice % people.length] as Person).id
        const wanted = {
          status: asks.status,
          teamId: asks.team === undefined ? undefined : [one, other, 1][asks.team],
          agentId: named(asks.agent),
          calledBy: named(asks.calledBy),
          mine: asks.mine,
        }
        const range = asks.wide ? { from: '2024-01-01', to: '2031-12-31' } : {}
        const query = Object.entries({ ...wanted, ...range, limit: asks.limit }).filter(
          ([, value]) => value !== undefined,
        )
        const url = `/api/appointments?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)]))}`
        const must = everything
          .filter(mayRead(person))
          .filter((row) => !wanted.status || row.status === wanted.status)
          .filter((row) => !wanted.teamId || row.teamId === wanted.teamId)
          .filter((row) => !wanted.agentId || row.agentId === wanted.agentId)
          .filter((row) => !wanted.calledBy || row.createdBy === wanted.calledBy)
          .filter((row) => !wanted.mine || (person.role === 'agent' ? row.agentId : row.createdBy) === person.id)
          .filter((row) => asks.wide || isInDefaultRange(row))
          .sort((a, b) => (a.start + a.id < b.start + b.id ? -1 : 1))
          .map(({ id }) => id)
        const is = await readAll(url, await world.session(person))
        asked += 1
        shown += is.length
        if (JSON.stringify(is) !== JSON.stringify(must)) {
          const extra = is.filter((id) => !must.includes(id)).length
          wrong.push(`${url} as ${person.role}: ${is.length} rows for ${must.length}, ${extra} too many`)
        }
      }
    },
  )
  await fc.assert(property, { seed: SEED, numRuns: size.worlds, endOnFailure: true })
  expect(asked).toBe(size.worlds * 14)
  expect(shown).toBeGreaterThan(asked)
  reportFigure('reach: random worlds', '0 lists show more or less than the reach', wrong.length, 0, wrong)
})

/**
 * Tells whether an appointment is within 30 days before and 90 days after today (rulings 12). The ends are off by about
 * an hour, which suffices, as hardly any appointment is near them.
 */
const isInDefaultRange = ({ start }: Booked) =>
  Date.parse(start) > START - 30.4 * DAY && Date.parse(start) < START + 90.6 * DAY
