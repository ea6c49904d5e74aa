import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRawTable } from '../../proofs/raw-table.ts'
import { startInvoicing } from '../../testing/invoiced.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { type MoneyWorld, startMoneyWorld } from '../../testing/money.ts'
import { runAsFunction } from '../../testing/rights.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const customer = { customerName: 'Nora Naamloos', customerPhone: '06 22446677' }

async function night(moment: string): Promise<void> {
  await world.travel(moment)
  const { handler } = await import('../../events/erasures.ts')
  await runAsFunction('erasures', () => handler())
}

it('takes the name out of the lines of a paid invoice and its credit note once tax law needs it no more', async () => {
  const payee = await world.agent()
  const pay = await startInvoicing(world, payee.id)
  const sale = await world.sale({ ...customer, agentId: payee.id, saleDate: '2026-10-12' }, { agentCommission: 100 })
  await world.step(sale, 'klaar_voor_uitbetaling')
  const number = await pay({ from: '2026-10-01', to: '2026-12-31' })
  const [{ id }] = await world.done('admin', 'GET', `/api/self-billing/invoices?q=${number}`)
  const path = `/api/self-billing/invoices/${id}`
  const note = await world.done('admin', 'POST', `${path}/credit-notes`, {
    quantities: [{ lineOrder: 1, quantity: 1, stillEarned: false }],
  })
  const linesOf = async (of: string) =>
    (await world.done('admin', 'GET', `/api/self-billing/invoices/${of}`)).lines.map(
      ({ description }: { description: string }) => description,
    )
  expect(await linesOf(note.id)).toEqual([expect.stringContaining('Nora')])

  await night('2033-12-31T02:15:00Z')
  for (const of of [id, note.id]) expect(await linesOf(of)).toEqual([expect.stringContaining('Nora')])
  const { Invoices } = await import('../invoices/invoices/entity.ts')
  await meanwhile(() => Invoices.patch({ id }).add({ version: 1 }).go())
  await night('2034-01-01T02:15:00Z')
  // What somebody changes meanwhile waits for the next night.
  expect(await linesOf(id)).toEqual([expect.stringContaining('Nora')])
  await night('2034-01-02T02:15:00Z')
  for (const of of [id, note.id]) expect(await linesOf(of)).toEqual([expect.stringMatching(/^Sale Gewiste klant \(/)])
  const rows = (await readRawTable()) as readonly { pk: string; entityType?: string }[]
  const pdf = await world.call('admin', 'GET', `${path}/pdf`)
  expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  const about = rows.filter(({ pk, entityType }) => pk.startsWith('invoice#') || entityType === 'invoice')
  expect(about.length).toBeGreaterThan(2)
  expect(JSON.stringify(about)).not.toContain('Nora')

  await world.travel('2034-12-31T09:00:00Z')
  for (const of of ['pdf', 'ubl']) {
    const gone = await world.call('admin', 'GET', `${path}/${of}`)
    expect([gone.status, gone.body.message]).toEqual([404, expect.stringContaining('ouder dan acht jaar')])
  }
})
