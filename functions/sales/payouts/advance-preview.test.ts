import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { startInvoicing } from '../../../testing/invoiced.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { runAsFunction } from '../../../testing/rights.ts'
import { buildSaleForm } from '../../../testing/sales.ts'
import type { Person } from '../../../testing/world.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld()
})
afterAll(() => world.stop())

const KLAAR = 'klaar_voor_uitbetaling'
type Who = 'admin' | 'leader' | 'second'

async function ready(agent: Person, agentCommission: number, form: object = {}): Promise<string> {
  const id = await world.sale({ ...form, agentId: agent.id }, { agentCommission })
  await world.step(id, KLAAR, 'second')
  return id
}
const agent = (more: object = {}) =>
  world.joined({ role: 'agent', teamId: 1, firstName: 'Bo', lastName: 'Bakker', ...more })
const preview = (body: object, who: Who = 'admin') =>
  world.done(who, 'POST', '/api/commissions/advance/preview', { expectedStatus: KLAAR, ...body })
const start = (body: object, who: Who = 'admin') =>
  world.done(who, 'POST', '/api/commissions/advance', { expectedStatus: KLAAR, ...body })
const results = async (run: string) =>
  Object.fromEntries(
    (await world.done('admin', 'GET', `/api/commissions/advance/${run}/results`)).map(
      ({ id, outcome, message }: { id: string; outcome: string; message: string | null }) => [id, [outcome, message]],
    ),
  )
async function asked(person: Person, id: string) {
  const as = await world.session(person)
  const body = { question: 'Waarom dit bedrag?' }
  const reply = await world.world.call('POST', `/api/commissions/${id}/questions`, { as, body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id as string
}

describe('the preview of a run (rulings 38)', () => {
  it('shows amounts by payout method and person, with open corrections, and why rows stay', async () => {
    const [payroll, zzp, partnered, open] = [
      await agent(),
      await agent({ employmentType: 'zzp' }),
      await agent(),
      await agent(),
    ]
    await startInvoicing(world, partnered.id)
    await world.done('admin', 'POST', '/api/commissions/adjustments', {
      ...{ userId: payroll.id, amount: -20, reason: 'Opgezegd' },
    })
    const ids = {
      one: await ready(payroll, 100),
      two: await ready(payroll, 65.5),
      own: await ready(zzp, 40),
      partner: await ready(partnered, 95, { customerName: 'Maandrun' }),
      asked: await ready(open, 30, { customerName: 'Vraagteken' }),
      admins: await world.sale({ customerName: 'Eigen', callerId: world.people.admin.id }),
      fresh: await world.sale({ customerName: 'Vers' }, { agentCommission: 7 }),
    }
    await world.done('second', 'PATCH', `/api/commissions/${ids.admins}`, {
      ...{ agentCommission: 0, callerCommission: 10, reason: 'Belde zelf' },
    })
    await world.done('second', 'PATCH', `/api/sales/${ids.admins.slice(5)}/status`, { status: 'approved' })
    await world.done('second', 'PATCH', `/api/commissions/${ids.admins}`, { status: KLAAR })
    const questionId = await asked(open, ids.asked)
    const body = { ids: [...Object.values(ids), 'sale-gone'] }
    const shown = await preview(body)
    const person = (of: Person, count: number, total: number, corrections = 0) => ({
      ...{ userId: of.id, name: 'Bo Bakker', count, total, corrections },
    })
    expect(shown).toEqual({
      ...{ nextStatus: 'uitbetaald', count: 3, total: 185.5, people: 2, isComplete: true },
      selected: { count: 8, total: 347.5 },
      firstPayments: [{ total: 145.5 }, { total: 40 }].map((one) => expect.objectContaining(one)),
      byPayoutMethod: [
        { payoutMethod: 'payroll', count: 2, total: 145.5, people: [person(payroll, 2, 145.5, -20)] },
        { payoutMethod: 'own-invoice', count: 1, total: 40, people: [person(zzp, 1, 40)] },
      ],
      staying: expect.arrayContaining([
        { reason: 'invoice', count: 1, total: 95, names: ['Maandrun'], people: 0 },
        { reason: 'question', count: 1, total: 30, names: ['Vraagteken'], people: 0 },
        { reason: 'own', count: 1, total: 10, names: ['Eigen'], people: 0 },
        { reason: 'status', count: 1, total: 7, names: ['Vers'], people: 0 },
        { reason: 'missing', count: 1, total: 0, names: [], people: 0 },
      ]),
      questions: [
        {
          ...{ commissionId: ids.asked, questionId, customerName: 'Vraagteken', name: 'Bo Bakker' },
          ...{ question: 'Waarom dit bedrag?', total: 30 },
        },
      ],
    })
    expect(await preview({ ...body, withQuestions: [ids.asked] })).toMatchObject({
      count: 4,
      total: 215.5,
      questions: [],
    })

    const { id: run } = await start({ ...body, ownInvoiceNumbers: [{ userId: zzp.id, number: 'Z-1' }] })
    await world.advanced(run)
    expect(await results(run)).toEqual({
      [ids.one]: ['advanced', null],
      [ids.two]: ['advanced', null],
      [ids.own]: ['advanced', null],
      [ids.partner]: ['skipped', expect.stringContaining('gaat via de maandrun')],
      [ids.asked]: ['skipped', 'Er staat een vraag open'],
      [ids.admins]: ['skipped', 'Laat een collega je eigen commissie afhandelen'],
      [ids.fresh]: ['skipped', 'Status was al Nieuw'],
      'sale-gone': ['failed', 'Niet gevonden'],
    })
    const paid = async ({ id }: Person) =>
      (await world.done('admin', 'GET', `/api/commissions/statement?userId=${id}&month=2026-11`)).paidTotal
    expect([await paid(payroll), await paid(zzp)]).toEqual([145.5, 40])
  })

  it('of a filter stays within reach; before another step it has no payout methods', async () => {
    const customerName = `Filter ${crypto.randomUUID().slice(0, 8)}`
    for (const agentId of [world.people.agent.id, world.people.stranger.id]) {
      await world.sale({ customerName, agentId }, { agentCommission: 12 })
    }
    const body = { filter: { search: customerName }, expectedStatus: 'nieuw' }
    const step = { nextStatus: 'in_afwachting', byPayoutMethod: [], staying: [], questions: [] }
    expect(await preview(body)).toMatchObject({ ...step, count: 2, total: 24, people: 2 })
    expect(await preview(body, 'leader')).toMatchObject({ ...step, count: 1, total: 12, people: 1 })
    const waiting = await world.sale({}, { agentCommission: 12 })
    await world.step(waiting, 'in_afwachting')
    expect(await preview({ ids: [waiting], expectedStatus: 'in_afwachting' })).toMatchObject({
      ...{ count: 0, staying: [{ reason: 'notApproved', count: 1, total: 12 }] },
    })
  })

  it('needs rows: none and too many are a 400, also for the start of a run', async () => {
    for (const path of ['/api/commissions/advance', '/api/commissions/advance/preview']) {
      for (const body of [{}, { ids: [] }]) {
        const reply = await world.call('admin', 'POST', path, { ...body, expectedStatus: KLAAR })
        expect([reply.status, reply.body.message], path).toEqual([400, 'Geen selectie'])
      }
      const ids = Array.from({ length: 5_001 }, (_, index) => `sale-${index}`)
      const tooMany = await world.call('admin', 'POST', path, { ids, expectedStatus: KLAAR })
      expect([tooMany.status, tooMany.body.message], path).toEqual([400, 'Kies er hoogstens 5.000 tegelijk'])
      expect((await world.call('agent', 'POST', path, { ids: ['sale-x'], expectedStatus: KLAAR })).status).toBe(403)
    }
  })
})

describe('a run that pays', () => {
  it('skips a zzp’er without an invoice number, and pays a named row with an open question', async () => {
    const [zzp, payroll] = [await agent({ employmentType: 'zzp', firstName: 'Zeger' }), await agent()]
    const [own, one] = [await ready(zzp, 40), await ready(payroll, 30)]
    await asked(payroll, one)
    const { id: run } = await start({ ids: [own, one], withQuestions: [one] })
    await world.advanced(run)
    expect(await results(run)).toEqual({
      [own]: ['skipped', expect.stringContaining('Zeger')],
      [one]: ['advanced', null],
    })
  })

  it('does not pay a row about which somebody asks a question meanwhile', async () => {
    const payroll = await agent()
    const id = await ready(payroll, 30)
    const { id: run } = await start({ ids: [id] })
    await meanwhile(() => asked(payroll, id))
    await world.advanced(run)
    expect(await results(run)).toEqual({ [id]: ['skipped', 'Er staat een vraag open'] })
    expect(await world.seen('admin', id)).toMatchObject({ status: KLAAR })
  })

  it('moves no row after it is stopped, and can be continued', async () => {
    const payroll = await agent()
    const ids = [await ready(payroll, 10), await ready(payroll, 20), await ready(payroll, 30)]
    const { id: run } = await start({ ids })
    const { runAdvanceStep } = await import('./advance-step.ts')
    const stop = (who: Who = 'admin') => world.call(who, 'POST', `/api/commissions/advance/${run}/stop`)
    await runAsFunction('outbox', () => runAdvanceStep(run, { rows: 1, ms: 8_000 }))
    expect((await stop('leader')).status).toBe(404)
    await meanwhile(() => stop())
    await runAsFunction('outbox', () => runAdvanceStep(run, { rows: 50, ms: 8_000 }))
    expect(await world.stepsOf(ids)).toEqual({ uitbetaald: 1, [KLAAR]: 2 })
    expect(await world.done('admin', 'GET', `/api/commissions/advance/${run}`)).toMatchObject({
      ...{ state: 'stopped', advanced: 1, skipped: 0, failed: 0 },
    })
    expect((await stop()).status).toBe(409)
    await world.done('admin', 'POST', `/api/commissions/advance/${run}/continue`)
    await world.advanced(run)
    expect(await world.stepsOf(ids)).toEqual({ uitbetaald: 3 })
    expect(await world.wrong()).toBe(0)
  })
})

describe('a question', () => {
  it('shows its commission as it is now, as the reader may see it, and only one is open', async () => {
    const payroll = await agent()
    const form = buildSaleForm({ agentId: payroll.id, callerId: world.people.caller.id })
    const id = await world.sale(form, { agentCommission: 40, callerCommission: 15 })
    const questionId = await asked(payroll, id)
    const as = await world.session(payroll)
    const again = await world.world.call('POST', `/api/commissions/${id}/questions`, {
      as,
      body: { question: 'Nog eens' },
    })
    expect(again.status).toBe(409)
    const of = async (reply: { body: { id: string }[] }) => reply.body.find((row) => row.id === questionId)
    expect(await of(await world.call('admin', 'GET', '/api/commissions/questions?open=true'))).toMatchObject({
      commission: { id, status: 'nieuw', agentCommission: 40, callerCommission: 15, totalCommission: 55 },
    })
    const own = await of(await world.world.call('GET', '/api/commissions/questions', { as }))
    expect(own).toMatchObject({
      commission: {
        ...{ id, agentCommission: 40, callerCommission: null, totalCommission: 40 },
        explanation: { agent: expect.stringContaining('geen tarief op'), caller: null },
      },
    })
  })
})
