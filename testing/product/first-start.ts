import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Runtime } from '../runtime.ts'
import { listProcessTree, sumMemoryMb, sumSeconds } from './processes.ts'

/** Most processor time of a first start, in seconds: of all processes, until the address is printed. */
export const MAX_START_SECONDS = 30
/** Most megabytes of a data folder with the demo. */
export const MAX_FOLDER_MB = 150
/** Most memory of all processes after a walk over eight screens, in megabytes. */
export const MAX_WALK_MB = 700
/** Most processes after that walk: the runtime, keeper and database, 14 functions, and a second copy of one or two. */
export const MAX_WALK_PROCESSES = 20

/** Calls of the API that the browser makes for each of eight screens, and for the frame around them. */
const screens = (today: string, month: string): Readonly<Record<string, readonly string[]>> => ({
  frame: ['/auth/user', '/notifications/unread', '/my-day'],
  dashboard: [
    '/appointments/stats?timeFilter=this-month',
    '/scoreboard?period=month',
    '/commissions/summary',
    '/self-billing/invoices/status/in_behandeling',
    `/reports?month=${month}&compare=previous&by=team`,
    '/appointments/performance?timeFilter=this-month',
    '/leads?callToday=true&mine=true&limit=20',
    '/contracts/sales-status/nieuw?limit=5&sort=soonest',
  ],
  'my day': ['/my-day'],
  appointments: ['/appointments/counts', '/users?limit=500', '/teams?limit=500', `/appointments?from=${today}`],
  calendar: ['/teams?limit=500', '/users?limit=500', `/appointments?from=${month}-01&limit=500`],
  leads: ['/leads/counts', '/users?limit=500', '/leads?doNotCall=false'],
  sales: ['/users?limit=500', '/teams?limit=500', '/sales', '/sales/totals'],
  contracts: ['/contracts/counts?doNotCall=false', '/users?limit=500', '/contracts/sales-status/nieuw?sort=soonest'],
  'self-billing': [
    '/users?limit=500',
    '/self-billing/partners?limit=500',
    '/self-billing/invoices/counts',
    '/self-billing/invoices?status=concept&limit=200',
    '/self-billing/invoices/totals?status=concept',
  ],
})

/** Makes the calls of eight screens as an admin, one screen after another. */
export async function walkScreens(runtime: Runtime): Promise<void> {
  const admin = (await runtime.accounts()).find(({ role, isActive }) => role === 'admin' && isActive)
  if (!admin) throw new Error('The demo has no admin')
  // A code of the app works once, also for the test that logs this person in within the same half minute.
  const { email, password, backupCodes } = admin
  const form = { email, password, twoFactorCode: backupCodes?.at(-1) }
  const { sessionId: session } = await runtime.json<{ sessionId: string }>('POST', '/api/login', form)
  const today = new Date().toISOString().slice(0, 10)
  for (const paths of Object.values(screens(today, today.slice(0, 7)))) {
    await Promise.all(paths.map((path) => runtime.json('GET', `/api${path}`, undefined, session)))
  }
}

/** Returns the processor time in seconds, the memory in MB and the number of processes of a running product. */
export function measureProduct({ pid }: Runtime) {
  const tree = listProcessTree(pid)
  return { seconds: sumSeconds(tree), memoryMb: sumMemoryMb(tree), processes: tree.length }
}

/** Returns the size of a folder with all its files, in megabytes. */
export function measureFolderMb(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 2 ** 20
}
