// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Issued } from '../../../functions/invoices/invoices/issued.ts'
import type { LocalDate } from '../../../shared/time.ts'
import { buildIssuedInvoice, buildIssuedLine } from '../../../testing/issued.ts'
import { startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, openApp } from '../../testing/browser.tsx'

let world: World

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-23T09:00:00Z' })
})
afterAll(() => world.stop())
connectBrowser(() => world)

/** Stores an issued invoice; returns the address at which its partner sees it. */
async function presented(id: string, given: Partial<Issued> = {}): Promise<string> {
  const { Invoices } = await import('../../../functions/invoices/invoices/entity.ts')
  const { createAcceptanceLink } = await import('../../../functions/invoices/acceptance/acceptance-link.ts')
  const invoice = buildIssuedInvoice({ id, ...given })
  await Invoices.put(invoice).go()
  return new URL(await createAcceptanceLink(invoice, 0, '2026-12-07' as LocalDate)).pathname
}

test('a partner sees an invoice without a login, and accepts it', async () => {
  const { user } = openApp(await presented('een'))
  await screen.findByRole('heading', { name: 'Factuur YDS-2026-0042' })
  expect(screen.getByText(/^Énergie Groß & Łukasz <BV>/)).toBeTruthy()
  expect(screen.getByText('Namens u opgemaakt door Partnerview BV.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Factuur als PDF openen' }).getAttribute('href')).toMatch(/^\/api\/.*\/pdf$/)
  await user.click(screen.getByRole('button', { name: 'Akkoord' }))
  expect(await screen.findByText('U heeft deze factuur geaccepteerd.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Weigeren' })).toBeNull()
})

test('a refusal requires a reason', async () => {
  const { user } = openApp(await presented('twee'))
  await user.click(await screen.findByRole('button', { name: 'Weigeren' }))
  await user.click(screen.getByRole('button', { name: 'Factuur weigeren' }))
  expect(await screen.findByText('Vul in waarom u niet akkoord bent')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /Waarom bent u niet akkoord/ }), 'Te laag')
  await user.click(screen.getByRole('button', { name: 'Factuur weigeren' }))
  expect(await screen.findByText(/U heeft deze factuur geweigerd/)).toBeTruthy()
  expect(screen.getByText('Uw toelichting: Te laag')).toBeTruthy()
})

test('a partner refuses because of a line, with what is wrong about it', async () => {
  const lines = [buildIssuedLine('Verkoop oktober', 7, 95, 21), buildIssuedLine('Toeslag', 1, 200, 21)]
  const { user } = openApp(await presented('regel', { lines }))
  await user.click(await screen.findByRole('button', { name: 'Regel 1: deze regel klopt niet' }))
  await user.click(screen.getByRole('button', { name: 'Deze regel klopt wel' }))
  expect(screen.getByRole('button', { name: 'Akkoord' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Regel 2: deze regel klopt niet' }))
  await user.click(screen.getByRole('button', { name: 'Factuur weigeren' }))
  const remark = screen.getByRole('textbox', { name: /Wat klopt er niet aan regel 2/ })
  await waitFor(() => expect(remark.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByRole('textbox', { description: 'Vul in wat er niet klopt' })).toBe(remark)
  expect(screen.queryByText('Niet gelukt')).toBeNull()
  await user.type(remark, 'Was € 250')
  expect(screen.queryByText('Vul in wat er niet klopt')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Factuur weigeren' }))
  expect(await screen.findByText('Klopt niet: Was € 250')).toBeTruthy()
  expect(screen.getByText(/U heeft deze factuur geweigerd/)).toBeTruthy()
})

test('an unknown or expired link shows a message', async () => {
  openApp(`/factuur/${'a'.repeat(43)}`)
  expect(await screen.findByRole('heading', { name: 'Deze link is niet (meer) geldig' })).toBeTruthy()
})

test('a partner reads amount, last day and account of the payment, the lines and the own name as written', async () => {
  const supplier = { ...buildIssuedInvoice().supplier, name: 'Van Dijk Sales & Advies' }
  const lines = [buildIssuedLine('Verkoop contracten oktober', 7, 95, 21), buildIssuedLine('Toeslag', 1, 200, 21)]
  openApp(await presented('drie', { has48HourDiscount: false, open: 104_665, supplier, lines }))
  await screen.findByText('Wij betalen u')
  const shown = screen.getByRole('main').textContent?.replaceAll('\u00a0', ' ') ?? ''
  for (const text of ['Wij betalen u€ 1.046,65', 'Uiterlijk20-12-2026', 'Op rekeningNL91 RABO 0315 2736 37']) {
    expect(shown).toContain(text)
  }
  for (const text of [
    'Verkoop contracten oktober7 × € 95,00€ 665,00',
    'Totaal excl. btw€ 865,00',
    'Btw 21 %€ 181,65',
  ]) {
    expect(shown).toContain(text)
  }
  expect(shown).toContain('Op naam vanVan Dijk Sales & Advies')
  expect(shown).not.toMatch(/van van /i)
})

test('an invoice whose payment is being processed can be accepted but not refused', async () => {
  openApp(await presented('vier', { open: 6_475, paymentFileId: 'bestand' }))
  expect(await screen.findByRole('button', { name: 'Akkoord' })).toBeTruthy()
  expect(screen.getByText(/De betaling is onderweg\. Klopt er iets niet\? Neem contact met ons op\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Weigeren' })).toBeNull()
})

test('a refusal that comes too late shows the reason and is no longer offered', async () => {
  const { user } = openApp(await presented('vijf', { open: 6_475 }))
  await user.click(await screen.findByRole('button', { name: 'Weigeren' }))
  const { Invoices } = await import('../../../functions/invoices/invoices/entity.ts')
  await Invoices.patch({ id: 'vijf' }).set({ paymentFileId: 'bestand' }).go()
  await user.type(screen.getByRole('textbox', { name: /Waarom bent u niet akkoord/ }), 'Te laag')
  await user.click(screen.getByRole('button', { name: 'Factuur weigeren' }))
  expect(await screen.findByText(/al in gang gezet/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Akkoord' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /eigeren/ })).toBeNull()
})

test('a revoked link shows a message', async () => {
  const { Invoices } = await import('../../../functions/invoices/invoices/entity.ts')
  const address = await presented('zes')
  await Invoices.patch({ id: 'zes' }).set({ linkGeneration: 1 }).go()
  openApp(address)
  expect(
    await screen.findByText('De link is verlopen, ingetrokken of onjuist. Vraag ons om een nieuwe mail.'),
  ).toBeTruthy()
  expect(screen.queryByText(/YDS-2026/)).toBeNull()
})
