// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LocalDate } from '../../../shared/time.ts'
import { issuedInvoice } from '../../../testing/issued.ts'
import { startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, openApp } from '../../testing/browser.tsx'

let world: World

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-23T09:00:00Z' })
})
afterAll(() => world.stop())
connectBrowser(() => world)

/** The address at which a partner sees an invoice that was sent. */
async function presented(id: string): Promise<string> {
  const { Invoices } = await import('../../../functions/self-billing/invoice-entity.ts')
  const { linkTo } = await import('../../../functions/self-billing/acceptance-link.ts')
  const invoice = issuedInvoice({ id })
  await Invoices.put(invoice).go()
  return new URL(await linkTo(invoice, '2026-12-07' as LocalDate)).pathname
}

test('a partner sees an invoice without a login, and accepts it', async () => {
  const { user } = openApp(await presented('een'))
  await screen.findByRole('heading', { name: 'Factuur YDS-2026-0042' })
  expect(screen.getByText(/^Van Énergie Groß & Łukasz <BV>.* aan Partnerview BV/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Factuur als PDF openen' }).getAttribute('href')).toMatch(/^\/api\/.*\/pdf$/)
  await user.click(screen.getByRole('button', { name: 'Accepteren' }))
  expect(await screen.findByText('U heeft deze factuur geaccepteerd.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Weigeren' })).toBeNull()
})

test('whoever refuses says why', async () => {
  const { user } = openApp(await presented('twee'))
  await user.click(await screen.findByRole('button', { name: 'Weigeren' }))
  await user.click(screen.getByRole('button', { name: 'Factuur weigeren' }))
  expect(await screen.findByText('Vul in waarom u niet akkoord bent')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /Waarom bent u niet akkoord/ }), 'Te laag')
  await user.click(screen.getByRole('button', { name: 'Factuur weigeren' }))
  expect(await screen.findByText(/U heeft deze factuur geweigerd/)).toBeTruthy()
  expect(screen.getByText('Uw toelichting: Te laag')).toBeTruthy()
})

test('a link that never was or has expired says so', async () => {
  openApp(`/factuur/${'a'.repeat(43)}`)
  expect(await screen.findByRole('heading', { name: 'Deze link is niet (meer) geldig' })).toBeTruthy()
})
