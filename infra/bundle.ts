import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { bundledSources } from './bundling.ts'
import { bundleIfChanged } from './local/build/bundle.ts'
import { functionSpecs } from './manifest.ts'

/** Returns the deployable code of a function, by its name in the manifest. */
export type CodeOf = (name: string) => Code

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Bundles every function of the manifest into a folder of its own below `dist/functions`, when their sources have
 * changed. Returns a function that gives the code of each function by name, without the source maps: these stay there,
 * for `npm run symbolise`.
 */
export async function bundleFunctions(): Promise<CodeOf> {
  const folder = join(root, 'dist/functions')
  await bundleIfChanged({ root, functions: functionSpecs, sources: bundledSources }, folder)
  return (name) => Code.fromAsset(join(folder, name), { exclude: ['**/*.map'] })
}

/** Returns placeholder code for any function, for tests that need only the template. */
export const noCode: CodeOf = () => Code.fromInline('exports.handler = async () => {}')
