import type { Person, World } from '../testing/world.ts'
import { sessionFor } from './cast.ts'
import { requireId } from './replies.ts'

const rows = [{ id: 'record-x', version: 1 }]

/** Start of a bulk run of each domain over one record that does not exist: its path, and its body for a person. */
const starts = {
  appointments: { path: '/api/appointments/changes', body: () => ({ rows, status: 'awaiting' }) },
  contracts: { path: '/api/contracts/changes', body: () => ({ rows, salesStatus: 'getekend' }) },
  leads: { path: '/api/leads/assign', body: (ownerId: string) => ({ ids: ['record-x'], ownerId }) },
  'self-billing': { path: '/api/self-billing/changes', body: () => ({ rows, work: 'send' }) },
  sales: { path: '/api/sales/changes', body: () => ({ rows, status: 'approved' }) },
} as const

/**
 * Starts a bulk run of a person, over one record that does not exist. Marks the run as stopped or done where the
 * endpoint needs that; returns its id.
 */
export async function startBulkRun(world: World, path: string, owner: Person): Promise<string> {
  const as = await sessionFor(world, owner)
  const [, , kind] = path.split('/')
  const start = starts[kind as keyof typeof starts]
  const id = requireId(await world.call('POST', start.path, { as, body: start.body(owner.id) }))
  const { BulkRuns } = await import('../functions/records/bulk-entity.ts')
  if (path.endsWith('/continue')) await BulkRuns.patch({ id }).set({ movedAt: LONG_AGO }).go()
  if (path.endsWith('/undo')) {
    const { now } = await import('../shared/time.ts')
    await BulkRuns.patch({ id }).set({ state: 'done', endedAt: now(), changed: 1 }).go()
  }
  return id
}

const LONG_AGO = '2026-01-01T00:00:00.000Z'

/** Makes a run of commissions count as stopped: moves its last progress to long ago. */
export async function stopRun(id: string): Promise<void> {
  const { AdvanceRuns } = await import('../functions/sales/payouts/advance-entity.ts')
  await AdvanceRuns.patch({ id }).set({ movedAt: LONG_AGO }).go()
}
