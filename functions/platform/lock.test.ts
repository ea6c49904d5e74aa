import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test('a lock that was let go, or taken by somebody else, is not had again by a renewal that comes late', async () => {
  const { takeLock } = await import('./lock.ts')
  for (const letGo of ['release', 'pass'] as const) {
    const lock = await takeLock(letGo)
    expect(await takeLock(letGo)).toBeNull()
    await lock?.[letGo]()
    await expect(lock?.renew()).rejects.toThrow('lost')
    world.travel(Date.now() + 30_000)
    await expect(lock?.renew()).rejects.toThrow('lost')
    expect(await takeLock(letGo)).not.toBeNull()
  }
  const slow = await takeLock('slow')
  world.travel(Date.now() + 61_000)
  await slow?.renew()
  world.travel(Date.now() + 61_000)
  const other = await takeLock('slow')
  await other?.release()
  await expect(slow?.renew()).rejects.toThrow('lost')
  expect(await takeLock('slow')).not.toBeNull()
})
