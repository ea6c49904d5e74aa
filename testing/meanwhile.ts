import { onTestFinished } from 'vitest'
import { runAsTest } from './rights.ts'

/**
 * Makes the next request race: runs `work` after that request has read and just before it writes its transaction.
 * Fails the test when no transaction was written, as then nothing raced. `command` is another write to run before.
 */
export async function meanwhile(work: () => Promise<unknown>, command?: 'PutItemCommand'): Promise<void> {
  const isDone = await doBeforeNextWrite(work, command)
  onTestFinished(() => {
    if (!isDone()) throw new Error('Nothing happened meanwhile: the test ended without a transaction')
  })
}

/**
 * Runs `work` before the next transaction is written; replaces earlier work that has not run yet. Returns a function
 * that tells whether it ran, as some random requests write nothing.
 */
export async function doBeforeNextWrite(
  work: () => Promise<unknown>,
  command = 'TransactWriteItemsCommand',
): Promise<() => boolean> {
  const { documents } = await import('../functions/platform/data/table.ts')
  let isAwaited = true
  documents.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (isAwaited && commandName === command) {
          isAwaited = false
          await runAsTest(work)
        }
        return next(args)
      },
    { step: 'initialize', name: 'meanwhile', override: true },
  )
  return () => !isAwaited
}
