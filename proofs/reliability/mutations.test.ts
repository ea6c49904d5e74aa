import { readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'
import { afterAll, expect, it } from 'vitest'
import { runInParallel } from '../../functions/platform/run-in-parallel.ts'
import { reportFigure, size } from '../figures.ts'
import type { Killer, Mutation } from './mutations/mutation.ts'
import { startRuns } from './mutations/run-tests.ts'
import { mutateSource, mutations } from './mutations.ts'

/** Number of parallel runs of Vitest; each has its own database and worker. */
const RUNS = 2

/** Environment of the runs: the number of partners in the model test of the ledger, enough to detect every mutation. */
const BOOKS = { PROOF_BOOKS: '4' }

const runs = startRuns()
afterAll(runs.end)

const filesOf = (tests: readonly Killer[]) => [...new Set(tests.map(({ file }) => file))]
const killers = mutations.flatMap(({ tests }) => tests)

/** Tells whether a test fails without the guard. */
function isKilled(mutation: Mutation): Promise<boolean> {
  const { file, tests } = mutation
  const titles = tests.map(({ title }) => `${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`).join('|')
  const source = mutateSource(readFileSync(file, 'utf8'), mutation)
  return runs.isKilled({ file, source }, ['--testNamePattern', titles, ...filesOf(tests)], BOOKS)
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
  const tests = await runs.run([`--maxWorkers=${RUNS}`, ...filesOf(killers)])
  const failed = tests.filter(({ status }) => status !== 'passed').map(({ title }) => title)
  expect(tests.length).toBeGreaterThanOrEqual(new Set(killers.map(({ title }) => title)).size)
  reportFigure('mutations', 'tests that fail with every guard in place', failed.length, 0, failed)
})

it.runIf(size.mutations > 0)('a test fails without each guard of the list', async () => {
  const survivors: string[] = []
  const some = mutations.slice(0, size.mutations)
  const work = async (mutation: Mutation) => {
    if (!(await isKilled(mutation))) survivors.push(mutation.name)
  }
  await runInParallel(some, work, RUNS)
  const of = some.length
  const measured = { killed: of - survivors.length, of }
  reportFigure('mutations', 'each guard taken away fails a test', measured, { killed: of, of }, survivors)
})
