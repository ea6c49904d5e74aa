import { spawn } from 'node:child_process'
import { type Account, startRuntime } from '../testing/runtime.ts'
import type { Row } from './row.ts'

/** What every reading call and a booking cost in capacity units at these numbers of appointments. */
const SIZES = (process.env['BENCH_SIZES'] ?? '1000,10000,100000').split(',').map(Number)
const sizes = SIZES.map((size) => `${size / 1000} k`).join(', ')

/** Goals in read units (proofs, performance). */
const goals: Record<string, number> = {
  'GET /api/appointments': 30,
  'GET /api/appointments/stats': 5,
  'GET /api/stats': 5,
  'GET /api/scoreboard': 15,
}

interface Usage {
  readonly action: string
  readonly calls: number
  readonly read: number
  readonly write: number
}

const calls = [
  '/api/appointments?limit=100',
  '/api/appointments/stats?timeFilter=this-year',
  '/api/stats?timeFilter=this-week',
  '/api/scoreboard?period=month',
  '/api/users',
  '/api/users/agents',
  '/api/teams',
  '/api/auth/user',
  '/api/contracts/uploads',
  '/api/contracts/sales-status/nieuw',
]

export async function run(): Promise<Row[]> {
  const runtime = await startRuntime({ seed: 'empty' })
  try {
    const costs = new Map<string, { read: number; write: number }[]>()
    let session = ''
    for (const size of SIZES) {
      await seed(runtime.folder, size)
      const people = await runtime.accounts()
      const admin = people.find((one) => one.role === 'admin') as Account
      const agent = people.find((one) => one.role === 'agent' && one.teamId !== null) as Account
      session ||= await runtime.login(admin)
      await runtime.json('GET', '/__local/usage?reset=1')
      for (const path of calls) await runtime.json('GET', path, undefined, session)
      await book(runtime, session, agent.id)
      for (const { action, read, write, calls: times } of await runtime.json<Usage[]>('GET', '/__local/usage')) {
        if (!action.includes('/api/')) continue
        costs.set(action, [...(costs.get(action) ?? []), { read: read / times, write: write / times }])
      }
    }
    return [...costs].map(([action, measured]) => rowOf(action, measured))
  } finally {
    await runtime.stop()
  }
}

const book = (
  runtime: { json: (...args: [string, string, unknown, string]) => Promise<unknown> },
  session: string,
  agentId: string,
) =>
  runtime.json(
    'POST',
    '/api/appointments',
    {
      customerName: 'Bench',
      customerPhone: '0475 123456',
      customerEmail: 'bench@klant.example',
      appointmentDate: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
      appointmentTime: '10:00',
      agentId,
    },
    session,
  )

function rowOf(action: string, measured: readonly { read: number; write: number }[]): Row {
  const goal = goals[action]
  const reads = measured.map((one) => one.read)
  const within = goal === undefined || Math.max(...reads) <= goal
  // The number of rows of a page decides its size; beyond that, growth would show as a factor.
  const flat = Math.max(...reads) <= Math.max(2, 1.5 * (reads[1] ?? 0))
  return {
    name: `${action}: read / write units at ${sizes}`,
    value: measured.map(({ read, write }) => `${read} / ${write}`).join(' · '),
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
