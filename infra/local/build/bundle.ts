import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, context, type Plugin, stop } from 'esbuild'
import { bundling, makeBundleOptions, type Source } from '../../bundling.ts'
import type { Project } from '../project.ts'
import { hashSources } from './source-hash.ts'

/** Returns the path below `folder` of the bundled bootstrap, the entry point of a function's local process. */
export const bootstrapPath = (folder: string): string => join(folder, 'bootstrap.mjs')

/** Returns the path of a function's bundle below `folder`. */
export const bundlePath = (folder: string, name: string): string => join(folder, name, 'index.mjs')

/**
 * Returns the esbuild options that bundle all functions at once, with shared code in files beside them. This takes less
 * time than the bundles of the stack, which repeat the shared code.
 */
const runOf = ({ root, functions }: Project, folder: string) =>
  ({
    ...bundling,
    absWorkingDir: root,
    entryPoints: Object.fromEntries(Object.entries(functions).map(([name, { entry }]) => [`${name}/index`, entry])),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'shared/[name]-[hash]',
    splitting: true,
  }) satisfies BuildOptions

/**
 * Bundles every function to `<folder>/<name>/index.mjs` and resolves to true. Resolves to false without bundling when
 * `folder` already holds bundles of the same sources, or when it could copy such bundles from the project's
 * `keptBundles`.
 */
export async function bundleFunctions(project: Project, folder: string): Promise<boolean> {
  if (project.code) return takeCode(project.code, folder)
  const mark = join(folder, 'sources.sha256')
  const hash = project.functionSources && hashSources(project.root, project.functionSources)
  const isThere = async () => hash !== null && (await readFile(mark, 'utf8').catch(() => null)) === hash
  if (await isThere()) return false
  await rm(folder, { recursive: true, force: true })
  const all = hash && project.keptBundles && join(project.root, project.keptBundles)
  if (all) {
    await cp(join(all, hash), folder, { recursive: true }).catch(() => undefined)
    if (await isThere()) return false
    await rm(folder, { recursive: true, force: true })
  }
  await Promise.all([
    build(runOf(project, folder)),
    // The bootstrap is compiled once, as otherwise every cold start would strip its types.
    build({ ...bundling, entryPoints: [bootstrap], outfile: bootstrapPath(folder) }),
  ])
  // Ends esbuild's process, which would keep 400 MB.
  await stop()
  if (hash) await writeFile(mark, hash)
  if (all) await keep(folder, all, hash)
  return true
}

interface Deployed {
  readonly root: string
  readonly functions: Readonly<Record<string, Source>>
  readonly sources: readonly string[]
}

/**
 * Bundles functions for the stack into `folder`, unless it has bundles of the same sources; returns whether it did. A
 * build that is cut off leaves no mark, so that the next one begins anew.
 */
export async function bundleIfChanged({ root, functions, sources }: Deployed, folder: string): Promise<boolean> {
  const mark = join(folder, 'sources.sha256')
  const hash = hashSources(root, sources)
  if ((await readFile(mark, 'utf8').catch(() => null)) === hash) return false
  await rm(folder, { recursive: true, force: true })
  await Promise.all(makeBundleOptions(root, functions, folder).map((run) => build(run)))
  await writeFile(mark, hash)
  return true
}

/** Copies bundles that are ready to `folder`; returns true. */
async function takeCode(code: NonNullable<Project['code']>, folder: string): Promise<boolean> {
  await rm(folder, { recursive: true, force: true })
  await build({ ...bundling, entryPoints: [bootstrap], outfile: bootstrapPath(folder) })
  await stop()
  for (const [name, from] of Object.entries(code)) await cp(from, join(folder, name), { recursive: true })
  return true
}

/** Stores bundles under the hash of their sources, and removes those of earlier sources. */
async function keep(folder: string, all: string, hash: string): Promise<void> {
  const fresh = join(all, `${hash}.${process.pid}`)
  const earlier = await readdir(all).catch(() => [])
  await cp(folder, fresh, { recursive: true })
  // Another process may have stored the same bundles meanwhile.
  await rename(fresh, join(all, hash)).catch(() => rm(fresh, { recursive: true, force: true }))
  await Promise.all(earlier.map((name) => name !== hash && rm(join(all, name), { recursive: true, force: true })))
}

/**
 * Bundles functions again whenever their sources change, and then calls `onChange` with each changed name. Returns a
 * function that stops watching.
 */
export async function watchFunctions(
  project: Project,
  folder: string,
  onChange: (name: string) => void,
): Promise<() => Promise<void>> {
  const run = runOf(project, folder)
  const bundles = new Map<string, string>()
  const tell: Plugin = {
    name: 'tell',
    setup: ({ onEnd }) =>
      onEnd(async ({ errors }) => {
        if (errors.length > 0) return
        for (const name of Object.keys(project.functions)) {
          // A bundle names its shared parts by a hash of their content, so the bundle changes when a shared part does.
          const bundle = await readFile(bundlePath(folder, name), 'utf8')
          const before = bundles.get(name)
          bundles.set(name, bundle)
          if (before !== undefined && before !== bundle) onChange(name)
        }
      }),
  }
  const watching = await context({ ...run, plugins: [...run.plugins, tell] })
  await watching.watch()
  return () => watching.dispose()
}

const bootstrap = fileURLToPath(new URL('../lambda/bootstrap.ts', import.meta.url))
