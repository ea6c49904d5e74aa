import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const folder = new URL('./', import.meta.url)
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8')

/** Stylesheets by the first class of their selectors. */
const stylesheets = new Map<string, string[]>()
for (const file of files.filter((name) => name.endsWith('.css'))) {
  const classes = textOf(file).matchAll(/^\s*\.(pv-[\w-]+)/gm)
  for (const name of new Set([...classes].map(([, name = '']) => name))) {
    stylesheets.set(name, [...(stylesheets.get(name) ?? []), file])
  }
}

/** Returns the files of this folder that a file imports, directly or through others. */
function importedFiles(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const imports = textOf(file).matchAll(/(?:from|import) '(\.[^']+)'/g)
  for (const [, next = ''] of imports) {
    const path = join(dirname(file), next)
    if (files.includes(path)) importedFiles(path, seen)
  }
  return seen
}

test('each component imports the styles it uses, whatever other screens have loaded', () => {
  const pieces = files.filter((name) => /^[^.]+\.tsx$/.test(name))
  const bare = pieces.flatMap((file) => {
    const has = importedFiles(file)
    const drawn = [...textOf(file).matchAll(/['"`\s](pv-[\w-]+)(?=['"`\s])/g)].map(([, name = '']) => name)
    const lacking = drawn.filter((name) => !(stylesheets.get(name) ?? [...has]).some((sheet) => has.has(sheet)))
    return [...new Set(lacking)].map((name) => `${file}: ${name}`)
  })
  expect(pieces.length).toBeGreaterThan(40)
  expect(bare).toEqual([])
})
