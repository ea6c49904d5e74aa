import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Reconciliation } from '../../shared/api/ledger.ts'
import type { InvoiceDetails } from '../../shared/api/schemas/invoices.ts'
import type { Journal } from '../../shared/api/schemas/journal.ts'
import { cents } from '../../shared/money.ts'
import { startWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** Number of appointments to store: a quarter of those in the demo, which suffices here. */
const APPOINTMENTS = 300

it('the book of the demo data has no difference, in this month and the one before', async () => {
  const { localDateOf, now } = await import('../../shared/time.ts')
  const { buildDemoPeople } = await import('../../seed/people.ts')
  const users = buildDemoPeople(now()).map(({ user }) => user)
  const today = localDateOf(now())
  const { storeAll } = await import('../../seed/writing.ts')
  const { Users } = await import('../platform/identity/user.ts')
  await storeAll(users.map((user) => Users.put(user)))
  const { storeAppointments } = await import('../../seed/appointments.ts')
  await storeAppointments(users, today, 0, APPOINTMENTS, () => undefined)
  const { storePresentInvoices } = await import('../../seed/invoices.ts')
  await storePresentInvoices(users, today)
  const { storeAdjustments } = await import('../../seed/sales.ts')
  await storeAdjustments(users, today)

  const as = await world.session(await world.person({ role: 'admin' }))
  for (const month of ['2026-11', '2026-10']) {
    const { status, body, text } = await world.call('GET', `/api/ledger/reconciliation?month=${month}`, { as })
    expect(status, text).toBe(200)
    const { differences, totals, partnerTotals, people, partners }: Reconciliation = body
    expect(differences, month).toEqual([])
    expect([totals.difference, partnerTotals.difference], month).toEqual([0, 0])
    expect(people.length * partners.length, month).toBeGreaterThan(0)
  }
  for (const period of ['2026-11', '2026-Q4', '2027']) {
    const { body: journal }: { body: Journal } = await world.call('GET', `/api/ledger/journal?period=${period}`, { as })
    const sum = (side: 'opening' | 'closing') => journal.accounts.reduce((total, one) => total + cents(one[side]), 0)
    expect([sum('opening'), sum('closing'), journal.debit - journal.credit], period).toEqual([0, 0, 0])
    const { body: vat } = await world.call('GET', `/api/ledger/vat?period=${period}`, { as })
    expect(vat.difference, period).toBe(0)
  }
  const { body: open } = await world.call('GET', '/api/ledger/open-documents', { as })
  expect(open.difference).toBe(0)

  const { body: paid } = await world.call('GET', '/api/self-billing/invoices/status/betaald?limit=1', { as })
  const { body: invoice } = await world.call('GET', `/api/self-billing/invoices/${paid[0].id}`, { as })
  const mails = (invoice as InvoiceDetails).mails.map(({ kind, state }) => `${kind} ${state}`)
  expect(mails.toSorted()).toEqual(['accounting-mail sent', 'partner-mail sent'])
})
