import { expect } from 'vitest'
import { type Person, startWorld } from '../world.ts'

/**
 * Starts a back end for tests (a world) with people of two teams who work on leads. Returns functions that create and
 * list leads.
 */
export async function startLeadsWorld() {
  const world = await startWorld({ now: '2026-11-23T09:00:00Z' })
  await world.team(1)
  await world.team(2)
  const people = {
    admin: await world.person({ role: 'admin', firstName: 'Ada' }),
    leader: await world.person({ role: 'teamleader', teamId: 1 }),
    agent: await world.person({ role: 'agent', teamId: 1, firstName: 'Bo', lastName: 'Bakker' }),
    other: await world.person({ role: 'agent', teamId: 1 }),
    caller: await world.person({ role: 'caller', teamId: 1 }),
    elsewhere: await world.person({ role: 'teamleader', teamId: 2 }),
  }
  const sessions = new Map<string, string>()
  for (const person of Object.values<Person>(people)) sessions.set(person.id, await world.session(person))
  type Who = keyof typeof people

  const call = (who: Who, method: string, path: string, body?: object, headers = {}) =>
    world.call(method, path, { as: sessions.get(people[who].id), ...(body ? { body } : {}), headers })
  const note = async (who: Who, form: object = {}) => {
    const reply = await call(who, 'POST', '/api/leads', { customerName: 'Klant', ...form })
    expect(reply.text).toContain('"id"')
    return reply.body
  }
  const names = async (who: Who, query = '') =>
    (await call(who, 'GET', `/api/leads${query}`)).body.map((lead: { customerName: string }) => lead.customerName)

  /** Compares the counters of leads in 2026 with the records; `wrong` is the number that differ. */
  async function recounted() {
    const { recount } = await import('../../functions/records/recount.ts')
    const { countedLeads } = await import('../../functions/leads/counting.ts')
    return recount([countedLeads], { from: 2026, to: 2026, repair: false }, () => undefined)
  }

  return { world, people, sessions, call, note, names, recounted }
}
