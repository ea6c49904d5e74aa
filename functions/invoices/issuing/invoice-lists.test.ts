import { afterAll, describe, expect, it } from 'vitest'
import { invoiceStatuses } from '../../../shared/api/parts/billing.ts'
import { buildInvoiceForm } from '../../../testing/invoices.ts'
import { buildInvoiceLine, startInvoiceWorld } from '../../../testing/worlds/invoices.ts'

const { world, people, partner, call, done, partnerWith, invoice, step } = await startInvoiceWorld()
afterAll(() => world.stop())

describe('lists', () => {
  it('show, total, count and export the filtered invoices', async () => {
    const of = await partnerWith({ name: 'Łukasz Advies' })
    const one = await done(
      'POST',
      '/invoices',
      buildInvoiceForm(of, { lines: [buildInvoiceLine(100)], description: 'Énergie' }),
    )
    const other = await done(
      'POST',
      '/invoices',
      buildInvoiceForm(of, { lines: [buildInvoiceLine(50)], invoiceDate: '2026-10-01', dueDate: '2026-10-02' }),
    )
    await step(one.id, 'in_behandeling')
    await step(other.id, 'in_behandeling')
    const numbers = async (query: string) =>
      (await done('GET', `/invoices${query}`)).map(({ id }: { id: string }) => id)
    expect(await numbers(`?partnerCompanyId=${of}`)).toEqual([one.id, other.id])
    expect(await numbers(`?partnerCompanyId=${of}&status=sent`)).toEqual([one.id, other.id])
    expect(await numbers(`?status=overdue&partnerCompanyId=${of}`)).toEqual([other.id])
    expect(await numbers(`/status/in_behandeling?partnerCompanyId=${of}`)).toEqual([one.id, other.id])
    expect(await numbers('?q=energie&from=2026-11-01&limit=500')).toContain(one.id)
    expect(await numbers(`?q=${encodeURIComponent('łukasz')}&to=2026-10-31`)).toEqual([other.id])
    expect(await numbers(`?q=${one.invoiceNumber.toLowerCase()}`)).toEqual([one.id])
    expect(await done('GET', `/invoices/totals?partnerCompanyId=${of}`)).toEqual({
      ...{ count: 2, creditNotes: 0, amount: 150, vatAmount: 31.5, totalAmount: 181.5 },
      ...{ concept: 0, paid: 0, toPay: 181.5, payableToday: 181.5, inPaymentFile: 0, isComplete: true },
    })
    const csv = (await call('GET', `/invoices/export?partnerCompanyId=${of}`)).text
    expect(Buffer.from(csv, 'latin1').toString()).toContain('Łukasz Advies')
    const { statuses } = await done('GET', '/invoices/counts')
    const counted = await Promise.all(
      invoiceStatuses.map(async (status) => (await numbers(`/status/${status}?limit=500`)).length),
    )
    expect(Object.values(statuses)).toEqual(counted)
  })

  it('total consistently, with negative credit notes and without cancelled documents', async () => {
    const of = await partnerWith()
    const make = (price: number) =>
      done('POST', '/invoices', buildInvoiceForm(of, { lines: [buildInvoiceLine(price)] }))
    const [concept, cancelled, paid, open] = [await make(10), await make(1000), await make(20), await make(30)]
    await step(cancelled.id, 'cancelled')
    for (const { id } of [paid, open]) await step(id, 'in_behandeling')
    await step(paid.id, 'betaald')
    const body = { quantities: [{ lineOrder: 1, quantity: 1 }] }
    const note = await done('POST', `/invoices/${paid.id}/credit-notes`, body)
    await step(note.id, 'in_behandeling')
    expect(await done('GET', `/invoices/totals?partnerCompanyId=${of}`)).toMatchObject({
      ...{ count: 5, creditNotes: 1, amount: 40, vatAmount: 8.4, totalAmount: 48.4 },
      ...{ concept: 12.1, paid: 24.2, toPay: 12.1 },
    })
    const cancelledOnly = await done('GET', `/invoices/totals?partnerCompanyId=${of}&status=cancelled`)
    expect(cancelledOnly).toMatchObject({ count: 1, totalAmount: 0 })
    expect(concept.status).toBe('concept')
  })

  it('count what they show, by status and by the partner’s answer, under the same filters', async () => {
    const of = await partnerWith()
    const { Invoices } = await import('../invoices/entity.ts')
    const at = '2026-11-22T10:00:00.000Z'
    const answers = [
      { answer: { state: 'accepted' as const, at } },
      { answer: { state: 'refused' as const, at, reason: 'Nee' } },
      { presentedAt: '2026-10-01T10:00:00.000Z' },
      {},
    ]
    const ids: string[] = []
    for (const answer of answers) {
      const { id } = await done('POST', '/invoices', buildInvoiceForm(of))
      await step(id, 'in_behandeling')
      await Invoices.patch({ id }).set(answer).go()
      ids.push(id)
    }
    const old = buildInvoiceForm(of, { invoiceDate: '2026-10-01', dueDate: '2026-10-02' })
    await done('POST', '/invoices', old)
    const query = `partnerCompanyId=${of}`
    const listed = async (more: string) =>
      (await done('GET', `/invoices?${query}&${more}`)).map(({ id }: { id: string }) => id)
    expect(
      await Promise.all(['accepted', 'refused', 'silent', 'waiting'].map((one) => listed(`acceptance=${one}`))),
    ).toEqual(ids.map((id) => [id]))
    expect((await call('GET', `/invoices?${query}&acceptance=tacit`)).status).toBe(400)
    const counts = await done('GET', `/invoices/counts?${query}`)
    expect(counts).toEqual({
      statuses: { concept: 1, in_behandeling: 4, betaald: 0, cancelled: 0 },
      // A concept is never overdue.
      ...{ overdue: 0, all: 5, creditNotes: 0, acceptance: { accepted: 1, silent: 1, waiting: 1, refused: 1 } },
    })
    expect(await done('GET', `/invoices/counts?${query}&acceptance=refused&status=in_behandeling`)).toEqual({
      statuses: { concept: 0, in_behandeling: 1, betaald: 0, cancelled: 0 },
      ...{ overdue: 0, all: 1, creditNotes: 0, acceptance: { accepted: 1, silent: 1, waiting: 1, refused: 1 } },
    })
    expect((await done('GET', `/invoices/counts?${query}&status=concept`)).acceptance).toEqual({
      ...{ accepted: 0, silent: 0, waiting: 0, refused: 0 },
    })
    expect(await done('GET', `/invoices/totals?${query}&acceptance=refused`)).toMatchObject({ count: 1 })
  })

  it('show users the invoices assigned to them or to their partner, without notes and with a masked IBAN', async () => {
    const mine = await invoice({ assignedUserId: people.agent.id, notes: 'Alleen voor kantoor' })
    const list = async (who: keyof typeof people) =>
      (await done('GET', '/invoices/assigned?limit=500', undefined, who)).map(({ id }: { id: string }) => id)
    expect(await list('agent')).toContain(mine.id)
    expect(await list('partnersAgent')).toContain(mine.id)
    expect(await list('other')).toEqual([])
    expect((await call('GET', '/invoices/assigned', undefined, 'unseeing')).status).toBe(403)
    const sheet = (status: string, who: 'agent' | 'unseeing' = 'agent') =>
      call('GET', `/invoices/assigned/export?status=${status}`, undefined, who)
    expect((await sheet('concept')).text).toContain(mine.invoiceNumber)
    expect((await sheet('concept')).text).not.toContain('Alleen voor kantoor')
    expect((await sheet('betaald')).text).not.toContain(mine.invoiceNumber)
    expect((await sheet('concept', 'unseeing')).status).toBe(403)
    const seen = await done('GET', `/invoices/${mine.id}`, undefined, 'agent')
    expect([seen.notes, seen.partner.bankAccount]).toEqual([null, 'NL•• •••• •••• ••36 37'])
    expect((await done('GET', `/invoices/${mine.id}`)).partner.bankAccount).toBe('NL91RABO0315273637')
    expect((await call('GET', `/invoices/${mine.id}`, undefined, 'other')).status).toBe(404)
    expect((await call('PATCH', `/invoices/${mine.id}`, { notes: 'x' }, 'agent')).status).toBe(403)
  })

  it('keep a partner with invoices from being deleted', async () => {
    expect((await call('DELETE', `/partners/${partner}`)).status).toBe(409)
    const { invoiceCount, lastInvoiceOn } = await done('GET', `/partners/${partner}`)
    expect(invoiceCount).toBeGreaterThan(0)
    expect(lastInvoiceOn).toBe('2026-11-20')
  })
})
