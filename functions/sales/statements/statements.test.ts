import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { startInvoicing } from '../../../testing/invoiced.ts'
import { buildSettingsForm } from '../../../testing/invoices.ts'
import { readPdf } from '../../../testing/read-pdf.ts'

describe('a statement', () => {
  let world: CommissionWorld
  beforeAll(async () => {
    world = await startCommissionWorld({ now: '2026-10-05T09:00:00Z' })
  })
  afterAll(() => world.stop())

  const statement = (who: Parameters<CommissionWorld['call']>[0], query: string) =>
    world.call(who, 'GET', `/api/commissions/statement?${query}`)

  it('lists a month’s opening, earnings, payments and adjustments for person, team leader and admin', async () => {
    const { agent, caller } = world.people
    const amounts = { agentCommission: 85, callerCommission: 20 }
    const first = await world.sale({ callerId: caller.id }, amounts)
    const second = await world.sale({ callerId: caller.id }, amounts)
    await world.step(first, 'uitbetaald')
    await world.done('admin', 'POST', '/api/commissions/adjustments', {
      ...{ userId: agent.id, amount: -100.5, reason: 'Klant is opgezegd', commissionId: first },
    })
    const october = (await statement('agent', 'month=2026-10')).body
    expect(october).toMatchObject({
      ...{ userId: agent.id, user: { firstName: 'Bo' }, earnedTotal: 85, paidTotal: 85, adjustedTotal: -100.5 },
      ...{ carriedIn: 0, payable: 85, carriedOut: -100.5 },
      adjustments: [{ reason: 'Klant is opgezegd', amount: -100.5, date: '2026-10-05' }],
      paid: [{ id: first, amount: 85, customerName: 'Bakkerij De Molen', date: '2026-10-05' }],
      earned: [{ id: first, as: 'agent', amount: 85, energyProvider: 'eneco', status: 'uitbetaald' }],
    })
    expect(JSON.stringify(october)).not.toContain('"amount":20')
    await world.travel('2026-11-02T09:00:00Z')
    await world.step(second, 'uitbetaald')
    for (const who of ['leader', 'admin'] as const) {
      expect((await statement(who, `month=2026-11&userId=${agent.id}`)).body).toMatchObject({
        ...{ carriedIn: -100.5, earnedTotal: 85, paidTotal: 0, payable: 0, carriedOut: -15.5 },
        paid: [
          { id: second, amount: 85 },
          { amount: -85, customerName: 'Klant is opgezegd' },
        ],
      })
    }
    expect((await statement('caller', 'month=2026-11')).body).toMatchObject({ paidTotal: 20, payable: 20 })
  })

  it('lists a lost earning as a correction, and not as a lower earning', async () => {
    await world.travel('2026-11-02T09:30:00Z')
    const payee = await world.joined({ role: 'agent', teamId: 1 })
    const sale = await world.sale({ agentId: payee.id, saleDate: '2026-11-01' }, { agentCommission: 70 })
    await world.step(sale, 'klaar_voor_uitbetaling')
    await world.step(sale, 'nieuw')
    expect((await statement('admin', `month=2026-11&userId=${payee.id}`)).body).toMatchObject({
      ...{ earnedTotal: 70, adjustedTotal: -70, carriedOut: 0, paid: [] },
      adjustments: [{ reason: 'Commissie gewijzigd of teruggezet', amount: -70 }],
    })
  })

  it('names our company as the settings of invoices do', async () => {
    await world.done(
      'admin',
      'PUT',
      '/api/self-billing/settings',
      buildSettingsForm({ companyName: 'Maas Energie B.V.' }),
    )
    const reply = await world.call('agent', 'GET', '/api/commissions/statement/file?month=2026-10&format=pdf')
    expect((await readPdf(Buffer.from(reply.text, 'latin1'))).author).toBe('Maas Energie B.V.')
  })

  it('lists settlements by invoices beside those by payroll, and so do its files', async () => {
    await world.travel('2026-11-02T09:00:00Z')
    const payee = await world.joined({ role: 'agent', teamId: 1, firstName: 'Fay' })
    const pay = await startInvoicing(world, payee.id)
    const note = (reason: string, amount: number) =>
      world.done('admin', 'POST', '/api/commissions/adjustments', { userId: payee.id, amount, reason })
    await note('Teveel betaald', -20)
    const sale = await world.sale({ agentId: payee.id, saleDate: '2026-11-01' }, { agentCommission: 100 })
    await world.step(sale, 'klaar_voor_uitbetaling')
    const invoiceNumber = await pay({ from: '2026-11-01', to: '2026-11-02' })
    await note('Vergeten', -5)
    const whose = `month=2026-11&userId=${payee.id}`
    expect((await statement('admin', whose)).body).toMatchObject({
      ...{ earnedTotal: 100, adjustedTotal: -25, paid: [], paidTotal: 0, payable: 0, carriedOut: -5 },
      byInvoice: {
        paid: [{ id: sale, amount: 100, customerName: 'Bakkerij De Molen', invoiceNumber }],
        adjustments: [{ reason: 'Teveel betaald', amount: -20, invoiceNumber }],
        ...{ paidTotal: 100, adjustedTotal: -20 },
      },
    })
    const reply = await world.call('admin', 'GET', `/api/commissions/statement/file?${whose}&format=pdf`)
    const { outline } = await readPdf(Buffer.from(reply.text, 'latin1'))
    const [paid, corrected] = outline.flatMap(({ rows }) => (rows ? [rows] : [])).slice(-2)
    expect(paid?.at(1)).toEqual(['02-11-2026', `Bakkerij De Molen Factuur ${invoiceNumber}`, '€ 100,00'])
    expect(corrected?.at(1)?.[1]).toBe(`Teveel betaald Factuur ${invoiceNumber}`)
  })

  it('of a person out of reach is a 404', async () => {
    const { agent } = world.people
    for (const who of ['other', 'elsewhere'] as const) {
      expect((await statement(who, `month=2026-10&userId=${agent.id}`)).status).toBe(404)
    }
    expect((await statement('agent', 'month=2026-13')).status).toBe(400)
  })

  it.each([
    ['xlsx', 'PK', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['pdf', '%PDF-1.7', 'application/pdf'],
  ])('comes as %s, and that is noted', async (format, begins, type) => {
    const reply = await world.call('agent', 'GET', `/api/commissions/statement/file?month=2026-10&format=${format}`)
    expect([reply.status, reply.headers['content-type']]).toEqual([200, type])
    expect(reply.text.slice(0, begins.length)).toBe(begins)
    expect(decodeURIComponent(reply.headers['content-disposition'] ?? '')).toContain(
      `Commissieoverzicht oktober 2026 Bo Bakker.${format}`,
    )
    const noted = await world.done('admin', 'GET', '/api/audit-logs?limit=200')
    expect(noted).toContainEqual(
      expect.objectContaining({
        action: 'commission-statement.export',
        newData: expect.objectContaining({ format, month: '2026-10' }),
      }),
    )
  })
})
