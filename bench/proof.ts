import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SEED } from '../testing/seed.ts'

/**
 * `npm run proof`: the proofs of `proofs/` in their long form, one row per proof with its result. Names on the command
 * line run only the files whose path contains one of them, or that report a figure of that name. `PROOF_SEED=<number>` makes other random choices; the seed
 * is printed first.
 */
const long = {
  PROOF_RUNS: '1000',
  PROOF_WRITES: '5000',
  PROOF_CLIENTS: '16',
  PROOF_INVOICES: '50',
  PROOF_KILLS: '20',
  PROOF_ROUNDS: '20',
  PROOF_ADVANCES: '5000',
  PROOF_CONTRACTS: '1000000',
  PROOF_CONTRACTS_IN_FILE: '20000',
  PROOF_WORLDS: '25',
  PROOF_ROWS: '500',
  PROOF_WAYS: '1000',
  PROOF_SHARE: '1',
  PROOF_E_INVOICES: '200',
  PROOF_BOOKS: '250',
  PROOF_BOOK_STEPS: '60',
  PROOF_OFFICES: '1000',
  PROOF_OFFICE_STEPS: '60',
  PROOF_MUTATIONS: '1000',
  PROOF_MUTANTS: '40',
  PROOF_MONTH_ENDS: '30',
  PROOF_WITHDRAWN_MONTHS: '50',
  PROOF_REPORTS: '400',
  PROOF_NOTIFICATIONS: '10000',
  PROOF_SEARCHED: '100000',
  PROOF_MONDAY_PEOPLE: '300',
}

interface Figure {
  readonly proof: string
  readonly goal: string
  readonly measured: unknown
  readonly ok: boolean
}

/** Runs a command with its output shown; resolves to its exit code. */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(`node_modules/.bin/${command}`, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

const figuresIn = (report: string): Figure[] =>
  report
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Figure)

/** Tells whether a file of tests is named so, or reports a figure of that name. */
const proves = (path: string, name: string) =>
  path.includes(name) || readFileSync(path, 'utf8').toLowerCase().includes(`reportFigure('${name}`.toLowerCase())

const only = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'partnerview-proof-'))
const report = join(folder, 'figures.jsonl')
console.log(`PROOF_SEED=${SEED}`)
try {
  // The files are named one by one, as Vitest's own folder option does not apply to the projects in its configuration.
  const files = globSync('proofs/**/*.test.ts').filter(
    (path) => only.length === 0 || only.some((name) => proves(path, name)),
  )
  if (files.length === 0) throw new Error(`No proof is named ${only.join(', ')}`)
  const tests = await run('vitest', ['run', ...files], {
    ...long,
    ...process.env,
    PROOF_REPORT: report,
  })
  const compiles = only.length > 0 ? null : await run('tsc', ['--noEmit'])
  const figures = figuresIn(await readFile(report, 'utf8').catch(() => ''))
  const rows: Figure[] = [
    ...figures,
    ...(compiles === null
      ? []
      : [{ proof: 'types', goal: 'what must not compile does not', measured: compiles, ok: compiles === 0 }]),
    { proof: 'tests', goal: 'every other assertion holds', measured: tests, ok: tests === 0 },
  ]
  const width = Math.max(...rows.map(({ proof }) => proof.length))
  console.log('')
  for (const { proof, goal, measured, ok } of rows) {
    console.log(`${ok ? '✓' : '✗'} ${proof.padEnd(width)}  ${goal}: ${JSON.stringify(measured)}`)
  }
  process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
