import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns a SHA-256 hash over names and contents of the sources: files, and folders with all their files. `sources` are
 * paths from `root`.
 */
export function hashSources(root: string, sources: readonly string[]): string {
  const hash = createHash('sha256')
  const add = (path: string): void => {
    const full = join(root, path)
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) add(join(path, name))
    } else hash.update(`${path}\0`).update(readFileSync(full)).update('\0')
  }
  for (const source of sources) add(source)
  return hash.digest('hex')
}
