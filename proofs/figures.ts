import { appendFileSync } from 'node:fs'
import { beforeEach, expect, vi } from 'vitest'
import { SEED } from '../testing/seed.ts'

/** File from which `npm run proof` reads the results, one JSON object per line; unset in an ordinary test run. */
const report = process.env['PROOF_REPORT']

// Proofs may take long on a busy machine. These limits only end a proof that hangs.
vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 1_800_000 })

/** Size of each proof: a sample in an ordinary test run, full under `npm run proof`. */
export const size = {
  /** Number of fuzzed requests to a route that takes a body, a file or a query; other routes get fewer. */
  fuzz: Number(process.env['PROOF_RUNS'] ?? 8),
  /** Number of mixed writes. */
  writes: Number(process.env['PROOF_WRITES'] ?? 120),
  /** Number of clients that make the mixed writes. */
  clients: Number(process.env['PROOF_CLIENTS'] ?? 4),
  /** Number of invoices that are created at the same time; ten at a time while the table throttles. */
  invoices: Number(process.env['PROOF_INVOICES'] ?? 20),
  /** Number of processes killed in the middle of their work. */
  kills: Number(process.env['PROOF_KILLS'] ?? 1),
  /** Number of calls of every endpoint while the table throttles. */
  rounds: Number(process.env['PROOF_ROUNDS'] ?? 1),
  /** Number of rows in every list, each with so much text that together they exceed one reply. */
  rows: Number(process.env['PROOF_ROWS'] ?? 200),
  /** Number of contracts whose distribution over the partitions of the table is measured. */
  contracts: Number(process.env['PROOF_CONTRACTS'] ?? 20_000),
  /** Number of contracts in a file that is sorted by end date. */
  contractsInFile: Number(process.env['PROOF_CONTRACTS_IN_FILE'] ?? 5_000),
  /** Number of commissions that two runs move at the same time; also of sales added between two reports. */
  advances: Number(process.env['PROOF_ADVANCES'] ?? 120),
  /**
   * Number of random invoices and credit notes checked against the official rules, where the validator is installed.
   */
  eInvoices: Number(process.env['PROOF_E_INVOICES'] ?? 20),
  /** Number of partners whose documents are compared with a model of the book. */
  books: Number(process.env['PROOF_BOOKS'] ?? 4),
  /** Number of events per partner in the comparison of documents with a model of the book. */
  bookSteps: Number(process.env['PROOF_BOOK_STEPS'] ?? 30),
  /** Number of offices whose people are compared with the book. */
  offices: Number(process.env['PROOF_OFFICES'] ?? 25),
  /** Number of events per office in the comparison of people with the book. */
  officeSteps: Number(process.env['PROOF_OFFICE_STEPS'] ?? 60),
  /** Number of month ends of an office in the proof of its books. */
  monthEnds: Number(process.env['PROOF_MONTH_ENDS'] ?? 3),
  /** Number of months after whose end customers withdraw from sales of every state. */
  withdrawnMonths: Number(process.env['PROOF_WITHDRAWN_MONTHS'] ?? 2),
  /** Number of events before reports are compared with the rows behind them. */
  reports: Number(process.env['PROOF_REPORTS'] ?? 45),
  /** Number of notifications of one person; it must not change what reading them costs. */
  notifications: Number(process.env['PROOF_NOTIFICATIONS'] ?? 600),
  /** Number of records among which the search must find customers. */
  searched: Number(process.env['PROOF_SEARCHED'] ?? 1_000),
  /** Number of people of the small world in the simulation of a Monday; the large one has five times as many. */
  mondayPeople: Number(process.env['PROOF_MONDAY_PEOPLE'] ?? 20),
  /** Number of random worlds whose lists everybody reads. */
  worlds: Number(process.env['PROOF_WORLDS'] ?? 1),
  /** Number of guards that are removed, one in each run; a test of the removed guard must then fail. */
  mutations: Number(process.env['PROOF_MUTATIONS'] ?? 0),
  /** Number of mutants of the functions that the seed draws, one in each run; a test should then fail. */
  mutants: Number(process.env['PROOF_MUTANTS'] ?? 0),
  /** Number of ways in which each route is called, such as by different roles; `npm run proof` takes all ways. */
  ways: Number(process.env['PROOF_WAYS'] ?? 1),
  /** A slow proof calls one in so many routes. In the long form the number is 1, so the proof calls every route. */
  share: Number(process.env['PROOF_SHARE'] ?? 5),
}

/**
 * Returns a part of the given ways to call a route: `size.ways` of them. The next `turn` gives the ways that follow, so
 * that all turns together use every way.
 */
export function sampleWays<T>(ways: readonly T[], turn: number): readonly T[] {
  const count = Math.min(size.ways, ways.length)
  return Array.from({ length: count }, (_, index) => ways[(SEED + turn * count + index) % ways.length] as T)
}

/** Returns one of every `size.share` routes, for a proof that takes long; another seed gives other routes. */
export const sampleRoutes = <T>(routes: readonly T[]): readonly T[] =>
  routes.filter((_, index) => index % size.share === SEED % size.share)

// A failed proof can be repeated with the same random choices.
beforeEach(({ onTestFailed }) =>
  onTestFailed(() => {
    process.stderr.write(`PROOF_SEED=${SEED}\n`)
  }),
)

/**
 * Reports what a proof measured, with its goal, and fails the test unless `measured` equals `must`. Shows up to twenty
 * `details` on failure.
 */
export function reportFigure<T>(
  proof: string,
  goal: string,
  measured: T,
  must: T,
  details: readonly unknown[] = [],
): void {
  const ok = JSON.stringify(measured) === JSON.stringify(must)
  const shown = details.slice(0, 20).map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  if (report) appendFileSync(report, `${JSON.stringify({ proof, goal, measured, ok, details: ok ? [] : shown })}\n`)
  expect(measured, [`${proof}: ${goal}`, ...shown].join('\n')).toEqual(must)
}
