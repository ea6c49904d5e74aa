import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPersonWithTwoFactor } from '../../../proofs/logins.ts'
import { deliverOutbox, readOutboxOf } from '../../../testing/outbox.ts'
import { startWorld, type World } from '../../../testing/world.ts'

let world: World
let admin: string
beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  admin = await world.session(await world.person({ role: 'admin' }))
})
afterAll(() => world.stop())

it('every change that concerns Cognito queues its own sync, whatever was queued before', async () => {
  const { person } = await createPersonWithTwoFactor(world)
  const { id } = person
  const account = () => world.cognito.users().find(({ username }) => username === id)
  const asked = async () =>
    (await readOutboxOf(id)).filter(({ kind }) => kind === 'identity-sync').map((item) => item.id)
  const steps = [
    ['DELETE', `/api/users/${id}`, { enabled: false }],
    ['POST', `/api/users/${id}/reactivate`, { enabled: true, mfaEnabled: true }],
    ['POST', `/api/admin/reset-2fa/${id}`, { enabled: true, mfaEnabled: false }],
  ] as const
  for (const [method, path, must] of steps) {
    const before = await asked()
    expect((await world.call(method, path, { as: admin })).status, path).toBeLessThan(300)
    expect(
      (await asked()).filter((item) => !before.includes(item)),
      path,
    ).toHaveLength(1)
    expect(await deliverOutbox(id)).toEqual({ batchItemFailures: [] })
    expect(account(), path).toMatchObject(must)
  }
})
