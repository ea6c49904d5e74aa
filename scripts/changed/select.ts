import { dirname } from 'node:path'
import { manifest } from '../../infra/manifest.ts'
import { isTest, type SourceFile } from '../conventions/sources.ts'
import { about, isBelow } from './about.ts'
import { buildImportGraph, type ImportGraph } from './imports.ts'

/** Files that every test depends on without importing them. */
const EVERYTHING =
  /^(package|tsconfig|vitest\.config|jest\.config|playwright\.config|scripts\/(test|stages)\.ts|(frontend\/)?testing\/(fresh-modules|runner\/(hang-runner|quick-hashes)|database\/shared-database|test-setup)\.ts)/
const DOCUMENTS = /^docs\/|^[A-Z]+\.md$/
/** Folders of the product; other code tests it, prepares tests or starts it. */
const PRODUCT = /^(functions|events|shared|frontend)\//
/** Files that start the whole back end for a test. */
const STARTERS = ['testing/world.ts', 'testing/runtime.ts', 'e2e/support/test.ts']

function folderOf(path: string): string {
  return /^(functions\/|frontend\/features\/|frontend\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? ''
}
const isTestFile = (path: string) => isTest({ path, text: '' })
/** Tells whether a path is code of the product; rights and functions of the whole follow from a `domain.ts`. */
const isProduct = (path: string) =>
  PRODUCT.test(path) && !isTestFile(path) && !/^frontend\/testing\/|\/domain\.ts$/.test(path)

/** The function of each domain of the API, with its source file. */
const entries = Object.entries(manifest.api).map(([domain, { entry }]) => ({ domain, entry }))
/** Folders of domains with endpoints, which their own tests cover. */
const served = new Set(entries.map(({ entry }) => folderOf(entry)))

/** Tells whether a file is a test that runs; tests of types are only compiled. */
const isRun = (source: SourceFile) => isTest(source) && !source.path.includes('.type-test.')

/** Tests that changed files can break, and the domains that the proofs must then call. */
interface Selection {
  /** The test files. */
  readonly tests: ReadonlySet<string>
  /** Domains of the API whose routes the proofs call; null for all. */
  readonly domains: readonly string[] | null
}

/** Returns what changed files can break; null stands for everything. */
export type Selector = (changed: readonly string[]) => Selection | null

/**
 * Returns a function that chooses the tests that changed files can break, from the sources of the repository. It
 * follows imports and calls over routes, and adds tests for which `about` lists a changed file
 * (docs/decisions/0105-what-the-tests-cost.md).
 */
export function selectorOf(sources: readonly SourceFile[]): Selector {
  // Imports lead from a changed file to the files that use it; all of these files are 'reached'. Calls to a route and
  // links to an address are no imports. So the selection also has tests that start the whole back end: those of each
  // folder of `functions` with a reached file, and those beside a screen's file that is reached or that calls an
  // endpoint of such a folder.
  // Tests of the whole product, and of two domains together, have rows in `about`.
  const graph = buildImportGraph(sources)
  const known = new Set(sources.map(({ path }) => path))
  const tests = sources.filter(isRun).map(({ path }) => path)
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
    const domains = domainsIn(reached, folders)
    const calling = graph.usersOf(callersOf(domains, sources), (file, user) => isProduct(file) && !isApp(user))
    const reachedRooms = new Set([...reached, ...calling].filter(isProduct).map(dirname))
    const changedRooms = [...product].map(dirname)
    const touched = [...changed, ...reached].filter((path) => !isTestFile(path))
    const isBackEnd = [...folders].some((folder) => /^(functions|events)/.test(folder))

    const isChosen = (path: string) => {
      if (reached.has(path) || helped.has(path)) return true
      const rows = about[path]
      if (rows && touched.some((file) => isBelow(file, rows))) return true
      if (!whole.has(path)) return false
      if (
        path.startsWith('frontend/')
          ? reachedRooms.has(dirname(path)) || isBelow(path, changedRooms)
          : folders.has(folderOf(path))
      )
        return true
      return rows === undefined && !PRODUCT.test(path) && (isBackEnd || (folders.size > 0 && path.startsWith('e2e/')))
    }
    const isOfProduct = changed.every((path) => PRODUCT.test(path) || DOCUMENTS.test(path))
    return {
      tests: new Set(tests.filter(isChosen)),
      domains: isOfProduct && domains.length > 0 ? domains : null,
    }
  }
}

/**
 * Returns the domains whose handler is in `reached`, the changed files and those that use them. For one of `folders`
 * without such a handler, such as one where only work on events changed, returns all its domains.
 */
function domainsIn(reached: ReadonlySet<string>, folders: ReadonlySet<string>): string[] {
  const certain = entries.filter(({ entry }) => reached.has(entry))
  const covered = new Set(certain.map(({ entry }) => folderOf(entry)))
  return entries
    .filter((one) => certain.includes(one) || (folders.has(folderOf(one.entry)) && !covered.has(folderOf(one.entry))))
    .map(({ domain }) => domain)
}

/**
 * Tells whether a file belongs to the frame around all screens. Tests of screens do not cover the code that this frame
 * calls.
 */
const isApp = (path: string) => folderOf(path) === 'frontend/app'

/**
 * Returns the changed product files and all files that use them. When a domain's file did not change itself, follows
 * only its uses within the domain: other domains see only the service, and the domain's own tests cover it.
 */
function reachedFrom(product: ReadonlySet<string>, graph: ImportGraph): ReadonlySet<string> {
  const isInside = (file: string, user: string) =>
    product.has(file) || !served.has(folderOf(file)) || folderOf(file) === folderOf(user)
  return graph.usersOf(product, (file, user) => isProduct(file) && isInside(file, user))
}

/** Returns the front end's files that call an endpoint of these domains. */
function callersOf(domains: readonly string[], sources: readonly SourceFile[]): string[] {
  if (domains.length === 0) return []
  const calls = new RegExp(`\\(\\s*(?:${domains.map(nameOf).join('|')})\\.\\w+\\b(?!\\.path)`)
  const isCalling = ({ path, text }: SourceFile) => path.startsWith('frontend/') && isProduct(path) && calls.test(text)
  return sources.filter(isCalling).map(({ path }) => path)
}

/** Returns the name that screens use for the endpoints of a domain. */
const nameOf = (domain: string) => domain.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
