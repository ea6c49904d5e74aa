import { dirname, join } from 'node:path'
import type { SourceFile } from '../conventions/sources.ts'

/** A file's use of another file of the repository, such as an import statement. */
interface Import {
  readonly target: string
  /** Names imported from the target, as the target calls them; null when the import may use all of the target. */
  readonly names: readonly string[] | null
}

interface Imports {
  readonly imports: readonly Import[]
  /** Imports that the file re-exports, by the names under which it exports them. */
  readonly handedOn: ReadonlyMap<string, Import>
}

/**
 * Files that list all parts of the product, such as the routes. Nearly every file imports such a list, so its imports
 * are ignored. The listed parts are found by their route, address or kind of work instead.
 */
const LISTS = new Set([
  'shared/api/index.ts',
  'frontend/app/detail-routes.ts',
  'frontend/app/finance-routes.ts',
  'frontend/app/routes.ts',
  'events/outbox.ts',
  'events/later.ts',
  'events/names.ts',
  'functions/search/findables.ts',
])

const STATEMENT = /^(import|export) (type )?(?:([^'";]*?) from )?'(\.[^']+)'/gm
/** Matches dynamic imports, and files or programs found by `new URL(…, import.meta.url)`. */
const LATER = /\bimport\(\s*'(\.[^']+)'|\bnew URL\('([^']+)', import\.meta\.url\)/g
/** Matches files that are named by their path in the repository. */
const PATH = /'((?:infra|proofs|seed|scripts|docs|frontend)\/[\w./-]+\.\w+)'/g
/** Folders whose code reads or starts the file at a quoted path; in other folders such a path is only a name. */
const STARTS = /^(testing|e2e\/support)\//

/** Splits `{ a, type B, c as d }` into pairs of exported and local name, without types; null for a whole module. */
function namesIn(clause: string): (readonly [string, string])[] | null {
  const braces = /\{([^}]*)\}/.exec(clause)?.[1]
  if (braces === undefined || !clause.trim().startsWith('{')) return null
  return braces
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => {
      const [there = '', here = there] = part.split(' as ')
      return [there, here] as const
    })
}

function importsIn({ path, text }: SourceFile): Imports {
  const resolve = (target: string) => join(dirname(path), target)
  const imports: Import[] = []
  const handedOn = new Map<string, Import>()
  for (const [, verb, type, clause, from = ''] of text.matchAll(STATEMENT)) {
    if (type) continue
    const target = resolve(from)
    const names = clause === undefined ? null : namesIn(clause)
    if (names?.length === 0) continue
    if (verb === 'export' && names) {
      for (const [there, here] of names) handedOn.set(here, { target, names: [there] })
    } else {
      imports.push({ target, names: names?.map(([there]) => there) ?? null })
    }
  }
  for (const [, dynamic, beside] of text.matchAll(LATER)) {
    imports.push({ target: resolve(dynamic ?? beside ?? ''), names: null })
  }
  const paths = STARTS.test(path) ? [...text.matchAll(PATH)] : []
  imports.push(...paths.map(([, target = '']) => ({ target, names: null })))
  return { imports, handedOn }
}

/** Graph of which files use which other files, by their imports. */
export interface ImportGraph {
  /** Returns these files and all that use them, directly or through others; `follows` decides which uses count. */
  usersOf(files: Iterable<string>, follows?: (file: string, user: string) => boolean): Set<string>
}

/** Builds the graph of the imports of these sources. Leaves out imports of types alone, which the compiler checks. */
export function buildImportGraph(sources: readonly SourceFile[]): ImportGraph {
  const byPath = new Map(sources.map((source) => [source.path, importsIn(source)]))
  const users = new Map<string, Set<string>>()
  const note = (user: string, target: string) => {
    const noted = users.get(target)
    if (noted) noted.add(user)
    else users.set(target, new Set([user]))
  }
  /** Records a file as user of the file that defines a name; skips files that only re-export the name. */
  const noteName = (user: string, target: string, name: string): void => {
    const next = byPath.get(target)?.handedOn.get(name)
    if (next) noteName(user, next.target, next.names?.[0] ?? name)
    else note(user, target)
  }
  /** Records a file as user of all that another file exports, re-exports included. */
  const noteAll = (user: string, target: string): void => {
    note(user, target)
    for (const next of byPath.get(target)?.handedOn.values() ?? []) noteName(user, next.target, next.names?.[0] ?? '')
  }
  for (const [user, { imports }] of byPath) {
    if (LISTS.has(user)) continue
    for (const { target, names } of imports) {
      if (names) for (const name of names) noteName(user, target, name)
      else noteAll(user, target)
    }
  }
  return {
    usersOf: (files, follows = () => true) => {
      const found = new Set(files)
      // Iterating a set also visits elements added meanwhile.
      for (const file of found) for (const user of users.get(file) ?? []) if (follows(file, user)) found.add(user)
      return found
    },
  }
}
