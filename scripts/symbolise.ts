import { readdir, readFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'

/**
 * `npm run symbolise -- --maps <folder> [positions]`: writes positions in built code, such as `home-BjwRLT1i.js:54:18430`,
 * as positions in the source. Without positions it reads lines from its input, such as a log, and replaces those in them.
 * The folder has the source maps of the build, at any depth; by default those of the last site.
 */
const { values, positionals } = parseArgs({
  options: { maps: { type: 'string', default: 'dist/site-maps' } },
  allowPositionals: true,
})

const files = new Map(
  (await readdir(values.maps, { recursive: true }))
    .filter((file) => file.endsWith('.map'))
    .map((file) => [basename(file, '.map'), join(values.maps, file)]),
)

const POSITION = /(?:[^\s()"']*\/)?([\w.~-]+\.m?js):(\d+):(\d+)/g

/** Returns a text with the positions in built code replaced; those without a source map stay. */
async function symbolise(lines: string): Promise<string> {
  const found = [...lines.matchAll(POSITION)]
  const sources = await Promise.all(
    found.map(([, file = '', line, column]) => sourceOf(file, Number(line), Number(column))),
  )
  let at = 0
  return lines.replace(POSITION, (whole) => sources[at++] ?? whole)
}

async function sourceOf(file: string, line: number, column: number): Promise<string | undefined> {
  const map = files.get(file)
  if (!map) return undefined
  const { originalSource, originalLine, originalColumn } = {
    ...new SourceMap(JSON.parse(await readFile(map, 'utf8'))).findEntry(line - 1, column - 1),
  } as { originalSource?: string; originalLine?: number; originalColumn?: number }
  if (originalSource === undefined || originalLine === undefined) return undefined
  return `${originalSource.replace(/^(?:\.\.\/)+/, '')}:${originalLine + 1}:${(originalColumn ?? 0) + 1}`
}

process.stdout.write(
  await symbolise(positionals.length > 0 ? `${positionals.join('\n')}\n` : await text(process.stdin)),
)
