import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { startInvoicing } from '../../../testing/invoiced.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld()
})
afterAll(() => world.stop())

const amounts = { agentCommission: 85.5, callerCommission: 12.25 }
const fromCaller = async () => world.sale({ callerId: world.people.caller.id }, amounts)

describe('the list of commissions', () => {
  it('shows each role the amounts that are theirs, and their sum (rulings 37)', async () => {
    const id = await fromCaller()
    const both = { agentCommission: 85.5, callerCommission: 12.25, totalCommission: 97.75 }
    expect(await world.seen('admin', id)).toMatchObject(both)
    expect(await world.seen('leader', id)).toMatchObject(both)
    expect(await world.seen('agent', id)).toMatchObject({
      ...{ agentCommission: 85.5, callerCommission: null, totalCommission: 85.5 },
    })
    expect(await world.seen('caller', id)).toMatchObject({
      ...{ agentCommission: null, callerCommission: 12.25, totalCommission: 12.25 },
    })
  })

  it('has rows within reach (access.md), and a held appointment’s amount only for its caller', async () => {
    const sale = await fromCaller()
    const fee = `lead-${await world.held()}`
    const sees = async (who: Parameters<typeof world.seen>[0]) => [
      (await world.seen(who, sale)) !== undefined,
      (await world.seen(who, fee)) !== undefined,
    ]
    expect(await sees('admin')).toEqual([true, true])
    expect(await sees('leader')).toEqual([true, true])
    expect(await sees('agent')).toEqual([true, false])
    expect(await sees('caller')).toEqual([true, true])
    expect(await sees('other')).toEqual([false, false])
    expect(await sees('elsewhere')).toEqual([false, false])
  })

  it('filters by status, type, person, period and text', async () => {
    const id = await world.sale({ customerName: 'Café Zuiderlicht', saleDate: '2026-03-02' })
    await world.step(id, 'in_afwachting')
    const ids = async (query: string) => (await world.list('admin', query)).map((row: { id: string }) => row.id)
    expect(await ids('?search=zuiderlicht')).toEqual([id])
    expect(await ids('?from=2026-03-01&to=2026-03-31')).toEqual([id])
    expect(await ids('?status=in_afwachting&type=sale')).toContain(id)
    expect(await ids('?type=lead')).not.toContain(id)
    expect(await ids(`?agentId=${world.people.agent.id}`)).toContain(id)
    expect(await ids(`?agentId=${world.people.other.id}`)).not.toContain(id)
    expect(await ids('?from=2025-01-01&to=2025-02-01')).toEqual([])
  })

  it('has totals and an export with the same amounts as the reader’s list', async () => {
    await world.sale({ customerName: 'Optelsom', callerId: world.people.caller.id }, amounts)
    await world.sale({ customerName: 'Optelsom' }, { agentCommission: 0.1 })
    const totals = (who: 'admin' | 'agent') => world.done(who, 'GET', '/api/commissions/totals?search=optelsom')
    expect(await totals('admin')).toEqual({
      ...{ count: 2, agentCommission: 85.6, callerCommission: 12.25, toConfirm: 0, isComplete: true },
      ...{ totalCommission: 97.85, dueCommission: 97.85 },
    })
    expect(await totals('agent')).toEqual({
      ...{ count: 2, agentCommission: 85.6, callerCommission: null, toConfirm: 0, isComplete: true },
      ...{ totalCommission: 85.6, dueCommission: 85.6 },
    })
    const file = (await world.call('agent', 'GET', '/api/commissions/export?search=optelsom')).text
    expect(file).toContain('85,50')
    expect(file).toContain('Geen toestemming')
    expect(file).not.toContain('12,25')
    expect(file).not.toContain('Beller Commissie')
    const customerPhone = '0475 998877'
    await world.sale({ customerName: 'Belmijniet', customerPhone })
    await world.done('admin', 'POST', '/api/leads', { customerName: 'Belmijniet', customerPhone, doNotCall: true })
    const closed = (await world.call('agent', 'GET', '/api/commissions/export?search=belmijniet')).text
    expect(closed).toContain('Niet bellen')
    expect(closed).not.toContain(customerPhone)
  })

  it('shows an agent who booked a colleague’s sale only the caller’s amount, in all lists and files', async () => {
    const id = await world.sale({ customerName: 'Wisselrol', callerId: world.people.other.id }, amounts)
    await world.sale({ customerName: 'Wisselrol', agentId: world.people.other.id }, { agentCommission: 1 })
    const own = { agentCommission: null, callerCommission: 12.25, totalCommission: 12.25 }
    expect(await world.seen('other', id)).toMatchObject(own)
    expect(await world.done('other', 'GET', `/api/sales/${id.slice(5)}`)).toMatchObject(own)
    const both = { count: 2, agentCommission: 1, callerCommission: 12.25, totalCommission: 13.25 }
    expect(await world.done('other', 'GET', '/api/commissions/totals?search=wisselrol')).toMatchObject(both)
    expect(await world.done('other', 'GET', '/api/sales/totals?q=wisselrol')).toMatchObject(both)
    for (const path of ['/api/commissions/export?search=wisselrol', '/api/sales/export?q=wisselrol']) {
      const { text } = await world.call('other', 'GET', path)
      expect([text.includes('12,25'), text.includes('85,50')], path).toEqual([true, false])
    }
    await world.step(id, 'klaar_voor_uitbetaling')
    const { earned } = await world.done('other', 'GET', '/api/commissions/statement?month=2026-11')
    expect(earned.find((row: { id: string }) => row.id === id)).toMatchObject({ amount: 12.25 })
    const { entries } = await world.done('other', 'GET', `/api/sales/${id.slice(5)}/history`)
    expect(JSON.stringify(entries)).not.toContain('85.5')
  })

  it('returns one commission within reach, with the do-not-call state of its number', async () => {
    const id = await world.sale(
      { customerName: 'Een voor een', customerPhone: '0612121212' },
      { agentCommission: 85.5 },
    )
    const path = `/api/commissions/${id}`
    expect(await world.done('admin', 'GET', path)).toMatchObject({
      id,
      totalCommission: 85.5,
      mayCall: { state: 'none' },
    })
    expect(await world.done('agent', 'GET', path)).toMatchObject({ agentCommission: 85.5, callerCommission: null })
    for (const [who, where] of [
      ['other', path],
      ['admin', '/api/commissions/sale-none'],
      ['admin', '/api/commissions/none'],
    ] as const) {
      expect((await world.call(who, 'GET', where)).status, `${who} ${where}`).toBe(404)
    }
  })

  it('is the list of the team’s sales for a team leader, and refused to an agent', async () => {
    const id = await fromCaller()
    const rows = await world.done('leader', 'GET', '/api/team-sales/vergoedingen')
    expect(rows.find((row: { id: string }) => `sale-${row.id}` === id)).toMatchObject({
      ...amounts,
      agent: { firstName: 'Bo', lastName: 'Bakker' },
      provider: 'eneco',
    })
    const of = (agentId: string) => world.done('leader', 'GET', `/api/team-sales/vergoedingen?agentId=${agentId}`)
    expect(await of(world.people.agent.id)).toContainEqual(expect.objectContaining({ id: id.slice('sale-'.length) }))
    expect(await of(world.people.other.id)).not.toContainEqual(
      expect.objectContaining({ id: id.slice('sale-'.length) }),
    )
    expect((await world.call('agent', 'GET', '/api/team-sales/vergoedingen')).status).toBe(403)
  })
})

describe('the cards', () => {
  it('show the open rows of each step and those paid out this month, within reach', async () => {
    const before = await world.done('admin', 'GET', '/api/commissions/summary')
    const own = await world.done('agent', 'GET', '/api/commissions/summary')
    const id = await fromCaller()
    const steps = ['nieuw', 'in_afwachting', 'klaar_voor_uitbetaling', 'uitbetaald'] as const
    for (const step of steps) {
      if (step !== 'nieuw') await world.step(id, step)
      const plus = (cards: typeof before, amount: number) => ({
        ...cards,
        [step]: { count: cards[step].count + 1, amount: Math.round((cards[step].amount + amount) * 100) / 100 },
      })
      expect(await world.done('admin', 'GET', '/api/commissions/summary')).toEqual(plus(before, 97.75))
      expect(await world.done('agent', 'GET', '/api/commissions/summary')).toEqual(plus(own, 85.5))
    }
    await world.travel('2026-12-01T09:00:00Z')
    expect((await world.done('admin', 'GET', '/api/commissions/summary')).uitbetaald).toEqual({ count: 0, amount: 0 })
    await world.travel('2026-11-23T09:00:00Z')
  })

  it('show only the open part of a commission with one paid payee, as totals and the file do', async () => {
    const { caller } = world.people
    const agent = await world.joined({ role: 'agent', teamId: 1, firstName: 'Half' })
    const pay = await startInvoicing(world, agent.id)
    const filter = 'status=klaar_voor_uitbetaling'
    const cards = async (who: 'admin' | 'caller') =>
      (await world.done(who, 'GET', '/api/commissions/summary')).klaar_voor_uitbetaling
    const totals = async (who: 'admin' | 'caller') => {
      const { count, dueCommission } = await world.done(who, 'GET', `/api/commissions/totals?${filter}`)
      return { count, amount: dueCommission }
    }
    const before = await Promise.all([cards('admin'), cards('caller')])
    const sold = { customerName: 'Halfbetaald', agentId: agent.id, callerId: caller.id, saleDate: '2026-11-11' }
    const id = await world.sale(sold, amounts)
    expect(await world.step(id, 'uitbetaald')).toMatchObject({ status: 'klaar_voor_uitbetaling', dueCommission: 85.5 })

    const dues = { admin: 85.5, caller: 0 }
    for (const [index, who] of (['admin', 'caller'] as const).entries()) {
      const { count, amount } = before[index]
      const card = await cards(who)
      expect(card, who).toEqual({ count: count + 1, amount: amount + dues[who] })
      expect(await totals(who), who).toEqual(card)
      expect(await world.seen(who, id), who).toMatchObject({ dueCommission: dues[who] })
    }
    expect(await world.seen('admin', id)).toMatchObject({ totalCommission: 97.75 })
    const { text } = await world.call('admin', 'GET', '/api/commissions/export?search=halfbetaald')
    expect(text).toContain('Nog uit te betalen')
    expect(text).toMatch(/97,75.*85,50/)

    // A paid amount is final (rulings 39): the row stays unchanged, a difference is a correction.
    const set = (body: object) => world.call('admin', 'PATCH', `/api/commissions/${id}`, body)
    const sale = (body: object) => world.call('admin', 'PATCH', `/api/sales/${id.slice(5)}`, body)
    for (const refused of [
      await set({ agentCommission: 85.5, callerCommission: 10, reason: 'Actie' }),
      await set({ agentCommission: 80, reason: 'Actie' }),
      await set({ status: 'nieuw' }),
      await sale({ callerId: world.people.other.id }),
    ]) {
      expect([refused.status, refused.body.message]).toEqual([409, 'Deze commissie is al uitbetaald'])
    }
    await pay({ from: '2026-11-11', to: '2026-11-11' })
    expect(await world.seen('admin', id)).toMatchObject({ status: 'uitbetaald', dueCommission: 0 })
    const settled = async (userId: string) => {
      const path = `/api/commissions/statement?userId=${userId}&month=2026-11`
      const { paid, byInvoice } = await world.done('admin', 'GET', path)
      const of = (rows: { id: string; amount: number }[]) =>
        rows.filter((row) => row.id === id).map(({ amount }) => amount)
      return { paid: of(paid), byInvoice: of(byInvoice.paid) }
    }
    expect(await settled(caller.id)).toEqual({ paid: [12.25], byInvoice: [] })
    expect(await settled(agent.id)).toEqual({ paid: [], byInvoice: [85.5] })
    expect(await world.wrong()).toBe(0)
  })

  it('show the changed amounts of a commission that is paid out with them', async () => {
    await world.travel('2026-06-10T09:00:00Z')
    const id = `lead-${await world.held('no-sale', { appointmentDate: '2026-06-09' })}`
    const pay = (body: object) => world.done('admin', 'PATCH', `/api/commissions/${id}`, { reason: 'Actie', ...body })
    await pay({ agentCommission: 0, callerCommission: 50 })
    await world.step(id, 'klaar_voor_uitbetaling')
    await pay({ status: 'uitbetaald', agentCommission: 0, callerCommission: 45 })
    const path = `/api/commissions/statement?userId=${world.people.caller.id}&month=2026-06`
    expect(await world.done('admin', 'GET', path)).toMatchObject({
      ...{ earnedTotal: 95, adjustedTotal: -50, paidTotal: 45, carriedOut: 0 },
    })
    await world.travel('2026-11-23T09:00:00Z')
    expect(await world.wrong()).toBe(0)
  })

  it('count approved and pending as nieuw, and a rejected sale nowhere', async () => {
    const cards = async () => (await world.done('admin', 'GET', '/api/commissions/summary')).nieuw.count
    const before = await cards()
    const id = (await world.sale()).slice('sale-'.length)
    const status = (body: object) => world.done('admin', 'PATCH', `/api/sales/${id}/status`, body)
    await status({ status: 'pending' })
    expect(await cards()).toBe(before + 1)
    await status({ status: 'rejected', rejectionReason: 'Niet bereikbaar' })
    expect(await cards()).toBe(before)
  })
})
