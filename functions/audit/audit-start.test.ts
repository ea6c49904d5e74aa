import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditFilter } from '../../shared/api/audit.ts'
import { startWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ now: '2026-11-24T09:00:00Z' })
})
afterAll(() => world.stop())

/** Lists the log as an admin; returns the number of rows and the capacity used. */
async function list(filter: AuditFilter = {}) {
  const { meterWork } = await import('../platform/request.ts')
  const { listAuditLogs } = await import('./audit-logs.ts')
  const { flagsOf, fullName } = await import('../platform/identity/user.ts')
  const admin = await world.person({ role: 'admin' })
  const origin = { requestId: '-', ip: '192.0.2.9', userAgent: 'test' }
  const actor = { id: admin.id, name: fullName(admin), role: admin.role, teamId: null, flags: flagsOf(admin), origin }
  const usage = { read: 0, write: 0 }
  const { items } = await meterWork(usage, () => listAuditLogs(actor, filter))
  return { rows: items.length, ...usage }
}

async function change(): Promise<void> {
  const as = await world.session(await world.person({ role: 'admin' }))
  const { status } = await world.call('POST', '/api/teams', { as, body: { name: 'Team', office: 'roermond' } })
  expect(status).toBe(201)
}

it('searches years without rows once; later reads of a short log stay cheap, also years later', async () => {
  await change()
  // A search that ends before the log begins only stores that no month until then has rows. So the next search, which
  // finds the first month, writes once more.
  expect(await list({ to: '2019-06-30' })).toMatchObject({ rows: 0, write: 1 })
  const first = await list()
  expect(first).toMatchObject({ rows: 1, write: 1 })
  expect(first.read).toBeGreaterThan(40)
  expect(await list()).toMatchObject({ rows: 1, write: 0 })
  expect((await list()).read).toBeLessThanOrEqual(2)
  expect((await list({ to: '2020-06-30' })).read).toBeLessThanOrEqual(2)

  world.travel('2028-02-10T09:00:00Z')
  await change()
  // Reads the empty months between the two rows, and none before the first.
  const later = await list()
  expect(later).toMatchObject({ rows: 2, write: 0 })
  expect(later.read).toBeLessThanOrEqual(12)
  expect(await list({ from: '2028-02-01' })).toMatchObject({ rows: 1, write: 0 })
  expect((await list({ from: '2028-02-01' })).read).toBeLessThanOrEqual(2)
})
