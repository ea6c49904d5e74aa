import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { findPlace } from '../../infra/local/rights/missing.ts'
import { functionSpecs } from '../../infra/manifest.ts'

/** A node of the syntax tree of a `domain.ts`. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly expression?: Node
  readonly properties?: readonly {
    readonly key: { name?: string; value?: string }
    readonly value: Node
    end: number
  }[]
  readonly elements?: readonly Node[]
}

interface Module {
  readonly body: readonly { readonly declaration?: { readonly declarations?: readonly { readonly init: Node }[] } }[]
}

/**
 * Returns the source of a `domain.ts` with one more function at the end of this path of properties. Throws when a
 * property before the last is missing.
 */
export function addFunction(source: string, path: readonly string[], name: string): string {
  const program: unknown = parseSync('domain.ts', source).program
  const { body } = program as Module
  let node = body.find(({ declaration }) => declaration)?.declaration?.declarations?.[0]?.init.expression
  for (const [depth, key] of path.entries()) {
    const found: Node | undefined = node?.properties?.find((one) => (one.key.name ?? one.key.value) === key)?.value
    const last = node?.properties?.at(-1)
    if (!found && last && depth === path.length - 1) return insert(source, last.end, `, ${key}: ['${name}']`)
    node = found
  }
  if (!node) throw new Error(`no ${path.join(' ')} in the domain.ts`)
  const last = node.elements?.at(-1)
  if (last) return insert(source, last.end, `, '${name}'`)
  return `${source.slice(0, node.start)}[${source.slice(node.start, node.end)}, '${name}']${source.slice(node.end)}`
}

const insert = (text: string, at: number, added: string) => text.slice(0, at) + added + text.slice(at)

/**
 * Adds a right, such as `api-leads reads appointment`, to the `domain.ts` that owns the rows. Throws for an unknown
 * function or partition, and for a protected one, to which a person adds.
 */
export function addRight(name: string, verb: string, key: string): string {
  const place = findPlace(verb, key)
  if (!functionSpecs[name]) throw new Error(`The manifest has no function ${name}`)
  if (!place) throw new Error(`No domain.ts declares ${verb} of ${key}`)
  const file = `functions/${place.folder}/domain.ts`
  if (place.isProtected) throw new Error(`${key} is protected: add ${name} in ${file} by hand, and say why`)
  writeFileSync(file, addFunction(readFileSync(file, 'utf8'), place.path, name))
  execFileSync('node_modules/.bin/biome', ['format', '--write', file])
  return file
}
