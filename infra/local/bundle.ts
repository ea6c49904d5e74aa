import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, context } from 'esbuild'
import type { Project } from './project.ts'

/** The path of the bundled bootstrap below `folder`. */
export const bootstrapPath = (folder: string): string => join(folder, 'bootstrap.mjs')

/** The path of a function's bundle below `folder`. */
export const bundlePath = (folder: string, name: string): string => join(folder, name, 'index.mjs')

/** Bundles every function as the stack does, each to `<folder>/<name>/index.mjs`. */
export async function bundleFunctions(project: Project, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await Promise.all([
    build(optionsOf(project, folder, Object.keys(project.functions))),
    // Ready to run, as every cold start would otherwise strip its types.
    build({ ...shared(project), entryPoints: [bootstrap], outfile: bootstrapPath(folder) }),
  ])
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
    Object.keys(project.functions).map((name) => {
      let builds = 0
      const tell = {
        name: 'tell',
        setup: ({ onEnd }: { onEnd: (callback: (result: { errors: unknown[] }) => void) => void }) =>
          onEnd(({ errors }) => {
            builds += 1
            if (builds > 1 && errors.length === 0) onChange(name)
          }),
      }
      return context({ ...optionsOf(project, folder, [name]), plugins: [tell] })
    }),
  )
  await Promise.all(contexts.map((one) => one.watch()))
  return async () => {
    await Promise.all(contexts.map((one) => one.dispose()))
  }
}

const bootstrap = fileURLToPath(new URL('./lambda/bootstrap.ts', import.meta.url))

const shared = ({ bundling }: Project): BuildOptions => ({
  ...bundling,
  mainFields: [...bundling.mainFields],
  logLevel: 'warning',
})

const optionsOf = (project: Project, outdir: string, names: readonly string[]): BuildOptions => ({
  ...shared(project),
  absWorkingDir: project.root,
  entryPoints: Object.fromEntries(names.map((name) => [`${name}/index`, project.functions[name]?.entry ?? ''])),
  outdir,
  outExtension: { '.js': '.mjs' },
})
