import { createHash } from 'node:crypto'
import { relative } from 'node:path/posix'
import type { Plugin } from 'vite'

/** Folders whose styles override those of the parts: they are in the layer `app`, those of `ui` in the layer `ui`. */
const OVERRIDING = /^(?:app|domains|features|records)\//
const IMPORT = /^import (\w+) from ('\.[^']+\.module\.css')$/gm

const pathOf = (id: string) => relative(import.meta.dirname, id.replace(/\?.*/, ''))

/**
 * Returns the Vite plugin for stylesheets of our own. It puts those of a screen into their cascade layer, and imports
 * the classes of a module one by one, so that the build contains names in place and no table of them.
 */
export function styleModules(): Plugin {
  return {
    name: 'style-modules',
    enforce: 'pre',
    transform(code, id) {
      const path = pathOf(id)
      if (/\.css$/.test(path) && OVERRIDING.test(path)) return { code: `@layer app {\n${code}}`, map: null }
      if (!/\.tsx?$/.test(path) || !code.includes('.module.css')) return
      return { code: code.replace(IMPORT, 'import * as $1 from $2'), map: null }
    },
  }
}

/**
 * Returns a function that gives each class of a module a short name for the build: capitals for the file, which no class
 * outside modules has, and a number. Throws when two files have the same capitals.
 */
export function makeClassNames(): (name: string, file: string) => string {
  const files = new Map<string, string>()
  const namesOf = new Map<string, string[]>()
  return (name, id) => {
    const file = pathOf(id)
    const hash = createHash('sha256').update(file).digest()
    const capitals = [...hash.subarray(0, 3)].map((byte) => String.fromCharCode(65 + (byte % 26))).join('')
    const other = files.get(capitals) ?? file
    if (other !== file) throw new Error(`${file} and ${other} get the same class names; rename one of them`)
    files.set(capitals, file)
    const names = namesOf.get(file) ?? []
    namesOf.set(file, names)
    if (!names.includes(name)) names.push(name)
    return `${capitals}${names.indexOf(name).toString(36)}`
  }
}
