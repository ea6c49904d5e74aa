import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InvoiceStatus } from '../../../shared/api/parts/billing.ts'
import type { InvoiceFilter } from '../../../shared/api/schemas/invoices.ts'
import { buildIssuedInvoice } from '../../../testing/issued.ts'
import { startWorld, type World } from '../../../testing/world.ts'
import type { Paging } from '../../platform/http/page.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ now: '2026-11-24T09:00:00Z' })
})
afterAll(() => world.stop())

const SIDE_BY_SIDE = 50

/** Stores invoices of a status, dated over the days of two months. */
async function store(count: number, status: InvoiceStatus): Promise<void> {
  const { Invoices } = await import('./entity.ts')
  const { addIndexKeys } = await import('./rules.ts')
  const rows = Array.from({ length: count }, (_, at) => {
    const invoiceDate = `2026-${10 + (at % 2)}-${String(1 + (at % 23)).padStart(2, '0')}`
    const id = crypto.randomUUID()
    return addIndexKeys({
      ...buildIssuedInvoice(),
      id,
      status,
      invoiceDate,
      invoiceNumber: `YDS-2026-${String(at).padStart(4, '0')}`,
    })
  })
  for (let at = 0; at < rows.length; at += SIDE_BY_SIDE) {
    await Promise.all(rows.slice(at, at + SIDE_BY_SIDE).map((row) => Invoices.put(row).go()))
  }
}

/** Lists one page as an admin; returns its number of rows and the read capacity that it cost. */
async function page(query: InvoiceFilter & Paging) {
  const { meterWork } = await import('../../platform/request.ts')
  const { listInvoices } = await import('./list.ts')
  const { flagsOf, fullName } = await import('../../platform/identity/user.ts')
  const admin = await world.person({ role: 'admin' })
  const origin = { requestId: '-', ip: '192.0.2.9', userAgent: 'test' }
  const actor = { id: admin.id, name: fullName(admin), role: admin.role, teamId: null, flags: flagsOf(admin), origin }
  const usage = { read: 0, write: 0 }
  const { items } = await meterWork(usage, () => listInvoices(actor, query))
  return { rows: items.length, read: usage.read }
}

it.each(['in_behandeling', 'betaald'] as const)(
  'a page of invoices %s costs the same with 50 as with 500 invoices',
  async (status) => {
    await store(50, status)
    const first = await page({ status, limit: 25 })
    expect(first.rows).toBe(25)
    await store(450, status)
    const then = await page({ status, limit: 25 })
    expect(then.rows).toBe(25)
    expect(then.read).toBeLessThanOrEqual(first.read)
  },
)
