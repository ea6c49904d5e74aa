import { afterAll, beforeAll, expect, it } from 'vitest'
import { changePerson, sessionFor } from '../../proofs/cast.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'

let world: World
let admin: string
let lead: string
let caller: string
let colleague: Person
beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  await world.team(2)
  admin = await world.session(await world.person({ role: 'admin' }))
  lead = await world.session(await world.person({ role: 'teamleader', teamId: 1 }))
  caller = await world.session(await world.person({ role: 'caller', teamId: 1 }))
  colleague = await world.person({ role: 'agent', teamId: 1 })
})
afterAll(() => world.stop())

const form = { customerName: 'Proef', customerPhone: '0475 123456' }
const at = { appointmentDate: '2026-12-01', appointmentTime: '10:00', bookAnyway: true }
const book = (as: string, agentId: string) =>
  world.call('POST', '/api/appointments', { as, body: { ...form, ...at, agentId } })

it('nobody books for, assigns to, hands over to or sees clashes of a person whom they may not choose', async () => {
  const left = await world.person({ role: 'agent', teamId: 1, isActive: false })
  const foreign = await world.person({ role: 'agent', teamId: 2 })
  const another = await world.person({ role: 'caller', teamId: 1 })
  const booked = String((await book(caller, colleague.id)).body.id)
  const wrong: string[] = []
  const cases = [
    ['admin', admin, [left]],
    ['team leader', lead, [left, foreign, another]],
    ['caller', caller, [left, foreign, another]],
  ] as const
  for (const [who, as, people] of cases) {
    for (const { id, isActive, teamId, role } of people) {
      const clash = `/api/appointments/clashes?agentId=${id}&date=2026-12-01&time=10:00`
      const replies = [
        await book(as, id),
        await world.call('PATCH', `/api/appointments/${booked}`, { as, body: { agentId: id } }),
        await world.call('GET', clash, { as }),
      ]
      const statuses = replies.map(({ status }) => status).join()
      if (statuses !== '422,422,422') wrong.push(`${who}: ${role} of ${teamId}, active ${isActive}: ${statuses}`)
      if (who === 'caller') continue
      const body = { fromUserId: colleague.id, toUserId: id }
      const handed = await world.call('POST', '/api/appointments/handover', { as, body })
      if (handed.status !== 422) wrong.push(`${who} hands over to ${role}, active ${isActive}: ${handed.status}`)
    }
  }
  expect(wrong).toEqual([])
})

it('a team leader counts and moves only appointments of the own team, also of people who came later', async () => {
  const leaver = await world.person({ role: 'agent', teamId: 2 })
  const brought = String((await book(admin, leaver.id)).body.id)
  await changePerson(leaver.id, { teamId: 1 })
  const own = String((await book(admin, leaver.id)).body.id)
  const path = '/api/appointments/handover'
  const open = async (as: string) => (await world.call('GET', `${path}?userId=${leaver.id}`, { as })).body
  expect(await open(lead)).toEqual({ open: 1 })
  expect(await open(admin)).toEqual({ open: 2 })
  const body = { fromUserId: leaver.id, toUserId: colleague.id }
  expect((await world.call('POST', path, { as: lead, body })).body).toEqual({ moved: 1, left: 0 })
  const agentOf = async (id: string) =>
    (await world.call('GET', `/api/appointments/${id}`, { as: admin })).body.agentId as string
  expect([await agentOf(own), await agentOf(brought)]).toEqual([colleague.id, leaver.id])
})

it('a person in a new team books there from the next request on', async () => {
  const mover = await world.person({ role: 'caller', teamId: 2 })
  const as = await world.session(mover)
  expect((await book(as, colleague.id)).status).toBe(422)
  await changePerson(mover.id, { teamId: 1 })
  expect((await book(await sessionFor(world, mover), colleague.id)).status).toBe(201)
})
