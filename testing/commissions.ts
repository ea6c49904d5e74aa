import { expect } from 'vitest'
import type { SaleStatus } from '../shared/api/parts/statuses.ts'
import { buildProofForm } from './invoices.ts'
import { deliverOutbox } from './outbox.ts'
import { runAsFunction } from './rights.ts'
import { buildSaleForm } from './sales.ts'
import { type Person, type PersonOptions, startWorld } from './world.ts'

const SIDE_BY_SIDE = 10

/** Number of deliveries after which a test fails because its run is still not done. */
const MAX_DELIVERIES = 1_000

interface Options {
  readonly now?: string
  /** Called before any Lambda function runs, to put a proxy between the functions and their table. */
  readonly begun?: () => Promise<unknown>
}

/** Returns the day and sums of a zzp'er's invoice with 21 % VAT; the amount is in euros. */
export const buildOwnSums = (amount: number, date = '2026-11-20') => ({
  ...{ date, amount, vat: Math.round(amount * 21) / 100 },
})

/** Returns the fields of a request that settles with a zzp'er's invoice; the amount is in euros. */
export const buildOwnInvoice = (ownInvoiceNumber: string, amount: number, date?: string) => ({
  ...{ ownInvoiceNumber, ownInvoiceSums: buildOwnSums(amount, date) },
})

/**
 * Starts a back end for tests (a world) with two admins and the people of two teams; calls `begun` before any Lambda
 * function runs. Returns functions that make and change sales, appointments and commissions.
 */
export async function startCommissionWorld({
  now = '2026-11-23T09:00:00Z',
  begun = async () => undefined,
}: Options = {}) {
  const world = await startWorld({ now })
  await begun()
  await world.team(1, 'Noord')
  await world.team(2, 'Zuid')
  const sessions = new Map<string, string>()
  async function joined(options: PersonOptions): Promise<Person> {
    const person = await world.person(options)
    sessions.set(person.id, await world.session(person))
    return person
  }
  const people = {
    admin: await joined({ role: 'admin', firstName: 'Ada', lastName: 'Admin' }),
    second: await joined({ role: 'admin', firstName: 'Bea', lastName: 'Beheer' }),
    leader: await joined({ role: 'teamleader', teamId: 1 }),
    agent: await joined({ role: 'agent', teamId: 1, firstName: 'Bo', lastName: 'Bakker' }),
    other: await joined({ role: 'agent', teamId: 1 }),
    caller: await joined({ role: 'caller', teamId: 1, firstName: 'Cas', lastName: 'Kuiper' }),
    elsewhere: await joined({ role: 'teamleader', teamId: 2 }),
    stranger: await joined({ role: 'agent', teamId: 2 }),
  }
  type Who = keyof typeof people

  const call = (who: Who, method: string, path: string, body?: object, headers = {}) =>
    world.call(method, path, { as: sessions.get(people[who].id), ...(body ? { body } : {}), headers })

  /** Makes a call that must succeed; returns the body of its reply. */
  async function done(who: Who, method: string, path: string, body?: object, headers = {}) {
    const reply = await call(who, method, path, body, headers)
    expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300)
    return reply.body
  }

  /** Approves the sale of a commission. */
  const approve = (id: string, who: Who = 'admin') =>
    done(who, 'PATCH', `/api/sales/${id.slice('sale-'.length)}/status`, { status: 'approved' })

  /** Moves a commission to a status; approves its sale first where payment needs that. */
  async function step(id: string, status: string, who: Who = 'admin') {
    const isPaid = status === 'klaar_voor_uitbetaling' || status === 'uitbetaald'
    if (isPaid && id.startsWith('sale-') && !(await done('admin', 'GET', `/api/commissions/${id}`)).approvedAt) {
      await approve(id, who === 'second' ? who : 'admin')
    }
    return done(who, 'PATCH', `/api/commissions/${id}`, { status })
  }

  return {
    ...world,
    world,
    people,
    joined,
    /** Moves the clock, and gives new sessions to all `people`, or only to `who`. */
    async travel(to: string, who = Object.keys(people) as Who[]): Promise<void> {
      world.travel(to)
      for (const person of who.map((one) => people[one])) sessions.set(person.id, await world.session(person))
    },
    call,
    done,
    /** Registers a sale of the agent, with commissions in euros if given; returns the commission's id. */
    async sale(form: object = {}, amounts?: { agentCommission: number; callerCommission?: number }): Promise<string> {
      const { id } = await done('admin', 'POST', '/api/sales', buildSaleForm({ agentId: people.agent.id, ...form }))
      if (amounts) await done('admin', 'PATCH', `/api/commissions/sale-${id}`, { reason: 'Afspraak', ...amounts })
      return `sale-${id}`
    },
    /**
     * Books an appointment by the caller for the agent, sets its status as the second admin and delivers its outbox
     * items. Returns the id of the appointment.
     */
    async held(status = 'no-sale', form: object = {}): Promise<string> {
      const booking = {
        customerName: 'Jansen',
        customerPhone: '0475 123456',
        appointmentDate: '2026-11-20',
        appointmentTime: '10:00',
        bookAnyway: true,
        agentId: people.agent.id,
        ...form,
      }
      const { id } = await done('caller', 'POST', '/api/appointments', booking)
      await done('second', 'PATCH', `/api/appointments/${id}`, { status })
      await deliverOutbox(id)
      return id
    },
    /** Gives an appointment another status as the second admin, and delivers its outbox items. */
    async change(id: string, status: string): Promise<void> {
      await done('second', 'PATCH', `/api/appointments/${id}`, { status })
      await deliverOutbox(id)
    },
    /** Uploads a file that a record of the same person may name as its proof; returns the key. */
    async proof(who: Who = 'admin', filename?: string): Promise<string> {
      const reply = await world.call('POST', '/api/proofs', {
        as: sessions.get(people[who].id),
        ...buildProofForm(filename),
      })
      expect(reply.status, reply.text).toBe(200)
      return reply.body.key
    },
    step,
    approve,
    list: (who: Who, query = '') => done(who, 'GET', `/api/commissions${query}`),
    /** Returns a commission as somebody's list shows it; undefined when it is not among the first 500 of that list. */
    seen: async (who: Who, id: string) =>
      (await done(who, 'GET', '/api/commissions?limit=500')).find((row: { id: string }) => row.id === id),
    rate: (form: object) => done('admin', 'POST', '/api/commission-rates', form),
    /**
     * Registers a sale of the agent and stores copies with this status, each with a commission of € 10; faster than
     * registering each. Returns the commission ids of the copies.
     */
    async sales(count: number, status: SaleStatus = 'nieuw'): Promise<string[]> {
      const { saleRecords } = await import('../functions/sales/records.ts')
      const { addIndexKeys } = await import('../functions/sales/rules.ts')
      const { commitAll } = await import('../functions/platform/data/commit.ts')
      const { asSystem } = await import('../functions/platform/actor.ts')
      const { id: first } = await done('admin', 'POST', '/api/sales', buildSaleForm({ agentId: people.agent.id }))
      const template = await saleRecords.find(first)
      const ids = Array.from({ length: count }, () => crypto.randomUUID() as string)
      for (let at = 0; at < count; at += SIDE_BY_SIDE) {
        await Promise.all(
          ids.slice(at, at + SIDE_BY_SIDE).map((id) => {
            const row = addIndexKeys({
              ...{ ...template, id, version: 1, status, agentCommission: 1_000, salesDockId: id },
              ...(status === 'nieuw' || status === 'pending' || status === 'rejected'
                ? {}
                : { approvedBy: people.admin.id, approvedAt: template.createdAt }),
            })
            return commitAll(asSystem('test'), saleRecords.created(row), undefined)
          }),
        )
      }
      return ids.map((id) => `sale-${id}`)
    },
    /** Returns the number of these commissions by status. */
    async stepsOf(ids: readonly string[]): Promise<Record<string, number>> {
      const { findCommission } = await import('../functions/sales/records.ts')
      const counts: Record<string, number> = {}
      for (const id of ids) {
        const { status } = (await findCommission(id)).row
        counts[status] = (counts[status] ?? 0) + 1
      }
      return counts
    },
    /**
     * Delivers the steps of a run until it is done; a failed step is delivered again. Runs `beside` during each
     * delivery, and `after` after it. Throws when the run does not end.
     */
    async advanced(id: string, beside?: (delivery: number) => Promise<unknown>, after?: () => void): Promise<void> {
      const { runAdvanceStep } = await import('../functions/sales/payouts/advance-step.ts')
      for (let delivery = 1; delivery < MAX_DELIVERIES; delivery++) {
        await Promise.allSettled([runAsFunction('outbox', () => runAdvanceStep(id)), beside?.(delivery)])
        after?.()
        if ((await done('admin', 'GET', `/api/commissions/advance/${id}`)).state === 'done') return
      }
      throw new Error('The run does not end')
    },
    /** Returns how many counters of 2026 and 2027 differ from the records. */
    async wrong(): Promise<number> {
      const { recount } = await import('../functions/records/recount.ts')
      const { countedCommissions } = await import('../functions/sales/commission-counting.ts')
      const { countedSales } = await import('../functions/sales/counting.ts')
      const { countedAppointments } = await import('../functions/appointments/counting.ts')
      const { countedLedger } = await import('../functions/book/journal.ts')
      const { countedHours } = await import('../functions/costs/counting.ts')
      const domains = [countedCommissions, countedSales, countedAppointments, countedLedger, countedHours]
      return (await recount(domains, { from: 2026, to: 2027, repair: false }, () => undefined)).wrong
    },
  }
}

export type CommissionWorld = Awaited<ReturnType<typeof startCommissionWorld>>
