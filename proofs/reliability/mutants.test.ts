import { globSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { selectorOf } from '../../scripts/changed/select.ts'
import { readSourceFiles } from '../../scripts/conventions/sources.ts'
import { SEED } from '../../testing/seed.ts'
import { reportFigure, size } from '../figures.ts'
import { drawMutants, type Mutant } from './mutations/draw.ts'
import { parse } from './mutations/guards.ts'
import { startRuns } from './mutations/run-tests.ts'

const runs = startRuns()
afterAll(runs.end)

const files = globSync('functions/**/*.ts')
  .filter((file) => !/\.(type-)?test\.ts$/.test(file))
  .sort()

/** Returns the tests of the back end that a change of the mutant's file can break, those of its folder first. */
function testsFor({ file }: Mutant, select: ReturnType<typeof selectorOf>): string[] {
  const folder = file.split('/').slice(0, 2).join('/')
  const isOfBackEnd = (test: string) => /^(functions|events|proofs)\//.test(test) && !test.includes('/mutations')
  const tests = [...(select([file])?.tests ?? [])].filter(isOfBackEnd)
  return tests.sort((one, other) => Number(other.startsWith(folder)) - Number(one.startsWith(folder)))
}

it('the same seed draws the same mutants, which all compile and differ from the source', () => {
  const drawn = drawMutants(files, 40, SEED)
  expect(drawMutants(files, 40, SEED)).toEqual(drawn)
  for (const { name, source } of drawn) expect(() => parse(source), name).not.toThrow()
})

it.runIf(size.mutants > 0)('the tests kill mutants of the functions, drawn by the seed', async () => {
  const select = selectorOf(readSourceFiles())
  const drawn = drawMutants(files, size.mutants, SEED)
  const survivors: string[] = []
  for (const mutant of drawn) {
    const isKilled = await runs.isKilled(mutant, ['--maxWorkers=1', ...testsFor(mutant, select)])
    console.log(`${isKilled ? '✓' : '✗'} ${mutant.name}`)
    if (!isKilled) survivors.push(mutant.name)
  }
  // Some mutants change nothing that anybody sees, so a person judges each survivor.
  const killed = drawn.length - survivors.length
  console.log(`${killed} of ${drawn.length} mutants are killed`)
  reportFigure('mutants', 'most are killed', killed > drawn.length / 2, true, survivors)
})
