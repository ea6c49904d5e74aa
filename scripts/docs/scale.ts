import { readFile } from 'node:fs/promises'

/** Dollars of AWS's price list for Frankfurt, November 2026; free tiers and taxes are left out. */
const prices = {
  read: 0.1525 / 1e6,
  write: 0.7625 / 1e6,
  storedGb: 0.306,
  /** Copies of the last 35 days. */
  recoverableGb: 0.245,
  gbSecond: 0.0000133334,
  invocation: 0.2 / 1e6,
  apiCall: 1.2 / 1e6,
  firewallCall: 0.6 / 1e6,
  edgeCall: 1.2 / 1e6,
  loggedGb: 0.63,
  mail: 0.1 / 1e3,
  account: 0.015,
  firstAccounts: 10_000,
} as const

/** Calls of one person on a working day, by route. */
const day: Readonly<Record<string, number>> = {
  'GET /api/auth/user': 10,
  'GET /api/appointments/stats': 5,
  'GET /api/scoreboard': 5,
  'GET /api/appointments': 20,
  'GET /api/appointments/counts': 20,
  'GET /api/appointments/{id}': 30,
  'GET /api/appointments/clashes': 10,
  'GET /api/leads': 30,
  'GET /api/leads/counts': 30,
  'GET /api/leads/{id}': 60,
  'GET /api/sales': 5,
  'GET /api/commissions/summary': 3,
  // Every change counts as the dearest that is measured: a call, an appointment, a sale.
  'POST /api/appointments': 50,
}

const DAYS = 21
/** Work that follows a change, such as mails and the search, costs as much again. */
const FOLLOWING = 2
/** Seconds that a call runs, with 1 GB of memory. */
const SECONDS = 0.05
const LOGGED_BYTES = 1_200
/** Bytes of the rows and index rows that a change leaves behind. */
const STORED_BYTES = 15_000
const MAILS_A_DAY = 4
/** The sum of `listFixedCosts`, which a test compares with the page. */
const FIXED = 21.1

const sizes = [100, 1_000, 10_000] as const

/** Reads the units of a route at the largest size from the benchmarks. */
function readUnits(benchmarks: string, route: string): { read: number; write: number } {
  const line = benchmarks.split('\n').find((one) => one.startsWith(`| ${route}: read / write units`))
  const [, , last = ''] = line?.split('|')[2]?.split(' · ') ?? []
  const [read, write] = last.trim().split(' / ').map(Number)
  if (read === undefined || write === undefined) throw new Error(`docs/benchmarks.md has no units of ${route}`)
  return { read, write }
}

interface Cost {
  readonly what: string
  /** Dollars a month of one person. */
  readonly each: number
}

function listCosts(benchmarks: string): readonly Cost[] {
  const asked = Object.entries(day).map(([route, times]) => ({ route, times, ...readUnits(benchmarks, route) }))
  const sum = (of: (one: (typeof asked)[number]) => number) =>
    asked.reduce((total, one) => total + of(one) * one.times * (one.route.startsWith('GET') ? 1 : FOLLOWING), 0) * DAYS
  const calls = sum(() => 1)
  const changes = (day['POST /api/appointments'] ?? 0) * DAYS
  return [
    { what: 'table, read', each: sum(({ read }) => read) * prices.read },
    { what: 'table, written', each: sum(({ write }) => write) * prices.write },
    {
      what: 'table, stored after a year',
      each: ((changes * 12 * STORED_BYTES) / 1e9) * (prices.storedGb + prices.recoverableGb),
    },
    { what: 'functions', each: calls * (SECONDS * prices.gbSecond + prices.invocation) },
    { what: 'edge, firewall, API', each: calls * (prices.edgeCall + prices.firewallCall + prices.apiCall) },
    { what: 'logs', each: ((calls * 2 * LOGGED_BYTES) / 1e9) * prices.loggedGb },
    { what: 'mails', each: MAILS_A_DAY * DAYS * prices.mail },
  ]
}

/** Returns `docs/scale.md`, with the costs computed from the units in `docs/benchmarks.md`. */
export async function buildScaleDocument(): Promise<string> {
  const [benchmarks, text] = await Promise.all([
    readFile('docs/benchmarks.md', 'utf8'),
    readFile('scripts/docs/scale.md', 'utf8'),
  ])
  const costs = listCosts(benchmarks)
  const accounts = (people: number) => Math.max(0, people - prices.firstAccounts) * prices.account
  const dollars = (amount: number) => `$${amount < 10 ? amount.toFixed(2) : amount.toFixed(0)}`
  const row = (what: string, of: (people: number) => number) =>
    `| ${what} | ${sizes.map((people) => dollars(of(people))).join(' | ')} |`
  const variable = (people: number) => costs.reduce((sum, { each }) => sum + each * people, accounts(people))
  const table = [
    `| A month | ${sizes.map((people) => `${people.toLocaleString('en')} people`).join(' | ')} |`,
    '|---|---:|---:|---:|',
    ...costs.map(({ what, each }) => row(what, (people) => each * people)),
    row('accounts in Cognito', accounts),
    row('fixed: firewall, alarms, metrics, keys', () => FIXED),
    row('**together**', (people) => variable(people) + FIXED),
    row('a person', (people) => (variable(people) + FIXED) / people),
  ]
  const asked = Object.entries(day).map(([route, times]) => `| \`${route}\` | ${times} |`)
  return text
    .replace('{{costs}}', table.join('\n'))
    .replace('{{day}}', ['| Call | Times a day |', '|---|---:|', ...asked].join('\n'))
}
