import { randomUUID } from 'node:crypto'
import { type Dirent, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Tells whether an error has one of these codes of Node, such as `ENOENT` or `EADDRINUSE`. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)

/** Resolves to what a call of the file system reads; null when the file or folder does not exist. */
export const readIfThere = <T>(reading: Promise<T>): Promise<T | null> =>
  reading.catch((error) => {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  })

/** Returns the text of a file; null when the file does not exist. */
export function readTextSync(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/**
 * Replaces a file atomically: a reader, or a start after a crash, sees either the old or the new content.
 * `temporaryFolder`, by default the folder of the file, holds the new content until it is complete.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  temporaryFolder = dirname(path),
): Promise<void> {
  const temporary = join(temporaryFolder, `.${randomUUID()}.tmp`)
  try {
    await writeFile(temporary, content)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Replaces a file synchronously and atomically; only its owner can read it. */
export function replaceFileSync(path: string, content: string | Uint8Array): void {
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`)
  try {
    writeFileSync(temporary, content, { mode: 0o600 })
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Returns the content of a file; a missing file is first created with the content from `create`. */
export function readOrCreateSync(path: string, create: () => Buffer): Buffer {
  mkdirSync(dirname(path), { recursive: true })
  try {
    return readFileSync(path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    const content = create()
    replaceFileSync(path, content)
    return content
  }
}

/** Lists the entries of a folder; empty when the folder does not exist. */
export const listFolderEntries = async (folder: string): Promise<Dirent[]> =>
  (await readIfThere(readdir(folder, { withFileTypes: true }))) ?? []
