import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { addDays, addToMonth, type LocalDate } from '../../../shared/time.ts'
import { buildPaymentDetails, buildStatementEntry, buildStatementXml } from '../../../testing/bank.ts'
import { buildOwnInvoice, buildOwnSums, type CommissionWorld } from '../../../testing/commissions.ts'
import type { MortalProxies } from '../../../testing/database/mortal-proxy.ts'
import { buildStatementForm, storePartner } from '../../../testing/invoices.ts'
import { doBeforeNextWrite } from '../../../testing/meanwhile.ts'
import { buildSaleForm } from '../../../testing/sales.ts'
import { buildMonthClosing, openMonths } from './closing-months.ts'
import { buildCrashingCalls } from './crashing-calls.ts'
import { isHeld } from './held-commissions.ts'
import { buildWithdrawals, saleOf } from './withdrawals.ts'

/** First day of the offices, and the day from which they close no further month. */
const [FIRST, LAST] = ['2026-11-02', '2027-01-01'] as const

interface Office {
  readonly world: CommissionWorld
  /** Proxies that can refuse all writes from some moment on, as if the function crashed. */
  readonly mortal: MortalProxies
  /** Number that makes the ids of the office's partners unique. */
  readonly run: number
  /** Draws a random number from 0 up to a limit, the limit excluded. */
  readonly below: (limit: number) => number
}

/**
 * Makes a random test scenario: an office of three people and two partner companies. The people are an agent on
 * payroll, a freelance agent and a caller. The invoices of a partner pay the person assigned to it. Returns the
 * office's records and `performRandomAction`, a random action on what the people are owed. The API may refuse an
 * action with 409 or 422 only; for a fee also with 404.
 */
export async function startOffice({ world, mortal, run, below }: Office) {
  const joined = (form: object) => world.joined({ role: 'agent', teamId: 1, ...form })
  const [agent, freelancer] = [await joined({}), await joined({ employmentType: 'zzp' })]
  const caller = await joined({ role: 'caller' })
  const people = [agent.id, freelancer.id, caller.id]
  const partners = [0, 1].map((who) => `office-${run}-${who}`)
  for (const partner of partners) await storePartner(partner)

  const commissions: string[] = []
  const appointments: { readonly id: string; saleId?: string }[] = []
  const documents: string[] = []
  /** Corrections noted by hand, in cents per person. */
  const adjusted = new Map(people.map((id) => [id, 0]))
  const times = new Map<string, number>()
  let today = FIRST as LocalDate
  /** True while another action happens in the middle of the present one. */
  let racing = false
  const calls = buildCrashingCalls(world, mortal)
  const { call, deliver, isAccepted } = calls
  await travel(today)
  await openMonths(world)
  const closing = buildMonthClosing({ world, people, partners, documents })
  const assigned = [agent.id, below(2) === 0 ? freelancer.id : caller.id]
  for (const [who, assignedAgentId] of assigned.entries()) {
    await world.done('admin', 'PATCH', `/api/self-billing/partners/${partners[who]}`, { assignedAgentId })
  }

  const any = <T>(all: readonly T[]): T | undefined => all[below(Math.max(1, all.length))]

  async function travel(day: LocalDate): Promise<void> {
    calls.countAttempt()
    today = day
    await world.travel(`${day}T09:00:00Z`, ['admin', 'second'])
  }

  /**
   * Changes a commission or sale. Expects a refusal while an invoice claims it, unless another action happens in
   * between.
   */
  async function changeUnlessHeld(id: string, method: string, path: string, body: object): Promise<void> {
    const held = racing || (await isHeld(id, body))
    const isDone = await isAccepted(method, path, body)
    if (!racing && held) expect(isDone, `${path} while an invoice holds ${id}`).toBe(false)
  }

  const sales = () => commissions.filter((id) => id.startsWith('sale-'))
  const approve = (id: string) =>
    id.startsWith('sale-') ? isAccepted('PATCH', `${saleOf(id)}/status`, { status: 'approved' }) : Promise.resolve(true)
  const setStatus = (id: string, status: string, more: object = {}) =>
    isAccepted('PATCH', `/commissions/${id}`, { status, ...more })
  const withOne = (all: () => readonly string[], action: (id: string) => Promise<unknown>) => async () => {
    const one = any(all())
    if (one) await action(one)
  }

  async function register(form: object = {}): Promise<string | null> {
    const body = buildSaleForm({ agentId: any([agent.id, freelancer.id]), saleDate: today, ...form })
    const { status, body: made } = await call('POST', '/sales', body)
    if (status !== 201) return null
    const id = `sale-${made.id}`
    if (!commissions.includes(id)) commissions.push(id)
    const callers = made.callerId ? { callerCommission: below(40) } : {}
    const amounts = { agentCommission: 1 + below(200), ...callers, reason: 'Afspraak' }
    await isAccepted('PATCH', `/commissions/${id}`, amounts)
    return id
  }

  const withdrawals = buildWithdrawals({ world, people, adjusted, appointments, calls, today: () => today })

  const statusOf = async (id: string) => (await world.done('admin', 'GET', `/api/commissions/${id}`)).status
  const documentsAt = async (...statuses: string[]) => {
    const { invoicesById } = await import('../../../functions/invoices/invoices/records.ts')
    return [...(await invoicesById(documents)).values()].filter(({ status }) => statuses.includes(status))
  }

  /** Changes the status of a random invoice or credit note, and updates its commissions. */
  async function moveDocument(from: string, status: string, more: object = {}): Promise<void> {
    const row = any(await documentsAt(from))
    if (!row) return
    await isAccepted('PATCH', `/self-billing/invoices/${row.id}/status`, { status, ...more })
    if (status === 'betaald') await approvePayment(row.id)
    await deliver(row.id)
    if (row.creditedInvoice) await deliver(row.creditedInvoice.id)
  }

  /** Approves the payment of an invoice as the second admin, if one waits. */
  async function approvePayment(id: string): Promise<void> {
    const { version, pendingPayment } = await world.done('admin', 'GET', `/api/self-billing/invoices/${id}`)
    const path = `/api/self-billing/waiting-payments/${id}/approve`
    if (pendingPayment) await world.call('second', 'POST', path, undefined, { 'if-match': `"${version}"` })
  }

  /** Uploads a bank statement with one booking and confirms the matches that it proposes. */
  async function bookByBank(invoiceNumber: string, amount: number, side: 'DBIT' | 'CRDT', day = today): Promise<void> {
    calls.countAttempt()
    const as = await world.world.session(world.people.admin)
    const entry = buildStatementEntry(
      amount / 100,
      buildPaymentDetails(invoiceNumber, { text: randomUUID() }),
      side,
      day,
    )
    const form = { as, ...buildStatementForm(buildStatementXml(entry)) }
    const send = () => world.world.call('POST', '/api/self-billing/bank-statements', form)
    await calls.crashIfPlanned(send)
    const { status, body, text } = await send()
    expect(status, text).toBe(200)
    const path = `/self-billing/bank-statements/${body.id}`
    const [booking] = await world.done('admin', 'GET', `/api${path}/bookings`)
    for (const { invoiceId } of booking.matches) {
      await isAccepted('POST', `${path}/confirm`, { matches: [{ booking: booking.id, invoiceId }] })
      await deliver(invoiceId)
    }
  }

  const files: { readonly id: string; readonly invoiceIds: readonly string[] }[] = []

  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    register: async () => {
      const id = await register(below(2) === 0 ? { callerId: caller.id } : {})
      if (id && (await approve(id))) await setStatus(id, 'klaar_voor_uitbetaling')
    },
    hold: async () => {
      const as = await world.world.session(caller)
      const booking = { customerName: 'Jansen', customerPhone: '0475 123456', agentId: agent.id }
      const day = { appointmentDate: today, appointmentTime: '10:00', bookAnyway: true }
      const { body } = await world.world.call('POST', '/api/appointments', { as, body: { ...booking, ...day } })
      appointments.push({ id: body.id })
      // Who calls it held does not make the first payment (rulings 36).
      await world.done('second', 'PATCH', `/api/appointments/${body.id}`, { status: 'no-sale' })
      await deliver(body.id)
      commissions.push(`lead-${body.id}`)
      if (below(3) !== 0) await setStatus(`lead-${body.id}`, 'klaar_voor_uitbetaling')
    },
    sell: async () => {
      const one = any(appointments.filter(({ saleId }) => saleId === undefined))
      if (!one) return
      const id = await register({ appointmentId: one.id, agentId: agent.id })
      if (id) one.saleId = id
      await deliver(one.id)
    },
    reject: withOne(sales, async (id) => {
      if ((await statusOf(id)) === 'rejected') return
      await changeUnlessHeld(id, 'PATCH', `/commissions/${id}`, { status: 'nieuw' })
      await changeUnlessHeld(id, 'PATCH', `${saleOf(id)}/status`, { status: 'rejected', rejectionReason: 'Onjuist' })
      await withdrawals.followSale(id)
    }),
    withdraw: withOne(sales, withdrawals.withdraw),
    'undo a withdrawal': withOne(sales, withdrawals.undo),
    'correct a withdrawal': withOne(sales, withdrawals.correct),
    payee: withOne(sales, (id) => changeUnlessHeld(id, 'PATCH', saleOf(id), payeesOf())),
    amount: withOne(
      () => commissions,
      async (id) => {
        const agents = id.startsWith('sale-') ? { agentCommission: below(200) } : { agentCommission: 0 }
        await changeUnlessHeld(id, 'PATCH', `/commissions/${id}`, {
          ...agents,
          callerCommission: below(40),
          reason: 'Afspraak',
        })
      },
    ),
    back: withOne(
      () => commissions,
      (id) => changeUnlessHeld(id, 'PATCH', `/commissions/${id}`, { status: 'in_afwachting' }),
    ),
    ready: withOne(
      () => commissions,
      async (id) => {
        await approve(id)
        await setStatus(id, 'klaar_voor_uitbetaling')
      },
    ),
    bulk: async () => {
      const expectedStatus = any(['in_afwachting', 'klaar_voor_uitbetaling'])
      if (commissions.length === 0) return
      const ownInvoiceNumbers = [{ userId: freelancer.id, number: `B-${today}`, sums: buildOwnSums(90_000, today) }]
      const { status, body } = await call('POST', '/commissions/advance', {
        ...{ ids: commissions.slice(-10), expectedStatus },
        ...(expectedStatus === 'klaar_voor_uitbetaling' ? { ownInvoiceNumbers } : {}),
      })
      if (status < 300) await deliver(body.id)
    },
    payroll: withOne(
      () => commissions,
      async (id) => {
        await approve(id)
        await setStatus(id, 'uitbetaald')
      },
    ),
    'own invoice': withOne(sales, async (id) => {
      await approve(id)
      await setStatus(id, 'uitbetaald', buildOwnInvoice(`F-${today}`, 90_000, today))
    }),
    adjust: async () => {
      const userId = any(people) as string
      const amount = (below(3) === 0 ? 1 : -1) * (1 + below(150))
      const noted = { userId, amount, reason: 'Correctie' }
      if (await isAccepted('POST', '/commissions/adjustments', noted)) {
        adjusted.set(userId, (adjusted.get(userId) ?? 0) + amount * 100)
      }
    },
    repay: async () => {
      const { readOpenItems } = await import('../../../functions/book/service.ts')
      const owing = await Promise.all(
        people.map(async (userId) => {
          return { userId, owed: -(await readOpenItems(userId)).reduce((sum, { amount }) => sum + amount, 0) }
        }),
      )
      const { userId, owed } = any(owing.filter((one) => one.owed > 0)) ?? { userId: agent.id, owed: 1 }
      const amount = (below(2) === 0 ? Math.max(1, owed) : 1 + below(Math.max(1, owed))) / 100
      await isAccepted('POST', '/commissions/repayments', { userId, amount, ownInvoiceNumber: `C-${today}` })
    },
    'partner moves': async () => {
      const assignedAgentId = any([null, ...people])
      await isAccepted('PATCH', `/self-billing/partners/${any(partners)}`, { assignedAgentId })
    },
    'partner starts or stops': () =>
      isAccepted('PATCH', `/self-billing/partners/${any(partners)}`, { isActive: below(3) !== 0 }),
    scheme: () => {
      const scheme = any(['kor', 'vrijgesteld', 'verlegd'])
      const from = addDays(today, below(9) - 4)
      const vatSchemes = below(2) === 0 ? [{ scheme: 'normaal' }] : [{ scheme: 'normaal' }, { from, scheme }]
      return isAccepted('PATCH', `/self-billing/partners/${any(partners)}`, { vatSchemes })
    },
    run: async () => {
      const period = { from: '2026-11-01', to: below(3) === 0 ? addDays(today, -3) : today }
      if (period.to < period.from) return
      const { status, body } = await call('POST', '/self-billing/monthly-runs', { partnerIds: partners, ...period })
      if (status >= 300) return
      await deliver(body.id)
      for (const { invoiceId } of await world.done(
        'admin',
        'GET',
        `/api/self-billing/monthly-runs/${body.id}/results`,
      )) {
        if (invoiceId && !documents.includes(invoiceId)) documents.push(invoiceId)
      }
    },
    issue: () => moveDocument('concept', 'in_behandeling'),
    'step back': () => moveDocument('in_behandeling', 'concept'),
    cancel: () => moveDocument('concept', 'cancelled'),
    pay: () => moveDocument('in_behandeling', 'betaald'),
    'pay a part': () => moveDocument('in_behandeling', 'betaald', { partAmount: 1 + below(20) }),
    bounce: () => moveDocument('betaald', 'in_behandeling'),
    credit: async () => {
      const id = any((await documentsAt('in_behandeling', 'betaald')).filter(({ type }) => type === 'invoice'))?.id
      if (!id) return
      const { creditable } = await world.done('admin', 'GET', `/api/self-billing/invoices/${id}`)
      if (creditable.length === 0) return
      const chosen = below(2) === 0 ? creditable : [any(creditable)]
      const quantities = chosen.map((line: object) => ({ ...line, stillEarned: below(2) === 0 }))
      const note = await call('POST', `/self-billing/invoices/${id}/credit-notes`, { quantities })
      if (note.status >= 300) return
      documents.push(note.body.id)
      if (below(4) !== 0) {
        await isAccepted('PATCH', `/self-billing/invoices/${note.body.id}/status`, { status: 'in_behandeling' })
      }
      await deliver(id)
    },
    file: async () => {
      const body = { invoiceIds: documents.slice(-20), executionDate: today }
      if (documents.length === 0) return
      const { status, body: file } = await call('POST', '/self-billing/payment-files', body)
      if (status === 201) files.push({ id: file.id, invoiceIds: body.invoiceIds })
      // One file in three is not approved: it waits until it is withdrawn, or until the end.
      if (status === 201 && below(3) !== 0) {
        const headers = { 'if-match': '"1"' }
        await world.call('second', 'POST', `/api/self-billing/payment-files/${file.id}/approve`, undefined, headers)
      }
      if (status === 201 && below(2) === 0)
        await isAccepted('POST', `/self-billing/payment-files/${file.id}/withdraw`, {})
      for (const id of body.invoiceIds) await deliver(id)
    },
    release: async () => {
      const file = any(files)
      const invoiceId = any(file?.invoiceIds ?? [])
      if (file && invoiceId) await isAccepted('POST', `/self-billing/payment-files/${file.id}/release`, { invoiceId })
    },
    'the bank books': async () => {
      const all = (await documentsAt('in_behandeling', 'betaald')).filter(({ type }) => type === 'invoice')
      const row = any(all.filter(({ inTransit, open }) => inTransit > 0 || open > 0))
      if (!row) return
      const { inTransit, open, invoiceDate } = row
      const amount = inTransit > 0 ? inTransit : below(3) === 0 ? 1 + below(open) : open
      // The bank is sometimes read late, when its month may be closed.
      const day = below(3) === 0 && invoiceDate < today ? (invoiceDate as LocalDate) : today
      await bookByBank(row.invoiceNumber, amount, 'DBIT', day)
    },
    'the bank sends back': async () => {
      const row = any(
        (await documentsAt('betaald')).filter(({ type, payments }) => type === 'invoice' && payments.length > 0),
      )
      const amount = row?.payments.at(-1)?.amount ?? 0
      if (row && amount > 0) await bookByBank(row.invoiceNumber, amount, 'CRDT')
    },
    clock: () => travel(addDays(today, 1 + below(3))),
    'close the month': async () => {
      if (today >= LAST) return
      await travel(`${addToMonth(today.slice(0, 7), 1)}-01` as LocalDate)
      await closing.close(today)
    },
  }

  const subjects = () => [...documents, ...appointments.map(({ id }) => id)]

  const payeesOf = () =>
    below(2) === 0 ? { agentId: any([agent.id, freelancer.id]) } : { callerId: any([null, caller.id, freelancer.id]) }

  /** Weights of actions that lead to documents and to their payment; other actions weigh 1. */
  const often: Readonly<Record<string, number>> = {
    ...{ withdraw: 2, 'correct a withdrawal': 3 },
    ...{ register: 3, hold: 2, ready: 2, sell: 2, run: 4, issue: 4 },
    ...{ pay: 3, 'the bank books': 3, credit: 3 },
  }
  const plain = Object.keys(actions).flatMap((name) => Array.from({ length: often[name] ?? 1 }, () => name))
  const done = async (name: string) => {
    times.set(name, (times.get(name) ?? 0) + 1)
    await actions[name]?.()
  }

  return {
    people,
    partners,
    commissions,
    documents,
    adjusted,
    times,
    checkClosed: closing.checkClosed,
    closedMonths: closing.count,
    /** Leaves no work that closing a month waits for. */
    leave: closing.finishWork,
    crashes: calls.crashes,
    /**
     * Performs a random action and returns its name. The action may crash at one of its first writes, or another action
     * may come in the middle of it. When an action finds no record to work on, another one is drawn.
     */
    async performRandomAction(): Promise<string> {
      const how = below(8)
      if (how === 0) calls.planCrash({ after: below(3), write: below(4) })
      const other =
        how === 1 ? (any(plain.filter((one) => one !== 'clock' && one !== 'close the month')) as string) : null
      racing = other !== null
      if (other) await doBeforeNextWrite(() => done(other))
      let name = ''
      for (const before = calls.attempts(); calls.attempts() === before; ) {
        name = any(plain) as string
        await done(name)
      }
      if (other) await doBeforeNextWrite(async () => undefined)
      calls.planCrash(null)
      racing = false
      return other ? `${name} meanwhile ${other}` : how === 0 ? `${name} crashing` : name
    },
    /** Delivers the outbox items that are still waiting. */
    async settle(): Promise<void> {
      for (const id of subjects()) await deliver(id)
    },
    /** Delivers every outbox item once more, which must change nothing. */
    async repeat(): Promise<void> {
      calls.forgetDeliveries()
      for (const id of subjects()) await deliver(id)
    },
  }
}

export type StartedOffice = Awaited<ReturnType<typeof startOffice>>
