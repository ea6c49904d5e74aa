import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, context, type Plugin } from 'esbuild'
import { bundlesOf, bundling } from '../bundling.ts'
import type { Project } from './project.ts'
import { hashOf } from './source-hash.ts'

/** The path of the bundled bootstrap below `folder`. */
export const bootstrapPath = (folder: string): string => join(folder, 'bootstrap.mjs')

/** The path of a function's bundle below `folder`. */
export const bundlePath = (folder: string, name: string): string => join(folder, name, 'index.mjs')

/**
 * Bundles every function as the stack does, each to `<folder>/<name>/index.mjs`, unless their sources are those of the
 * bundles that are there or that another data folder began with. Resolves to whether it bundled; what was in the folder
 * before is gone unless it could stay.
 */
export async function bundleFunctions(project: Project, folder: string): Promise<boolean> {
  const mark = join(folder, 'sources.sha256')
  const hash = project.functionSources && hashOf(project.root, project.functionSources)
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
    ...bundlesOf(project.root, project.functions, folder).map((run) => build(run)),
    // Ready to run, as every cold start would otherwise strip its types.
    build({ ...bundling, entryPoints: [bootstrap], outfile: bootstrapPath(folder) }),
  ])
  if (hash) await writeFile(mark, hash)
  if (all) await keep(folder, all, hash)
  return true
}

/** Keeps bundles whole under the name of their sources, in place of those of earlier sources. */
async function keep(folder: string, all: string, hash: string): Promise<void> {
  const fresh = join(all, `${hash}.${process.pid}`)
  const earlier = await readdir(all).catch(() => [])
  await cp(folder, fresh, { recursive: true })
  // Somebody else may have kept them meanwhile.
  await rename(fresh, join(all, hash)).catch(() => rm(fresh, { recursive: true, force: true }))
  await Promise.all(earlier.map((name) => name !== hash && rm(join(all, name), { recursive: true, force: true })))
}

/**
 * Bundles a function again whenever its source changes, and tells when it did (not at the first time). Returns a
 * function that stops it.
 */
export async function watchFunctions(
  project: Project,
  folder: string,
  onChange: (name: string) => void,
): Promise<() => Promise<void>> {
  const contexts = await Promise.all(
    Object.entries(project.functions).flatMap(([name, spec]) => {
      let builds = 0
      const tell: Plugin = {
        name: 'tell',
        setup: ({ onEnd }) =>
          onEnd(({ errors }) => {
            builds += 1
            if (builds > 1 && errors.length === 0) onChange(name)
          }),
      }
      const runs = bundlesOf(project.root, { [name]: spec }, folder)
      return runs.map((run) => context({ ...run, plugins: [...run.plugins, tell] }))
    }),
  )
  await Promise.all(contexts.map((one) => one.watch()))
  return async () => {
    await Promise.all(contexts.map((one) => one.dispose()))
  }
}

const bootstrap = fileURLToPath(new URL('./lambda/bootstrap.ts', import.meta.url))
