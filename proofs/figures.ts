import { appendFileSync } from 'node:fs'
import { beforeEach, expect, vi } from 'vitest'
import { SEED } from '../testing/seed.ts'

/** Where `npm run proof` reads the figures, one JSON object a line; unset in an ordinary test run. */
const report = process.env['PROOF_REPORT']

// A proof is long, and longer on a busy machine; what hangs is still found.
vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 1_800_000 })

/** Size of the proofs: a sample in an ordinary test run, full under `npm run proof`. */
export const size = {
  /** Fuzzed requests per route. */
  fuzz: Number(process.env['PROOF_RUNS'] ?? 8),
  /** Mixed writes and the clients that make them. */
  writes: Number(process.env['PROOF_WRITES'] ?? 120),
  clients: Number(process.env['PROOF_CLIENTS'] ?? 4),
  /** Invoices that are made at once. */
  invoices: Number(process.env['PROOF_INVOICES'] ?? 20),
  /** Processes killed in the middle of their work. */
  kills: Number(process.env['PROOF_KILLS'] ?? 1),
  /** Number of calls of every endpoint while the table throttles. */
  rounds: Number(process.env['PROOF_ROUNDS'] ?? 1),
  /** Rows as large as can be in every list: more than one reply may hold. */
  rows: Number(process.env['PROOF_ROWS'] ?? 200),
  /** Contracts whose keys are made, and how many of them one file holds. */
  contracts: Number(process.env['PROOF_CONTRACTS'] ?? 20_000),
  contractsInFile: Number(process.env['PROOF_CONTRACTS_IN_FILE'] ?? 5_000),
  /** Commissions that a run moves while another does. */
  advances: Number(process.env['PROOF_ADVANCES'] ?? 120),
  /** Random invoices and credit notes that the official rules are asked about, where these are at hand. */
  eInvoices: Number(process.env['PROOF_E_INVOICES'] ?? 20),
  /** Partners whose documents are held against a model of the book, and what happens to each. */
  books: Number(process.env['PROOF_BOOKS'] ?? 4),
  bookSteps: Number(process.env['PROOF_BOOK_STEPS'] ?? 30),
  /** Offices whose people are held against the book, and what happens in each. */
  offices: Number(process.env['PROOF_OFFICES'] ?? 25),
  officeSteps: Number(process.env['PROOF_OFFICE_STEPS'] ?? 60),
  /** Number of month ends of an office in the proof of its books. */
  monthEnds: Number(process.env['PROOF_MONTH_ENDS'] ?? 3),
  /** Things that happen before reports are held against the rows behind them. */
  reports: Number(process.env['PROOF_REPORTS'] ?? 45),
  /** Notifications of one person that are read at the cost of a page. */
  notifications: Number(process.env['PROOF_NOTIFICATIONS'] ?? 600),
  /** Records among which the search finds customers. */
  searched: Number(process.env['PROOF_SEARCHED'] ?? 1_000),
  /** Random worlds whose lists are read by everybody. */
  worlds: Number(process.env['PROOF_WORLDS'] ?? 1),
  /** Guards that are taken away in turn, each with a run of the tests that must see it. */
  mutations: Number(process.env['PROOF_MUTATIONS'] ?? 0),
  /** Of the ways in which a route is asked, how many each route is asked in; in full, in all of them. */
  ways: Number(process.env['PROOF_WAYS'] ?? 1),
  /** Of the routes whose proof takes seconds each, one in so many is proven; in full, each. */
  share: Number(process.env['PROOF_SHARE'] ?? 5),
}

/**
 * Returns as many ways of a route as `size.ways` says, others at each turn, so that in turn every route meets every
 * way.
 */
export function sampleWays<T>(ways: readonly T[], turn: number): readonly T[] {
  const count = Math.min(size.ways, ways.length)
  return Array.from({ length: count }, (_, index) => ways[(SEED + turn * count + index) % ways.length] as T)
}

/** Returns the routes that a costly proof takes in turn: one in `size.share`, others with another seed. */
export const shareOf = <T>(routes: readonly T[]): readonly T[] =>
  routes.filter((_, index) => index % size.share === SEED % size.share)

// A failed proof can be repeated with the same random choices.
beforeEach(({ onTestFailed }) =>
  onTestFailed(() => {
    process.stderr.write(`PROOF_SEED=${SEED}\n`)
  }),
)

/**
 * Reports what was measured against what must be, for the row of that proof, and fails the test when they differ.
 * `details` are shown on failure, the first twenty of them.
 */
export function figure<T>(proof: string, goal: string, measured: T, must: T, details: readonly unknown[] = []): void {
  const ok = JSON.stringify(measured) === JSON.stringify(must)
  const shown = details.slice(0, 20).map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  if (report) appendFileSync(report, `${JSON.stringify({ proof, goal, measured, ok, details: ok ? [] : shown })}\n`)
  expect(measured, [`${proof}: ${goal}`, ...shown].join('\n')).toEqual(must)
}
