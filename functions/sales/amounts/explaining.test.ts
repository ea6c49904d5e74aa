import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld()
  await world.rate({ role: 'agent', defaultRate: 95, validFrom: '2026-06-01' })
  await world.rate({ role: 'caller', teamId: 1, defaultRate: 25, validFrom: '2026-07-01' })
})
afterAll(() => world.stop())

const sold = () => world.sale({ callerId: world.people.caller.id, saleDate: '2026-11-14' })
const pathOf = (id: string) => `/api/sales/${id.slice('sale-'.length)}`
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const put = (who: 'admin' | 'leader', id: string, body: object) =>
  world.call(who, 'PUT', `${pathOf(id)}/commission`, body)
const reasonMissing = { reason: ['Vul in waarom het bedrag afwijkt van het tarief'] }

describe('the explanation of an amount (decision 78)', () => {
  const rated = '€ 95,00: tarief € 95,00 (Agent, alle teams, sinds 01-06-2026)'
  const called = '€ 25,00: tarief € 25,00 (Beller, team Noord, sinds 01-07-2026)'
  const adjusted =
    '€ 120,00: tarief € 95,00 (Agent, alle teams, sinds 01-06-2026), op 23-11-2026 aangepast door Ada Admin: contract van 3 jaar'

  it('has the same words for the payee and for leaders; a payee sees none of others', async () => {
    const id = await sold()
    const explanation = async (who: 'admin' | 'leader' | 'agent' | 'caller') => {
      const { explanation: text } = await world.seen(who, id)
      expect((await world.done(who, 'GET', pathOf(id))).explanation, who).toEqual(text)
      return [text.agent && plain(text.agent), text.caller && plain(text.caller)]
    }
    expect(await explanation('admin')).toEqual([rated, called])
    expect(await explanation('leader')).toEqual([rated, called])
    expect(await explanation('agent')).toEqual([rated, null])
    expect(await explanation('caller')).toEqual([null, called])
    await world.done('admin', 'PATCH', `/api/commissions/${id}`, {
      ...{ agentCommission: 120, reason: 'contract van 3 jaar' },
    })
    expect(await explanation('agent')).toEqual([adjusted, null])
    expect(await explanation('admin')).toEqual([adjusted, called])
  })

  it('stays the same when the rate changes later, and says that there is no rate', async () => {
    const id = await sold()
    const { id: rate, version } = await world.rate({
      role: 'agent',
      teamId: 2,
      defaultRate: 70,
      validFrom: '2026-01-01',
    })
    const other = await world.sale({ agentId: world.people.stranger.id, saleDate: '2026-11-14' })
    expect(plain((await world.seen('admin', other)).explanation.agent)).toContain(
      '(Agent, team Zuid, sinds 01-01-2026)',
    )
    await world.done('admin', 'PATCH', `/api/commission-rates/${rate}`, { defaultRate: 10, validFrom: '2026-02-01' })
    expect(version).toBe(1)
    expect(plain((await world.seen('admin', other)).explanation.agent)).toContain(
      'tarief € 70,00 (Agent, team Zuid, sinds 01-01',
    )
    await world.done('admin', 'DELETE', `/api/commission-rates/${rate}`)
    expect(plain((await world.seen('admin', id)).explanation.agent)).toBe(rated)
    const early = await world.sale({ saleDate: '2026-02-03' })
    expect(plain((await world.seen('admin', early)).explanation.agent)).toBe('€ 0,00: geen tarief op 03-02-2026')
  })

  it('is shown for a fee and for each line of a statement, as it was then', async () => {
    const fee = `lead-${await world.held()}`
    expect(plain((await world.seen('caller', fee)).explanation.caller)).toBe(called)
    const agent = await world.joined({ role: 'agent', teamId: 1 })
    const id = await world.sale({ agentId: agent.id, saleDate: '2026-11-14' })
    await world.step(id, 'klaar_voor_uitbetaling')
    world.world.travel('2026-11-23T09:01:00Z')
    await world.done('admin', 'PATCH', `/api/commissions/${id}`, {
      ...{ agentCommission: 120, reason: 'contract van 3 jaar' },
    })
    await world.step(id, 'uitbetaald')
    const path = `/api/commissions/statement?userId=${agent.id}&month=2026-11`
    const { earned, paid } = await world.done('admin', 'GET', path)
    const texts = (lines: { explanation: { agent: string } }[]) =>
      lines.map(({ explanation }) => plain(explanation.agent)).sort()
    expect(texts(earned)).toEqual([adjusted, rated])
    expect(texts(paid)).toEqual([adjusted])
  })

  it('has a history of steps and postings, of which a payee sees only their own', async () => {
    const id = await world.sale({ callerId: world.people.caller.id, saleDate: '2026-11-14' })
    await world.done('admin', 'PATCH', `/api/commissions/${id}`, { agentCommission: 120, reason: 'Actie' })
    await world.step(id, 'uitbetaald')
    const details = (who: 'admin' | 'agent' | 'caller') => world.done(who, 'GET', `/api/commissions/${id}`)
    const { amountHistory, postings } = await details('admin')
    expect(amountHistory).toMatchObject([
      { as: 'agent', by: null, text: 'Tarief bij registratie', amount: 95 },
      { as: 'caller', by: null, text: 'Tarief bij registratie', amount: 25 },
      { as: 'agent', by: { firstName: 'Ada' }, text: 'Aangepast: Actie', amount: 120 },
    ])
    expect(postings.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount]).sort()).toEqual([
      ['due', 120],
      ['due', 25],
      ['payroll', -120],
      ['payroll', -25],
    ])
    expect(postings.at(-1)).toMatchObject({ openAfter: 0, date: '2026-11-23', documentNumber: null })
    const own = await details('caller')
    expect(own.amountHistory.map(({ as, amount }: { as: string; amount: number }) => [as, amount])).toEqual([
      ['caller', 25],
    ])
    expect(own.postings.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])).toEqual([
      ['due', 25],
      ['payroll', -25],
    ])
    expect(JSON.stringify(await details('caller'))).not.toMatch(/\b120\b/)
  })
})

describe('an amount that differs from its rate', () => {
  it('needs a reason, wherever it is set; the same amount or the rate needs none', async () => {
    const id = await sold()
    for (const body of [{ agentCommission: 90 }, { agentCommission: 95, callerCommission: 30 }]) {
      for (const reply of [
        await put('admin', id, body),
        await world.call('admin', 'PATCH', `/api/commissions/${id}`, body),
      ]) {
        expect([reply.status, reply.body.errors]).toEqual([400, reasonMissing])
      }
    }
    expect((await put('admin', id, { agentCommission: 90, reason: 'Korting' })).status).toBe(200)
    expect((await put('admin', id, { agentCommission: 90, callerCommission: 25 })).status).toBe(200)
    expect((await put('admin', id, { agentCommission: 95 })).status).toBe(200)
  })

  it('is set by a team leader up to the ceiling, and above it by an admin alone (rulings 35)', async () => {
    const id = await sold()
    const set = (who: 'admin' | 'leader', agentCommission: number) =>
      put(who, id, { agentCommission, reason: 'Grote klant' })
    expect((await set('leader', 285)).status).toBe(200)
    const refused = await set('leader', 285.01)
    expect([refused.status, refused.body.message]).toEqual([403, 'Alleen een beheerder gaat boven 3 × het tarief'])
    expect((await set('admin', 500)).status).toBe(200)
    // The team leader may set the caller's amount, although the agent's is above the ceiling: that amount is unchanged.
    const callers = { agentCommission: 500, callerCommission: 30, reason: 'Extra belwerk' }
    expect((await put('leader', id, callers)).status).toBe(200)
    const unrated = await world.sale({ saleDate: '2026-02-03' })
    expect((await put('leader', unrated, { agentCommission: 0.01, reason: 'Iets' })).status).toBe(403)
    expect((await put('admin', unrated, { agentCommission: 0.01, reason: 'Iets' })).status).toBe(200)
    expect((await put('leader', unrated, { agentCommission: 0 })).status).toBe(200)
  })

  it('has a ceiling that admins set and the audit shows', async () => {
    const path = '/api/commission-rates/settings'
    const law = {
      ...{ coolingOffFrom: null, earnedAt: 'sale', legalHolidays: expect.arrayContaining(['Koningsdag', '25-12']) },
      coolingOffDays: [
        { market: 'particulier', days: 14 },
        { market: 'zakelijk', days: 0 },
      ],
    }
    expect(await world.done('admin', 'GET', path)).toEqual({ ...law, commissionCeiling: 3, version: 0 })
    for (const who of ['leader', 'agent', 'caller'] as const) {
      expect((await world.call(who, 'GET', path)).status).toBe(403)
      expect((await world.call(who, 'PUT', path, { commissionCeiling: 9 })).status).toBe(403)
    }
    for (const commissionCeiling of [0, 0.5, 101, 2.555, '3', null]) {
      expect((await world.call('admin', 'PUT', path, { commissionCeiling })).status, String(commissionCeiling)).toBe(
        400,
      )
    }
    expect(await world.done('admin', 'PUT', path, { commissionCeiling: 1.5 })).toEqual({
      ...law,
      commissionCeiling: 1.5,
      version: 1,
    })
    const stale = await world.call('admin', 'PUT', path, { commissionCeiling: 9 }, { 'if-match': '"0"' })
    expect(stale.status).toBe(409)
    const id = await sold()
    expect((await put('leader', id, { agentCommission: 142.5, reason: 'Grote klant' })).status).toBe(200)
    const refused = await put('leader', id, { agentCommission: 142.51, reason: 'Grote klant' })
    expect(refused.body.message).toBe('Alleen een beheerder gaat boven 1,5 × het tarief')
    const { AuditLogs } = await import('../../platform/data/audit.ts')
    const about = { entityType: 'commission-settings', entityId: 'commissions' }
    const { data } = await AuditLogs.query.byEntity(about).go()
    expect(data.map(({ action, newData }) => [action, newData.commissionCeiling])).toEqual([
      ['commission-settings.update', 1.5],
    ])
    await world.done('admin', 'PUT', path, { commissionCeiling: 3 })
  })
})
