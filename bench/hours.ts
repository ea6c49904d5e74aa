import { spawn } from 'node:child_process'
import { type Runtime, startRuntime } from '../testing/runtime.ts'
import type { Row } from './row.ts'

/** Numbers of hour entries at which read units are measured. */
const SIZES = [1_000, 10_000, 50_000]
/** Number of hour entries in one week of the demo. */
const ENTRIES_A_WEEK = 46

/** Goals in read units. */
const goals: Readonly<Record<string, number>> = {
  'GET /api/time-entries/month': 12,
  'GET /api/time-entries': 30,
  'GET /api/fixed-costs/totals': 12,
}

interface Usage {
  readonly action: string
  readonly calls: number
  readonly read: number
}

/**
 * Measures the read units of the routes of hours and fixed costs at several numbers of entries. Returns one row per
 * route.
 */
export async function run(): Promise<Row[]> {
  const runtime = await startRuntime({ seed: 'empty' })
  try {
    const costs = new Map<string, number[]>()
    for (const size of SIZES) {
      await seed(runtime.folder, Math.ceil(size / ENTRIES_A_WEEK))
      const people = await runtime.accounts()
      const admin = people.find(({ role }) => role === 'admin')
      const agent = people.find((one) => one.role === 'teamleader' && one.teamId !== null)
      if (!admin || !agent) throw new Error('The demo has an admin and a team leader')
      const session = await runtime.login(admin)
      const month = new Date().toISOString().slice(0, 7)
      await runtime.json('GET', '/__local/usage?reset=1')
      for (const path of [
        `/api/time-entries/month?month=${month}&userId=${agent.id}`,
        '/api/time-entries?limit=100',
        `/api/fixed-costs/totals?month=${month}`,
      ]) {
        await runtime.json('GET', path, undefined, session)
      }
      for (const { action, read, calls } of await usageOf(runtime)) {
        if (action in goals) costs.set(action, [...(costs.get(action) ?? []), read / calls])
      }
    }
    return [...costs].map(([action, reads]) => {
      const goal = goals[action] ?? 0
      return {
        name: `${action}: read units at ${SIZES.map((size) => `${size / 1000} k`).join(', ')} entries`,
        value: reads.join(' · '),
        goal: `≤ ${goal}, the same at every size`,
        ok: Math.max(...reads) <= goal && Math.max(...reads) <= 1.5 * Math.max(2, reads[1] ?? 0),
      }
    })
  } finally {
    await runtime.stop()
  }
}

const usageOf = (runtime: Runtime) => runtime.json<Usage[]>('GET', '/__local/usage')

/** Fills the demo with the given number of weeks of hours, and with one appointment. */
function seed(folder: string, weeks: number): Promise<void> {
  const args = ['infra/local/seed-command.ts', '--appointments', '1', '--weeks', String(weeks)]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PARTNERVIEW_DATA: folder },
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The seed ended with ${code}`))))
  })
}
