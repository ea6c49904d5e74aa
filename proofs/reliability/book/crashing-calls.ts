import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { CommissionWorld } from '../../../testing/commissions.ts'
import type { MortalProxies } from '../../../testing/database/mortal-proxy.ts'
import { deliverItems, readOutboxOf } from '../../../testing/outbox.ts'

/** Milliseconds after which the lock to number an invoice has expired. */
const LOCK_MS = 5_000

/** Maximum number of deliveries of one outbox item, within which its work must be done. */
const DELIVERIES = 4

/**
 * A planned crash. `after` is the number of calls and deliveries that succeed before the crash. `write` is the number
 * of writes of the crashing call that succeed first.
 */
interface PlannedCrash {
  after: number
  readonly write: number
}

/**
 * Returns functions that call the API and deliver outbox items. A test plans a crash with `planCrash`. The planned call
 * or delivery then fails at a database write: the proxies `mortal` refuse it and all later requests. After the crash
 * the functions repeat the call or delivery, as clients and the outbox do.
 */
export function buildCrashingCalls(world: CommissionWorld, mortal: MortalProxies) {
  let planned: PlannedCrash | null = null
  let crashes = 0
  let attempts = 0
  const delivered = new Set<string>()

  /**
   * Runs `work` and lets it crash, if the planned crash is due; if not, only counts down to the crash. In both cases
   * the caller then runs the work without a crash.
   */
  async function crashIfPlanned(work: () => Promise<unknown>): Promise<void> {
    if (planned === null) return
    if (planned.after > 0) {
      planned.after -= 1
      return
    }
    mortal.dieAfter(planned.write)
    planned = null
    await Promise.allSettled([work()])
    if (mortal.revive()) crashes += 1
    world.world.travel(Date.now() + LOCK_MS)
  }

  /**
   * Makes a call as the admin; repeats it with the same key if it crashes. Fails the test for any refusal except 409
   * and 422; a call about a fee may also get a 404.
   */
  async function call(method: string, path: string, body: object) {
    attempts += 1
    const headers = method === 'POST' ? { 'idempotency-key': randomUUID() } : {}
    const send = () => world.call('admin', method, `/api${path}`, body, headers)
    await crashIfPlanned(send)
    const reply = await send()
    if (reply.status >= 300) {
      // A sale replaces the fee of a held appointment. The replaced fee is in no list and cannot be found.
      const refused = path.startsWith('/commissions/lead-') ? [404, 409, 422] : [409, 422]
      expect(refused, `${method} ${path} ${JSON.stringify(body)}: ${reply.text}`).toContain(reply.status)
    }
    return reply
  }

  const waitingItems = async (subject: string) => (await readOutboxOf(subject)).filter(({ id }) => !delivered.has(id))

  /** Delivers the outbox items of a record until all are done. Throws when some are not done after four deliveries. */
  async function deliver(subject: string): Promise<void> {
    await crashIfPlanned(async () => deliverItems(await waitingItems(subject)))
    for (let delivery = 1; delivery <= DELIVERIES; delivery++) {
      const items = await waitingItems(subject)
      if (items.length === 0) return
      const failed = (await deliverItems(items)).batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)
      for (const { id } of items) if (!failed.includes(id)) delivered.add(id)
    }
    throw new Error(`The work of ${subject} is not done`)
  }

  return {
    call,
    deliver,
    /** Lets `deliver` deliver items again that are done. */
    forgetDeliveries: () => delivered.clear(),
    crashIfPlanned,
    /** Makes a call as the admin; tells whether it was accepted. */
    isAccepted: async (method: string, path: string, body: object) => (await call(method, path, body)).status < 300,
    /** Plans the next crash; null plans none. */
    planCrash: (crash: PlannedCrash | null) => {
      planned = crash
    },
    countAttempt: () => {
      attempts += 1
    },
    /** Returns the number of attempts so far: calls, and those that `countAttempt` added. */
    attempts: () => attempts,
    crashes: () => crashes,
  }
}
