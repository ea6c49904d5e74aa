import { resolve } from 'node:path'
import { createChildren } from './children.ts'
import { createClosers } from './closers.ts'
import { isSeeded } from './data-folder.ts'
import { findLockHolder } from './lock.ts'
import { partnerview } from './project.ts'
import { startRuntime } from './runtime.ts'
import { runSeed } from './seed.ts'

/**
 * Runs a program with the table of the data folder (PARTNERVIEW_DATA, by default `.local`). Uses the runtime that runs
 * on this folder, or starts one until the program has ended. Only a program that `fills` a folder runs on one without
 * data. Prints any error, also that of a runtime still starting, and sets exit code 1.
 */
export async function runProgramOnFolder(
  program: string,
  args: readonly string[],
  { fills = false }: { readonly fills?: boolean } = {},
): Promise<void> {
  const folder = resolve(process.env['PARTNERVIEW_DATA'] ?? '.local')
  const closers = createClosers()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void closers.close().then(() => process.exit(1)))
  }
  try {
    const project = { ...partnerview, seed: program, site: { ...partnerview.site, build: null } }
    const holder = findLockHolder(folder)
    if (!fills && !isSeeded(folder)) {
      throw new Error(`There is no data in ${folder} yet; start Partnerview once.`)
    }
    if (holder && !holder.url) throw new Error('Partnerview is starting on this folder; try again when it answers.')
    if (holder?.environment) {
      const children = createChildren({ guard: () => undefined, release: () => undefined })
      closers.add(() => children.close())
      await runSeed(project, holder.environment, args, children)
      return
    }
    await startRuntime({
      project,
      folder,
      port: 0,
      seed: process.env['PARTNERVIEW_SEED'] ?? 'demo',
      seedArguments: args,
      dev: false,
      dynamodb: process.env['AWS_ENDPOINT_URL_DYNAMODB'],
      closers,
      say: (line) => console.log(`  ${line}`),
      onCrash: (message) => console.error(message),
    })
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  } finally {
    await closers.close()
  }
}
