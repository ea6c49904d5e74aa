import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildOwnSums, type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld()
})
afterAll(() => world.stop())

describe('a commission', () => {
  const patch = (who: 'admin' | 'leader' | 'elsewhere', id: string, body: object) =>
    world.call(who, 'PATCH', `/api/commissions/${id}`, body)

  it('is moved one step by a team leader, who changes no amounts and jumps no step', async () => {
    const id = await world.sale()
    expect((await patch('leader', id, { status: 'klaar_voor_uitbetaling' })).status).toBe(409)
    expect((await patch('leader', id, { agentCommission: 1 })).status).toBe(403)
    expect((await patch('elsewhere', id, { status: 'in_afwachting' })).status).toBe(404)
    expect((await patch('leader', id, { status: 'in_afwachting' })).body.status).toBe('in_afwachting')
  })

  it('is moved to any of its four steps by an admin, together with its sale', async () => {
    const id = await world.sale()
    await world.step(id, 'klaar_voor_uitbetaling')
    await world.step(id, 'nieuw')
    const sale = async () => (await world.done('admin', 'GET', `/api/sales/${id.slice(5)}`)).status
    expect(await sale()).toBe('nieuw')
    expect((await patch('admin', id, { status: 'approved' })).status).toBe(400)
    await world.step(id, 'uitbetaald')
    expect(await sale()).toBe('uitbetaald')
  })

  it('is final once paid out, for admins too (rulings 39, 40)', async () => {
    const id = await world.sale({}, { agentCommission: 10 })
    const { paidAt } = await world.step(id, 'uitbetaald')
    expect(paidAt).toBe('2026-11-23T09:00:00.000Z')
    const refused = await patch('admin', id, { status: 'nieuw' })
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Uitbetaald naar Nieuw')])
    expect((await patch('admin', id, { agentCommission: 11 })).status).toBe(409)
    expect(
      (await world.call('admin', 'PUT', `/api/sales/${id.slice(5)}/commission`, { agentCommission: 1 })).status,
    ).toBe(409)
  })

  it('accepts amounts of 0 or more, the caller’s only with the agent’s, and none without a payee', async () => {
    const id = await world.sale()
    expect((await patch('admin', id, { agentCommission: -1 })).status).toBe(400)
    expect((await patch('admin', id, { agentCommission: 1.005 })).status).toBe(400)
    expect((await patch('admin', id, { callerCommission: 5 })).body).toMatchObject({
      errors: { agentCommission: ['Agent commissie is verplicht'] },
    })
    expect((await patch('admin', id, { agentCommission: 1, callerCommission: 5, reason: 'Actie' })).status).toBe(422)
    const set = await patch('admin', id, { agentCommission: 12.34, reason: 'Actie' })
    expect(set.body).toMatchObject({ totalCommission: 12.34, isOverridden: true, overrideReason: 'Actie' })
    const fee = `lead-${await world.held()}`
    expect((await patch('admin', fee, { agentCommission: 1, callerCommission: 5 })).status).toBe(422)
    const forCaller = { agentCommission: 0, callerCommission: 5, reason: 'Actie' }
    expect((await patch('admin', fee, forCaller)).body.totalCommission).toBe(5)
  })

  it('is changed by one person when two change it at once', async () => {
    const id = await world.sale()
    const { version } = await world.seen('admin', id)
    const write = (amount: number) =>
      world.call(
        'admin',
        'PATCH',
        `/api/commissions/${id}`,
        { agentCommission: amount, reason: 'Actie' },
        { 'if-match': `"${version}"` },
      )
    const statuses = (await Promise.all([1, 2, 3, 4].map(write))).map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 409, 409, 409])
  })

  it('is paid to a zzp’er without a partner only by their own invoice, and keeps its number', async () => {
    const payee = await world.joined({ role: 'agent', teamId: 1, firstName: 'Zeger', employmentType: 'zzp' })
    const id = await world.sale({ agentId: payee.id }, { agentCommission: 40 })
    await world.step(id, 'klaar_voor_uitbetaling')
    const refused = await patch('admin', id, { status: 'uitbetaald' })
    expect([refused.status, refused.body.errors.ownInvoiceNumber]).toEqual([
      422,
      [expect.stringContaining('vul het factuurnummer in')],
    ])
    const { id: run } = await world.done('admin', 'POST', '/api/commissions/advance', {
      ...{ ids: [id], expectedStatus: 'klaar_voor_uitbetaling' },
    })
    await world.advanced(run)
    const [result] = await world.done('admin', 'GET', `/api/commissions/advance/${run}/results`)
    expect(result).toMatchObject({ outcome: 'skipped', message: expect.stringContaining('Zeger') })
    const paid = await patch('admin', id, { status: 'uitbetaald', ownInvoiceNumber: '2026-07' })
    expect([paid.status, paid.body.status]).toEqual([200, 'uitbetaald'])
    const { readCurrentItems } = await import('../../book/service.ts')
    const { findCommission } = await import('../records.ts')
    const { dues = [] } = (await findCommission(id)).row
    expect(await readCurrentItems(dues.map(({ itemId }) => itemId))).toMatchObject([
      { claimedBy: { by: 'own-invoice#2026-07', number: '2026-07' } },
    ])
  })

  it('is paid by one own invoice with others up to its amount, and never above it', async () => {
    await world.travel('2026-11-22T09:00:00Z')
    const payee = await world.joined({ role: 'agent', teamId: 1, employmentType: 'zzp' })
    const ready = async () => {
      const id = await world.sale({ agentId: payee.id }, { agentCommission: 40 })
      await world.step(id, 'klaar_voor_uitbetaling')
      return id
    }
    const [one, two, three, four] = [await ready(), await ready(), await ready(), await ready()]
    const pay = (
      id: string,
      { number = 'F-12', ...sums }: { number?: string; amount?: number; vat?: number; date?: string },
    ) =>
      patch('admin', id, {
        ...{ status: 'uitbetaald', ownInvoiceNumber: number, ownInvoiceSums: { ...buildOwnSums(100), ...sums } },
      })
    const errors = async (invoice: Parameters<typeof pay>[1]) => (await pay(one, invoice)).body.errors
    expect(await errors({ vat: 20 })).toEqual({ 'ownInvoiceSums.vat': ['Klopt niet: 21 % is €\u00a021,00'] })
    expect(await errors({ date: '2026-11-23' })).toEqual({
      'ownInvoiceSums.date': [expect.stringContaining('toekomst')],
    })
    expect(await errors({ amount: 39.99, vat: 8.4 })).toEqual({
      'ownInvoiceSums.amount': ['Op factuur F-12 is €\u00a039,99 te boeken. Dit is €\u00a040,00.'],
    })
    expect((await pay(one, {})).status).toBe(200)
    await meanwhile(() => pay(three, {}))
    const late = await pay(two, {})
    expect([late.status, late.body.message]).toEqual([422, expect.stringContaining('€\u00a020,00 te boeken')])
    const { body } = await pay(two, { amount: 120, vat: 25.2 })
    expect(body.errors.ownInvoiceNumber[0]).toContain('is al geboekt: €\u00a0100,00 met €\u00a021,00 btw')
    const { id: run } = await world.done('admin', 'POST', '/api/commissions/advance', {
      ...{ ids: [two], expectedStatus: 'klaar_voor_uitbetaling' },
      ownInvoiceNumbers: [{ userId: payee.id, number: 'f-12', sums: buildOwnSums(100) }],
    })
    await world.advanced(run)
    const [result] = await world.done('admin', 'GET', `/api/commissions/advance/${run}/results`)
    expect(result).toMatchObject({ outcome: 'skipped', message: expect.stringContaining('€\u00a020,00 te boeken') })
    const byNumber = (id: string) => patch('admin', id, { status: 'uitbetaald', ownInvoiceNumber: 'F-14' })
    expect((await byNumber(two)).status).toBe(200)
    await world.travel('2026-11-23T09:00:00Z')
    const again = await byNumber(four)
    const text = 'Factuur F-14 is op een andere dag al geboekt. Controleer het nummer.'
    expect([again.status, again.body.errors]).toEqual([409, { ownInvoiceNumber: [text] }])
    expect((await pay(four, { number: 'F-13', amount: 40, vat: 0 })).status).toBe(200)
    const { postings } = await world.done('admin', 'GET', `/api/ledger/statement?userId=${payee.id}&month=2026-11`)
    const texts = postings.flatMap(({ kind, text }: Record<string, string>) => (kind === 'own-invoice' ? [text] : []))
    expect(texts.sort()).toEqual([
      expect.stringMatching(/ F-12 van 20-11-2026, €\s40,00 van €\s100,00$/),
      expect.stringMatching(/ F-12 van 20-11-2026, €\s80,00 van €\s100,00$/),
      'Uitbetaald op eigen factuur F-13 van 20-11-2026',
      'Uitbetaald op eigen factuur F-14',
    ])
    const vat = await world.done('admin', 'GET', '/api/ledger/vat?period=2026-11')
    const own = vat.rows.find(({ category }: { category: string }) => category === 'own')
    expect(own).toMatchObject({ box: '5b', base: 80, vat: 16.8 })
    expect(own.documents[0]).toMatchObject({ id: null, number: 'F-12', base: 40, vat: 8.4 })
    expect([vat.own, vat.deductible, vat.difference]).toEqual([16.8, 16.8, 0])
  })

  it('is paid to two zzp’ers one after the other, each by their own invoice', async () => {
    const [agent, caller] = [
      await world.joined({ role: 'agent', teamId: 1, employmentType: 'zzp' }),
      await world.joined({ role: 'caller', teamId: 1, employmentType: 'zzp' }),
    ]
    const sold = { agentId: agent.id, callerId: caller.id }
    const id = await world.sale(sold, { agentCommission: 40, callerCommission: 10 })
    await world.approve(id)
    const pay = (number: string, amount: number) =>
      patch('admin', id, {
        ...{ status: 'uitbetaald', ownInvoiceNumber: number, ownInvoiceSums: buildOwnSums(amount) },
      })
    expect((await pay('A-1', 40)).body).toMatchObject({ status: 'klaar_voor_uitbetaling', dueCommission: 10 })
    expect((await pay('C-1', 10)).body).toMatchObject({ status: 'uitbetaald', dueCommission: 0 })
    const paid = async (userId: string) =>
      (await world.done('admin', 'GET', `/api/commissions/statement?userId=${userId}&month=2026-11`)).paidTotal
    expect([await paid(agent.id), await paid(caller.id)]).toEqual([40, 10])
  })

  it('is paid by hand to two people with more open corrections than one transaction holds, in either direction', {
    timeout: 60_000,
  }, async () => {
    const [agent, caller] = [
      await world.joined({ role: 'agent', teamId: 1 }),
      await world.joined({ role: 'caller', teamId: 1 }),
    ]
    for (const { id: userId } of [agent, caller]) {
      for (let count = 0; count < 45; count++) {
        const amount = count % 3 === 0 ? -1 : 1
        await world.done('admin', 'POST', '/api/commissions/adjustments', { userId, amount, reason: 'Klein verschil' })
      }
    }
    const sold = { agentId: agent.id, callerId: caller.id }
    const id = await world.sale(sold, { agentCommission: 40, callerCommission: 20 })
    await world.approve(id)
    expect((await patch('admin', id, { status: 'uitbetaald' })).body).toMatchObject({ status: 'uitbetaald' })
    for (const { id: userId } of [agent, caller]) {
      const path = `/api/commissions/statement?userId=${userId}&month=2026-11`
      const { earnedTotal, adjustedTotal, paidTotal, carriedOut } = await world.done('admin', 'GET', path)
      expect(earnedTotal + adjustedTotal).toBe(paidTotal + carriedOut)
      expect(adjustedTotal).toBe(15)
    }
    expect(await world.wrong()).toBe(0)
  })

  it('that does not exist is a 404, whatever its id looks like', async () => {
    for (const id of ['sale-x', 'lead-x', 'x', 'sale-']) {
      expect((await patch('admin', id, { status: 'in_afwachting' })).status, id).toBe(404)
    }
  })

  it('leaves the counters equal to the records', async () => {
    expect(await world.wrong()).toBe(0)
  })
})
