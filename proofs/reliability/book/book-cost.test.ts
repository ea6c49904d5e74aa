import { afterAll, beforeAll, it } from 'vitest'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'
import { runAsFunction } from '../../../testing/rights.ts'
import type { Person } from '../../../testing/world.ts'
import { reportFigure } from '../../figures.ts'

/** Number of commissions that the veteran was paid in each earlier month. */
const A_MONTH = 4
const EARLIER = ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10'] as const

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

/** Returns the read and write units of a person's balance, open items and month, and of paying one commission. */
async function costOf(user: Person): Promise<Record<string, object>> {
  const { meterWork } = await import('../../../functions/platform/request.ts')
  const { readBalance } = await import('../../../functions/ledger/balance.ts')
  const { listOpenItems, readLedgerStatement } = await import('../../../functions/ledger/statement.ts')
  const { changeCommission } = await import('../../../functions/sales/commissions/commission-change.ts')
  const origin = { requestId: '-', ip: '-', userAgent: '-' }
  const { id } = world.people.admin
  const admin = { id, name: 'Ada Admin', role: 'admin', teamId: null, flags: {}, origin } as never
  const costs: Record<string, object> = {}
  const meter = async (name: string, by: string, work: () => Promise<unknown>) => {
    const usage = { read: 0, write: 0 }
    await runAsFunction(by, () => meterWork(usage, work))
    costs[name] = usage
  }
  const commission = await world.ready(user.id, { saleDate: '2026-11-12' })
  const whose = { userId: user.id }
  await meter('balance', 'api-ledger', () => readBalance(admin, whose))
  await meter('open items', 'api-ledger', () => listOpenItems(admin, { ...whose, limit: 100 }))
  await meter('statement', 'api-ledger', () => readLedgerStatement(admin, { ...whose, month: '2026-11' }))
  await meter('paying', 'api-commissions', () => changeCommission(admin, commission, { status: 'uitbetaald' }))
  return costs
}

it('a balance, a month and a payment cost the same after months of payments as for a newcomer', async () => {
  const [newcomer, veteran] = [await world.agent(), await world.agent()]
  for (const month of EARLIER) {
    await world.travel(`${month}-20T09:00:00Z`)
    for (let at = 0; at < A_MONTH; at++) {
      const id = await world.ready(veteran.id, { saleDate: `${month}-12` })
      await world.step(id, 'uitbetaald')
    }
  }
  // A first payment looks for earlier ones (rulings 36).
  await world.step(await world.ready(newcomer.id, { saleDate: `${EARLIER.at(-1)}-12` }), 'uitbetaald')
  await world.travel('2026-11-23T09:00:00Z')
  reportFigure(
    'book: units after five months of payments',
    'as without them',
    await costOf(veteran),
    await costOf(newcomer),
  )
})
