import { onTestFinished } from 'vitest'
import { asTest } from './rights.ts'

/**
 * Lets `work` be done after the next request has read everything and before its transaction is written. Fails the test
 * when no transaction was written, as then nothing raced.
 */
export async function meanwhile(work: () => Promise<unknown>): Promise<void> {
  const isDone = await doBeforeNextWrite(work)
  onTestFinished(() => {
    if (!isDone()) throw new Error('Nothing happened meanwhile: the test ended without a transaction')
  })
}

/**
 * Does `work` before the next transaction is written, in place of what waited for it before. For events drawn at random,
 * of which some write nothing; returns a function that tells whether it was done.
 */
export async function doBeforeNextWrite(work: () => Promise<unknown>): Promise<() => boolean> {
  const { documents } = await import('../functions/platform/data/table.ts')
  let isAwaited = true
  documents.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (isAwaited && commandName === 'TransactWriteItemsCommand') {
          isAwaited = false
          await asTest(work)
        }
        return next(args)
      },
    { step: 'initialize', name: 'meanwhile', override: true },
  )
  return () => !isAwaited
}
