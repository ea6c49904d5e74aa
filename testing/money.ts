import { type CommissionWorld, commissionWorld } from './commissions.ts'
import { outboxEventOf, outboxOf } from './outbox.ts'
import { agreementForm, invoiceForm, partnerForm, settingsForm } from './self-billing.ts'
import type { Person } from './world.ts'

/** Deliveries after which work that failed because something else changed has been done. */
const DELIVERIES = 5

/** Longer than the turn to number an invoice lasts. */
const TURN_MS = 5_000

/** What a run invoices, and the date of its invoices: days on which they can be paid are over. */
const OCTOBER = { from: '2026-10-01', to: '2026-10-31', invoiceDate: '2026-11-18' }

/** Starts a world of commissions and of what pays them: payroll, or partners by invoices. Each test makes its own people. */
export async function moneyWorld() {
  const world: CommissionWorld = await commissionWorld()
  const call = (method: string, path: string, body?: object) =>
    world.call('admin', method, `/api/self-billing${path}`, body)
  const done = (method: string, path: string, body?: object) =>
    world.done('admin', method, `/api/self-billing${path}`, body)
  await done('PUT', '/settings', settingsForm())

  /** Makes a partner with an agreement, whose invoices pay somebody. */
  async function partnerOf(assignedAgentId?: string): Promise<string> {
    const { id } = await done('POST', '/partners', partnerForm({ assignedAgentId }))
    const as = await world.world.session(world.people.admin)
    await world.world.call('PUT', `/api/self-billing/partners/${id}/agreement`, { as, ...agreementForm() })
    return id
  }
  const agent = () => world.joined({ role: 'agent', teamId: 1 })
  const invoice = async (id: string) => done('GET', `/invoices/${id}`)

  const isDelivered = new Set<string>()
  /** Delivers what a record put in the outbox, or one kind of that, each item until it is done, as the stream does. */
  async function delivered(subject: string, only?: string): Promise<void> {
    const { handler } = await import('../events/outbox.ts')
    for (let delivery = 1; delivery <= DELIVERIES; delivery++) {
      const items = (await outboxOf(subject)).filter(
        ({ id, kind }) => !isDelivered.has(id) && (only === undefined || kind === only),
      )
      if (items.length === 0) return
      const { batchItemFailures } = await handler(outboxEventOf(items))
      const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
      for (const { id } of items) {
        if (failed.has(id)) isDelivered.delete(id)
        else isDelivered.add(id)
      }
    }
    throw new Error('The work is not done')
  }

  return {
    ...world,
    /** Calls self-billing as the admin, which has to succeed; `tryBill` returns status and message. */
    bill: done,
    tryBill: async (method: string, path: string, body?: object) => {
      const reply = await call(method, path, body)
      return [reply.status, reply.body?.message ?? null]
    },
    /** Calls any domain as the admin; returns status and message. */
    attempt: async (method: string, path: string, body?: object) => {
      const reply = await world.call('admin', method, path, body)
      return [reply.status, reply.body?.message ?? null]
    },
    partnerOf,
    agent,
    /** Ends that a partner's invoices pay anybody, or begins it again. */
    activate: (partner: string, isActive: boolean) => done('PATCH', `/partners/${partner}`, { isActive }),
    /** Makes an agent who is paid by invoices, with the partner. */
    async invoicedAgent(): Promise<{ user: Person; partner: string }> {
      const user = await agent()
      return { user, partner: await partnerOf(user.id) }
    },
    /** Makes a commission of October that is ready to be paid out, of € 100 for the agent. */
    async ready(agentId: string, { callerId, ...amounts }: { callerId?: string; callerCommission?: number } = {}) {
      const form = { agentId, saleDate: '2026-10-12', ...(callerId ? { callerId } : {}) }
      const id = await world.sale(form, { agentCommission: 100, ...amounts })
      await world.step(id, 'klaar_voor_uitbetaling')
      return id
    },
    statusOf: async (id: string) => (await world.done('admin', 'GET', `/api/commissions/${id}`)).status,
    /** Notes a correction of somebody's pay. */
    correct: (userId: string, amount: number) =>
      world.done('admin', 'POST', '/api/commissions/adjustments', { userId, amount, reason: 'Correctie' }),
    statement: (userId: string, month = '2026-11') =>
      world.done('admin', 'GET', `/api/commissions/statement?userId=${userId}&month=${month}`),
    /** Starts a monthly run of October; its steps are delivered apart. */
    async started(partner: string): Promise<string> {
      return (await done('POST', '/monthly-runs', { partnerIds: [partner], ...OCTOBER })).id
    },
    /** Runs October for a partner; returns the ids of the invoices that it makes. */
    async invoicedBy(partner: string): Promise<string[]> {
      const id = await this.started(partner)
      await delivered(id)
      const results: { invoiceId: string | null }[] = await done('GET', `/monthly-runs/${id}/results`)
      return results.flatMap(({ invoiceId }) => invoiceId ?? [])
    },
    /** Returns what the lines of an invoice come to, in euros. */
    async linesOf(id: string): Promise<number[]> {
      return (await invoice(id)).lines.map(({ totalPrice }: { totalPrice: number }) => totalPrice)
    },
    invoice,
    /** Brings an invoice to another status; what follows on it waits. */
    put: (id: string, status: string, more: object = {}) =>
      done('PATCH', `/invoices/${id}/status`, { status, ...more }),
    delivered,
    /** Ends the turn of whoever numbers an invoice now, as of one who died with it. */
    passTurn: () => world.world.travel(Date.now() + TURN_MS),
    /** Sends an invoice of € 121,00 to a partner, of two lines that were typed by hand. */
    async sent(partner: string) {
      const lines = [60, 40].map((unitPrice) => ({ description: 'Advies', quantity: 1, unitPrice, vatRate: 21 }))
      const { id } = await done('POST', '/invoices', invoiceForm(partner, { lines, invoiceDate: '2026-11-18' }))
      return done('PATCH', `/invoices/${id}/status`, { status: 'in_behandeling' })
    },
  }
}

export type MoneyWorld = Awaited<ReturnType<typeof moneyWorld>>
