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

/** Gzipped kilobytes of JavaScript that the first screen needs: the entry and the appointments route with all they import. */
export async function run(): Promise<Row[]> {
  const outDir = join(process.cwd(), 'dist', 'bench-site')
  await build({
    configFile: 'frontend/vite.config.ts',
    logLevel: 'error',
    build: { outDir, manifest: true, emptyOutDir: true },
  })
  const manifest = JSON.parse(await readFile(join(outDir, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry)
  const list = Object.keys(manifest).find((name) => name.includes('appointments-screen'))
  if (!entry || !list) throw new Error('The build has no entry or no list')
  const first = await kilobytes(outDir, filesOf(manifest, [entry]))
  const both = await kilobytes(outDir, filesOf(manifest, [entry, list]))
  const styles = (await readdir(join(outDir, 'assets')))
    .filter((file) => file.endsWith('.css'))
    .map((file) => `assets/${file}`)
  return [
    { name: 'first screen, JavaScript', value: `${first} kB gz`, goal: `≤ ${MAX_KB} kB`, ok: first <= MAX_KB },
    { name: 'first screen with the appointments list', value: `${both} kB gz`, goal: '', ok: null },
    { name: 'all styles', value: `${await kilobytes(outDir, styles)} kB gz`, goal: '', ok: null },
  ]
}

/** The files of these chunks and of everything they import at once. */
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
