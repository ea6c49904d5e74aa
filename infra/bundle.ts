import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { buildSync } from 'esbuild'
import { bundling, functionSpecs } from './manifest.ts'

/** Gives the code of a function by its name in the manifest. */
export type CodeOf = (name: string) => Code

const root = fileURLToPath(new URL('..', import.meta.url))

/** Bundles every function of the manifest in one esbuild run, each into its own folder below `dist/functions`. */
export function bundleFunctions(): CodeOf {
  const outdir = join(root, 'dist/functions')
  buildSync({
    ...bundling,
    mainFields: [...bundling.mainFields],
    absWorkingDir: root,
    entryPoints: Object.fromEntries(Object.entries(functionSpecs).map(([name, { entry }]) => [`${name}/index`, entry])),
    outdir,
    outExtension: { '.js': '.mjs' },
    logLevel: 'warning',
  })
  return (name) => Code.fromAsset(join(outdir, name))
}

/** Stands in for the bundles where only the template matters. */
export const noCode: CodeOf = () => Code.fromInline('exports.handler = async () => {}')
