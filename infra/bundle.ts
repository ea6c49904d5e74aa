import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { build } from 'esbuild'
import { bundlesOf } from './bundling.ts'
import { functionSpecs } from './manifest.ts'

/** Gives the code of a function by its name in the manifest. */
export type CodeOf = (name: string) => Code

const root = fileURLToPath(new URL('..', import.meta.url))

/** Bundles every function of the manifest, each into its own folder below `dist/functions`, emptied before. */
export async function bundleFunctions(): Promise<CodeOf> {
  const folder = join(root, 'dist/functions')
  await rm(folder, { recursive: true, force: true })
  await Promise.all(bundlesOf(root, functionSpecs, folder).map((run) => build(run)))
  return (name) => Code.fromAsset(join(folder, name))
}

/** Stands in for the bundles where only the template matters. */
export const noCode: CodeOf = () => Code.fromInline('exports.handler = async () => {}')
