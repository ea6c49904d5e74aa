import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** A stage of the whole test run: a command, such as the linter or one program's tests. */
export interface Stage {
  readonly name: string
  readonly command: readonly string[]
  /** Reads the numbers of passed and failed tests from the output; without it, the stage counts as one check. */
  readonly count?: (output: string) => Count
  /**
   * Turn in which the stage runs, by default 0; those of one turn run at the same time. Tests of Vitest and of the
   * browser keep all cores busy, and took half as much processor time again when they ran at the same time.
   */
  readonly turn?: 1 | 2 | 3
  /** Set for a stage that gives way: the others that run at the same time get the processor first. */
  readonly givesWay?: true
  /**
   * Returns the stage's command after a change, null when the change cannot break it. A stage without this function
   * always runs its usual command.
   */
  readonly changed?: (change: Change) => readonly string[] | null
}

/** Changed files, and the test files that they can break; null for all tests. */
export interface Change {
  readonly files: readonly string[]
  readonly tests: ReadonlySet<string> | null
}

/** Numbers of passed and failed tests. */
export interface Count {
  readonly passed: number
  readonly failed: number
}

const bin = (name: string) => `node_modules/.bin/${name}`

// biome-ignore lint/suspicious/noControlCharactersInRegex: codes of terminal colours begin with a control character
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

/** Counts the rows of `bench/run.ts`: `✓` for a goal that is met, `✗` for one that is not. */
function boundLines(output: string): Count {
  const begins = (mark: string) => output.split('\n').filter((line) => line.startsWith(mark)).length
  return { passed: begins('✓ '), failed: begins('✗ ') }
}

/** Returns the tests that Playwright tried a second time, by file and title. */
export const findRetriedTests = (output: string) =>
  [...plain(output).matchAll(/^\s*\S+\s+\d+ (.+) \(retry #\d+\)/gm)].map(([, test = '']) => test)

const number = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0)

/**
 * Returns a stage whose command takes test files: all in its folders or, after a change, only those that the change can
 * break.
 */
const ofFiles = (stage: Stage, isIts: (file: string) => boolean, folders: readonly string[] = []): Stage => {
  const command = [...stage.command, ...folders]
  return {
    ...stage,
    command,
    changed: ({ tests }) => {
      if (tests === null) return command
      const chosen = [...tests].filter(isIts)
      return chosen.length > 0 ? [...stage.command, ...chosen] : null
    },
  }
}

const isOfJest = (file: string) => /^infra\/stack[^/]*\.test\.ts$/.test(file)

const vitest = (name: string, ...folders: string[]): Stage => {
  // A worker waits for the database a quarter of its time.
  const workers = `--maxWorkers=${Math.min(4, availableParallelism() + 1)}`
  const command = [bin('vitest'), 'run', '--bail=1', workers]
  const isIts = (file: string) => folders.some((folder) => file.startsWith(folder)) && !isOfJest(file)
  return ofFiles({ name, command, count: testsLine, turn: 1 }, isIts, folders)
}

/**
 * Returns the stages in a faster form: all Vitest stages become one, as each start of Vitest takes seconds, and a test
 * that waits leaves its core to those of other stages. Without a Vitest stage, nothing changes.
 */
export function joinStages(chosen: readonly Stage[]): readonly Stage[] {
  const isOfVitest = ({ command }: Stage) => command[0] === bin('vitest')
  const [first, ...more] = chosen.filter(isOfVitest)
  if (!first) return chosen
  const options = first.command.filter((part) => part.startsWith('-')).length + 2
  const files = more.flatMap(({ command }) => command.slice(options))
  const joined = {
    ...first,
    name: [first, ...more].map(({ name }) => name).join(', '),
    command: [...first.command, ...files],
  }
  return chosen.flatMap((stage) => {
    if (stage === first) return [joined]
    return isOfVitest(stage) ? [] : [stage]
  })
}

const boundsCommand = [process.execPath, 'bench/run.ts', '--bounds']

/** Stages of the whole test run, ordered so that the cheapest check of a fault is told first. */
export const stages: readonly Stage[] = [
  {
    name: 'lint',
    command: [bin('biome'), 'check', '.'],
    changed: ({ files }) =>
      files.includes('biome.json') || files.includes('import-rule.grit')
        ? [bin('biome'), 'check', '.']
        : [bin('biome'), 'check', '--no-errors-on-unmatched', ...files.filter((file) => existsSync(file))],
  },
  { name: 'conventions', command: [process.execPath, 'scripts/conventions.ts'] },
  // One checker and one project at a time: more of them check the same types again.
  { name: 'types', command: [bin('tsc'), '-b', '--checkers', '1', '--builders', '1'] },
  { name: 'documents', command: [process.execPath, 'scripts/docs.ts', '--check'] },
  vitest('rules', 'shared/', 'scripts/'),
  vitest('domains', 'functions/', 'events/', 'seed/'),
  vitest('access and proofs', 'proofs/'),
  vitest('local runtime', 'infra/'),
  ofFiles(
    {
      name: 'stack',
      // With Node's default, a small young generation and threads, collecting garbage takes half of the time.
      command: [
        process.execPath,
        ...['--max-semi-space-size=32', '--single-threaded-gc'],
        ...['--experimental-vm-modules', 'node_modules/jest/bin/jest.js'],
      ],
      count: testsLine,
    },
    isOfJest,
  ),
  vitest('screens', 'frontend/', 'testing/'),
  ofFiles({ name: 'end to end', command: [bin('playwright'), 'test'], count: playwrightLines, turn: 2 }, (file) =>
    file.startsWith('e2e/'),
  ),
  {
    name: 'bounds',
    command: boundsCommand,
    count: boundLines,
    // A browser test waits for pages a third of its time.
    turn: 2,
    givesWay: true,
    changed: ({ tests }) => (tests === null ? boundsCommand : null),
  },
  // Finds unused rights, which only a run of all tests can tell.
  { name: 'rights', command: [process.execPath, 'scripts/rights.ts'], changed: () => null, turn: 3 },
]
