import { setImmediate as settled } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runInParallel } from './run-in-parallel.ts'

test('after a failure nothing new starts, and the error is thrown when all running work has ended', async () => {
  const gate = Promise.withResolvers<void>()
  const begun: number[] = []
  const ended: (number | string)[] = []
  const work = async (one: number, failed: AbortSignal) => {
    begun.push(one)
    if (one === 2) throw new Error('The second')
    await gate.promise
    ended.push(failed.aborted ? one : 'too early')
    if (one === 3) throw new Error('The third')
  }
  const all = runInParallel([1, 2, 3, 4, 5, 6], work, 3).catch((error: Error) => ended.push(error.message))
  await settled()
  expect([begun, ended]).toEqual([[1, 2, 3], []])
  gate.resolve()
  await all
  expect([begun, ended]).toEqual([
    [1, 2, 3],
    [1, 3, 'The second'],
  ])
  await runInParallel([7, 8], async (one) => void begun.push(one))
  expect(begun).toEqual([1, 2, 3, 7, 8])
})
