import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hasCode, replaceFileSync } from './stand-in/files.ts'

interface Process {
  readonly pid: number
  /** Start time of the process in the kernel's ticks, since a process number can be used again; null without /proc. */
  readonly started: string | null
}

/** The process that holds the lock of a data folder, with what it publishes in the lock file. */
export interface Holder extends Process {
  /** Address at which the process answers; absent until it does. */
  readonly url?: string
  /** Environment for a program that uses the table and user pool of the process, such as the seed. */
  readonly environment?: Readonly<Record<string, string>>
  /** Process that ends the database when the holder of the lock dies. */
  readonly keeper?: Process
}

export interface Lock {
  /** Publishes more about this process in the lock file. */
  tell(more: { readonly url?: string; readonly environment?: Holder['environment']; readonly keeperPid?: number }): void
  release(): void
}

const KEEPER_ENDS_WITHIN_MS = 10_000

const fileOf = (folder: string) => join(folder, 'lock.json')

/**
 * Returns the running process that holds a data folder, or null. Ignores the lock of a dead process, as after kill -9.
 */
export function findLockHolder(folder: string): Holder | null {
  const holder = read(fileOf(folder))
  return holder && isAlive(holder) ? holder : null
}

/**
 * Locks the data folder for this process. Waits up to 10 seconds for the keeper of a dead holder, which still ends the
 * database. Throws when a running process holds the folder.
 */
export async function takeLock(folder: string): Promise<Lock> {
  const file = fileOf(folder)
  const mine = processOf(process.pid)
  let published: Holder = mine
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
      if (holder?.keeper) await untilGone(holder.keeper)
      removeStale(file, own)
    }
  } finally {
    rmSync(own, { force: true })
  }
  return {
    tell({ keeperPid, ...more }) {
      published = { ...published, ...more, ...(keeperPid ? { keeper: processOf(keeperPid) } : {}) }
      replaceFileSync(file, JSON.stringify(published))
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

/**
 * Removes the lock of a dead process. Moves the file aside first, so that of two processes that start at once only one
 * removes it.
 */
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

function isAlive({ pid, started }: Process): boolean {
  const stat = statOf(pid)
  if (stat === null) return isKnown(pid)
  return !ENDED.includes(stat.state) && (started === null || started === stat.started)
}

/** Tells whether the kernel still has a process with this id, ended or not. */
function isKnown(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

const processOf = (pid: number): Process => ({ pid, started: statOf(pid)?.started ?? null })

/** The states of a process that has ended: a zombie, which nobody has waited for, and one that is being removed. */
const ENDED = ['Z', 'X', 'x']

/** Returns the state of a process and its start time in the kernel's ticks; null where /proc has none. */
function statOf(pid: number): { readonly state: string; readonly started: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', started: fields[19] ?? '' }
  } catch {
    return null
  }
}

async function untilGone(keeper: Process): Promise<void> {
  const deadline = performance.now() + KEEPER_ENDS_WITHIN_MS
  while (isAlive(keeper) && performance.now() < deadline) await pause(20)
}
