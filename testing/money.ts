import { expect } from 'vitest'
import type { LocalDate } from '../shared/time.ts'
import { type CommissionWorld, startCommissionWorld } from './commissions.ts'
import { buildAgreementForm, buildInvoiceForm, buildPartnerForm, buildSettingsForm } from './invoices.ts'
import { outboxEventOf, readOutboxOf } from './outbox.ts'
import { buildSaleForm } from './sales.ts'
import type { Person } from './world.ts'

/** Number of deliveries after which the test fails; work that loses a race needs several. */
const DELIVERIES = 5

/** Milliseconds after which the lock for invoice numbers has expired, whoever held it. */
const TURN_MS = 5_000

/** Period that a monthly run invoices by default, and the date of its invoices. */
const OCTOBER = { from: '2026-10-01', to: '2026-10-31', invoiceDate: '2026-11-18' }

interface Amounts {
  readonly agentCommission?: number
  readonly callerCommission?: number
}

interface Result {
  readonly outcome: string
  readonly invoiceId: string | null
  readonly total: number | null
  readonly message: string | null
  readonly leftOut: { readonly text: string; readonly reason: string }[]
}

interface Creditable {
  readonly lineOrder: number
  readonly quantity: number
  readonly isCommission: boolean
}

/** Numbers of the lines that a credit note reverses, and whether their commissions are still earned. */
interface Credited {
  readonly stillEarned?: boolean
  readonly lines?: readonly number[]
}

const cents = (euros: number) => Math.round(euros * 100)

/**
 * Posts open items for a person to the ledger, one per amount in euros; faster than making commissions. `day` is the
 * day of supply.
 */
export async function postOpenItems(userId: string, amounts: readonly number[], day = '2026-10-12'): Promise<void> {
  const { postDue } = await import('../functions/book/service.ts')
  const { commit } = await import('../functions/platform/data/commit.ts')
  const { asSystem } = await import('../functions/platform/actor.ts')
  const { localDateOf, now } = await import('../shared/time.ts')
  const due = { date: localDateOf(now()), by: 'test', version: 1, userId }
  for (const [index, amount] of amounts.entries()) {
    const commissionId = `owed-${userId}-${day}-${index}`
    const what = { amount: cents(amount), supplyDate: day as LocalDate, text: `Sale ${index + 1}` }
    const posted = postDue({ ...due, ...what, commissionId })
    const entity = { type: 'test', id: commissionId }
    await commit(asSystem('test'), { action: 'test.post', entity, ...posted }, undefined)
  }
}

/**
 * Starts a back end for tests (a world) whose commissions are paid by payroll or by partners' invoices. Returns
 * functions that invoice, pay and credit; each test makes its own people.
 */
export async function startMoneyWorld() {
  const world: CommissionWorld = await startCommissionWorld()
  const call = (method: string, path: string, body?: object) =>
    world.call('admin', method, `/api/self-billing${path}`, body)
  const done = (method: string, path: string, body?: object) =>
    world.done('admin', method, `/api/self-billing${path}`, body)
  await done('PUT', '/settings', buildSettingsForm())

  /** Creates a partner with an agreement, whose invoices pay this person if given; returns the partner's id. */
  async function partnerOf(
    assignedAgentId?: string,
    { agreedOn, ...form }: { agreedOn?: string; vatSchemes?: object; name?: string } = {},
  ): Promise<string> {
    const { id } = await done('POST', '/partners', buildPartnerForm({ assignedAgentId, ...form }))
    const as = await world.world.session(world.people.admin)
    const agreement = buildAgreementForm(agreedOn === undefined ? {} : { date: agreedOn })
    await world.world.call('PUT', `/api/self-billing/partners/${id}/agreement`, { as, ...agreement })
    return id
  }
  const agent = () => world.joined({ role: 'agent', teamId: 1 })
  const invoice = async (id: string) => done('GET', `/invoices/${id}`)
  const statement = (userId: string, month = '2026-11') =>
    world.done('admin', 'GET', `/api/commissions/statement?userId=${userId}&month=${month}`)
  /** Moves an invoice to a status; the second admin approves a payment that waits. */
  async function put(id: string, status: string, more: object = {}) {
    const made = await done('PATCH', `/invoices/${id}/status`, { status, ...more })
    if (!made.pendingPayment) return made
    const seen = { 'if-match': `"${made.version}"` }
    return world.done('second', 'POST', `/api/self-billing/waiting-payments/${id}/approve`, undefined, seen)
  }

  const isDelivered = new Set<string>()
  /** Delivers a record's outbox items, or those of one kind, until all are done. Throws after five deliveries. */
  async function delivered(subject: string, only?: string): Promise<void> {
    const { handler } = await import('../events/outbox.ts')
    for (let delivery = 1; delivery <= DELIVERIES; delivery++) {
      const items = (await readOutboxOf(subject)).filter(
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
    /** Calls an endpoint of self-billing as the admin, which must succeed; returns the body of the reply. */
    bill: done,
    /** Calls an endpoint of self-billing as the admin, which may refuse; returns status and message. */
    tryBill: async (method: string, path: string, body?: object) => {
      const reply = await call(method, path, body)
      return [reply.status, reply.body?.message ?? null]
    },
    /** Calls any domain as the admin; returns status and message. */
    attempt: async (method: string, path: string, body?: object) => {
      const reply = await world.call('admin', method, path, body)
      return [reply.status, reply.body?.message ?? null]
    },
    /** Approves a new payment file as the second admin. */
    approveFile: (id: string) =>
      world.done('second', 'POST', `/api/self-billing/payment-files/${id}/approve`, undefined, { 'if-match': '"1"' }),
    partnerOf,
    agent,
    /** Sets whether a partner is active; invoices of an inactive partner pay nobody. */
    activate: (partner: string, isActive: boolean) => done('PATCH', `/partners/${partner}`, { isActive }),
    /** Creates an agent, and a partner whose invoices pay this agent. */
    async invoicedAgent(form: Parameters<typeof partnerOf>[1] = {}): Promise<{ user: Person; partner: string }> {
      const user = await agent()
      return { user, partner: await partnerOf(user.id, form) }
    },
    /** Creates a commission ready for payment, by default of October with € 100 for the agent; returns its id. */
    async ready(
      agentId: string,
      {
        callerId,
        saleDate = '2026-10-12',
        ...amounts
      }: Partial<Record<'callerId' | 'saleDate', string>> & Amounts = {},
    ) {
      const form = { agentId, saleDate, ...(callerId ? { callerId } : {}) }
      const id = await world.sale(form, { agentCommission: 100, ...amounts })
      await world.step(id, 'klaar_voor_uitbetaling')
      return id
    },
    postOpenItems,
    /** Creates a held appointment whose fee is ready for payment; the caller has since become an agent. */
    async fee() {
      const caller = await world.joined({ role: 'caller', teamId: 1 })
      const seller = await agent()
      const as = await world.world.session(caller)
      const day = { customerName: 'Jansen', customerPhone: '0475 123456', appointmentDate: '2026-10-12' }
      const body = { ...day, appointmentTime: '10:00', bookAnyway: true, agentId: seller.id }
      const { id } = (await world.world.call('POST', '/api/appointments', { as, body })).body
      await world.change(id, 'no-sale')
      await world.done('admin', 'PUT', `/api/users/${caller.id}`, { role: 'agent', phone: '0475 300000' })
      await world.step(`lead-${id}`, 'klaar_voor_uitbetaling')
      const sale = buildSaleForm({ appointmentId: id, agentId: seller.id })
      const rejection = { status: 'rejected', rejectionReason: 'Onjuist' }
      return {
        user: caller,
        appointmentId: id as string,
        commission: `lead-${id}`,
        /** Registers the sale that replaces the fee; returns the sale's id. */
        sell: async (): Promise<string> =>
          (await world.done('admin', 'POST', '/api/sales', { ...sale, salesDockId: buildSaleForm().salesDockId })).id,
        reject: (saleId: string) => world.done('admin', 'PATCH', `/api/sales/${saleId}/status`, rejection),
        /** Delivers the appointment's outbox items, which update its fee. */
        settled: () => delivered(id),
      }
    },
    statusOf: async (id: string) => (await world.done('admin', 'GET', `/api/commissions/${id}`)).status,
    /** Sets a commission to uitbetaald (paid out) by hand; returns status and message of the reply. */
    byHand: async (id: string, more: object = {}) => {
      const { status, body } = await world.call('admin', 'PATCH', `/api/commissions/${id}`, {
        status: 'uitbetaald',
        ...more,
      })
      return [status, body?.message ?? null]
    },
    /** Notes a correction of somebody's pay, in euros. */
    correct: (userId: string, amount: number) =>
      world.done('admin', 'POST', '/api/commissions/adjustments', { userId, amount, reason: 'Correctie' }),
    statement,
    /** Returns the sums of a person's month in euros; expects that they add up. */
    async monthOf(userId: string, month = '2026-11') {
      const { carriedIn, earnedTotal, adjustedTotal, paidTotal, byInvoice, carriedOut } = await statement(userId, month)
      const invoiced = cents(byInvoice.paidTotal) + cents(byInvoice.adjustedTotal)
      const before = cents(carriedIn) + cents(earnedTotal) + cents(adjustedTotal)
      expect(before, `statement of ${month}`).toBe(cents(paidTotal) + invoiced + cents(carriedOut))
      return {
        earned: earnedTotal,
        adjusted: adjustedTotal,
        payroll: paidTotal,
        invoiced: invoiced / 100,
        open: carriedOut,
      }
    },
    /** Starts a monthly run for a partner, by default of October, without delivering its steps; returns its id. */
    async started(partner: string, choice: object = {}): Promise<string> {
      return (await done('POST', '/monthly-runs', { partnerIds: [partner], ...OCTOBER, ...choice })).id
    },
    /** Completes a monthly run for a partner; returns the ids of its invoices. */
    async invoicedBy(partner: string, choice: object = {}): Promise<string[]> {
      const { results } = await this.ran(partner, choice)
      return results.flatMap(({ invoiceId }) => invoiceId ?? []).reverse()
    },
    /** Completes a monthly run for a partner; returns the run and its results. */
    async ran(partner: string, choice: object = {}) {
      const id = await this.started(partner, choice)
      await delivered(id)
      const results: Result[] = await done('GET', `/monthly-runs/${id}/results?limit=100`)
      return {
        run: await done('GET', `/monthly-runs/${id}`),
        results,
        leftOut: results.flatMap(({ leftOut }) => leftOut),
      }
    },
    /** Creates a credit note as a concept, for all or some lines of an invoice; returns its id. */
    async creditNote(id: string, { stillEarned = true, lines }: Credited = {}): Promise<string> {
      const { creditable }: { creditable: Creditable[] } = await invoice(id)
      const quantities = creditable
        .filter(({ lineOrder }) => lines === undefined || lines.includes(lineOrder))
        .map(({ isCommission, ...one }) => ({ ...one, ...(isCommission ? { stillEarned } : {}) }))
      return (await done('POST', `/invoices/${id}/credit-notes`, { quantities })).id
    },
    /** Credits all or some lines of an invoice, and updates its commissions; returns the id of the credit note. */
    async credited(id: string, how: Credited = {}): Promise<string> {
      const note = await this.creditNote(id, how)
      await put(note, 'in_behandeling')
      await delivered(id, 'invoice-commissions')
      return note
    },
    /** Moves an invoice through statuses; after each, delivers the outbox item that updates its commissions. */
    async stepped(id: string, ...statuses: string[]): Promise<void> {
      for (const status of statuses) {
        await put(id, status)
        await delivered(id, 'invoice-commissions')
      }
    },
    /** Lists an invoice's commissions, each with its line. `state` is `paid` when the invoice is paid, else `open`. */
    held: async (id: string): Promise<{ commissionId: string; lineOrder: number; state: string }[]> =>
      (await done('GET', `/invoices/${id}/commissions`)).commissions,
    /** Returns the totals of an invoice's lines in euros. */
    async linesOf(id: string): Promise<number[]> {
      return (await invoice(id)).lines.map(({ totalPrice }: { totalPrice: number }) => totalPrice)
    },
    invoice,
    /** Moves an invoice to a status, without delivering the outbox items of that change. */
    put,
    delivered,
    /** Lets the lock for invoice numbers expire, as if its holder had died. */
    passTurn: () => world.world.travel(Date.now() + TURN_MS),
    /** Sends a partner an invoice of € 121,00 with two lines typed by hand. */
    async sent(partner: string) {
      const lines = [60, 40].map((unitPrice) => ({ description: 'Advies', quantity: 1, unitPrice, vatRate: 21 }))
      const { id } = await done('POST', '/invoices', buildInvoiceForm(partner, { lines, invoiceDate: '2026-11-18' }))
      return done('PATCH', `/invoices/${id}/status`, { status: 'in_behandeling' })
    },
  }
}

export type MoneyWorld = Awaited<ReturnType<typeof startMoneyWorld>>
