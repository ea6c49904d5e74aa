import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../testing/commissions.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import { buildSaleForm } from '../../testing/sales.ts'
import type { Person } from '../../testing/world.ts'
import { reportFigure } from '../figures.ts'

/** Proves that nobody sets, approves, confirms or pays a commission that pays them (decision 78). */

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld()
  for (const role of ['agent', 'caller']) await world.rate({ role, defaultRate: 50, validFrom: '2026-01-01' })
})
afterAll(() => world.stop())

const OWN = 'Laat een collega je eigen commissie afhandelen'
const roles = ['admin', 'teamleader', 'agent', 'caller'] as const
const sales = (id: string) => `/api/sales/${id.slice('sale-'.length)}`

/** Makes a person with a role and a session; returns them with a function that calls the API. */
async function payee(role: (typeof roles)[number]) {
  const person = await world.joined({ role, teamId: 1 })
  const as = await world.session(person)
  const call = (method: string, path: string, body: object) => world.world.call(method, path, { as, body })
  return { person, call }
}

/**
 * Creates a sale that pays a person, as agent or as caller with an amount. Others bring its commission to the status
 * `step`.
 */
async function saleOf({ id }: Person, as: 'agent' | 'caller', step: string): Promise<string> {
  const form = as === 'agent' ? { agentId: id } : { callerId: id }
  const commission = await world.sale(form)
  const amounts = { agentCommission: 40, ...(as === 'caller' ? { callerCommission: 20 } : {}), reason: 'Afspraak' }
  await world.done('second', 'PATCH', `/api/commissions/${commission}`, amounts)
  if (step !== 'nieuw') await world.step(commission, step, 'second')
  return commission
}

const raised = { agentCommission: 60, callerCommission: 25, reason: 'Meer' }

/**
 * Lists the calls about one commission that set its amounts, approve or reject its sale, change its status or pay it.
 */
const callsOn = (id: string): [string, string, object][] => [
  ['PATCH', `/api/commissions/${id}`, { status: 'in_afwachting' }],
  ['PATCH', `/api/commissions/${id}`, { status: 'klaar_voor_uitbetaling' }],
  ['PATCH', `/api/commissions/${id}`, { status: 'uitbetaald' }],
  ['PATCH', `/api/commissions/${id}`, raised],
  ['PUT', `${sales(id)}/commission`, raised],
  ...['pending', 'approved', 'in_afwachting', 'klaar_voor_uitbetaling', 'uitbetaald'].map(
    (status): [string, string, object] => ['PATCH', `${sales(id)}/status`, { status }],
  ),
  ['PATCH', `${sales(id)}/status`, { status: 'rejected', rejectionReason: 'Onjuist' }],
]

const stateOf = async (id: string) => {
  const { version, status, agentCommission, callerCommission } = await world.done(
    'second',
    'GET',
    `/api/commissions/${id}`,
  )
  return { version, status, agentCommission, callerCommission }
}

describe('a commission that pays somebody', () => {
  it.each(roles)(
    'cannot be set, approved, stepped or paid by a payee with role %s, at any step, as agent or as caller',
    async (role) => {
      const wrong: string[] = []
      let calls = 0
      for (const as of ['agent', 'caller'] as const) {
        // People with the role caller are tested only as the caller of a sale.
        if (as === 'agent' && role === 'caller') continue
        for (const step of ['nieuw', 'in_afwachting', 'klaar_voor_uitbetaling']) {
          const { person, call } = await payee(role)
          const id = await saleOf(person, as, step)
          const before = await stateOf(id)
          for (const [method, path, body] of callsOn(id)) {
            const reply = await call(method, path, body)
            calls += 1
            if (reply.status !== 403)
              wrong.push(`${role} ${as} ${step} ${method} ${path} ${JSON.stringify(body)}: ${reply.status}`)
          }
          expect(await stateOf(id)).toEqual(before)
        }
      }
      reportFigure(`own money: ${role}`, `0 of ${calls}`, wrong.length, 0, wrong)
      expect(wrong).toEqual([])
    },
  )

  it('cannot be changed by an admin or team leader whom it pays; their runs skip it with the same text', async () => {
    for (const role of ['admin', 'teamleader'] as const) {
      const { person, call } = await payee(role)
      const id = await saleOf(person, 'agent', 'nieuw')
      for (const [method, path, body] of [
        ['PATCH', `/api/commissions/${id}`, { status: 'in_afwachting' }],
        ['PUT', `${sales(id)}/commission`, raised],
        ['PATCH', `${sales(id)}/status`, { status: 'pending' }],
      ] as const) {
        const reply = await call(method, path, body)
        expect([reply.status, reply.body.message], `${role} ${path}`).toEqual([403, OWN])
      }
      const run = await call('POST', '/api/commissions/advance', { ids: [id], expectedStatus: 'nieuw' })
      await world.advanced(run.body.id)
      expect(await world.done('admin', 'GET', `/api/commissions/advance/${run.body.id}/results`)).toMatchObject([
        { outcome: 'skipped', message: OWN },
      ])
      expect(await stateOf(id)).toMatchObject({ status: 'nieuw', agentCommission: 40 })
    }
  })

  it('is not made of another’s sale: an editor cannot become its agent', async () => {
    for (const role of ['admin', 'teamleader'] as const) {
      const { person, call } = await payee(role)
      const id = await world.sale()
      const taken = await call('PATCH', sales(id), { agentId: person.id })
      expect([taken.status, taken.body.message], role).toEqual([403, OWN])
      expect((await world.done('second', 'GET', sales(id))).agentId).toBe(world.people.agent.id)
    }
    // A team leader may register their own sale, at the rate, and edit it.
    const { person, call } = await payee('teamleader')
    const made = await call('POST', '/api/sales', buildSaleForm({ agentId: person.id }))
    expect([made.status, made.body.agentCommission]).toEqual([201, 50])
    expect((await call('PATCH', `/api/sales/${made.body.id}`, { notes: 'Belt terug' })).status).toBe(200)
  })

  it('cannot be corrected or repaid, nor a question about it answered, by its payee', async () => {
    const { person, call } = await payee('admin')
    const wish = { userId: person.id, amount: 100, reason: 'Bonus' }
    const noted = await call('POST', '/api/commissions/adjustments', wish)
    expect([noted.status, noted.body.message]).toEqual([403, OWN])
    await world.done('second', 'POST', '/api/commissions/adjustments', { ...wish, amount: -100 })
    const repaid = await call('POST', '/api/commissions/repayments', { userId: person.id, amount: 100 })
    expect([repaid.status, repaid.body.message]).toEqual([403, OWN])
    const id = await saleOf(person, 'agent', 'nieuw')
    const question = await call('POST', `/api/commissions/${id}/questions`, { question: 'Klopt dit?' })
    const path = `/api/commissions/questions/${question.body.id}/answer`
    expect([(await call('POST', path, { answer: 'Ja' })).body.message]).toEqual([OWN])
    await world.done('second', 'POST', path, { answer: 'Ja' })
  })

  it('of a held appointment is worth nothing while only its caller called it held', async () => {
    const { call } = await payee('caller')
    const booking = { customerName: 'Zelf', customerPhone: '0475 123456', agentId: world.people.agent.id }
    const day = { appointmentDate: '2026-11-20', appointmentTime: '10:00', bookAnyway: true }
    const { body } = await call('POST', '/api/appointments', { ...booking, ...day })
    await call('PATCH', `/api/appointments/${body.id}`, { status: 'no-sale' })
    await deliverOutbox(body.id)
    const fee = () => world.done('second', 'GET', `/api/commissions/lead-${body.id}`)
    expect(await fee()).toMatchObject({ toConfirm: true, dueCommission: 0 })
    await world.done('agent', 'PATCH', `/api/appointments/${body.id}`, { status: 'no-sale' })
    await deliverOutbox(body.id)
    expect(await fee()).toMatchObject({ toConfirm: false, dueCommission: 50 })
  })

  it('cannot be paid after its amount changes, until its sale is approved again', async () => {
    const id = await world.sale()
    await world.approve(id, 'second')
    await world.step(id, 'klaar_voor_uitbetaling', 'second')
    await world.done('admin', 'PATCH', `/api/commissions/${id}`, { agentCommission: 60, reason: 'Meer' })
    expect(await world.done('second', 'GET', sales(id))).toMatchObject({
      ...{ status: 'pending', approvedAt: null, changedAfterApproval: { by: { id: world.people.admin.id } } },
    })
    const paid = await world.call('admin', 'PATCH', `/api/commissions/${id}`, { status: 'uitbetaald' })
    expect([paid.status, paid.body.message]).toEqual([409, 'Keur de sale eerst goed'])
  })
})

describe('the only active admin', () => {
  it('may approve a sale that pays them, which the audit log says, unless a second admin is added meanwhile', async () => {
    const { AuditLogs } = await import('../../functions/platform/data/audit.ts')
    const { Rosters } = await import('../../functions/people/roster.ts')
    const { person, call } = await payee('admin')
    const id = await saleOf(person, 'agent', 'nieuw')
    const { data: roster } = await Rosters.get({ name: 'admins' }).go({ consistent: true })
    const admins = (members: number) => Rosters.update({ name: 'admins' }).set({ members }).go()
    await admins(1)
    const approve = () => call('PATCH', `${sales(id)}/status`, { status: 'approved' })
    await meanwhile(() => admins(2))
    expect([(await approve()).body.message]).toEqual([OWN])
    await admins(1)
    expect((await approve()).body.status).toBe('approved')
    const about = { entityType: 'sale', entityId: id.slice('sale-'.length) }
    const { data } = await AuditLogs.query.byEntity(about).go()
    expect(data.filter(({ action }) => action === 'sale.own')).toMatchObject([
      { userId: person.id, newData: { status: 'approved', reason: 'Enige actieve beheerder' } },
    ])
    await admins(roster?.members ?? 0)
  })
})
