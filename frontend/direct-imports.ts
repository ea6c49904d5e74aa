import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Libraries whose index exports hundreds of modules. */
const libraries = ['lucide-react', 'radix-ui', '@aws-amplify/ui-react']

/** Where an index has one of its names from: a name of another module, or with `*` that whole module. */
interface Origin {
  readonly from: string
  readonly name: string
}

const IMPORT = /^import \{([^}]*)\} from ['"]([^'"]+)['"];?$/gm

/**
 * Returns the Vite plugin that replaces imports from a large index by imports from the modules behind it. The build then
 * reads some hundred modules instead of two thousand, and knows which screen uses which of them (`chunks.ts`).
 */
export function importDirectly(): Plugin {
  const origins = new Map<string, ReadonlyMap<string, Origin>>()
  const originOf = (index: string, name: string): Origin => {
    const known = origins.get(index) ?? originsIn(readFileSync(index, 'utf8'))
    origins.set(index, known)
    const origin = known.get(name)
    if (!origin) throw new Error(`${index} exports no ${name}`)
    return origin
  }
  return {
    name: 'direct-imports',
    apply: 'build',
    async transform(code, id) {
      if (!id.startsWith(import.meta.dirname)) return
      let direct = code
      for (const [whole, names = '', library = ''] of code.matchAll(IMPORT)) {
        const index = libraries.includes(library) && (await this.resolve(library, id))?.id
        if (!index) continue
        const lines = namesIn(names).map(async ([name, local]) => {
          const origin = originOf(index, name)
          const found = await this.resolve(origin.from, index)
          if (!found) throw new Error(`${index} has no module ${origin.from}`)
          const what = origin.name === '*' ? `* as ${local}` : `{ ${origin.name} as ${local} }`
          return `import ${what} from ${JSON.stringify(found.id)}`
        })
        direct = direct.replace(whole, (await Promise.all(lines)).join(';'))
      }
      return direct === code ? undefined : { code: direct, map: null }
    },
  }
}

/** Returns the names in the braces of an import or export, each with its name outside. */
const namesIn = (names: string): [name: string, outside: string][] =>
  names
    .split(',')
    .map((one) => one.trim().split(/\s+as\s+/))
    .filter(([name]) => name)
    .map(([name = '', outside = name]) => [name, outside])

/** Returns where the index of a library has its names from. */
function originsIn(code: string): ReadonlyMap<string, Origin> {
  const found = new Map<string, Origin>()
  for (const [, names = '', from = ''] of code.matchAll(/^export \{([^}]*)\} from ['"]([^'"]+)['"]/gm)) {
    for (const [name, outside] of namesIn(names)) found.set(outside, { from, name })
  }
  for (const [, name = '', from = ''] of code.matchAll(/^import \* as (\w+) from ['"]([^'"]+)['"]/gm)) {
    found.set(name, { from, name: '*' })
  }
  return found
}
