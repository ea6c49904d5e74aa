import { describe, expect, test } from 'vitest'
import { createTemporaryFolder } from '../fixtures/temporary.ts'
import { openQueue, type QueueMessage, type QueueOptions } from './queues.ts'

const NOW = Date.parse('2026-11-21T09:00:00Z')

/** Opens a queue that the test may leave open, as a killed process does. */
const open = (options: Partial<QueueOptions> & Pick<QueueOptions, 'deliver'>) =>
  openQueue({
    name: 'imports',
    folder: createTemporaryFolder(),
    attempts: 3,
    concurrency: 2,
    retryDelay: () => 0,
    now: () => NOW,
    ...options,
  })

/**
 * Returns `deliver` for a queue, whose deliveries last until the test ends them. `next` resolves to the next delivery,
 * with its message and the function `end`.
 */
function heldDeliveries() {
  const waiting: { message: QueueMessage; end: (error: string | null) => void }[] = []
  const arrivals: (() => void)[] = []
  return {
    deliver: (message: QueueMessage) =>
      new Promise<string | null>((resolve) => {
        waiting.push({ message, end: resolve })
        arrivals.shift()?.()
      }),
    async next() {
      if (waiting.length === 0) await new Promise<void>((resolve) => arrivals.push(resolve))
      const found = waiting.shift()
      if (!found) throw new Error('nothing was delivered')
      return found
    },
    count: () => waiting.length,
  }
}

describe('a queue', () => {
  test('delivers each message once when that succeeds, and no more than `concurrency` at once', async () => {
    const hand = heldDeliveries()
    const queue = open({ deliver: hand.deliver })
    for (const body of ['a', 'b', 'c']) queue.send(body)
    expect(queue.state()).toMatchObject({ name: 'imports', waiting: 1, inFlight: 2 })
    expect(hand.count()).toBe(2)
    const first = await hand.next()
    expect(first.message).toMatchObject({ body: 'a', attempts: 1, sentAt: NOW })
    first.end(null)
    const rest = [await hand.next(), await hand.next()]
    expect(rest.map(({ message }) => message.body)).toEqual(['b', 'c'])
    for (const { end } of rest) end(null)
    await queue.close()
    expect(hand.count()).toBe(0)
  })

  test('tries again, also after a throw, and gives up after its attempts', async () => {
    const bodies: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const queue = open({
      deliver: async ({ body, attempts }) => {
        bodies.push(`${body}${attempts}`)
        if (attempts === 3) resolve()
        if (attempts === 2) throw new Error('thrown')
        return 'refused'
      },
    })
    queue.send('x')
    await promise
    await expect
      .poll(() => queue.state())
      .toEqual({
        name: 'imports',
        waiting: 0,
        inFlight: 0,
        deadLetters: [{ receivedAt: '2026-11-21T09:00:00.000Z', attempts: 3, error: 'refused', body: 'x' }],
      })
    expect(bodies).toEqual(['x1', 'x2', 'x3'])
  })

  test('delivers given-up messages again, counting their attempts from zero', async () => {
    let broken = true
    const delivered: number[] = []
    const queue = open({
      attempts: 1,
      deliver: async ({ attempts }) => {
        delivered.push(attempts)
        return broken ? 'broken' : null
      },
    })
    queue.send('x')
    queue.bury('given up elsewhere', 'because', 5)
    await expect.poll(() => queue.state().deadLetters.length).toBe(2)
    broken = false
    expect(queue.redrive()).toBe(2)
    await expect.poll(() => queue.state()).toMatchObject({ waiting: 0, inFlight: 0, deadLetters: [] })
    expect(delivered).toEqual([1, 1, 1])
  })

  test('keeps unfinished messages over a restart, also those cut off by a crash', async () => {
    const folder = createTemporaryFolder()
    const before = heldDeliveries()
    const crashed = open({ folder, deliver: before.deliver, concurrency: 1 })
    crashed.send('in the middle')
    crashed.send('not begun')
    crashed.bury('dead', 'because', 3)
    await before.next()
    // Opened again without closing, as after a killed process.
    const after = heldDeliveries()
    const restarted = open({ folder, deliver: after.deliver, concurrency: 1 })
    expect(restarted.state()).toMatchObject({ waiting: 1, inFlight: 1, deadLetters: [{ body: 'dead' }] })
    const first = await after.next()
    expect(first.message).toMatchObject({ body: 'in the middle', attempts: 2 })
    first.end(null)
    const second = await after.next()
    expect(second.message).toMatchObject({ body: 'not begun', attempts: 1 })
    second.end(null)
    await restarted.close()
  })

  test('gives up a message whose every attempt ended the process', async () => {
    const folder = createTemporaryFolder()
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const hand = heldDeliveries()
      const queue = open({ folder, deliver: hand.deliver })
      if (attempt === 1) queue.send('deadly')
      await hand.next()
    }
    const hand = heldDeliveries()
    expect(open({ folder, deliver: hand.deliver }).state()).toMatchObject({
      waiting: 0,
      deadLetters: [{ body: 'deadly', attempts: 3 }],
    })
    expect(hand.count()).toBe(0)
  })
})
