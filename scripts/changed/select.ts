import { manifest } from '../../infra/manifest.ts'
import { apiRoutes } from '../../infra/routes.ts'
import { createMatcher } from '../../shared/routing.ts'
import { isTest, type SourceFile } from '../conventions/sources.ts'
import { about, isBelow } from './about.ts'
import { type ImportGraph, importGraph } from './imports.ts'

/** Files that every test depends on without importing them. */
const EVERYTHING =
  /^(package|tsconfig|vitest\.config|jest\.config|playwright\.config|scripts\/(test|stages)\.ts|(frontend\/)?testing\/(fresh-modules|shared-database|patience)\.ts)/
const DOCUMENTS = /^docs\/|^[A-Z]+\.md$/
/** Folders of the product. Other code tests it, prepares tests or starts it. */
const PRODUCT = /^(functions|events|shared|frontend)\//
/** Files that start the whole back end for a test. */
const STARTERS = ['testing/world.ts', 'testing/runtime.ts', 'e2e/support/test.ts']

function folderOf(path: string): string {
  return /^(functions\/|frontend\/features\/|frontend\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? ''
}
const isTestFile = (path: string) => isTest({ path, text: '' })
const isProduct = (path: string) => PRODUCT.test(path) && !isTestFile(path) && !path.startsWith('frontend/testing/')

/** Function of each domain of the contract, with its file. */
const entries = Object.entries(manifest.api).map(([domain, { entry }]) => ({ domain, entry }))
/** Folders of the domains that answer endpoints: what they do is seen by their own tests. */
const served = new Set(entries.map(({ entry }) => folderOf(entry)))

/** Tells whether a file is a test that runs; those of types are checked by the compiler. */
const isRun = (source: SourceFile) => isTest(source) && !source.path.includes('.type-test.')

/** Chooses the test files that changed files can break; null stands for all of them. */
export type Selector = (changed: readonly string[]) => ReadonlySet<string> | null

/**
 * Prepares the choice of tests from the sources of the repository (docs/decisions/0097-tests-of-a-change.md).
 *
 * Imports lead from a change to what uses it. Where a test reaches the product by a route or an address, which no import
 * shows, its folder decides: all tests of a domain or feature that is reached, those of screens that call a reached
 * domain, those that name its endpoints, and tests of the whole product by their rows in `about`.
 */
export function selectorOf(sources: readonly SourceFile[]): Selector {
  const graph = importGraph(sources)
  const known = new Set(sources.map(({ path }) => path))
  const tests = sources.filter(isRun).map(({ path, text }) => ({ path, named: namedIn(text) }))
  const whole = graph.usersOf(STARTERS)
  const isUnknown = (path: string) =>
    !known.has(path) &&
    !/\.tsx?$/.test(path) &&
    !DOCUMENTS.test(path) &&
    graph.usersOf([path]).size === 1 &&
    !Object.values(about).some((rows) => isBelow(path, rows))

  return (changed) => {
    if (changed.some((path) => EVERYTHING.test(path) || isUnknown(path))) return null
    const product = new Set(changed.filter(isProduct))
    const reached = reachedFrom(product, graph)
    const helped = graph.usersOf(changed.filter((path) => !isProduct(path)))
    const folders = new Set([...reached].filter(isProduct).map(folderOf))
    const domains = entries.filter(({ entry }) => folders.has(folderOf(entry))).map(({ domain }) => domain)
    const calling = graph.usersOf(callersOf(domains, sources), (file) => isProduct(file) && !isApp(file))
    const screens = new Set([...reached, ...calling].filter(isProduct).map(folderOf))
    const touched = [...changed, ...reached].filter((path) => !isTestFile(path))
    const isBackEnd = [...folders].some((folder) => /^(functions|events)/.test(folder))

    const isChosen = ({ path, named }: (typeof tests)[number]) => {
      if (reached.has(path) || helped.has(path)) return true
      const rows = about[path]
      if (rows && touched.some((file) => isBelow(file, rows))) return true
      if (!whole.has(path)) return false
      if (screens.has(folderOf(path)) || domains.some((domain) => named.has(`api-${domain}`))) return true
      return rows === undefined && !PRODUCT.test(path) && (isBackEnd || (folders.size > 0 && path.startsWith('e2e/')))
    }
    return new Set(tests.filter(isChosen).map(({ path }) => path))
  }
}

/** The frame around all screens: tests of screens do not test what it calls. */
const isApp = (path: string) => folderOf(path) === 'frontend/app'

/**
 * Returns what uses changed files of the product. What stands behind the face of a domain is for its own tests to hold,
 * not for those of whoever uses the face.
 */
function reachedFrom(product: ReadonlySet<string>, graph: ImportGraph): ReadonlySet<string> {
  const isInside = (file: string, user: string) =>
    product.has(file) || !served.has(folderOf(file)) || folderOf(file) === folderOf(user)
  return graph.usersOf(product, (file, user) => isProduct(file) && isInside(file, user))
}

/** Returns the files of the browser that call an endpoint of one of these domains. */
function callersOf(domains: readonly string[], sources: readonly SourceFile[]): string[] {
  if (domains.length === 0) return []
  const calls = new RegExp(`\\(\\s*(?:${domains.map(nameOf).join('|')})\\.\\w+\\b(?!\\.path)`)
  const isCalling = ({ path, text }: SourceFile) => path.startsWith('frontend/') && isProduct(path) && calls.test(text)
  return sources.filter(isCalling).map(({ path }) => path)
}

/** Returns the name by which screens know the endpoints of a domain. */
const nameOf = (domain: string) => domain.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const routeOf = createMatcher(apiRoutes)

/** Returns the functions that answer the addresses of the API in a text, whatever stands for their ids. */
function namedIn(text: string): ReadonlySet<string | undefined> {
  const paths = text.replaceAll(/\$\{[^}]*\}/g, 'x').match(/\/api\/[\w/-]+/g) ?? []
  return new Set(paths.map((path) => routeOf('GET', path)?.route.function))
}
