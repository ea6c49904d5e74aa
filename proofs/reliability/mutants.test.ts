import { createHash } from 'node:crypto'
import { appendFileSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

/**
 * Returns the tests of the back end that a change of the mutant's file can break: those of its folder first, proofs
 * last, as they take longest.
 */
function testsFor({ file }: Mutant, select: ReturnType<typeof selectorOf>): string[] {
  const folder = file.split('/').slice(0, 2).join('/')
  const isOfBackEnd = (test: string) => /^(functions|events|proofs)\//.test(test) && !test.includes('/mutations')
  const tests = [...(select([file])?.tests ?? [])].filter(isOfBackEnd)
  const placeOf = (test: string) => (test.startsWith(folder) ? 0 : test.startsWith('proofs/') ? 2 : 1)
  return tests.sort((one, other) => placeOf(one) - placeOf(other))
}

it('the same seed draws the same mutants, which all compile and differ from the source', () => {
  const drawn = drawMutants(files, 40, SEED)
  expect(drawMutants(files, 40, SEED)).toEqual(drawn)
  for (const { name, source } of drawn) expect(() => parse(source), name).not.toThrow()
})

/**
 * File with the mutants that were judged before, one JSON object a line. A run passes them over, so it can be stopped and
 * goes on where it was. A mutant of changed code is judged anew; after a change of tests, delete the file.
 */
const JUDGED = 'dist/mutants.jsonl'

interface Judged {
  readonly name: string
  /** Hash of the file's source with the change. */
  readonly print: string
  readonly isKilled: boolean
}

const judged = new Map<string, Judged>()

const printOf = ({ source }: Mutant) => createHash('sha256').update(source).digest('hex')

describe.runIf(size.mutants > 0)('a mutant of the functions, drawn by the seed', () => {
  const drawn = drawMutants(files, size.mutants, SEED)
  let select: ReturnType<typeof selectorOf>

  beforeAll(() => {
    select = selectorOf(readSourceFiles())
    mkdirSync(dirname(JUDGED), { recursive: true })
    for (const line of readFileSync(JUDGED, { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean)) {
      const one: Judged = JSON.parse(line)
      judged.set(one.print, one)
    }
  })

  // A test of its own for each, as the limit of time is that of one test.
  it.each(drawn)('is judged: $name', async (mutant) => {
    const { name } = mutant
    const print = printOf(mutant)
    if (judged.has(print)) return
    const isKilled = await runs.isKilled(mutant, ['--maxWorkers=1', ...testsFor(mutant, select)])
    console.log(`${isKilled ? '✓' : '✗'} ${name}`)
    judged.set(print, { name, print, isKilled })
    appendFileSync(JUDGED, `${JSON.stringify(judged.get(print))}\n`)
  })

  it('is mostly killed by a test', () => {
    // Some mutants change nothing that anybody sees, so a person judges each survivor.
    const survivors = drawn.filter((mutant) => !judged.get(printOf(mutant))?.isKilled).map(({ name }) => name)
    const killed = drawn.length - survivors.length
    console.log(`${killed} of ${drawn.length} mutants are killed; not killed:\n${survivors.join('\n')}`)
    reportFigure('mutants', 'most are killed', killed > drawn.length / 2, true, survivors)
  })
})
