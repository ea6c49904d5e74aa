import { describe, expect, it } from 'vitest'
import { retriedIn, type Stage, stages } from './stages.ts'

const stage = (wanted: string) => stages.find(({ name }) => name === wanted) as Stage
/** Returns the commands that run after a change of these files, by stage. */
const runAfter = (...files: string[]) =>
  Object.fromEntries(
    stages.flatMap(({ name, command, changed }) => {
      const chosen = changed ? changed(files, 'HEAD') : command
      return chosen ? [[name, chosen.join(' ')]] : []
    }),
  )

describe('after a change', () => {
  it('a screen’s own tests are found by what they import, and end to end runs whole', () => {
    const run = runAfter('frontend/features/leads/leads-screen.tsx')
    expect(run['screens']).toMatch(/frontend\/ testing\/ --passWithNoTests --changed HEAD$/)
    expect(run['end to end']).toMatch(/playwright test$/)
    expect(run['stack']).toBeUndefined()
  })

  it('code behind a route runs the tests that call routes, as nothing imports it', () => {
    const run = runAfter('functions/leads/service.ts')
    for (const name of ['domains', 'access and proofs', 'screens', 'stack']) {
      expect(run[name], name).toBe(stage(name).command.join(' '))
    }
    expect(run['rules']).toMatch(/--changed HEAD$/)
  })

  it('a document is checked, and starts nothing that runs the product', () => {
    const run = runAfter('docs/growing.md')
    expect(run['documents']).toMatch(/scripts\/docs.ts --check$/)
    expect([run['stack'], run['end to end']]).toEqual([undefined, undefined])
  })

  it('a change that affects every stage runs everything', () => {
    const run = runAfter('vitest.config.ts')
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
    expect(retriedIn(playwright)).toEqual(['e2e/login.e2e.ts:8:1 › logs in'])
  })
})
