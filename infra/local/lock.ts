import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hasCode, replaceFileSync } from './stand-in/files.ts'

/** Who has a data folder. */
export interface Holder {
  readonly pid: number
  /** When that process started, as Linux tells it: a process number is used again. */
  readonly started: string | null
  /** Set once it answers. */
  readonly url?: string
  /** The environment of a program that reaches the table and the user pool, such as the seed. */
  readonly environment?: Readonly<Record<string, string>>
  /** The process that ends the table after us. */
  readonly keeperPid?: number
}

export interface Lock {
  /** Adds to what others may read of us. */
  tell(more: Omit<Holder, 'pid' | 'started'>): void
  release(): void
}

const KEEPER_ENDS_WITHIN_MS = 10_000

const fileOf = (folder: string) => join(folder, 'lock.json')

/** Who runs on this data folder, or null. A lock whose process is gone, as after kill -9, counts as none. */
export function holderOf(folder: string): Holder | null {
  const holder = read(fileOf(folder))
  return holder && isAlive(holder) ? holder : null
}

/**
 * Takes the data folder for this process, waiting for the table of one that was killed to end.
 *
 * @throws when another process has it
 */
export async function takeLock(folder: string): Promise<Lock> {
  const file = fileOf(folder)
  const mine = { pid: process.pid, started: startOf(process.pid) }
  let told: Holder = mine
  const own = `${file}.${process.pid}`
  writeFileSync(own, JSON.stringify(mine))
  try {
    while (!tryLink(own, file)) {
      const holder = read(file)
      if (holder && isAlive(holder)) {
        const where = holder.url ? ` at ${holder.url}` : ''
        throw new Error(
          `Another Partnerview (process ${holder.pid}) runs on ${folder}${where}. Stop it, or set PARTNERVIEW_DATA.`,
        )
      }
      if (holder?.keeperPid) await untilGone(holder.keeperPid)
      removeStale(file, own)
    }
  } finally {
    rmSync(own, { force: true })
  }
  return {
    tell(more) {
      told = { ...told, ...more }
      replaceFileSync(file, JSON.stringify(told))
    },
    release: () => rmSync(file, { force: true }),
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Moved aside first: of two starts that find a stale lock, one removes it. */
function removeStale(file: string, own: string): void {
  try {
    renameSync(file, `${own}.stale`)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
  rmSync(`${own}.stale`, { force: true })
}

function read(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function isAlive({ pid, started }: Holder): boolean {
  return isRunning(pid) && (started === null || startOf(pid) === null || startOf(pid) === started)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

/** When a process started, in the kernel's ticks; null where /proc does not tell. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

async function untilGone(pid: number): Promise<void> {
  const deadline = performance.now() + KEEPER_ENDS_WITHIN_MS
  while (isRunning(pid) && performance.now() < deadline) await pause(20)
}
