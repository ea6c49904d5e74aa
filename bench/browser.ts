import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import type { Row } from './row.ts'

const MAX_KB = 170

interface Chunk {
  readonly file: string
  readonly imports?: string[]
  readonly isEntry?: boolean
}

/**
 * Builds the front end into a folder of `dist`. Returns the folder and the entry chunk. Also returns functions that
 * find a chunk by a part of its name, list the files of chunks, and weigh files.
 */
export async function buildBenchSite(folder: string) {
  const outDir = join(process.cwd(), 'dist', folder)
  await build({
    configFile: 'frontend/vite.config.ts',
    logLevel: 'error',
    build: { outDir, manifest: true, emptyOutDir: true },
  })
  const manifest = JSON.parse(await readFile(join(outDir, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>
  const named = (part: string): string => {
    const found = Object.keys(manifest).find((name) => name.includes(part))
    if (!found) throw new Error(`The build has no ${part}`)
    return found
  }
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry)
  if (!entry) throw new Error('The build has no entry')
  return {
    outDir,
    entry,
    named,
    /** Returns the files of these chunks and of their static imports. */
    filesOf: (names: readonly string[]) => filesOf(manifest, names),
    /** Returns the gzipped size of files in kilobytes. */
    weigh: (files: readonly string[]) => kilobytes(outDir, files),
  }
}

/**
 * Measures the gzipped JavaScript of the first screen and of the list of appointments, and all styles. Returns one row
 * per measurement.
 */
export async function run(): Promise<Row[]> {
  const { outDir, entry, named, filesOf, weigh } = await buildBenchSite('bench-site')
  const first = await weigh(filesOf([entry]))
  const both = await weigh(filesOf([entry, named('appointments-screen')]))
  const styles = (await readdir(join(outDir, 'assets')))
    .filter((file) => file.endsWith('.css'))
    .map((file) => `assets/${file}`)
  return [
    { name: 'first screen, JavaScript', value: `${first} kB gz`, goal: `≤ ${MAX_KB} kB`, ok: first <= MAX_KB },
    { name: 'first screen with the appointments list', value: `${both} kB gz`, goal: '', ok: null },
    { name: 'all styles', value: `${await weigh(styles)} kB gz`, goal: '', ok: null },
  ]
}

function filesOf(manifest: Record<string, Chunk>, names: readonly string[]): string[] {
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const imported of manifest[name]?.imports ?? []) visit(imported)
  }
  for (const name of names) visit(name)
  return [...new Set([...seen].map((name) => manifest[name]?.file ?? ''))]
}

async function kilobytes(folder: string, files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await readFile(join(folder, file))).length))
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 102.4) / 10
}
