import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** A part of the test run. */
export interface Stage {
  readonly name: string
  readonly command: readonly string[]
  /** Reads the number of passed and failed tests from the stage's output; absent: the stage is one check. */
  readonly count?: (output: string) => Count
  /** Runs beside the stage before it: one that leaves cores idle, or is short. */
  readonly beside?: true
  /** Its command when only these files have changed, or null when they do not touch it; absent: as ever. */
  readonly changed?: (files: readonly string[], since: string) => readonly string[] | null
}

/** Numbers of passed and failed tests. */
export interface Count {
  readonly passed: number
  readonly failed: number
}

const bin = (name: string) => `node_modules/.bin/${name}`
const jest = 'node_modules/jest/bin/jest.js'

// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with one
const plain = (text: string) => text.replaceAll(/\u001b\[[0-9;]*m/g, '')

/** Reads `Tests  3 failed | 40 passed (43)` of Vitest, `Tests: 1 failed, 9 passed, 10 total` of Jest. */
function testsLine(output: string): Count {
  const line =
    plain(output)
      .match(/^\s*Tests:?\s+.*$/gm)
      ?.at(-1) ?? ''
  return { passed: number(line, /(\d+) passed/), failed: number(line, /(\d+) failed/) }
}

/** Reads `12 passed (40s)`, `1 flaky` and `1 failed` of Playwright, each on its own line. */
function playwrightLines(output: string): Count {
  const text = plain(output)
  const passed = number(text, /^\s*(\d+) passed/m) + number(text, /^\s*(\d+) flaky/m)
  return { passed, failed: number(text, /^\s*(\d+) failed/m) }
}

/** Returns the tests that Playwright tried again, by file and title. */
export const retriedIn = (output: string) =>
  [...plain(output).matchAll(/^\s*\S+\s+\d+ (.+) \(retry #\d+\)/gm)].map(([, test = '']) => test)

const number = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0)

const touches =
  (...folders: string[]) =>
  (file: string) =>
    folders.some((folder) => file.startsWith(folder))

/** Files that affect every stage. */
const everywhere = touches('package', 'vitest.config.ts', 'testing/', 'scripts/test.ts', 'scripts/stages.ts')
/** Folders that tests start as a program; Vitest does not see that dependency. */
const programs = touches('infra/', 'seed/')
/** Files that tests reach by a route, which Vitest does not see either; `callers` are the folders of those tests. */
const behindRoutes = (file: string) => touches('functions/', 'events/', 'shared/')(file) && !/\.test\.ts$/.test(file)
const callers = touches('functions/', 'proofs/', 'infra/', 'frontend/')

const vitest = (name: string, ...filters: string[]): Stage => {
  const workers = `--maxWorkers=${Math.max(1, Math.min(4, availableParallelism()))}`
  const command = [bin('vitest'), 'run', '--bail=1', workers, ...filters]
  return {
    name,
    command,
    count: testsLine,
    changed: (files, since) =>
      files.some(everywhere) ||
      (files.some(programs) && filters.some(programs)) ||
      (files.some(behindRoutes) && filters.some(callers))
        ? command
        : [...command, '--passWithNoTests', '--changed', since],
  }
}

/** Returns a stage that runs whole when one of these files has changed. */
const whole = (stage: Stage, isTouched: (file: string) => boolean): Stage => ({
  ...stage,
  changed: (files) => (files.some(everywhere) || files.some(isTouched) ? stage.command : null),
})

/** The parts of the test run, in the order in which a fault is cheapest to find. */
export const stages: readonly Stage[] = [
  {
    name: 'lint',
    command: [bin('biome'), 'check', '.'],
    changed: (files) =>
      files.includes('biome.json') || files.includes('import-rule.grit')
        ? [bin('biome'), 'check', '.']
        : [bin('biome'), 'check', '--no-errors-on-unmatched', ...files.filter((file) => existsSync(file))],
  },
  { name: 'conventions', command: [bin('node'), 'scripts/conventions.ts'], beside: true },
  { name: 'types', command: [bin('tsc'), '--noEmit'], beside: true },
  { name: 'documents', command: [bin('node'), 'scripts/docs.ts', '--check'], beside: true },
  vitest('rules', 'shared/', 'scripts/'),
  vitest('domains', 'functions/', 'events/', 'seed/'),
  vitest('access and proofs', 'proofs/'),
  vitest('local runtime', 'infra/'),
  whole(
    { name: 'stack', command: [bin('node'), '--experimental-vm-modules', jest], count: testsLine, beside: true },
    touches('infra/', 'functions/', 'events/', 'shared/', 'cdk.json', 'jest.config.ts'),
  ),
  vitest('screens', 'frontend/', 'testing/'),
  whole(
    { name: 'end to end', command: [bin('playwright'), 'test'], count: playwrightLines },
    touches('e2e/', 'frontend/', 'functions/', 'events/', 'shared/', 'infra/', 'seed/', 'playwright.config.ts'),
  ),
  // What is granted and was used by nothing: only a run of everything can tell.
  { name: 'rights', command: [bin('node'), 'scripts/rights.ts'], changed: () => null },
]
