import { buildSaleForm } from '../../testing/sales.ts'
import { type Person, startWorld } from '../../testing/world.ts'
import { logIn, openApp } from './browser.tsx'

/**
 * Starts a test back end with a team, its people and an admin. Returns them, and functions that book appointments,
 * register sales and open screens.
 */
export async function startSales() {
  const world = await startWorld()
  await world.team(1, 'Team Maas')
  const admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
  const leader = await world.person({ role: 'teamleader', teamId: 1, firstName: 'Lena', lastName: 'Leider' })
  const agent = await world.person({ role: 'agent', teamId: 1, firstName: 'Sem', lastName: 'Postma' })
  const caller = await world.person({ role: 'caller', teamId: 1, firstName: 'Bella', lastName: 'Beller' })

  async function post(path: string, body: object, who = agent) {
    const answer = await world.call('POST', path, { as: await world.session(who), body })
    if (answer.status !== 201) throw new Error(answer.text)
    return answer.body
  }
  const register = (form: object = {}, who = agent) =>
    post('/api/sales', buildSaleForm({ agentId: agent.id, ...form }), who)
  const book = (form: object = {}) =>
    post(
      '/api/appointments',
      {
        customerName: 'Bakkerij Jansen',
        customerPhone: '0612345678',
        appointmentDate: '2026-11-20',
        appointmentTime: '10:00',
        bookAnyway: true,
        agentId: agent.id,
        status: 'sale',
        ...form,
      },
      caller,
    )

  async function open(person: Person, path = '/transactions') {
    await logIn(world, person)
    return openApp(path)
  }

  return { world, admin, leader, agent, caller, post, register, book, open }
}
