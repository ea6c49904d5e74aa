/**
 * The keeper: a small process beside the runtime, which ends dynoxide and every guarded process when the runtime dies.
 * It notices this by its standard input, which closes even after a `kill -9` of the runtime. Then it ends too.
 *
 * Usage: process.ts <data folder, for the list of processes>
 * Takes lines `serve <DynoxideOptions as JSON>`, `guard <pid>`, `release <pid>` and `trim <sequence number>`.
 * Answers `serve` with `ready <dynoxide's pid>` when dynoxide listens, or with `failed <message>` when it ends instead.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { holdMemory } from './held-memory.ts'
import type { DynoxideOptions } from './keeper.ts'
import { killNow } from './kill.ts'
import { indexStream, openTrimmer } from './trimmer.ts'

const END_WITHIN_MS = 3000
const guarded = new Set<number>()
let dynoxide: ChildProcess | null = null
let trim: ((sequence: string) => void) | null = null
const memory = new AbortController()
let isEnding = false

/** Starts Dynoxide; writes `ready` with its process id, or `failed` with the reason, to the parent. */
function serve({ binary, port, file }: DynoxideOptions): void {
  const child = spawn(binary, ['--host', '127.0.0.1', '--port', String(port), '--db-path', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // One thread answers as many calls as several threads, which would pass each connection from core to core.
    env: { ...process.env, TOKIO_WORKER_THREADS: '1' },
  })
  let isReady = false
  let said = ''
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.includes('listening on')) {
      isReady = true
      indexStream(file)
      process.stdout.write(`ready ${child.pid}\n`)
      // Calls do not wait for this.
      void holdMemory(port, memory.signal)
    } else if (line.trim() !== '') {
      said = line
      process.stderr.write(`${line}\n`)
    }
  })
  child.once('error', (error) => {
    said = error.message
  })
  child.once('close', (code) => {
    if (isReady || isEnding) process.exit(code ?? 1)
    dynoxide = null
    process.stdout.write(`failed ${said || `Dynoxide ended (status ${code})`}\n`)
  })
  dynoxide = child
  trim = openTrimmer(file)
}

const orders = createInterface({ input: process.stdin })
orders.on('line', (line) => {
  const [order, value = ''] = line.split(/ (.*)/)
  if (order === 'serve') serve(JSON.parse(value))
  if (order === 'guard') guarded.add(Number(value))
  if (order === 'release') guarded.delete(Number(value))
  if (order === 'trim') trim?.(value)
})
orders.once('close', () => {
  isEnding = true
  for (const pid of guarded) killNow(pid)
  if (!dynoxide) process.exit(0)
  memory.abort()
  dynoxide.kill('SIGTERM')
  setTimeout(() => dynoxide?.kill('SIGKILL'), END_WITHIN_MS)
})

// The terminal sends Ctrl-C to every process; the runtime decides when the others end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
