import { buildUploadForm } from '../proofs/sample.ts'
import { startWorld } from './world.ts'

/** Stores a category of fixed costs with this id. */
export async function storeCategory(id: string, name = id): Promise<void> {
  const { CategoryNames, CostCategories } = await import('../functions/costs/cost-entity.ts')
  const at = new Date().toISOString()
  const row = { id, version: 1, name, sortName: name.toLowerCase(), isActive: true, used: 0 }
  await CostCategories.put({ ...row, createdAt: at, updatedAt: at }).go()
  await CategoryNames.put({ name: row.sortName, categoryId: id }).go()
}

/**
 * Starts a back end for tests (a world) with two teams, an admin, and the agent Lotte Peeters of team 1. Returns
 * functions that call its API for hours and costs.
 */
export async function startCostWorld() {
  const world = await startWorld({ now: '2026-11-25T09:00:00Z' })
  await world.team(1, 'Roermond Maas')
  await world.team(2, 'Vennep Duin', 'nieuw-vennep')
  const admin = await world.person({ role: 'admin' })
  const agent = await world.person({ teamId: 1, firstName: 'Lotte', lastName: 'Peeters', phone: '0475 123456' })
  const sessions = { admin: await world.session(admin), agent: await world.session(agent) }

  async function ask(as: keyof typeof sessions, method: string, path: string, body?: unknown, headers = {}) {
    return world.call(method, path, { as: sessions[as], headers, ...(body === undefined ? {} : { body }) })
  }

  /** Makes a call that must succeed; returns the body of its reply. */
  async function done(as: keyof typeof sessions, method: string, path: string, body?: unknown) {
    const { status, body: reply, text } = await ask(as, method, path, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
    return reply
  }

  return {
    world,
    admin,
    agent,
    ask,
    done,
    /** Gives the admin a new session, as every night ends the old one. */
    again: async () => {
      sessions.admin = await world.session(admin)
    },
    /** Enters hours of the agent on a day. */
    enter: (date: string, hours: number, projectType = 'sales') =>
      done('agent', 'POST', '/api/time-entries', { date, projectType, hours }),
    /** Uploads a CSV of these lines as the admin. */
    sheet: (path: string, ...rows: readonly string[]) => {
      const { body, headers } = buildUploadForm({ field: 'file', maxBytes: 1, extensions: ['.csv'] }, rows.join('\r\n'))
      return ask('admin', 'POST', path, body, headers)
    },
    /** Uploads a file unchanged, as the admin. */
    upload: (path: string, bytes: Uint8Array, filename: string) => {
      const boundary = 'grens'
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: application/octet-stream\r\n\r\n`
      const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
      return ask('admin', 'POST', path, body, { 'content-type': `multipart/form-data; boundary=${boundary}` })
    },
    /** Returns a month's counters for reports, each with its team and person. */
    counted: async (month: string) => {
      const { readCounters, reportPeriod } = await import('../functions/platform/data/counters.ts')
      const rows = await readCounters(reportPeriod(month))
      return rows.map(({ teamId, userId, counts }) => ({ teamId, userId, ...counts }))
    },
    stop: world.stop,
  }
}
export type CostWorld = Awaited<ReturnType<typeof startCostWorld>>
