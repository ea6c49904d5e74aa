import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPersonWithTwoFactor, PASSWORD } from '../../proofs/logins.ts'
import { customerIdOf } from '../../shared/customer-id.ts'
import { type CommissionWorld, startCommissionWorld } from '../../testing/commissions.ts'
import { runAsFunction } from '../../testing/rights.ts'

let world: CommissionWorld
let as: string
let codes: string[]
beforeAll(async () => {
  world = await startCommissionWorld({ now: '2026-12-01T09:00:00Z' })
})
afterAll(() => world.stop())

const customer = { customerName: 'Fenna Vast', customerPhone: '06 22446688' }
const idOf = (sale: string) => sale.slice('sale-'.length)

/** Returns the id of a new sale, after the steps up to payment. */
async function paid(form: object): Promise<string> {
  const sale = await world.sale({ ...customer, ...form }, { agentCommission: 95 })
  await world.step(sale, 'klaar_voor_uitbetaling')
  await world.step(sale, 'uitbetaald')
  return idOf(sale)
}
async function at(moment: string): Promise<void> {
  await world.travel(moment)
  ;({ as, codes } = await createPersonWithTwoFactor(world.world, { role: 'admin' }))
}
async function night(moment: string): Promise<void> {
  await at(moment)
  const { handler } = await import('../../events/erasures.ts')
  await runAsFunction('erasures', () => handler())
}
const ask = (path: string) =>
  world.call('agent', 'POST', `/api/commissions/${path}/questions`, { question: 'Klopt dit?' })
const listed = async () => (await world.world.call('GET', '/api/erasures', { as })).body
/** Returns the ids of the sales that the retention planned. */
const planned = async () =>
  (await listed())
    .filter((row: { name: string | null }) => row.name?.startsWith('Afgeronde sales'))
    .flatMap((row: { items: { id: string }[] }) => row.items.map(({ id }) => id))

it('keeps a sale until its contract ends, its questions are answered and its correction is noted', async () => {
  const [year, three] = [await paid({ contractLength: '1_jaar' }), await paid({ contractLength: '3_jaar' })]
  const starts = await paid({ contractLength: '1_jaar', contractStartDate: '2027-06-01' })
  const [asked, withdrawn] = [await paid({ contractLength: '1_jaar' }), await paid({ contractLength: '1_jaar' })]
  expect((await ask(`sale-${asked}`)).status).toBe(201)
  await world.done('admin', 'POST', `/api/sales/${withdrawn}/withdraw`, { how: 'mail', reason: 'Coulance' })
  await at('2026-12-02T09:00:00Z')
  const settings = { leadMonths: null, appointmentMonths: null, saleMonths: 12, userMonths: null }
  const path = '/api/erasures/settings'
  const headers = { 'if-match': '"0"' }
  expect((await world.world.call('PUT', path, { as, body: settings, headers })).status).toBe(200)

  await night('2027-12-15T02:15:00Z')
  expect(await planned()).toEqual([])
  await night('2028-12-15T02:15:00Z')
  expect(await planned()).toEqual([year])
  // What comes up between the plan and its night counts too.
  expect((await ask(`sale-${year}`)).status).toBe(201)
  await night('2029-01-15T02:15:00Z')
  expect(await world.done('admin', 'GET', `/api/sales/${year}`)).toMatchObject(customer)
  const answer = async () => {
    for (const { id } of await world.done('admin', 'GET', '/api/commissions/questions')) {
      await world.done('admin', 'POST', `/api/commissions/questions/${id}/answer`, { answer: 'Ja' })
    }
  }
  await answer()
  await world.done('admin', 'POST', `/api/sales/${withdrawn}/withdraw/corrections`)
  await night('2029-07-02T02:15:00Z')
  expect((await planned()).toSorted()).toEqual([asked, starts, withdrawn].toSorted())
  await night('2031-01-02T02:15:00Z')
  expect(await planned()).toContain(three)
})

it('tells what to do before everything of a sale is erased', async () => {
  await at('2031-02-01T09:00:00Z')
  const [asked, withdrawn] = [await paid({}), await paid({})]
  await ask(`sale-${asked}`)
  await world.done('admin', 'POST', `/api/sales/${withdrawn}/withdraw`, { how: 'mail', reason: 'Coulance' })
  const body = { about: customerIdOf(customer), ids: [asked, withdrawn], password: PASSWORD, token: codes[0] }
  const { id } = (await world.world.call('POST', '/api/erasures', { as, body })).body
  await night('2031-02-02T02:15:00Z')
  const { items } = (await listed()).find((row: { id: string }) => row.id === id)
  const outcomes = items.map((item: { outcome: string; why: string }) => [item.outcome, item.why])
  expect(outcomes.toSorted()).toEqual([
    ['all', 'Beantwoord eerst de open vraag.'],
    ['all', 'Noteer eerst de correctie van de herroepen sale.'],
  ])
})
