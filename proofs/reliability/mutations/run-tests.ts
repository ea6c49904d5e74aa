import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Result of one test, as Vitest reports it. */
interface Result {
  readonly status: string
  readonly title: string
}

interface Report {
  readonly testResults: readonly { readonly assertionResults: readonly Result[] }[]
}

/** A source file with other code. */
export interface Mutated {
  readonly file: string
  readonly source: string
}

/** Starts Vitest in processes of their own, with a folder for what they read and write. */
export function startRuns() {
  const folder = mkdtempSync(join(tmpdir(), 'partnerview-mutations-'))
  let count = 0

  /** Runs Vitest; returns its tests with their results. Throws when it was stopped before it reported them. */
  async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Result[]> {
    const report = join(folder, `${++count}.json`)
    const ours = Object.entries(process.env).filter(([key]) => !/^(VITEST|TEST$|PROOF_)/.test(key))
    const command = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${report}`, ...args]
    const child = spawn(process.execPath, command, { stdio: 'ignore', env: { ...Object.fromEntries(ours), ...env } })
    await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject))
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
    return testResults.flatMap(({ assertionResults }) => assertionResults)
  }

  return {
    run,
    /**
     * Tells whether a test fails with other code in a file. A test file that does not start is not counted as such a
     * failure.
     */
    isKilled: async ({ file, source }: Mutated, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
      const path = join(folder, `${++count}.ts`)
      writeFileSync(path, source)
      const mutated = { MUTATED_FILE: file, MUTATED_SOURCE: path }
      const results = await run(['--config', 'proofs/mutated.config.ts', '--bail=1', ...args], { ...env, ...mutated })
      return results.some(({ status }) => status === 'failed')
    },
    end: () => rmSync(folder, { recursive: true, force: true }),
  }
}
