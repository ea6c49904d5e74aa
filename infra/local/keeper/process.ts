/**
 * The keeper: a small process beside the runtime, which ends dynoxide and every guarded process when the runtime dies.
 * It notices this by its standard input, which closes even after a `kill -9` of the runtime. Then it ends too.
 *
 * Usage: process.ts [<dynoxide> <port> <database file>]
 * Says `ready <dynoxide's pid>` when dynoxide listens; without dynoxide says `ready` at once.
 * Takes lines `guard <pid>`, `release <pid>` and `trim <sequence number>`.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { indexStream, openTrimmer } from './trimmer.ts'

const [, , binary, port = '', file = ''] = process.argv
const END_WITHIN_MS = 3000
const guarded = new Set<number>()
const trim = openTrimmer(file)

function startDynoxide(path: string) {
  const child = spawn(path, ['--host', '127.0.0.1', '--port', port, '--db-path', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // One thread answers as many calls as several threads, which would pass each connection from core to core.
    env: { ...process.env, TOKIO_WORKER_THREADS: '1' },
  })
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.includes('listening on')) {
      indexStream(file)
      process.stdout.write(`ready ${child.pid}\n`)
    } else if (line.trim() !== '') process.stderr.write(`${line}\n`)
  })
  child.once('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  child.once('exit', (code) => process.exit(code ?? 1))
  return child
}

const dynoxide = binary ? startDynoxide(binary) : null
if (!dynoxide) process.stdout.write('ready\n')

const orders = createInterface({ input: process.stdin })
orders.on('line', (line) => {
  const [order, value = ''] = line.split(' ')
  if (order === 'guard') guarded.add(Number(value))
  if (order === 'release') guarded.delete(Number(value))
  if (order === 'trim') trim(value)
})
orders.once('close', () => {
  for (const pid of guarded) end(pid)
  if (!dynoxide) process.exit(0)
  dynoxide.kill('SIGTERM')
  setTimeout(() => dynoxide.kill('SIGKILL'), END_WITHIN_MS)
})

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

// The terminal sends Ctrl-C to every process; the runtime decides when the others end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
