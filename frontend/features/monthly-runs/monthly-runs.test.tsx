// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type CommissionWorld, commissionWorld } from '../../../testing/commissions.ts'
import { asFunction } from '../../../testing/rights.ts'
import { settingsForm, storePartner } from '../../../testing/self-billing.ts'
import { connectBrowser, failing, logIn, openApp, retry, sent } from '../../testing/browser.tsx'

let world: CommissionWorld
beforeAll(async () => {
  world = await commissionWorld({ now: '2026-11-21T09:00:00Z' })
  await world.done('admin', 'PUT', '/api/self-billing/settings', settingsForm())
  await storePartner('bos')
  await storePartner('dal')
  await world.done('admin', 'PATCH', '/api/self-billing/partners/dal', {
    name: 'Dal Verkoop',
    assignedAgentId: world.people.other.id,
  })
  const assignedAgentId = world.people.agent.id
  await world.done('admin', 'PATCH', '/api/self-billing/partners/bos', { assignedAgentId })
})
afterAll(() => world.stop())
connectBrowser(() => world.world)
beforeEach(() => vi.stubGlobal('matchMedia', undefined))

async function open(path = '/self-billing/maandrun') {
  await logIn(world.world, world.people.admin)
  return openApp(path)
}
const dialogOf = (name: string) => screen.findByRole('dialog', { name })
const euro = (element: Element) => (element.textContent ?? '').replaceAll('\u00a0', ' ')

test('what a month comes to is shown before it is invoiced, and then followed to its invoices', async () => {
  const ready = await world.sale({ customerName: 'Hotel Noord', saleDate: '2026-10-12' }, { agentCommission: 100 })
  await world.step(ready, 'klaar_voor_uitbetaling')
  await world.sale({ customerName: 'Camping Zuid', saleDate: '2026-10-13' }, { agentCommission: 50 })
  const page = await open()
  const { user } = page
  // The month before this one, unless one says otherwise.
  const period = await screen.findByRole('combobox', { name: 'Periode' })
  expect(within(period).getByRole<HTMLOptionElement>('option', { name: 'Oktober 2026' }).selected).toBe(true)
  const row = await screen.findByRole('row', { name: /Bos Energieadvies/ })
  expect(row.textContent).toContain('Bo Bakker')
  await user.click(within(row).getByRole('checkbox'))
  await user.click(within(screen.getByRole('row', { name: /Dal Verkoop/ })).getByRole('checkbox'))
  await user.click(await screen.findByRole('button', { name: 'Voorbeeld tonen' }))
  const preview = await dialogOf('Voorbeeld van de maandrun')
  const bos = await within(preview).findByRole('region', { name: 'Bos Energieadvies' })
  expect(euro(bos)).toMatch(/Hotel Noord.*€ 100,00.*Totaal incl\. BTW € 100,00 \+ € 21,00 BTW€ 121,00/)
  expect(within(bos).getByRole('list', { name: 'Niet gefactureerd' }).textContent).toContain(': Status is Nieuw')
  const dal = await within(preview).findByRole('region', { name: 'Dal Verkoop' })
  expect(within(dal).getByRole('list', { name: 'Niet gefactureerd' }).textContent).toBe(
    'In deze periode is niets klaar voor uitbetaling',
  )

  await user.click(within(preview).getByRole('button', { name: '1 factuur maken' }))
  const run = await dialogOf('Maandrun')
  expect(await within(run).findByText('Bezig')).toBeTruthy()
  const id = new URLSearchParams(location.search).get('run') ?? ''
  const { monthlyStep } = await import('../../../functions/self-billing/monthly-step.ts')
  await asFunction('outbox', () => monthlyStep(id))
  expect(await screen.findByText('Maandrun klaar')).toBeTruthy()
  const results = within(run).getByRole('list', { name: 'Resultaten' })
  expect((await within(results).findByRole('link')).getAttribute('href')).toMatch(/^\/self-billing\/invoice\//)
  await waitFor(() => expect(results.textContent).toContain('Status is Nieuw'))
  const invoice = await within(results).findByRole('link')
  await user.click(within(run).getByRole('button', { name: 'Sluiten' }))
  await user.click(screen.getByRole('tab', { name: 'Eerdere runs' }))
  await user.click(await screen.findByRole('row', { name: /01-10-2026 t\/m 31-10-2026/ }))
  expect(await within(await dialogOf('Maandrun')).findByText('Klaar')).toBeTruthy()
  page.unmount()

  // Its lines are commissions, which stay as they are when the rest is edited.
  const { user: editor } = await open(invoice.getAttribute('href') ?? '')
  const commissions = await screen.findByRole('list', { name: 'Commissies' })
  expect(euro(commissions)).toMatch(/Hotel Noord.*€ 100,00Wacht op betaling/)
  await editor.click(screen.getByRole('button', { name: 'Bewerken' }))
  const form = await dialogOf('Factuur bewerken')
  await editor.click(await within(form).findByRole('tab', { name: /Factuurregels/ }))
  expect(await within(form).findByText(/zijn commissies van een maandrun/)).toBeTruthy()
  await editor.click(within(form).getByRole('tab', { name: /Basis Info/ }))
  const description = await within(form).findByRole('textbox', { name: /^Omschrijving/ })
  await editor.clear(description)
  await editor.type(description, 'Oktober')
  await editor.click(within(form).getByRole('button', { name: 'Bijwerken' }))
  expect(await screen.findByText('Factuur bijgewerkt')).toBeTruthy()
})

test('work of before the agreement is left out until that is ticked, for the preview and for the run', async () => {
  await storePartner('laat')
  const assignedAgentId = world.people.stranger.id
  await world.done('admin', 'PATCH', '/api/self-billing/partners/laat', { name: 'Laat Begonnen', assignedAgentId })
  const { Partners } = await import('../../../functions/self-billing/partner-entity.ts')
  await Partners.patch({ id: 'laat' }).set({ agreedSince: '2026-10-15' }).go()
  for (const [customerName, saleDate] of [
    ['Zonnig Vroeg', '2026-10-12'],
    ['Zonnig Laat', '2026-10-20'],
  ] as const) {
    const id = await world.sale({ customerName, saleDate, agentId: assignedAgentId }, { agentCommission: 100 })
    await world.step(id, 'klaar_voor_uitbetaling')
  }
  const { user } = await open()
  await user.click(within(await screen.findByRole('row', { name: /Laat Begonnen/ })).getByRole('checkbox'))
  await user.click(await screen.findByRole('button', { name: 'Voorbeeld tonen' }))
  const preview = await dialogOf('Voorbeeld van de maandrun')
  const earlier = await within(preview).findByRole('checkbox', { name: 'Ook werk van vóór de overeenkomst' })
  expect(within(preview).getByRole('list', { name: 'Niet gefactureerd' }).textContent).toContain('Zonnig Vroeg')
  expect(euro(preview)).toContain('Totaal incl. BTW € 121,00')
  await user.click(earlier)
  await waitFor(() => expect(euro(preview)).toContain('Totaal incl. BTW € 242,00'))
  expect(within(preview).queryByRole('list', { name: 'Niet gefactureerd' })).toBeNull()
  await user.click(earlier)
  await waitFor(() => expect(euro(preview)).toContain('Totaal incl. BTW € 121,00'))
  await user.click(earlier)
  await waitFor(() => expect(euro(preview)).toContain('Totaal incl. BTW € 242,00'))
  await user.click(within(preview).getByRole('button', { name: '1 factuur maken' }))
  await dialogOf('Maandrun')
  const started = sent.find(({ method, path }) => method === 'POST' && path.endsWith('/monthly-runs'))
  expect(JSON.parse(started?.body ?? '')).toMatchObject({ partnerIds: ['laat'], withEarlier: true })
})

test('earlier runs, one of them and what it made are asked for again where that failed', async () => {
  const form = { partnerIds: ['bos'], from: '2026-07-01', to: '2026-07-31' }
  await world.done('admin', 'POST', '/api/self-billing/monthly-runs', form)
  let restore = failing(/monthly-runs/)
  const { user } = await open('/self-billing/maandrun?tab=runs')
  const list = await retry()
  restore()
  await user.click(list)
  const run = await screen.findByRole('row', { name: /01-07-2026 t\/m 31-07-2026/ })
  restore = failing(/monthly-runs\/[^/]+$/)
  await user.click(run)
  const dialog = within(await dialogOf('Maandrun'))
  const one = await retry(dialog)
  restore()
  restore = failing(/results/)
  await user.click(one)
  expect(await dialog.findByText('Bezig')).toBeTruthy()
  const results = await retry(dialog)
  restore()
  await user.click(results)
  expect(await dialog.findByRole('list', { name: 'Resultaten' })).toBeTruthy()
})

test('a run that stopped says so, and goes on when that is asked for', async () => {
  const form = { partnerIds: ['bos'], from: '2026-08-01', to: '2026-08-31' }
  const { id } = await world.done('admin', 'POST', '/api/self-billing/monthly-runs', form)
  const { MonthlyRuns } = await import('../../../functions/self-billing/monthly-entity.ts')
  await MonthlyRuns.patch({ id }).set({ movedAt: '2026-11-21T08:00:00.000Z' }).go()
  const { user } = await open(`/self-billing/maandrun?run=${id}`)
  const run = within(await dialogOf('Maandrun'))
  expect(await run.findByText('Gestopt')).toBeTruthy()
  await user.click(run.getByRole('button', { name: 'Verder gaan' }))
  expect(await run.findByText('Bezig')).toBeTruthy()
})
