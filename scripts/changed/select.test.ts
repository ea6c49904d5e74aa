import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { mutations } from '../../proofs/reliability/mutations.ts'
import { api } from '../../shared/api/index.ts'
import { isTest, readSourceFiles, type SourceFile } from '../conventions/sources.ts'
import { about } from './about.ts'
import { findFilesWithChangedCode } from './git.ts'
import { buildImportGraph } from './imports.ts'
import { selectorOf } from './select.ts'
import { computeTimeShare, parseTimes } from './times.ts'

const sources = readSourceFiles()
const select = selectorOf(sources)
/** Returns the tests that a change of these files runs. Throws when the change runs all tests. */
const testsOf = (...changed: string[]) => {
  const selection = select(changed)
  if (!selection) throw new Error('everything')
  return [...selection.tests]
}
const below = (folder: string) => (path: string) => path.startsWith(`${folder}/`)

describe('a change of', () => {
  it('a test runs that test alone', () => {
    for (const test of [
      'functions/sales/sales/sales.test.ts',
      'frontend/ui/dialogs/dialog.test.tsx',
      'e2e/login.e2e.ts',
    ]) {
      expect(existsSync(test), test).toBe(true)
      expect(testsOf(test)).toEqual([test])
    }
  })

  it('a line of one domain runs its tests, its proofs and the screens that call it', () => {
    const tests = testsOf('functions/sales/sales/registering.ts')
    const own = sources.filter(isTest).map(({ path }) => path)
    const started = (path: string) => path !== 'functions/sales/statements/statement.test.ts'
    expect(tests).toEqual(expect.arrayContaining(own.filter(below('functions/sales')).filter(started)))
    expect(tests).toEqual(expect.arrayContaining(own.filter(below('frontend/features/sales'))))
    expect(tests).toEqual(expect.arrayContaining(['proofs/security/own-money.test.ts']))
    // This proof covers all endpoints, so it runs after a change of any domain.
    expect(tests).toContain('proofs/security/matrix.test.ts')
    for (const other of ['functions/people', 'functions/costs', 'frontend/features/contracts', 'frontend/ui']) {
      expect(tests.filter(below(other)), other).toEqual([])
    }
    expect(tests).not.toContain('proofs/reliability/imports.test.ts')
  })

  it('what a domain re-exports runs the tests of its users, and what lies behind its service does not', () => {
    const bank = 'functions/invoices/bank/statements.test.ts'
    expect(testsOf('functions/sales/payouts/following.ts')).toContain(bank)
    expect(testsOf('functions/sales/sales/registering.ts')).not.toContain(bank)
  })

  it('what a domain declares runs the tests of the stack, and those of domains with a right to its rows', () => {
    const tests = testsOf('functions/leads/domain.ts')
    expect(tests).toEqual(
      expect.arrayContaining(['infra/stack-security.test.ts', 'functions/sales/sales/sales.test.ts']),
    )
  })

  it('work that only the outbox calls runs the tests of its domain', () => {
    expect(testsOf('functions/sales/payouts/advance-step.ts')).toContain('functions/sales/payouts/advance.test.ts')
  })

  it('product code proves the routes of the domains that it reaches, other code all routes', () => {
    const sale = 'functions/sales/sales/registering.ts'
    expect(select([sale, 'functions/sales/counting.test.ts', 'README.md'])?.domains).toEqual(['sales'])
    expect(select(['functions/sales/views.ts'])?.domains).toEqual(['sales', 'commissions'])
    // Only events call this file, so any endpoint of its folder may show what it wrote.
    expect(select(['functions/sales/counting.ts'])?.domains).toEqual(['sales', 'commissions'])
    expect(select(['functions/platform/data/commit.ts'])?.domains).toEqual(Object.keys(api))
    expect(select([sale, 'testing/sales.ts'])?.domains).toBeNull()
    expect(select(['frontend/features/leads/leads-screen.tsx'])?.domains).toBeNull()
  })

  it('a screen runs its tests, nothing of the back end, and end to end what is about it', () => {
    const tests = testsOf('frontend/features/leads/leads-screen.tsx')
    expect(tests).toEqual(
      expect.arrayContaining([
        'frontend/features/leads/leads-screen.test.tsx',
        'e2e/jobs.e2e.ts',
        'e2e/lead-to-statement.e2e.ts',
      ]),
    )
    expect(tests.filter(below('functions'))).toEqual([])
    expect(tests.filter(below('proofs'))).toEqual([])
    expect(tests).not.toContain('e2e/costs.e2e.ts')
  })

  it('code that all domains use runs every domain and every proof of the product', () => {
    const tests = testsOf('functions/platform/data/commit.ts')
    for (const domain of ['appointments', 'contracts', 'people', 'sales', 'invoices']) {
      expect(tests.some(below(`functions/${domain}`)), domain).toBe(true)
    }
    expect(tests.filter(below('proofs')).length).toBeGreaterThan(45)
  })

  it('the back end for tests runs every test that starts it', () => {
    const starting = sources.filter(
      ({ path, text }) => /\.(test|e2e)\.tsx?$/.test(path) && /from '[./]+testing\/(world|runtime)\.ts'/.test(text),
    )
    expect(starting.length).toBeGreaterThan(100)
    const tests = testsOf('infra/local/s3/s3.ts')
    // A test of the whole product with a row in `about` runs after changes of what the row names.
    const missing = starting.map(({ path }) => path).filter((path) => !tests.includes(path) && !(path in about))
    expect(missing).toEqual([])
  })

  it('settings, or an unknown file, run everything', () => {
    for (const file of [
      'package.json',
      'vitest.config.ts',
      'testing/fresh-modules.ts',
      'testing/database/shared-database.ts',
      'proofs/access.md',
    ]) {
      expect(existsSync(file), file).toBe(true)
      expect(select([file]), file).toBeNull()
    }
  })

  it('a document runs only the tests that read it', () => {
    expect(testsOf('docs/style.md', 'README.md')).toEqual([])
    expect(testsOf('docs/glossary.md')).toEqual(['frontend/domains/glossary.test.ts', 'scripts/dutch-texts.test.ts'])
  })
})

it('a change of a guard runs the test that fails without it', () => {
  const missed = mutations.filter(({ file, tests }) => {
    const chosen = new Set(testsOf(file))
    return !tests.some((test) => chosen.has(test.file))
  })
  expect(missed.map(({ name }) => name)).toEqual([])
})

it('each row of `about` names an existing test, and existing files', () => {
  for (const [test, rows] of Object.entries(about)) {
    for (const path of [test, ...rows]) expect(existsSync(path), path).toBe(true)
  }
})

describe('imports', () => {
  const graphOf = (files: Readonly<Record<string, string>>) =>
    buildImportGraph(Object.entries(files).map(([path, text]): SourceFile => ({ path, text })))

  it('lead through other files, in each form, and not by types', () => {
    const graph = graphOf({
      'a.ts': '',
      'b.ts': "import { type T, a } from './a.ts'",
      'c.ts': "import {\n  b,\n} from './b.ts'",
      'd.ts': "const later = () => import('./c.ts')",
      'e.ts': "const script = new URL('d.ts', import.meta.url)",
      'f.ts': "import './a.css'",
      'g.ts': "import type { T } from './a.ts'\nimport { type T } from './a.ts'",
    })
    expect([...graph.usersOf(['a.ts'])]).toEqual(['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts'])
    expect([...graph.usersOf(['a.css'])]).toEqual(['a.css', 'f.ts'])
  })

  it('lead past a file that re-exports a name, to those who import that name', () => {
    const graph = graphOf({
      'one.ts': '',
      'two.ts': '',
      'face.ts': "export { one } from './one.ts'\nexport { two as second } from './two.ts'",
      'of-one.ts': "import { one } from './face.ts'",
      'of-two.ts': "import { second } from './face.ts'",
      'of-all.ts': "import * as all from './face.ts'",
    })
    expect([...graph.usersOf(['one.ts'])]).toEqual(['one.ts', 'of-one.ts', 'of-all.ts'])
    expect([...graph.usersOf(['two.ts'])]).toEqual(['two.ts', 'of-two.ts', 'of-all.ts'])
  })
})

describe('a difference', () => {
  const changedOf = (path: string, before: string | null, after: string | null) =>
    findFilesWithChangedCode({ files: [path], before: () => before, after: () => after })

  it('in comments, types or layout alone changes nothing that runs', () => {
    expect(changedOf('a.ts', 'export const a = 1', '/** One. */\nexport const a: number =\n  1')).toEqual([])
    expect(changedOf('a.ts', 'export const a = 1', 'export const a = 2')).toEqual(['a.ts'])
    expect(changedOf('a.tsx', 'export const a = <b>x</b>', 'export const a = <b>y</b>')).toEqual(['a.tsx'])
  })

  it('of a new, a deleted or a broken file, or of one that is no source, counts', () => {
    expect(changedOf('a.ts', null, 'export {}')).toEqual(['a.ts'])
    expect(changedOf('a.ts', 'export {}', null)).toEqual(['a.ts'])
    expect(changedOf('a.ts', 'export {}', 'export {')).toEqual(['a.ts'])
    expect(changedOf('a.css', 'a {}', 'a { }')).toEqual(['a.css'])
  })
})

it('the share of chosen tests is that of their time, which is read from the output of a run', () => {
  const times = parseTimes(
    [
      ' ✓ |node| functions/sales/sales/sales.test.ts (12 tests) 3000ms',
      ' ❯ |document| frontend/ui/dialogs/dialog.test.tsx (2 tests | 1 failed) 1000ms',
      'PASS infra/stack.test.ts (10.5 s)',
      '  ✓  3 e2e/login.e2e.ts:8:1 › logs in (2.5s)',
      '  ✓  4 e2e/login.e2e.ts:16:1 › logs out (1.1m)',
    ].join('\n'),
  )
  expect(times).toEqual({
    'functions/sales/sales/sales.test.ts': 3000,
    'frontend/ui/dialogs/dialog.test.tsx': 1000,
    'infra/stack.test.ts': 10_500,
    'e2e/login.e2e.ts': 68_500,
  })
  const all = ['functions/sales/sales/sales.test.ts', 'frontend/ui/dialogs/dialog.test.tsx', 'without-a-time.test.ts']
  expect(computeTimeShare(new Set(['functions/sales/sales/sales.test.ts']), all.slice(0, 2), times)).toBe(0.75)
  expect(computeTimeShare(new Set(all), all, times)).toBe(1)
})
