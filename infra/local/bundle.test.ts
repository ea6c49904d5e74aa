import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { functionSpecs } from '../manifest.ts'
import { bundlePath, watchFunctions } from './bundle.ts'
import { fixture } from './fixtures/project.ts'
import { temporaryFolder } from './fixtures/temporary.ts'
import { partnerview } from './project.ts'

test('a changed function is bundled again, and only that one', async () => {
  const root = temporaryFolder()
  const write = (name: string, answer: string) =>
    writeFileSync(join(root, `${name}.ts`), `export const handler = () => '${answer}'`)
  for (const name of ['one', 'two']) write(name, 'before')
  const spec = (name: string) => ({ entry: `${name}.ts`, needs: [], memoryMb: 128, timeoutSeconds: 1 })
  const project = { ...fixture, root, functions: { one: spec('one'), two: spec('two') } }
  const folder = join(root, 'bundles')
  const changed: string[] = []
  onTestFinished(await watchFunctions(project, folder, (name) => changed.push(name)))
  const answer = async () => (await import(`${bundlePath(folder, 'two')}?${changed.length}`)).handler()
  await expect.poll(() => answer().catch(() => null), { timeout: 10_000 }).toBe('before')

  write('two', 'after')
  await expect.poll(() => changed, { timeout: 10_000 }).toEqual(['two'])
  expect(await answer()).toBe('after')
})

test('nothing of the local runtime is in a deployed function', async () => {
  const { metafile } = await build({
    ...partnerview.bundling,
    mainFields: [...partnerview.bundling.mainFields],
    absWorkingDir: partnerview.root,
    entryPoints: Object.values(functionSpecs).map(({ entry }) => entry),
    outdir: 'unused',
    write: false,
    sourcemap: false,
    metafile: true,
  })
  const ours = Object.keys(metafile.inputs).filter((path) => !path.startsWith('node_modules/'))
  expect(ours.length).toBeGreaterThan(10)
  expect(ours.filter((path) => /^(infra|seed|testing|bench)\//.test(path))).toEqual([])
})
