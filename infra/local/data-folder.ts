import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { hasCode, replaceFileSync } from './stand-in/files.ts'

/** Tells a data folder of ours from any other. */
const MARK = 'partnerview.json'
const LOCK = /^lock\.json/

/**
 * Makes the data folder when it is not there and resolves its path.
 *
 * @throws when there is a folder with files that are not ours
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

/** Tells whether seeding of the folder was completed. */
export const isSeeded = (path: string): boolean => readMark(path)?.seeded === true

/** Notes that the folder was filled. */
export function markSeeded(path: string): void {
  replaceFileSync(join(path, MARK), JSON.stringify({ seeded: true }))
}

/**
 * Removes everything from a data folder but its mark and its lock; a folder that is not there is empty already.
 *
 * @throws when the files are not ours
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

function readMark(path: string): { seeded: boolean } | null {
  try {
    return JSON.parse(readFileSync(join(path, MARK), 'utf8'))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}
