import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Report } from '../../../shared/api/reports.ts'
import { addDays, addMonths, type LocalDate, monthOf } from '../../../shared/time.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'
import { runAsFunction } from '../../../testing/rights.ts'
import { createRandomNumbers, SEED } from '../../../testing/seed.ts'
import { reportFigure, size } from '../../figures.ts'
import { checkEnd } from './closing-months.ts'
import { saleOf } from './withdrawals.ts'

const FIRST = '2026-12-01' as LocalDate

/** States of a commission at the moment at which the customer withdraws from its sale. */
const states = ['ready', 'payroll', 'own invoice', 'concept', 'issued', 'paid'] as const
type State = (typeof states)[number]

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const below = createRandomNumbers(41)

interface Payee {
  readonly id: string
  readonly partner?: string
  /** Commissions of the month in hand, each with its euros. */
  sold: Map<string, number>
  /** Euros of all sales from which nobody withdrew. */
  standing: number
}

/** Creates one payee for each state: how a person is paid decides about the state. */
async function createPayees(): Promise<Record<State, Payee>> {
  const payeeOf = async (state: State): Promise<Payee> => {
    const nothing = { sold: new Map<string, number>(), standing: 0 }
    if (state === 'ready' || state === 'payroll') return { id: (await world.agent()).id, ...nothing }
    if (state === 'own invoice') {
      const { id } = await world.joined({ role: 'agent', teamId: 1, employmentType: 'zzp' })
      return { id, ...nothing }
    }
    const { user, partner } = await world.invoicedAgent({ agreedOn: '2026-11-01' })
    return { id: user.id, partner, ...nothing }
  }
  const made = await Promise.all(states.map(async (state) => [state, await payeeOf(state)] as const))
  return Object.fromEntries(made) as Record<State, Payee>
}

/** Sells in a month, one to three times for each payee. */
async function sell(payees: Record<State, Payee>, month: LocalDate): Promise<void> {
  for (const payee of Object.values(payees)) {
    payee.sold = new Map()
    for (let left = 1 + below(3); left > 0; left--) {
      const euros = (100 + below(20_000)) / 100
      const saleDate = addDays(month, below(25))
      payee.sold.set(await world.ready(payee.id, { saleDate, agentCommission: euros }), euros)
      payee.standing += euros
    }
  }
}

/** Pays what a month earned as each payee is paid; the invoices of one stay unpaid, and those of another concepts. */
async function pay(payees: Record<State, Payee>, month: LocalDate, day: LocalDate): Promise<void> {
  for (const state of ['payroll', 'own invoice'] as const) {
    const own = state === 'own invoice' ? { ownInvoiceNumber: `F-${month}` } : {}
    for (const id of payees[state].sold.keys()) await world.byHand(id, own)
  }
  for (const state of ['issued', 'paid'] as const) {
    for (const id of await invoice(payees[state], month, day)) {
      await world.stepped(id, 'in_behandeling')
      // Corrections may leave nothing to pay; such an invoice is paid once it is issued.
      const isUnpaid = (await world.invoice(id)).status !== 'betaald'
      if (state === 'paid' && isUnpaid) await world.stepped(id, 'betaald')
    }
  }
}

const invoice = ({ partner }: Payee, month: LocalDate, invoiceDate: LocalDate) =>
  world.invoicedBy(partner ?? '', { from: month, to: addDays(addMonths(month, 1), -1), invoiceDate })

/** Closes and seals a month. */
async function close(month: string): Promise<void> {
  await world.done('admin', 'PUT', `/api/ledger/periods/${month}`, { closed: true })
  await world.travel(new Date(Date.now() + 30 * 60_000).toISOString())
  const { handler } = await import('../../../events/month-closing.ts')
  await runAsFunction('month-closing', handler)
  expect((await world.done('admin', 'GET', `/api/ledger/periods/${month}`)).state).toBe('closed')
}

async function readJournal(month: string): Promise<unknown> {
  const { journalOf } = await import('../../../functions/book/service.ts')
  const { readAllRows } = await import('../../../functions/records/source.ts')
  return readAllRows(journalOf(month))
}

const report = (month: string): Promise<Report> => world.done('admin', 'GET', `/api/reports?month=${month}`)

/** Withdraws from some sales of a payee, one at least, and notes the corrections that this asks for. */
async function withdraw(payee: Payee): Promise<number> {
  const ids = [...payee.sold.keys()].filter((_, index) => index === 0 || below(2) === 0)
  for (const id of ids) {
    await world.done('admin', 'POST', `/api${saleOf(id)}/withdraw`, { how: 'mail', reason: 'Coulance' })
    const { proposedCorrections } = await world.done('admin', 'GET', `/api${saleOf(id)}`)
    if (proposedCorrections.length > 0) await world.done('admin', 'POST', `/api${saleOf(id)}/withdraw/corrections`)
    payee.standing -= payee.sold.get(id) ?? 0
  }
  return ids.length
}

it('money balances after withdrawals in each state from sales of closed months', async () => {
  const payees = await createPayees()
  const became = new Map<string, number>()
  const wrong: string[] = []
  let times = 0
  for (let index = 0; index < size.withdrawnMonths; index++) {
    const start = addMonths(FIRST, index)
    const [month, next] = [monthOf(start), monthOf(addMonths(start, 1))]
    const said = `${month} of seed ${SEED}`
    await world.travel(`${addDays(start, 26)}T09:00:00Z`)
    await sell(payees, start)
    const day = addDays(addMonths(start, 1), 1)
    await world.travel(`${day}T09:00:00Z`)
    await pay(payees, start, day)
    await close(month)
    const [sealed, { totals }] = [await readJournal(month), await report(month)]

    const concepts = await invoice(payees.concept, start, day)
    const [held = ''] = payees.concept.sold.keys()
    const refusal = await world.attempt('POST', `/api${saleOf(held)}/withdraw`, { how: 'mail', reason: 'Coulance' })
    expect(refusal[0], said).toBe(409)
    for (const id of concepts) await world.stepped(id, 'in_behandeling')
    let withdrawn = 0
    for (const payee of Object.values(payees)) withdrawn += await withdraw(payee)
    times += withdrawn

    expect(await readJournal(month), said).toEqual(sealed)
    const { sales, revenue, commissions } = (await report(month)).totals
    expect({ sales, revenue, commissions }, said).toMatchObject({
      ...{ sales: totals.sales, revenue: totals.revenue, commissions: totals.commissions },
    })
    expect((await report(next)).totals.late, said).toBe(withdrawn)
    for (const one of [month, next]) await checkEnd(world, one)
    for (const [state, { id, standing }] of Object.entries(payees)) {
      const [closed, present] = [await world.monthOf(id, month), await world.monthOf(id, next)]
      const before = (became.get(id) ?? 0) + closed.earned + closed.adjusted
      became.set(id, before)
      const is = Math.round((before + present.earned + present.adjusted) * 100)
      if (is !== Math.round(standing * 100)) wrong.push(`${said}: ${state} earned ${is}, not ${standing}`)
    }
  }
  const goal = `every payee earned what stands, and closed months never change (${times} withdrawals)`
  reportFigure('withdrawn months', goal, [size.withdrawnMonths, ...wrong], [size.withdrawnMonths])
})
