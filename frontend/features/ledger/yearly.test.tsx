// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LocalDate } from '../../../shared/time.ts'
import { startInvoicing } from '../../../testing/invoiced.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'
import { connectBrowser, failRequests, logIn, openApp } from '../../testing/browser.tsx'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
  const payee = await world.agent()
  const pay = await startInvoicing(world, payee.id)
  await world.ready(payee.id)
  await bookPayment(await pay({ from: '2026-10-01', to: '2026-10-31' }))
})
afterAll(() => world.stop())
connectBrowser(() => world.world)

/** Lets the bank book the payment of an invoice of € 121,00. A screen test has no multipart forms for a statement. */
async function bookPayment(invoiceNumber: string): Promise<void> {
  const { postEntries } = await import('../../../functions/book/service.ts')
  const { commit } = await import('../../../functions/platform/data/commit.ts')
  const { asSystem } = await import('../../../functions/platform/actor.ts')
  const [invoice] = await world.done('admin', 'GET', `/api/self-billing/invoices?q=${invoiceNumber}`)
  const booked = postEntries({
    ...{ cause: `test#${invoice.id}`, kind: 'booking', date: '2026-11-23' as LocalDate, documentId: invoice.id },
    ...{ documentNumber: invoiceNumber, userId: invoice.id, text: 'Geboekt', by: 'test' },
    postings: [
      { account: 'transit', amount: 12_100, documentId: invoice.id },
      { account: 'bank', amount: -12_100, documentId: invoice.id },
    ],
  })
  await commit(
    asSystem('test'),
    { action: 'test.post', entity: { type: 'test', id: invoice.id }, ...booked },
    undefined,
  )
}

const openYear = async () => {
  await logIn(world.world, world.people.admin)
  return openApp('/self-billing/boekhouding?tab=jaaropgaven&jaar=2026')
}

test('an admin mails the statements of a past year after a question that says to whom and how much', async () => {
  world.world.travel('2027-01-12T09:00:00Z')
  const { user } = await openYear()
  await user.click(await screen.findByRole('button', { name: 'Mailen aan Bos Energieadvies' }))
  const one = within(await screen.findByRole('alertdialog', { name: 'Jaaroverzicht van Bos Energieadvies mailen?' }))
  expect(one.getByText(/^De mail gaat naar .*@.*\. Samen €\s121,00 betaald in 2026\.$/)).toBeTruthy()
  const restore = failRequests(/ledger\/yearly\/mail/)
  await user.click(one.getByRole('button', { name: 'Mailen' }))
  expect(await screen.findByText('De mail kon niet worden verstuurd.')).toBeTruthy()
  restore()

  await user.click(await screen.findByRole('button', { name: 'Mailen (1)' }))
  const all = within(await screen.findByRole('alertdialog', { name: '1 jaaroverzicht mailen?' }))
  await user.click(all.getByRole('button', { name: 'Mailen' }))
  expect(await screen.findByText('Mail onderweg')).toBeTruthy()
  expect(await screen.findByText('Wacht 12-01-2027')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Mailen \(/ })).toBeNull()
})

test('a year that is not over offers no mails', async () => {
  world.world.travel('2026-12-30T09:00:00Z')
  await openYear()
  expect(await screen.findByRole('button', { name: 'PDF van Bos Energieadvies' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /mailen/i })).toBeNull()
})
