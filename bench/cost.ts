import { spawn } from 'node:child_process'
import { routes } from '../shared/api/index.ts'
import { buildSettingsForm, buildStatementForm } from '../testing/invoices.ts'
import { type Account, type Runtime, startRuntime } from '../testing/runtime.ts'
import type { Row } from './row.ts'
import { createSentInvoice } from './sent-invoice.ts'

/**
 * Numbers of stored appointments. At each number, the capacity units of the reading routes are measured, and those of
 * the few writing routes that this file calls.
 */
const SIZES = (process.env['BENCH_SIZES'] ?? '1000,10000,100000').split(',').map(Number)
const sizes = SIZES.map((size) => `${size / 1000} k`).join(', ')

/** Texts, separated by commas; only routes that contain one of them are measured. Unset: all routes. */
const ONLY = process.env['BENCH_ROUTES']?.split(',')
const isMeasured = (action: string) => action.includes('/api/') && (!ONLY || ONLY.some((part) => action.includes(part)))

/** Goals in read units. */
const goals: Record<string, number> = {
  'GET /api/appointments': 30,
  'GET /api/appointments/stats': 5,
  'GET /api/stats': 5,
  'GET /api/scoreboard': 15,
  'GET /api/reports': 30,
  'GET /api/reports/earnings': 30,
}

interface Usage {
  readonly action: string
  readonly calls: number
  readonly read: number
  readonly write: number
}

/** Routes whose cost depends on one period or agenda, which is fuller at the larger sizes; shown without a goal. */
const ofOnePeriod = new Set([
  'GET /api/appointments/export',
  'GET /api/contracts/export',
  'GET /api/leads/export',
  'GET /api/leads/handover',
  'GET /api/sales/export',
  'GET /api/sales/totals',
  'GET /api/self-billing/invoices/export',
  'GET /api/self-billing/invoices/totals',
  'POST /api/self-billing/monthly-runs/preview',
  'GET /api/commissions/export',
  'GET /api/commissions/totals',
  'GET /api/commissions/statement',
  'GET /api/commissions/statement/file',
  'GET /api/ledger/statement',
  'GET /api/reports/commissions',
  'GET /api/ledger/reconciliation',
  'GET /api/appointments/handover',
  'GET /api/calendar-feed/{token}',
])

/** Route that is not measured, as it would end the session of this run. */
const LOGOUT = 'GET /api/logout'

interface Known {
  readonly agentId: string
  /** Token of a calendar feed. */
  readonly token: string
  /** An invoice that was sent, and the secret of the link in its mail. */
  readonly sent: { readonly id: string; readonly link: string }
  /** The contract with status `nieuw` that ends first; null where the demo has none. */
  readonly contract: string | null
}

/** Query parameters by route: those that a route requires, and values that are measured instead of its defaults. */
const queries: Record<string, (known: Known) => Record<string, string>> = {
  'GET /api/appointments': () => ({ limit: '100' }),
  'GET /api/appointments/clashes': ({ agentId }) => ({ agentId, date: inDays(7), time: '10:00' }),
  'GET /api/appointments/free': ({ agentId }) => ({ agentIds: agentId, date: inDays(7), time: '10:00' }),
  'GET /api/appointments/handover': ({ agentId }) => ({ userId: agentId }),
  'GET /api/appointments/performance': () => ({ timeFilter: 'this-year' }),
  'GET /api/appointments/export': () => ({ date: inDays(7) }),
  'GET /api/appointments/stats': () => ({ timeFilter: 'this-year' }),
  'GET /api/stats': () => ({ timeFilter: 'this-week' }),
  'GET /api/scoreboard': () => ({ period: 'month' }),
  'GET /api/reports': () => ({ month: inDays(0).slice(0, 7), by: 'agent', compare: 'year' }),
  'GET /api/reports/export': () => ({ month: inDays(0).slice(0, 7), format: 'csv' }),
  'GET /api/reports/commissions': () => ({ month: inDays(0).slice(0, 7) }),
  'GET /api/reports/earnings': ({ agentId }) => ({ userId: agentId }),
  'GET /api/contracts/export': () => ({ status: 'nieuw', urgency: '1' }),
  'GET /api/leads': () => ({ limit: '100' }),
  'GET /api/leads/export': ({ agentId }) => ({ ownerId: agentId }),
  'GET /api/leads/handover': ({ agentId }) => ({ userId: agentId }),
  'GET /api/sales': () => ({ limit: '100' }),
  'GET /api/sales/export': () => ({ from: inDays(-7), to: inDays(-7) }),
  'GET /api/sales/totals': () => ({ from: inDays(-7), to: inDays(-7) }),
  'GET /api/self-billing/invoices/export': () => ({ from: inDays(-60), to: inDays(-60) }),
  'GET /api/self-billing/invoices/totals': () => ({ from: inDays(-60), to: inDays(-60) }),
  'GET /api/commissions': () => ({ limit: '100' }),
  'GET /api/commissions/export': () => ({ from: inDays(-7), to: inDays(-7) }),
  'GET /api/commissions/totals': () => ({ from: inDays(-7), to: inDays(-7) }),
  'GET /api/commissions/statement': ({ agentId }) => ({ userId: agentId, month: inDays(-30).slice(0, 7) }),
  'GET /api/time-entries/month': ({ agentId }) => ({ userId: agentId, month: inDays(0).slice(0, 7) }),
  'GET /api/time-entries/export': ({ agentId }) => ({ userId: agentId }),
  'GET /api/fixed-costs/totals': () => ({ month: inDays(0).slice(0, 7) }),
  'GET /api/ledger/balance': ({ agentId }) => ({ userId: agentId }),
  'GET /api/ledger/balance/items': ({ agentId }) => ({ userId: agentId }),
  'GET /api/ledger/statement': ({ agentId }) => ({ userId: agentId, month: inDays(-30).slice(0, 7) }),
  'GET /api/ledger/reconciliation': () => ({ month: inDays(-30).slice(0, 7) }),
  'GET /api/commissions/statement/file': ({ agentId }) => ({ userId: agentId, month: inDays(-30).slice(0, 7) }),
}

const params: Record<string, (known: Known) => string | null> = {
  'GET /api/calendar-feed/{token}': ({ token }) => token,
  'GET /api/invoice-acceptance/{token}': ({ sent }) => sent.link,
  'GET /api/invoice-acceptance/{token}/pdf': ({ sent }) => sent.link,
  'GET /api/self-billing/invoices/{id}/ubl': ({ sent }) => sent.id,
  'GET /api/contracts/sales-status/{status}': () => 'nieuw',
  'GET /api/contracts/{id}': ({ contract }) => contract,
  'GET /api/contracts/{id}/history': ({ contract }) => contract,
  // The uploads of the demo have no files; null leaves these routes out.
  'GET /api/contracts/uploads/{id}/preview': () => null,
  'GET /api/contracts/uploads/{id}/errors': () => null,
  // Changes of many sales at once have no list.
  'GET /api/sales/changes/{id}': () => null,
  'GET /api/self-billing/invoices/status/{status}': () => 'concept',
  // The link of an invitation stands in its mail alone.
  'GET /api/invitations/{token}': () => null,
}

/**
 * Returns the id of the first record of each list, by the path of the list; null where the list is empty. Leaves out
 * lists whose records have no GET route of their own (`<list>/{id}`).
 */
async function recordsOf(runtime: Runtime, session: string): Promise<Map<string, string | null>> {
  const lists = routes.filter(({ endpoint }) => endpoint.result.kind === 'page')
  const aboutOne = routes.filter(({ key, endpoint }) => endpoint.method === 'GET' && key.includes('{id}'))
  const wanted = lists.filter(({ endpoint }) =>
    aboutOne.some(({ endpoint: { path } }) => path.startsWith(`${endpoint.path}/{id}`)),
  )
  const ids = new Map<string, string | null>()
  for (const { endpoint } of wanted) {
    const [one] = await runtime.json<{ id: string }[]>('GET', `${endpoint.path}?limit=1`, undefined, session)
    ids.set(endpoint.path, one?.id ?? null)
  }
  return ids
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Tells whether a route is about a part of a record, such as a file: its path has two parameters. */
const isPartOfRecord = (path: string) => path.split('{').length > 2

/**
 * Returns a call of every measured GET route. Leaves out the logout, parts of records such as attachments, and records
 * that do not exist. Throws for a route with a parameter that has no value here.
 */
function callsOf(known: Known, records: ReadonlyMap<string, string | null>): string[] {
  const reading = routes.filter(
    ({ key, endpoint }) =>
      endpoint.method === 'GET' && key !== LOGOUT && !isPartOfRecord(endpoint.path) && isMeasured(key),
  )
  return reading.flatMap(({ key, endpoint }) => {
    const given = params[key]
    const value = given ? given(known) : records.get(endpoint.path.slice(0, endpoint.path.indexOf('/{')))
    if (key.includes('{') && value === undefined) throw new Error(`No parameter for ${key}`)
    if (value === null) return []
    const path = endpoint.path.replace(/\{\w+\}/, value ?? '')
    return [`${path}?${new URLSearchParams(queries[key]?.(known))}`]
  })
}

/**
 * Measures the capacity units of every reading route and a few writing ones, at several numbers of stored appointments.
 * Returns one row per route.
 */
export async function run(): Promise<Row[]> {
  const runtime = await startRuntime({ seed: 'empty' })
  try {
    const costs = new Map<string, { read: number; write: number }[]>()
    let session = ''
    let token = ''
    let sent: Known['sent'] | undefined
    for (const size of SIZES) {
      await seed(runtime.folder, size)
      const people = await runtime.accounts()
      const admin = people.find((one) => one.role === 'admin') as Account
      const agent = people.find((one) => one.role === 'agent' && one.teamId !== null) as Account
      if (session === '') {
        session = await begin(runtime, admin)
        await startAdvance(runtime, session)
      }
      token ||= await subscribe(runtime, agent)
      if (!sent) {
        sent = await createSentInvoice(runtime, session)
        await runtime.json('POST', '/api/self-billing/dispatches', undefined, session)
      }
      const records = await recordsOf(runtime, session)
      const contract = await firstContract(runtime, session)
      await runtime.json('GET', '/__local/usage?reset=1')
      const calls = callsOf({ agentId: agent.id, token, sent, contract }, records)
      for (const path of calls) await get(runtime, path, session)
      await book(runtime, session, agent.id)
      await settle(runtime, session, size)
      for (const { action, read, write, calls: times } of await runtime.json<Usage[]>('GET', '/__local/usage')) {
        if (!isMeasured(action)) continue
        costs.set(action, [...(costs.get(action) ?? []), { read: read / times, write: write / times }])
      }
    }
    return [...costs].map(([action, measured]) => rowOf(action, measured))
  } finally {
    await runtime.stop()
  }
}

/**
 * Logs this person in and opens the audit log once. The first read of the log costs more, as it searches for the
 * beginning of the log.
 */
async function begin(runtime: Runtime, person: Account): Promise<string> {
  const session = await runtime.login(person)
  await get(runtime, '/api/audit-logs', session)
  return session
}

/** Starts a run that advances a commission, so that a route can read that run. */
async function startAdvance(runtime: Runtime, session: string): Promise<void> {
  const [one] = await runtime.json<{ id: string; status: string }[]>(
    'GET',
    '/api/commissions?status=nieuw&limit=1',
    undefined,
    session,
  )
  const body = { ids: [one?.id], expectedStatus: one?.status }
  await runtime.json('POST', '/api/commissions/advance', body, session)
}

async function firstContract(runtime: Runtime, session: string): Promise<string | null> {
  const path = '/api/contracts/sales-status/nieuw?limit=1'
  const [one] = await runtime.json<{ id: string }[]>('GET', path, undefined, session)
  return one?.id ?? null
}

/** Creates a calendar feed of this person and returns its token. */
async function subscribe(runtime: Runtime, person: Account): Promise<string> {
  const session = await runtime.login(person)
  const { url } = await runtime.json<{ url: string }>('POST', '/api/calendar-feed', undefined, session)
  return url.slice(url.lastIndexOf('/') + 1)
}

/** Fetches a path, whose answer may be a file; throws when the reply is an error. */
async function get(runtime: Runtime, path: string, sessionId: string): Promise<void> {
  const reply = await fetch(`${runtime.url}${path}`, { headers: { sessionId } })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`GET ${path}: ${reply.status} ${text}`)
}

const book = (runtime: Runtime, session: string, agentId: string) =>
  runtime.json(
    'POST',
    '/api/appointments',
    {
      customerName: 'Bench',
      customerPhone: '0475 123456',
      customerEmail: 'bench@klant.example',
      appointmentDate: inDays(7),
      appointmentTime: '10:00',
      bookAnyway: true,
      agentId,
    },
    session,
  )

/** Previews a monthly run over the last 31 days and uploads a statement whose only payment fits no document. */
async function settle(runtime: Runtime, session: string, size: number): Promise<void> {
  const partners = await runtime.json<{ id: string }[]>('GET', '/api/self-billing/partners', undefined, session)
  const [partnerIds, from, to] = [partners.map(({ id }) => id), inDays(-31), inDays(-1)]
  await runtime.json('POST', '/api/self-billing/monthly-runs/preview', { partnerIds, from, to }, session)
  const columns = '"IBAN/BBAN","Munt","Datum","Bedrag","Tegenrekening IBAN/BBAN","Omschrijving-1"'
  const { bankAccount } = buildSettingsForm()
  const payment = `"${bankAccount.replaceAll(' ', '')}","EUR","${inDays(0)}","-${size},01","NL20INGB0001234567","Huur"`
  const { body, headers } = buildStatementForm(`${columns}\r\n${payment}\r\n`, 'afschrift.csv')
  const url = `${runtime.url}/api/self-billing/bank-statements`
  const read = await fetch(url, { method: 'POST', headers: { ...headers, sessionId: session }, body })
  if (!read.ok) throw new Error(`The statement: ${read.status} ${await read.text()}`)
}

function rowOf(action: string, measured: readonly { read: number; write: number }[]): Row {
  const goal = goals[action]
  const reads = measured.map((one) => one.read)
  const shown = {
    name: `${action}: read / write units at ${sizes}`,
    value: measured.map(({ read, write }) => `${read} / ${write}`).join(' · '),
  }
  if (ofOnePeriod.has(action)) return { ...shown, goal: 'follows its period or agenda', ok: null }
  const within = goal === undefined || Math.max(...reads) <= goal
  // The cost of a page depends on the rows that it happens to hold, so it may vary by half. Cost that grows with the
  // data varies by more.
  const flat = Math.max(...reads) <= Math.max(2, 1.5 * (reads[1] ?? 0))
  return {
    ...shown,
    goal: goal === undefined ? 'the same at every size' : `≤ ${goal} read, the same at every size`,
    ok: within && flat,
  }
}

function seed(folder: string, appointments: number): Promise<void> {
  const child = spawn(process.execPath, ['infra/local/seed-command.ts', '--appointments', String(appointments)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PARTNERVIEW_DATA: folder },
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The seed ended with ${code}`))))
  })
}
