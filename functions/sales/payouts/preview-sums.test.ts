import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AdvancePreview } from '../../../shared/api/schemas/advance.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'

const KLAAR = 'klaar_voor_uitbetaling'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const cents = (euros: number) => Math.round(euros * 100)
const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + cents(one), 0)

/** A month of an office: who earns, how much, and what happened to each commission. */
const month = fc.array(
  fc.record({
    agent: fc.nat(4),
    caller: fc.option(fc.nat(4), { nil: undefined }),
    agentCommission: fc.integer({ min: 0, max: 15_000 }),
    callerCommission: fc.integer({ min: 1, max: 5_000 }),
    fate: fc.constantFrom('ready', 'ready', 'ready', 'question', 'new', 'waiting', 'paid'),
  }),
  { minLength: 14, maxLength: 14 },
)

/** Returns every sum of the payment question beside the sum of its parts, in cents. */
function sumsIn({ total, selected, byPayoutMethod, staying, firstPayments, questions }: AdvancePreview) {
  const people = byPayoutMethod.flatMap((method) => method.people)
  const corrections = sum(people.map((one) => one.corrections))
  return [
    ['selection', cents(selected.total), cents(total) - corrections + sum(staying.map((stay) => stay.total))],
    ['total', cents(total), sum(byPayoutMethod.map((method) => method.total))],
    ['people', cents(total), sum(people.map((one) => one.total))],
    [
      'questions',
      cents(staying.find(({ reason }) => reason === 'question')?.total ?? 0),
      sum(questions.map((question) => question.total)),
    ],
    ...firstPayments.map(({ userId, total: first }) => [
      `first payment of ${userId}`,
      cents(first),
      cents(people.find((one) => one.userId === userId)?.total ?? 0),
    ]),
  ]
}

it('each sum of the payment question equals its parts, over random months and selections', async () => {
  await fc.assert(
    fc.asyncProperty(month, fc.array(fc.integer({ min: -90, max: 90 }), { maxLength: 3 }), async (sales, corrected) => {
      const { people } = world
      const agents = [await world.agent(), await world.agent()]
      const zzp = await world.joined({ role: 'agent', teamId: 1, employmentType: 'zzp' })
      const [run, later] = [await world.invoicedAgent(), await world.invoicedAgent()]
      const payees = [...agents, zzp, run.user, later.user]
      const ids: string[] = []
      const earn = async ({ agent, caller, fate, ...amounts }: (typeof sales)[number]) => {
        const callerId = caller === undefined || caller === agent ? undefined : payees[caller]?.id
        const form = { agentId: payees[agent]?.id, saleDate: '2026-10-12', ...(callerId ? { callerId } : {}) }
        const callerCommission = callerId ? amounts.callerCommission / 100 : undefined
        const id = await world.sale(form, {
          agentCommission: amounts.agentCommission / 100,
          ...(callerCommission === undefined ? {} : { callerCommission }),
        })
        if (fate === 'new') return id
        await world.step(id, fate === 'waiting' ? 'in_afwachting' : KLAAR)
        if (fate === 'paid') await world.call('admin', 'PATCH', `/api/commissions/${id}`, { status: 'uitbetaald' })
        if (fate === 'question') {
          const as = await world.world.session(payees[agent] ?? people.agent)
          await world.world.call('POST', `/api/commissions/${id}/questions`, { as, body: { question: 'Klopt dit?' } })
        }
        return id
      }
      for (const sale of sales.slice(0, 10)) ids.push(await earn(sale))
      // The concept of this run holds the commissions of a partner up to here.
      await world.invoicedBy(run.partner)
      for (const sale of sales.slice(10)) ids.push(await earn(sale))
      for (const [index, amount] of corrected.entries()) {
        if (amount !== 0) await world.correct(payees[index]?.id ?? '', amount)
      }
      for (const chosen of [ids, ids.filter((_, index) => index % 2 === 0), ids.slice(8)]) {
        const body = { ids: chosen, expectedStatus: KLAAR }
        const preview: AdvancePreview = await world.done('admin', 'POST', '/api/commissions/advance/preview', body)
        for (const [name, stated, parts] of sumsIn(preview)) expect(stated, String(name)).toBe(parts)
        const shown = await Promise.all(chosen.map((id) => world.done('admin', 'GET', `/api/commissions/${id}`)))
        expect(cents(preview.selected.total)).toBe(sum(shown.map(({ dueCommission }) => dueCommission)))
        expect(preview.selected.count).toBe(chosen.length)
      }
    }),
    { numRuns: 2, seed: 20261128 },
  )
})

it('names what stands on a concept, and pays the rest', async () => {
  const { user, partner } = await world.invoicedAgent()
  const payroll = await world.agent()
  const held = await world.ready(user.id)
  await world.invoicedBy(partner)
  const shared = await world.ready(user.id, { callerId: payroll.id, agentCommission: 95, callerCommission: 25 })
  const ids = [held, shared, await world.ready(payroll.id, { agentCommission: 40 })]
  const preview = await world.done('admin', 'POST', '/api/commissions/advance/preview', { ids, expectedStatus: KLAAR })
  expect(preview).toMatchObject({ count: 2, total: 65, selected: { count: 3, total: 260 } })
  expect(preview.staying).toEqual([
    { reason: 'held', count: 1, total: 100, names: expect.any(Array), people: 0 },
    { reason: 'invoice', count: 1, total: 95, names: expect.any(Array), people: 0 },
  ])
})

it('shows a correction at the commission where it was noted', async () => {
  const agent = await world.agent()
  const id = await world.ready(agent.id)
  const body = { userId: agent.id, amount: -20, reason: 'Klant zegde op', commissionId: id }
  await world.done('admin', 'POST', '/api/commissions/adjustments', body)
  await world.correct(agent.id, -5)
  const { corrections } = await world.done('second', 'GET', `/api/commissions/${id}`)
  expect(corrections).toMatchObject([
    { amount: -20, reason: 'Klant zegde op', user: { id: agent.id }, by: { firstName: 'Ada' } },
  ])
  const as = await world.world.session(agent)
  expect((await world.world.call('GET', `/api/commissions/${id}`, { as })).body.corrections).toEqual(corrections)
})
