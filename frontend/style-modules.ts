import { createHash } from 'node:crypto'
import { relative } from 'node:path/posix'
import type { Plugin } from 'vite'

/** Folders of components. Styles of the parts are in the layer `ui`; those of others override them, in the layer `app`. */
const COMPONENTS = /^(?:app|domains|features|records|ui)\//
const IMPORT = /^import (\w+) from ('\.[^']+\.module\.css')$/gm

const pathOf = (id: string) => relative(import.meta.dirname, id.replace(/\?.*/, ''))

/**
 * Returns the Vite plugins for stylesheets of our own. They put those of components into their cascade layer, and import
 * the classes of a module one by one, so that the build contains names in place and no table of them.
 */
export const styleModules = (): Plugin[] => [
  {
    name: 'style-modules',
    enforce: 'pre',
    transform(code, id) {
      const path = pathOf(id)
      if (path.endsWith('.css') && COMPONENTS.test(path) && !code.startsWith('@layer')) {
        return { code: `@layer ${path.startsWith('ui/') ? 'ui' : 'app'} {\n${code}}`, map: null }
      }
      if (!/\.tsx?$/.test(path) || !code.includes('.module.css')) return
      return { code: code.replace(IMPORT, 'import * as $1 from $2'), map: null }
    },
  },
  {
    name: 'kept-styles',
    enforce: 'post',
    apply: 'build',
    // A module of which only names in place are left would be taken out, with its styles.
    transform: (code, id) =>
      id.endsWith('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' } : null,
  },
]

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
