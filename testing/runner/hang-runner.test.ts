import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { runUnlessHung } from './hang-runner.ts'

const LIMIT = 600
/** Looking at the processes of a full worker takes some processor time, which is little in this many milliseconds. */
const LONG_LIMIT = 6_000

it('a test that waits for ever is ended, although timers go on', async () => {
  const ticking = setInterval(() => {}, 50)
  const waiting = runUnlessHung(() => new Promise(() => {}), LONG_LIMIT)
  await expect(waiting).rejects.toThrow('The test hangs: it did nothing for 6 s')
  clearInterval(ticking)
})

it('a test that works for longer than the limit goes on', async () => {
  const { user } = process.cpuUsage()
  await runUnlessHung(async () => {
    while (process.cpuUsage().user < user + 900_000) await new Promise((resolve) => setImmediate(resolve))
  }, LIMIT)
})

it('a test goes on while a process works that its child started', async () => {
  const busy =
    'process.stdout.write("."); const { user } = process.cpuUsage(); while (process.cpuUsage().user < user + 900_000);'
  const child = spawn('sh', ['-c', '"$0" -e "$1"; exit', process.execPath, busy], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(child.stdout, 'data')
  await runUnlessHung(() => once(child, 'exit'), LIMIT)
})

it('a failure of a test is its own', async () => {
  await expect(runUnlessHung(() => Promise.reject(new Error('broken')), LIMIT)).rejects.toThrow('broken')
})
