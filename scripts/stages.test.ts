import { describe, expect, it } from 'vitest'
import { isTest, readSourceFiles } from './conventions/sources.ts'
import { type Change, findRetriedTests, joinStages, type Stage, stages } from './stages.ts'

const stage = (wanted: string) => stages.find(({ name }) => name === wanted) as Stage
/** Returns the commands that run after a change, by stage. */
const runAfter = (change: Change) =>
  Object.fromEntries(
    stages.flatMap(({ name, command, changed }) => {
      const chosen = changed ? changed(change) : command
      return chosen ? [[name, chosen.join(' ')]] : []
    }),
  )
const CHECKS = ['lint', 'conventions', 'types', 'documents']

describe('after a change', () => {
  it('each stage runs the chosen tests of its folders, and none without any', () => {
    const tests = [
      'functions/sales/sales/sales.test.ts',
      'frontend/ui/dialogs/dialog.test.tsx',
      'e2e/login.e2e.ts',
      'infra/stack.test.ts',
      'infra/stack-security.test.ts',
    ]
    const run = runAfter({ files: ['shared/money.ts'], tests: new Set(tests) })
    expect(Object.keys(run)).toEqual([...CHECKS, 'domains', 'stack', 'screens', 'end to end'])
    expect(run['domains']).toMatch(/^\S+vitest run .* functions\/sales\/sales\/sales\.test\.ts$/)
    expect(run['stack']).toMatch(/jest\.js infra\/stack\.test\.ts infra\/stack-security\.test\.ts$/)
    expect(run['screens']).toMatch(/ frontend\/ui\/dialogs\/dialog\.test\.tsx$/)
    expect(run['end to end']).toMatch(/playwright test e2e\/login\.e2e\.ts$/)
  })

  it('the stages of Vitest become one', () => {
    const stageOf = (name: string, ...command: string[]): Stage => ({ name, command })
    const start = ['node_modules/.bin/vitest', 'run', '--bail=1', '--maxWorkers=2']
    const joined = joinStages([
      stageOf('lint', 'biome'),
      stageOf('domains', ...start, 'functions/a.test.ts'),
      stageOf('stack', 'jest'),
      stageOf('screens', ...start, 'frontend/b.test.tsx', 'frontend/c.test.tsx'),
      stageOf('end to end', 'playwright'),
    ])
    const files = ['functions/a.test.ts', 'frontend/b.test.tsx', 'frontend/c.test.tsx']
    expect(joined).toEqual([
      stageOf('lint', 'biome'),
      stageOf('domains, screens', ...start, ...files),
      stageOf('stack', 'jest'),
      stageOf('end to end', 'playwright'),
    ])
    const checks = [stageOf('lint', 'biome')]
    expect(joinStages(checks)).toEqual(checks)
  })

  it('the browser waits for the tests of Vitest, and the stage of rights for all others', () => {
    const turns = Map.groupBy(stages, ({ turn = 0 }) => turn)
    const namesIn = (turn: 1 | 2 | 3) => turns.get(turn)?.map(({ name }) => name)
    expect(namesIn(1)).toEqual(['rules', 'domains', 'access and proofs', 'local runtime', 'screens'])
    expect(namesIn(2)).toEqual(['end to end', 'bounds'])
    expect(namesIn(3)).toEqual(['rights'])
  })

  it('every test file belongs to one stage', () => {
    for (const { path } of readSourceFiles().filter(
      (source) => isTest(source) && !source.path.endsWith('type-test.ts'),
    )) {
      const run = Object.keys(runAfter({ files: [], tests: new Set([path]) }))
      expect(
        run.filter((name) => !CHECKS.includes(name)),
        path,
      ).toHaveLength(1)
    }
  })

  it('a change that breaks no test runs only the checks', () => {
    expect(Object.keys(runAfter({ files: ['docs/style.md'], tests: new Set() }))).toEqual(CHECKS)
  })

  it('a change that can break all runs everything except the stage of rights, which needs a run of all stages', () => {
    const run = runAfter({ files: ['vitest.config.ts'], tests: null })
    for (const { name, command } of stages.filter(({ name }) => name !== 'lint' && name !== 'rights'))
      expect(run[name]).toBe(command.join(' '))
  })
})

describe('the summary at the end', () => {
  const vitest =
    '\u001b[2m Test Files \u001b[22m 1 failed | 2 passed\n      Tests  3 failed | 40 passed | 1 skipped (44)\n'
  const jest = 'Test Suites: 1 passed, 1 total\nTests:       1 failed, 74 passed, 75 total\n'
  const playwright = [
    '  ✘  3 e2e/login.e2e.ts:8:1 › logs in (30.1s)',
    '  ✓  4 e2e/login.e2e.ts:8:1 › logs in (retry #1) (9.0s)',
    '  1 flaky',
    '    e2e/login.e2e.ts:8:1 › logs in',
    '  32 passed (4.1m)',
  ].join('\n')

  it('counts tests from the output of each program', () => {
    expect(stage('domains').count?.(vitest)).toEqual({ passed: 40, failed: 3 })
    expect(stage('stack').count?.(jest)).toEqual({ passed: 74, failed: 1 })
    expect(stage('end to end').count?.(playwright)).toEqual({ passed: 33, failed: 0 })
  })

  it('names the tests that took a second try', () => {
    expect(findRetriedTests(playwright)).toEqual(['e2e/login.e2e.ts:8:1 › logs in'])
  })
})
