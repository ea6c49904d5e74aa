import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDataFolder, isSeeded, markSeeded, openDataFolder } from './data-folder.ts'
import { createTemporaryFolder } from './fixtures/temporary.ts'
import { findLockHolder, takeLock } from './lock.ts'

test('a data folder belongs to one process, until released', async () => {
  const folder = createTemporaryFolder()
  const lock = await takeLock(folder)
  lock.tell({ url: 'http://localhost:1234' })
  await expect(takeLock(folder)).rejects.toThrow(
    `Another Partnerview (process ${process.pid}) runs on ${folder} at http://localhost:1234`,
  )
  expect(findLockHolder(folder)).toMatchObject({ pid: process.pid, url: 'http://localhost:1234' })
  lock.release()
  expect(findLockHolder(folder)).toBeNull()
  ;(await takeLock(folder)).release()
})

test('the lock of a dead process is taken over', async () => {
  const folder = createTemporaryFolder()
  const child = spawn(process.execPath, ['-e', ''])
  await new Promise((resolve) => child.once('exit', resolve))
  writeFileSync(join(folder, 'lock.json'), JSON.stringify({ pid: child.pid, started: null }))
  expect(findLockHolder(folder)).toBeNull()
  const lock = await takeLock(folder)
  expect(JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8'))).toMatchObject({ pid: process.pid })
  lock.release()
})

test('a later process with the same number as the holder does not hold the folder', () => {
  const folder = createTemporaryFolder()
  writeFileSync(join(folder, 'lock.json'), JSON.stringify({ pid: process.pid, started: '1' }))
  expect(findLockHolder(folder)).toBeNull()
})

test('a killed process that is still a zombie does not hold the folder', async () => {
  const folder = createTemporaryFolder()
  // The shell becomes a program that never waits for its child, so that the ended child stays a zombie.
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [pid] = await once(createInterface(parent.stdout), 'line')
  await expect.poll(() => programOf(String(parent.pid))).toBe('sleep')
  process.kill(Number(pid), 'SIGKILL')
  await expect.poll(() => stateOf(pid)).toBe('Z')
  writeFileSync(
    join(folder, 'lock.json'),
    JSON.stringify({ pid: Number(pid), started: null, keeper: { pid: Number(pid), started: null } }),
  )
  expect(findLockHolder(folder)).toBeNull()
  const lock = await takeLock(folder)
  expect(findLockHolder(folder)).toMatchObject({ pid: process.pid })
  lock.release()
})

const programOf = (pid: string) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
const stateOf = (pid: string) => / (\w) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').split(')')[1] ?? '')?.[1]

test('a folder with other files is neither used nor emptied', () => {
  const folder = createTemporaryFolder()
  writeFileSync(join(folder, 'thesis.txt'), 'years of work')
  expect(() => openDataFolder(folder)).toThrow("holds files that are not Partnerview's")
  expect(() => emptyDataFolder(folder)).toThrow("holds files that are not Partnerview's")
  expect(readFileSync(join(folder, 'thesis.txt'), 'utf8')).toBe('years of work')
})

test('a data folder counts as filled once it is marked, until it is emptied', () => {
  const folder = join(createTemporaryFolder(), 'deep', 'data')
  expect(openDataFolder(folder)).toBe(folder)
  expect(isSeeded(folder)).toBe(false)
  markSeeded(folder)
  writeFileSync(join(folder, 'demo.json'), '[]')
  expect(isSeeded(openDataFolder(folder))).toBe(true)
  emptyDataFolder(folder)
  expect(isSeeded(folder)).toBe(false)
  expect(() => readFileSync(join(folder, 'demo.json'))).toThrow('ENOENT')
})
