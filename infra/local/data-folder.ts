import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { hasCode, readTextSync, replaceFileSync } from './stand-in/files.ts'

/** File that marks a folder as one of Partnerview. */
const MARK = 'partnerview.json'
const LOCK = /^lock\.json/

/**
 * Creates the data folder if it does not exist and marks it with `partnerview.json`; returns its absolute path. Throws
 * when the folder holds other files and no mark.
 */
export function openDataFolder(given: string): string {
  const path = resolve(given)
  mkdirSync(path, { recursive: true })
  if (!readMark(path)) {
    requireEmpty(path)
    replaceFileSync(join(path, MARK), JSON.stringify({ seeded: false }))
  }
  return path
}

/** Tells whether the data folder was completely filled by the seed. */
export const isSeeded = (path: string): boolean => readMark(path)?.seeded === true

/** Marks the data folder as completely filled by the seed. */
export function markSeeded(path: string): void {
  replaceFileSync(join(path, MARK), JSON.stringify({ seeded: true }))
}

/**
 * Removes everything from a data folder but its lock and its mark `partnerview.json`, which then says 'not seeded'.
 * Accepts a missing folder; throws when the folder holds other files and no mark.
 */
export function emptyDataFolder(path: string): void {
  if (!readMark(path)) requireEmpty(path)
  else replaceFileSync(join(path, MARK), JSON.stringify({ seeded: false }))
  for (const name of entriesOf(path)) rmSync(join(path, name), { recursive: true, force: true })
}

function requireEmpty(path: string): void {
  if (entriesOf(path).length === 0) return
  throw new Error(`${path} holds files that are not Partnerview's; choose another folder with PARTNERVIEW_DATA.`)
}

function entriesOf(path: string): string[] {
  try {
    return readdirSync(path).filter((name) => name !== MARK && !LOCK.test(name))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

const readMark = (path: string): { seeded: boolean } | null => JSON.parse(readTextSync(join(path, MARK)) ?? 'null')
