import { afterAll, describe, expect, it } from 'vitest'
import { EAN } from '../../../testing/sales.ts'
import { startSalesWorld } from '../../../testing/worlds/sales.ts'

const { world, people, call, registered, step } = await startSalesWorld()
afterAll(() => world.stop())

type Who = keyof typeof people

describe('the list', () => {
  it('has the sales within reach, newest first, and needs the right to see them', async () => {
    const own = await registered('admin', {
      agentId: people.unseeing.id,
      callerId: people.caller.id,
      saleDate: '2026-08-02',
    })
    const ids = async (who: Who, query = '') =>
      (await call(who, 'GET', `/api/sales${query}`)).body.map(({ id }: { id: string }) => id)
    const august = '?from=2026-08-01&to=2026-08-31'
    expect((await call('unseeing', 'GET', '/api/sales')).status).toBe(403)
    expect(await ids('caller', august)).toEqual([own.id])
    expect(await ids('leader', august)).toEqual([own.id])
    expect(await ids('other', august)).toEqual([])
    expect(await ids('elsewhere', august)).toEqual([])
    const dates = (await call('admin', 'GET', '/api/sales')).body.map(({ saleDate }: { saleDate: string }) => saleDate)
    expect(dates).toEqual([...dates].sort().reverse())
  })

  it('filters by period, status, provider, agent, team, market and text, and adds up what it shows', async () => {
    const july = { saleDate: '2026-07-10' }
    const one = await registered('admin', {
      ...july,
      agentId: people.agent.id,
      callerId: people.caller.id,
      provider: 'engie',
      market: 'particulier',
    })
    const two = await registered('admin', { ...july, agentId: people.elsewhere.id, customerName: 'Café Zuiderlicht' })
    const reason = 'Actie'
    const forNobody = { agentCommission: 20.2, callerCommission: 5, reason }
    expect((await call('admin', 'PUT', `/api/sales/${two.id}/commission`, forNobody)).body).toMatchObject({
      errors: { callerCommission: ['Deze sale heeft geen beller'] },
    })
    await call('admin', 'PUT', `/api/sales/${one.id}/commission`, {
      agentCommission: 10.1,
      callerCommission: 2,
      reason,
    })
    await call('admin', 'PUT', `/api/sales/${two.id}/commission`, { agentCommission: 20.2, reason })
    await step('admin', two.id, 'approved')
    const found = async (query: string) => {
      const period = `from=2026-07-01&to=2026-07-31&${query}`
      const rows = (await call('admin', 'GET', `/api/sales?${period}`)).body
      const totals = (await call('admin', 'GET', `/api/sales/totals?${period}`)).body
      expect(totals.count).toBe(rows.length)
      return [
        rows.map(({ id }: { id: string }) => (id === one.id ? 1 : id === two.id ? 2 : 0)).sort(),
        totals.totalCommission,
      ]
    }
    expect(await found('')).toEqual([[1, 2], 32.3])
    expect(await found('status=approved')).toEqual([[2], 20.2])
    expect(await found('provider=engie')).toEqual([[1], 12.1])
    expect(await found(`agentId=${people.agent.id}`)).toEqual([[1], 12.1])
    expect(await found('teamId=2')).toEqual([[2], 20.2])
    expect(await found('market=particulier')).toEqual([[1], 12.1])
    expect(await found('q=cafe')).toEqual([[2], 20.2])
    expect(await found(`q=${one.salesDockId.toLowerCase()}`)).toEqual([[1], 12.1])
    const own = await call('agent', 'GET', '/api/sales/totals?from=2026-07-01&to=2026-07-31')
    expect(own.body).toEqual({
      count: 1,
      agentCommission: 10.1,
      callerCommission: null,
      totalCommission: 10.1,
      revenue: null,
      running: { count: 1, totalCommission: 10.1 },
      unproven: 0,
      isComplete: true,
    })
  })

  it('continues over pages, over months and over sales as agent and as caller', async () => {
    for (const saleDate of ['2026-05-31', '2026-05-31', '2026-06-01', '2026-04-30']) {
      await registered('admin', { agentId: people.other.id, callerId: people.caller.id, saleDate })
    }
    const seen: string[] = []
    for (let path: string | undefined = '/api/sales?limit=1&from=2026-04-01&to=2026-06-30'; path; ) {
      const reply = await call('caller', 'GET', path)
      seen.push(...reply.body.map(({ saleDate }: { saleDate: string }) => saleDate))
      path = /<([^>]+)>/.exec(reply.headers['link'] ?? '')?.[1]
    }
    expect(seen).toEqual(['2026-06-01', '2026-05-31', '2026-05-31', '2026-04-30'])
  })

  it('is exported without IBANs, with the reader’s amounts, and EANs for readers of personal data', async () => {
    const { id } = await registered('admin', {
      agentId: people.agent.id,
      callerId: people.caller.id,
      saleDate: '2026-03-05',
      eanGas: EAN,
      customerName: '=1+1',
      gasUsage: 1200,
    })
    await call('admin', 'PUT', `/api/sales/${id}/commission`, {
      ...{ agentCommission: 1080.5, callerCommission: 20, reason: 'Actie' },
    })
    const file = async (who: Who) => {
      const reply = await call(who, 'GET', '/api/sales/export?from=2026-03-01&to=2026-03-31')
      const [header = '', row = ''] = Buffer.from(reply.text, 'latin1').toString().slice(1).split('\r\n')
      return Object.fromEntries(header.split(';').map((name, index) => [name, row.split(';')[index]]))
    }
    expect(await file('admin')).toMatchObject({
      Datum: '05-03-2026',
      Klant: "'=1+1",
      'EAN gas': EAN,
      'Gas (m³/jaar)': '1200',
      'Agent commissie': '1080,50',
      'Beller commissie': '20,00',
      Totaal: '1100,50',
    })
    const [agents, callers] = [await file('agent'), await file('caller')]
    expect([agents['Agent commissie'], 'Beller commissie' in agents, 'Totaal' in agents]).toEqual([
      '1080,50',
      false,
      false,
    ])
    expect([callers['Beller commissie'], 'Agent commissie' in callers]).toEqual(['20,00', false])
    expect(JSON.stringify([await file('admin'), agents, callers])).not.toMatch(/ABNA|0417 ?1643/)
  })
})
