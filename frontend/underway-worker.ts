import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** Screen that opens without a network. */
const SCREEN = '/my-day/underway/underway-screen.tsx'
const CODE = join(import.meta.dirname, 'underway-worker.js')
const PUBLIC = join(import.meta.dirname, 'public')

type Files = Rolldown.OutputBundle

/**
 * Returns the Vite plugin that adds `/sw.js`, the service worker of 'Onderweg', to the build. The worker names the files
 * that the screen needs: the page with what it loads, and the code of the screen.
 */
export function addUnderwayWorker(): Plugin {
  return {
    name: 'underway-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, files) {
        const page = textOf(files['index.html'])
        const named = [...page.matchAll(/(?:src|href|data-home)="([^"]+)"/g)].flatMap(([, paths = '']) =>
          paths.split(' '),
        )
        const start = Object.values(files).flatMap((file) => (hasScreen(file) ? [`/${file.fileName}`] : []))
        const found = new Set(['/', ...named, ...start].flatMap((path) => [...withImports(path, files)]))
        const entry = Object.values(files).find((file) => file.type === 'chunk' && file.isEntry)?.fileName
        if (start.length === 0 || entry === undefined) this.error(`The build has no ${SCREEN}`)
        const code = readFileSync(CODE, 'utf8')
        // The contents of the assets are in their names.
        const contents = [...found, page, code, ...readdirSync(PUBLIC).map((name) => readFileSync(join(PUBLIC, name)))]
        const hash = contents.reduce((sum, content) => sum.update(content), createHash('sha256')).digest('hex')
        const values = { NAME: `onderweg-${hash.slice(0, 16)}`, FILES: [...found], ENTRY: `/${entry}` }
        const lines = Object.entries(values).map(([name, value]) => `const ${name} = ${JSON.stringify(value)}\n`)
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: lines.join('') + code })
      },
    },
  }
}

const textOf = (file: Files[string] | undefined): string => (file?.type === 'asset' ? String(file.source) : '')

const hasScreen = (file: Files[string]): boolean =>
  file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(SCREEN))

/** Returns the path of a file, with those of all code and styles that it imports at once. */
function withImports(path: string, files: Files, seen = new Set<string>()): ReadonlySet<string> {
  const file = files[path.slice(1)]
  if (seen.has(path)) return seen
  seen.add(path)
  if (file?.type !== 'chunk') return seen
  for (const style of file.viteMetadata?.importedCss ?? []) seen.add(`/${style}`)
  for (const next of file.imports) withImports(`/${next}`, files, seen)
  return seen
}
