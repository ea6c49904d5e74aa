import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import type { Row } from './row.ts'

/** Goals for the way from the login over the dashboard to the appointments, with nothing in the cache. */
const MOST = { files: 25, kilobytes: 260, firstScreen: 140, rounds: 3 }

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
  readonly isEntry?: boolean
}

/** Steps of the way after the entry, by the names that `frontend/chunks.ts` gives their files. */
const LATER_STEPS = ['home', 'list']

/**
 * Counts and weighs the files that a browser loads on the way from the login over the dashboard to the appointments.
 * They follow from the build: its entry, and the files of the steps with all that they import.
 */
export async function run(): Promise<Row[]> {
  const folder = join(process.cwd(), 'dist/bench-site')
  await build({
    configFile: 'frontend/vite.config.ts',
    logLevel: 'error',
    build: { outDir: folder, manifest: true, emptyOutDir: true, sourcemap: false },
  })
  const manifest: Record<string, Chunk> = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'))
  const chunks = Object.entries(manifest)
  const filesOf = (isStart: (chunk: Chunk) => boolean): string[] => {
    const seen = new Set<string>()
    const visit = (key: string): void => {
      if (seen.has(key)) return
      seen.add(key)
      for (const imported of manifest[key]?.imports ?? []) visit(imported)
    }
    for (const [key, chunk] of chunks) if (isStart(chunk)) visit(key)
    return [...new Set([...seen].flatMap((key) => [manifest[key]?.file ?? '', ...(manifest[key]?.css ?? [])]))]
  }

  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, file = '']) => file)
  const first = [...new Set(['index.html', ...named, ...filesOf(({ isEntry }) => isEntry === true)])]
  const later = filesOf(({ name, file }) => file.endsWith('.js') && LATER_STEPS.includes(name ?? ''))
  for (const step of LATER_STEPS) {
    if (!chunks.some(([, { name }]) => name === step)) throw new Error(`The build has no step ${step}`)
  }
  const way = [...new Set([...first, ...later])]
  const rounds = Math.max(
    ...[...countRounds(manifest)].filter(([file]) => way.includes(file)).map(([, round]) => round),
  )
  const fonts = way.filter(isFont)
  const weigh = (files: readonly string[]) => kilobytes(folder, files)
  const weighed = await weigh(way.filter((file) => !isFont(file)))
  const screen = await weigh(first.filter((file) => !isFont(file)))
  const all = (await readdir(join(folder, 'assets'))).map((file) => `assets/${file}`).filter((file) => !isFont(file))
  return [
    {
      name: 'login → dashboard → appointments, cold: files',
      value: String(way.length),
      goal: `≤ ${MOST.files}`,
      ok: way.length <= MOST.files,
    },
    {
      name: 'login → dashboard → appointments, cold: code, styles and pages',
      value: `${weighed} kB gz`,
      goal: `≤ ${MOST.kilobytes} kB`,
      ok: weighed <= MOST.kilobytes,
    },
    {
      // The screen asks for its data in the round of its code: frontend/app/first-data.test.tsx.
      name: 'login → dashboard → appointments, cold: rounds of requests from the page to the first row of a screen',
      value: String(rounds),
      goal: `≤ ${MOST.rounds}`,
      ok: rounds <= MOST.rounds,
    },
    { name: 'login → dashboard → appointments, cold: fonts', value: `${await weigh(fonts)} kB`, goal: '', ok: null },
    {
      name: 'first screen (login): code, styles and page',
      value: `${screen} kB gz`,
      goal: `≤ ${MOST.firstScreen} kB`,
      ok: screen <= MOST.firstScreen,
    },
    {
      name: 'whole site: code and styles',
      value: `${await weigh(all)} kB gz in ${all.length} files`,
      goal: '',
      ok: null,
    },
  ]
}

/**
 * Returns in which round of requests each file of code is asked for: the page in the first, what the page names in the
 * second. Code that is loaded later is asked for together with all that it imports.
 */
function countRounds(manifest: Readonly<Record<string, Chunk>>): ReadonlyMap<string, number> {
  const rounds = new Map<string, number>()
  let next = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  for (let round = 2; next.length > 0; round++) {
    const found: string[] = []
    const visit = (key: string): void => {
      const { file, imports = [], dynamicImports = [] } = manifest[key] ?? {}
      if (file === undefined || rounds.has(file)) return
      rounds.set(file, round)
      found.push(...dynamicImports)
      for (const imported of imports) visit(imported)
    }
    for (const key of next) visit(key)
    next = found
  }
  return rounds
}

const isFont = (file: string): boolean => file.endsWith('.woff2')

/** Returns the size of files in kilobytes; fonts are compressed already. */
async function kilobytes(folder: string, files: readonly string[]): Promise<number> {
  const contents = await Promise.all(files.map((file) => readFile(join(folder, file))))
  const sizes = contents.map((content, at) => (isFont(files[at] ?? '') ? content : gzipSync(content)).length)
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 100) / 10
}
