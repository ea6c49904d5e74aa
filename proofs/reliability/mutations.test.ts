import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { afterAll, expect, it } from 'vitest'
import { runInParallel } from '../../functions/platform/run-in-parallel.ts'
import { reportFigure, size } from '../figures.ts'
import type { Killer, Mutation } from './mutations/mutation.ts'
import { mutateSource, mutations } from './mutations.ts'

/** Number of parallel runs of Vitest; each has its own database and worker. */
const RUNS = 2

/** Environment of the runs: the number of partners in the model test of the ledger, enough to detect every mutation. */
const BOOKS = { PROOF_BOOKS: '4' }

const folder = mkdtempSync(join(tmpdir(), 'partnerview-mutations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const filesOf = (tests: readonly Killer[]) => [...new Set(tests.map(({ file }) => file))]
const killers = mutations.flatMap(({ tests }) => tests)

interface Report {
  readonly testResults: readonly { readonly assertionResults: readonly { status: string; title: string }[] }[]
}

/** Runs Vitest; returns its tests with their results, or none when it did not start. */
async function run(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const report = join(folder, `${name}.json`)
  const ours = Object.entries(process.env).filter(([key]) => !/^(VITEST|TEST$|PROOF_)/.test(key))
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${report}`, ...args]
  const child = spawn(process.execPath, command, { stdio: 'ignore', env: { ...Object.fromEntries(ours), ...env } })
  await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject))
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
    return testResults.flatMap(({ assertionResults }) => assertionResults)
  } catch {
    return []
  }
}

/** Tells whether a test fails without the guard. A test file that does not start is not counted as such a failure. */
async function isKilled({ name, tests }: Mutation, index: number): Promise<boolean> {
  const titles = tests.map(({ title }) => `${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`).join('|')
  const args = ['--config', 'proofs/mutated.config.ts', '--bail=1', '--testNamePattern', titles, ...filesOf(tests)]
  return (await run(String(index), args, { MUTATION: name, ...BOOKS })).some(({ status }) => status === 'failed')
}

it('every guard of the list is in the source once, and the source compiles without it', () => {
  expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length)
  for (const mutation of mutations) {
    const source = mutateSource(readFileSync(mutation.file, 'utf8'), mutation)
    expect(() => transformSync(source, { loader: 'ts' }), mutation.name).not.toThrow()
  }
})

it('every test of the list exists', () => {
  const sources = new Map(filesOf(killers).map((file) => [file, readFileSync(file, 'utf8')]))
  const missing = killers.filter(({ file, title }) => !sources.get(file)?.includes(`it('${title}'`))
  expect(missing).toEqual([])
})

it.runIf(size.mutations > 0)('the tests of the list pass with every guard in place', async () => {
  const tests = await run('usual', [`--maxWorkers=${RUNS}`, ...filesOf(killers)])
  const failed = tests.filter(({ status }) => status !== 'passed').map(({ title }) => title)
  expect(tests.length).toBeGreaterThanOrEqual(new Set(killers.map(({ title }) => title)).size)
  reportFigure('mutations', 'tests that fail with every guard in place', failed.length, 0, failed)
})

it.runIf(size.mutations > 0)('a test fails without each guard of the list', async () => {
  const survivors: string[] = []
  const some = mutations.slice(0, size.mutations)
  const work = async ([index, mutation]: [number, Mutation]) => {
    if (!(await isKilled(mutation, index))) survivors.push(mutation.name)
  }
  await runInParallel([...some.entries()], work, RUNS)
  const of = some.length
  const measured = { killed: of - survivors.length, of }
  reportFigure('mutations', 'each guard taken away fails a test', measured, { killed: of, of }, survivors)
})
