import { defineConfig } from 'vitest/config'
import LongestFirst from './scripts/longest-first.ts'

const exclude = ['**/node_modules/**', 'e2e/**', 'infra/stack*.test.ts', 'cdk.out/**', 'dist/**', '.local/**']

export default defineConfig({
  test: {
    pool: 'forks',
    // The workers keep all cores busy, so parallel or frequent garbage collection costs more than it saves. It took a
    // seventh of the time of screens; half of that went into a heap that V8 keeps small.
    execArgv: [
      '--single-threaded-gc',
      '--min-semi-space-size=64',
      '--max-semi-space-size=64',
      '--initial-heap-size=1024',
      '--no-memory-reducer',
    ],
    // Ends a test that hangs after a minute. The limits of time are for tests that work without end: no result may
    // depend on how busy a machine is.
    runner: './testing/runner/hang-runner.ts',
    sequence: { sequencer: LongestFirst },
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    globalSetup: 'testing/database/shared-database.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['**/*.test.ts'],
          exclude: [...exclude, 'frontend/**', 'infra/local/workbench/workbench-page.test.ts'],
          isolate: false,
          setupFiles: 'testing/fresh-modules.ts',
        },
      },
      {
        // The test files of a worker share all loaded modules; `connectBrowser` resets what a screen leaves behind, and
        // each file has a world of its own.
        extends: true,
        test: {
          name: 'document',
          isolate: false,
          include: ['frontend/**/*.test.ts', '**/*.test.tsx', 'infra/local/workbench/workbench-page.test.ts'],
          exclude,
          setupFiles: 'frontend/testing/test-setup.ts',
        },
      },
    ],
  },
})
