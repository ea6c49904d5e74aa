import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test('a late renewal does not regain a lock that was released, or taken by another holder', async () => {
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

test('a refused condition is sent once, however far the clock differs from the table’s', async () => {
  const { documents, TABLE_NAME } = await import('./table.ts')
  const { takeLock } = await import('./lock.ts')
  // In tests `send` is replaced, which leaves out the SDK's middlewares. One of them corrects the clock, so this test
  // restores `send`.
  Object.assign(documents, { send: Object.getPrototypeOf(documents).send })
  const refused = () =>
    documents
      .send(
        new DeleteCommand({
          TableName: TABLE_NAME,
          Key: { pk: 'lock#nobody', sk: 'lock' },
          ConditionExpression: 'attribute_exists(pk)',
        }),
      )
      .catch(({ name, $metadata }) => [name, $metadata.attempts])
  for (const month of ['2026-12', '2026-10', '2027-02']) {
    await (await takeLock(month))?.release()
    world.travel(`${month}-10T09:00:00Z`)
    expect(await refused()).toEqual(['ConditionalCheckFailedException', 1])
  }
})
