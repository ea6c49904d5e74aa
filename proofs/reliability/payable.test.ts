import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CommissionWorld, commissionWorld } from '../../testing/commissions.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import { randomNumbers, SEED } from '../../testing/seed.ts'
import { settingsForm, storePartner } from '../../testing/self-billing.ts'
import { figure, size } from '../figures.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await commissionWorld()
  await done('PUT', '/self-billing/settings', settingsForm())
})
afterAll(() => world.stop())

const call = (method: string, path: string, body?: object) => world.call('admin', method, `/api${path}`, body)
const done = (method: string, path: string, body?: object) => world.done('admin', method, `/api${path}`, body)

/** Statuses at which the book has a commission. */
const booked = ['klaar_voor_uitbetaling', 'uitbetaald']

/** A commission of the model, with each payee's earnings in cents. */
interface Commission {
  readonly id: string
  status: string
  readonly earned: Map<string, number>
}

interface Invoice {
  readonly id: string
  state: 'concept' | 'issued' | 'paid' | 'gone'
}

/** Starts a pair of agent and caller whose money is moved at random. */
async function startPair(run: number, below: (limit: number) => number) {
  const agent = await world.joined({ role: 'agent', teamId: 1 })
  const caller = await world.joined({ role: 'caller', teamId: 1 })
  const people = [agent.id, caller.id]
  const partners = people.map((_, who) => `pair-${run}-${who}`)
  for (const partner of partners) await storePartner(partner)
  const commissions: Commission[] = []
  const invoices: Invoice[] = []
  const adjusted = new Map(people.map((id) => [id, 0]))
  const any = <T>(all: readonly T[]): T | undefined => all[below(Math.max(1, all.length))]

  /** Makes a call that may be refused with 409 or 422, never otherwise; tells whether it succeeded. */
  async function tried(method: string, path: string, body: object): Promise<boolean> {
    const { status, text } = await call(method, path, body)
    if (status >= 300) expect([409, 422], `${method} ${path} ${JSON.stringify(body)}: ${text}`).toContain(status)
    return status < 300
  }
  /** Reads the status and the amounts of a commission into the model. */
  async function follow(one: Commission): Promise<void> {
    const { status, agentCommission, callerCommission } = await done('GET', `/commissions/${one.id}`)
    one.status = status
    for (const [who, amount] of [agentCommission, callerCommission].entries()) {
      one.earned.set(people[who] as string, Math.round(amount * 100))
    }
  }

  /** Approves the sale of a commission; a change after an earlier approval had ended that. */
  const approve = ({ id }: Commission) =>
    tried('PATCH', `/sales/${id.slice('sale-'.length)}/status`, { status: 'approved' })

  const deeds: Record<string, () => Promise<void>> = {
    register: async () => {
      const amounts = { agentCommission: 1 + below(200), callerCommission: below(40) }
      const saleDate = `2026-11-${String(1 + below(20)).padStart(2, '0')}`
      const id = await world.sale({ agentId: agent.id, callerId: caller.id, saleDate }, amounts)
      const one = { id, status: 'nieuw', earned: new Map<string, number>() }
      commissions.push(one)
      await approve(one)
      if (await tried('PATCH', `/commissions/${id}`, { status: 'klaar_voor_uitbetaling' })) await follow(one)
    },
    amount: async () => {
      const one = any(commissions)
      if (!one) return
      const body = { agentCommission: below(200), callerCommission: below(40), reason: 'Afspraak' }
      const isHeld = one.status === 'uitbetaald'
      expect((await tried('PATCH', `/commissions/${one.id}`, body)) && isHeld, 'paid out is final').toBe(false)
      await follow(one)
    },
    back: async () => {
      const one = any(commissions)
      if (one && (await tried('PATCH', `/commissions/${one.id}`, { status: 'in_afwachting' }))) await follow(one)
    },
    ready: async () => {
      const one = any(commissions)
      if (!one) return
      await approve(one)
      if (await tried('PATCH', `/commissions/${one.id}`, { status: 'klaar_voor_uitbetaling' })) await follow(one)
    },
    pay: async () => {
      const one = any(commissions)
      if (one) await approve(one)
      if (one && (await tried('PATCH', `/commissions/${one.id}`, { status: 'uitbetaald' }))) await follow(one)
    },
    adjust: async () => {
      const userId = any(people) as string
      const amount = (below(2) === 0 ? -1 : 1) * (1 + below(150))
      await done('POST', '/commissions/adjustments', { userId, amount, reason: 'Correctie' })
      adjusted.set(userId, (adjusted.get(userId) ?? 0) + amount * 100)
    },
    partner: async () => {
      const who = below(2)
      const assignedAgentId = below(2) === 0 ? null : people[who]
      await tried('PATCH', `/self-billing/partners/${partners[who]}`, { assignedAgentId })
    },
    run: async () => {
      const period = { from: '2026-11-01', to: below(2) === 0 ? '2026-11-10' : '2026-11-30' }
      const { id } = await done('POST', '/self-billing/monthly-runs', { partnerIds: partners, ...period })
      await deliverOutbox(id)
      for (const result of await done('GET', `/self-billing/monthly-runs/${id}/results`)) {
        if (result.invoiceId) invoices.push({ id: result.invoiceId, state: 'concept' })
      }
    },
    issue: () => stepped('concept', 'in_behandeling', 'issued'),
    cancel: () => stepped('concept', 'cancelled', 'gone'),
    settle: () => stepped('issued', 'betaald', 'paid'),
    bounce: () => stepped('paid', 'in_behandeling', 'issued'),
    credit: async () => {
      const invoice = any(invoices.filter(({ state }) => state === 'issued' || state === 'paid'))
      if (!invoice) return
      const { creditable } = await done('GET', `/self-billing/invoices/${invoice.id}`)
      const quantities = creditable.map((line: object) => ({ ...line, stillEarned: below(2) === 0 }))
      const note = await call('POST', `/self-billing/invoices/${invoice.id}/credit-notes`, { quantities })
      if (note.status >= 300) return
      const issued = await tried('PATCH', `/self-billing/invoices/${note.body.id}/status`, { status: 'in_behandeling' })
      if (issued) invoice.state = 'gone'
      await deliverOutbox(invoice.id)
    },
  }

  async function stepped(from: Invoice['state'], status: string, to: Invoice['state']): Promise<void> {
    const invoice = any(invoices.filter(({ state }) => state === from))
    if (!invoice || !(await tried('PATCH', `/self-billing/invoices/${invoice.id}/status`, { status }))) return
    const { status: became } = await done('GET', `/self-billing/invoices/${invoice.id}`)
    invoice.state = became === 'betaald' ? 'paid' : to
    await deliverOutbox(invoice.id)
  }

  return {
    deed: async () => {
      const name = any([...Object.keys(deeds), 'register', 'run', 'issue', 'settle']) as string
      await deeds[name]?.()
      return name
    },
    /** Compares the book of both people with the model. */
    check: async (said: string) => {
      for (const one of commissions) await follow(one)
      for (const userId of people) await checkPerson(userId, said)
    },
  }

  async function checkPerson(userId: string, said: string): Promise<void> {
    const { balance, openItems, standingItems } = await import('../../functions/ledger/service.ts')
    const { findCommission } = await import('../../functions/sales/commission-change.ts')
    const month = await balance(userId, '2026-11')
    const earned = commissions
      .filter(({ status }) => booked.includes(status))
      .reduce((sum, one) => sum + (one.earned.get(userId) ?? 0), 0)
    // Rule 2, and the sum of what is earned as the lists have it.
    expect(month.earned + month.corrected, said).toBe(earned + (adjusted.get(userId) ?? 0))
    const settled = month.payroll + month.invoiced - month.credited + month.ownInvoices
    expect(month.openBefore + month.earned + month.corrected, said).toBe(settled + month.openAfter)
    const open = (await openItems(userId)).reduce((sum, { amount }) => sum + amount, 0)
    const concepts = new Set(invoices.filter(({ state }) => state === 'concept').map(({ id }) => `invoice#${id}`))
    for (const { id, status } of commissions) {
      const { row } = await findCommission(id)
      const dues = (row.dues ?? []).filter((due) => due.userId === userId)
      const items = await standingItems(dues.map(({ itemId }) => itemId))
      // Rule 4: what is open, claimed and settled of a commission is what it is worth.
      const worth = items.reduce((sum, { amount }) => sum + amount, 0)
      const due = booked.includes(status) ? commissions.find((one) => one.id === id)?.earned.get(userId) : 0
      expect(worth, `${said}: ${id}`).toBe(due)
      const isSettled = items.every(({ claimedBy }) => claimedBy && !concepts.has(claimedBy.by))
      if (status === 'uitbetaald' && items.length > 0) expect(isSettled, `${said}: ${id} is paid out`).toBe(true)
    }
    // Rule 7: what concepts hold and what is open is all that is owed, whatever the limits.
    expect(open + (await inConcepts(userId)), said).toBe(month.openAfter)
  }

  /** Adds up the lines of a person's concepts. */
  async function inConcepts(userId: string): Promise<number> {
    const { invoiceRecords } = await import('../../functions/self-billing/invoice-records.ts')
    let sum = 0
    for (const { id, state } of invoices) {
      if (state !== 'concept') continue
      const { commissions: settles, amount } = await invoiceRecords.find(id)
      if (settles?.userId === userId) sum += amount
    }
    return sum
  }
}

it('what people are owed adds up, whatever happens to their commissions in whatever order', async () => {
  let steps = 0
  for (let run = 0; run < size.books; run++) {
    const pair = await startPair(run, randomNumbers(run * 104_729 + 5))
    const history: string[] = []
    for (let at = 0; at < size.bookSteps; at++) {
      history.push(await pair.deed())
      await pair.check(`run ${run} step ${at} of seed ${SEED}: ${history.slice(-6).join(', ')}`)
      steps += 1
    }
  }
  const { recount } = await import('../../functions/records/recount.ts')
  const { countedLedger } = await import('../../functions/ledger/journal.ts')
  const { wrong } = await recount([countedLedger], { from: 2026, to: 2027, repair: false }, () => {})
  figure(
    'book: people',
    'earned, settled and open add up after each step; 0 balances differ from a recount',
    { steps, wrong: wrong + (await world.wrong()) },
    { steps: size.books * size.bookSteps, wrong: 0 },
  )
})
