import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import exceljs from 'exceljs'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { bundledSources, makeBundleOptions, standIns } from '../../bundling.ts'
import { partitions } from '../../domains.ts'
import { isAmong } from '../../function-sets.ts'
import { functionSpecs } from '../../manifest.ts'
import { partitionsReadBy, partitionsWrittenBy } from '../../rights.ts'
import { environmentOf } from '../environment.ts'
import { fixture } from '../fixtures/project.ts'
import { createTemporaryFolder } from '../fixtures/temporary.ts'
import { partnerview } from '../project.ts'
import { bundleFunctions, bundleIfChanged, bundlePath, watchFunctions } from './bundle.ts'

test('a changed function is bundled again and reported, and no other is reported', async () => {
  const root = createTemporaryFolder()
  const write = (name: string, answer: string) =>
    writeFileSync(join(root, `${name}.ts`), `export const handler = () => '${answer}'`)
  for (const name of ['one', 'two']) write(name, 'before')
  const spec = (name: string) => ({ entry: `${name}.ts`, needs: [], memoryMb: 128, timeoutSeconds: 1 })
  const project = { ...fixture, root, functions: { one: spec('one'), two: spec('two') } }
  const folder = join(root, 'bundles')
  const changed: string[] = []
  onTestFinished(await watchFunctions(project, folder, (name) => changed.push(name)))
  let asked = 0
  // Imported under a new address each time, as a half-written file stays cached under its address.
  const answer = async () => (await import(`${bundlePath(folder, 'two')}?${asked++}`)).handler()
  await expect.poll(() => answer().catch(() => null)).toBe('before')

  write('two', 'after')
  await expect.poll(() => changed).toEqual(['two'])
  expect(await answer()).toBe('after')
})

test('functions are bundled when their sources have changed, and otherwise not', async () => {
  const root = createTemporaryFolder()
  const write = (answer: string) => writeFileSync(join(root, 'one.ts'), `export const handler = () => '${answer}'`)
  const spec = { entry: 'one.ts', needs: [], memoryMb: 128, timeoutSeconds: 1 }
  const project = { ...fixture, root, functions: { one: spec }, functionSources: ['one.ts'], keptBundles: 'kept' }
  const [folder, other] = [join(createTemporaryFolder(), 'bundles'), join(createTemporaryFolder(), 'bundles')]
  write('first')
  expect(await bundleFunctions(project, folder)).toBe(true)
  expect(await bundleFunctions(project, folder)).toBe(false)
  expect(await bundleFunctions(project, other)).toBe(false)
  expect((await import(bundlePath(other, 'one'))).handler()).toBe('first')
  write('second')
  expect(await bundleFunctions(project, folder)).toBe(true)
  expect((await import(bundlePath(folder, 'one'))).handler()).toBe('second')
  expect(readdirSync(join(root, 'kept'))).toHaveLength(1)
})

test('what is deployed is bundled when its sources have changed, and otherwise not', async () => {
  const root = createTemporaryFolder()
  const write = (answer: string) => writeFileSync(join(root, 'one.ts'), `export const handler = () => '${answer}'`)
  const project = { root, functions: { one: { entry: 'one.ts' } }, sources: ['one.ts'] }
  const folder = join(root, 'dist')
  const answer = () => readFileSync(join(folder, 'one/index.mjs'), 'utf8')
  write('first')
  expect(await bundleIfChanged(project, folder)).toBe(true)
  expect(await bundleIfChanged(project, folder)).toBe(false)
  write('second')
  expect(await bundleIfChanged(project, folder)).toBe(true)
  expect(answer()).toContain('second')
})

/** Bundles all functions and the code of PDF documents with the options of the stack, each complete in one file. */
const bundlesOfAll = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'partnerview-bundles-'))
  const [run] = makeBundleOptions(
    partnerview.root,
    {
      ...Object.fromEntries(Object.entries(functionSpecs).map(([name, { entry }]) => [name, { entry }])),
      document: { entry: 'functions/platform/pdf/document.ts' },
    },
    folder,
  )
  const { metafile } = await build({ ...run, sourcemap: false, metafile: true })
  return { ...metafile, folder }
}
let all: Awaited<ReturnType<typeof bundlesOfAll>>
beforeAll(async () => {
  all = await bundlesOfAll()
})
afterAll(() => rmSync(all.folder, { recursive: true, force: true }))

test('a function has rights only to rows whose entity or findable is in its bundle', () => {
  const sources = globSync('functions/**/*.ts').filter((path) => !path.includes('.test.'))
  // The search reads rows by the key that their findable names, without their entity.
  const entities = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/(?:primary\(|sortKey: )'([\w-]+)/g)].map(([, partition = '']) => ({
      path,
      partition,
    })),
  )
  const filesOf = Map.groupBy(entities, ({ partition }) => partition)
  for (const name of Object.keys(functionSpecs)) {
    const [, bundle] = Object.entries(all.outputs).find(([path]) => path.endsWith(`/${name}/index.mjs`)) ?? []
    const isInBundle = (path: string) => (bundle?.inputs[path]?.bytesInOutput ?? 0) > 0
    const keys = [...partitionsWrittenBy(name), ...partitionsReadBy(name)].map((key) => key.slice(0, -2))
    const listed = Object.entries(partitions).filter(([, { lists = {} }]) =>
      Object.values(lists).some((by) => isAmong(by, name)),
    )
    const idle = [...keys, ...listed.map(([partition]) => partition)].filter(
      (partition) => !filesOf.get(partition)?.some(({ path }) => isInBundle(path)),
    )
    expect(idle, name).toEqual([])
  }
})

test('every function loads from its complete bundle', async () => {
  const endpoints = { table: 'http://t', identity: 'http://i', storage: 'http://s', mail: 'http://m' }
  const around = { endpoints, tableName: 'table', appUrl: 'http://a' }
  const named = Object.entries(functionSpecs)
  const env = Object.assign({}, ...named.map(([name, spec]) => environmentOf(name, spec, around)))
  const program = `for (const name of ${JSON.stringify(named.map(([name]) => name))})
    process.stdout.write(typeof (await import(${JSON.stringify(all.folder)} + '/' + name + '/index.mjs')).handler + ' ')`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env })
  expect(stdout.trim().split(' ')).toEqual(named.map(() => 'function'))
})

test('nothing of the local runtime is in a deployed function', () => {
  const ours = Object.keys(all.inputs).filter((path) => !path.startsWith('node_modules/'))
  expect(ours.length).toBeGreaterThan(10)
  expect(ours.filter((path) => /^(infra|seed|testing|bench)\//.test(path))).toEqual([])
})

test('the library that reads .xls is in the two import functions alone (rulings 57)', () => {
  const has = (name: string) => Object.keys(outputOf(name)?.inputs ?? {}).some((path) => path.includes('/@e965/xlsx/'))
  expect(Object.keys(functionSpecs).filter(has)).toEqual(['contract-import', 'lead-import'])
})

test('every replacement of a module in a bundle takes effect for its importer', () => {
  const imports = Object.entries(all.inputs).flatMap(([by, input]) => input.imports.map((one) => ({ by, ...one })))
  for (const { what, by, use } of standIns) {
    const asked = imports.filter((one) => one.original === what && one.by.startsWith(`${by}/`))
    expect([...new Set(asked.map(({ path }) => path))], `${what} for ${by}`).toEqual([use ?? `nothing:${what}`])
  }
})

test('the hash that triggers new bundles covers all their sources', () => {
  const ours = Object.keys(all.inputs).filter((path) => !/^(node_modules\/|nothing:)/.test(path))
  expect(ours.filter((path) => !bundledSources.some((source) => path.startsWith(`${source}/`)))).toEqual([])
})

const outputOf = (name: string) => all.outputs[relative(partnerview.root, join(all.folder, name, 'index.mjs'))]

test('a function that loads parts later is marked, so that these lie outside its cold start', () => {
  const loadsLater = (input: string) => all.inputs[input]?.imports.some(({ kind }) => kind === 'dynamic-import')
  for (const [name, spec] of Object.entries(functionSpecs)) {
    const inputs = Object.keys(outputOf(name)?.inputs ?? {})
    expect(inputs.length).toBeGreaterThan(10)
    const own = inputs.filter((path) => /^(functions|events|shared)\//.test(path))
    expect(own.some(loadsLater), name).toBe(spec.loadsLater ?? false)
  }
})

test('a function loads one file at its start, and finds beside it the parts that it loads later', async () => {
  const root = createTemporaryFolder()
  writeFileSync(join(root, 'word.ts'), `export const word = 'later'`)
  writeFileSync(join(root, 'mark.ts'), `export const mark = '!'`)
  writeFileSync(join(root, 'part.ts'), `import { word } from './word.ts'; export const answer = () => word`)
  writeFileSync(join(root, 'other.ts'), `import { mark } from './mark.ts'; export const answer = () => mark`)
  writeFileSync(
    join(root, 'main.ts'),
    `import { mark } from './mark.ts'
    import { word } from './word.ts'
    export const loads = (globalThis.loadsOfMain ?? 0) + 1
    globalThis.loadsOfMain = loads
    const parts = async () => (await import('./part.ts')).answer() + (await import('./other.ts')).answer()
    export const handler = async () => [word + mark, await parts(), globalThis.loadsOfMain]`,
  )
  const folder = join(root, 'bundles')
  for (const run of makeBundleOptions(root, { main: { entry: 'main.ts', loadsLater: true } }, folder)) await build(run)
  const start = readFileSync(bundlePath(folder, 'main'), 'utf8')
  expect(start.match(/"\.\/[^"]+\.mjs"/g)).toHaveLength(1)
  expect(readdirSync(join(folder, 'main')).filter((name) => name.endsWith('.mjs'))).toHaveLength(4)
  expect(await (await import(bundlePath(folder, 'main'))).handler()).toEqual(['later!', 'later!', 1])
})

test('a bundled function makes a document without node_modules beside it', async () => {
  const folder = join(createTemporaryFolder(), 'bundles')
  const statement = 'functions/sales/statements/statement-pdf.ts'
  for (const run of makeBundleOptions(partnerview.root, { statement: { entry: statement, loadsLater: true } }, folder))
    await build(run)
  const program = `const { createStatementPdf } = await import(${JSON.stringify(bundlePath(folder, 'statement'))})
    const nothing = { earned: [], adjustments: [], paid: [], carriedIn: 0, byInvoice: { paid: [], adjustments: [] } }
    const person = { name: 'Zoë', role: 'Agent', team: null }
    const bytes = await createStatementPdf({ month: '2026-10', drawnUpOn: '2026-11-01', company: 'Ons', person, ...nothing })
    process.stdout.write(Buffer.from(bytes).subarray(0, 5).toString())`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
  })
  expect(stdout).toBe('%PDF-')
})

test('a bundled function writes a workbook, with its notes', async () => {
  const folder = join(createTemporaryFolder(), 'bundles')
  const sheet = { entry: 'functions/export/xlsx.ts', loadsLater: true } as const
  for (const run of makeBundleOptions(partnerview.root, { sheet }, folder)) await build(run)
  const { toXlsx } = await import(bundlePath(folder, 'sheet'))
  const rows = [['Jansen', { amount: 3.5 }, { text: 'fout', note: 'Vul in' }]]
  const book = new exceljs.Workbook()
  await book.xlsx.load(await toXlsx('Blad', ['Naam', 'Bedrag', 'Status'], rows))
  expect(book.getWorksheet('Blad')?.getRow(2).values).toEqual([undefined, 'Jansen', 3.5, 'fout'])
  expect(book.getWorksheet('Blad')?.getCell('C2').note).toBe('Vul in')
})
