import { createClosers } from './closers.ts'
import type { Project } from './project.ts'
import { startRuntime } from './runtime.ts'

const MAX_PORT = 65_535

const say = (line: string) => console.log(`  ${line}`)

/**
 * Runs a project (the product, or a small one of a test) and prints its address. Exits with status 0 on a signal, with
 * 1 when the start fails or the database ends. Reads PORT (default 3000; 0 takes a free port), PARTNERVIEW_DATA
 * (default `.local`), PARTNERVIEW_SEED (default `demo`; `empty` makes one admin only) and PARTNERVIEW_IDLE_MINUTES
 * (default 2), after which a function that nobody calls ends. AWS_ENDPOINT_URL_DYNAMODB names a DynamoDB that already
 * runs; `--dev` serves the sources with live reload.
 */
export async function runProject(project: Project): Promise<void> {
  // The program that reads the output may end before this process. Writes then fail, which must not end this process.
  process.stdout.on('error', () => undefined)
  const closers = createClosers()
  let ending = false

  async function end(status: number): Promise<void> {
    if (ending) return
    ending = true
    await closers.close()
    process.exit(status)
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end(0))
  const fail = (message: string) => {
    if (!ending) console.error(message)
    void end(1)
  }

  try {
    const { url } = await startRuntime({ project, closers, say, onCrash: fail, ...settings() })
    if (ending) return
    console.log(`Partnerview: ${url}`)
    console.log(`Workbench: ${url}/__local`)
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
}

function settings() {
  const { PORT = '3000', PARTNERVIEW_DATA = '.local', PARTNERVIEW_SEED = 'demo' } = process.env
  const { PARTNERVIEW_IDLE_MINUTES = '2' } = process.env
  if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > MAX_PORT) {
    throw new Error(`PORT is a number from 0 to ${MAX_PORT}, not '${PORT}'.`)
  }
  if (!['demo', 'empty'].includes(PARTNERVIEW_SEED)) {
    throw new Error(`PARTNERVIEW_SEED is demo or empty, not '${PARTNERVIEW_SEED}'.`)
  }
  if (!/^\d{1,3}$/.test(PARTNERVIEW_IDLE_MINUTES)) {
    throw new Error(`PARTNERVIEW_IDLE_MINUTES is a number from 0 to 999, not '${PARTNERVIEW_IDLE_MINUTES}'.`)
  }
  return {
    port: Number(PORT),
    folder: PARTNERVIEW_DATA,
    seed: PARTNERVIEW_SEED,
    idleMs: Number(PARTNERVIEW_IDLE_MINUTES) * 60_000,
    dev: process.argv.includes('--dev'),
    dynamodb: process.env['AWS_ENDPOINT_URL_DYNAMODB'],
  }
}
