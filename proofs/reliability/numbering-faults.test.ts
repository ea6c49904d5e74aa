import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildInvoiceForm, buildSettingsForm, storePartner } from '../../testing/invoices.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { reportFigure, size } from '../figures.ts'
import { startThrottledTable, type ThrottledTable } from '../throttled-table.ts'

let world: World
let table: ThrottledTable
beforeAll(async () => {
  world = await startWorld()
  table = await startThrottledTable()
})
afterAll(async () => {
  await table.close()
  await world.stop()
})

it('invoices made ten at a time get their numbers while the table throttles, in any month', async () => {
  const statuses: number[] = []
  for (const month of ['2026-11', '2026-12', '2026-10']) {
    world.travel(`${month}-20T09:00:00Z`)
    const as = await world.session(await world.person({ role: 'admin' }))
    const settings = await world.call('PUT', '/api/self-billing/settings', { as, body: buildSettingsForm() })
    expect(settings.status, settings.text).toBe(200)
    await storePartner(month)
    const form = buildInvoiceForm(month, { invoiceDate: `${month}-20` })
    const turns = Array.from({ length: size.invoices }).values()
    const maker = async () => {
      for (const _ of turns) {
        statuses.push((await world.call('POST', '/api/self-billing/invoices', { as, body: form })).status)
      }
    }
    await table.inBadWeather(() => Promise.all(Array.from({ length: 10 }, maker)))
  }
  const busy = statuses.filter((status) => status === 503).length
  const measured = {
    other: statuses.filter((status) => status !== 201 && status !== 503).length,
    atMostOnePercent: busy <= statuses.length / 100,
  }
  const goal = `≤ 1 % 503 (${statuses.length} invoices)`
  reportFigure('faults: invoices at once', goal, measured, { other: 0, atMostOnePercent: true }, [`${busy} × 503`])
})
