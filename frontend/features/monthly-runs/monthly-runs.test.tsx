// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { buildPartnerForm, buildSettingsForm, storePartner } from '../../../testing/invoices.ts'
import { runAsFunction } from '../../../testing/rights.ts'
import { connectBrowser, failRequests, findRetryButton, logIn, openApp, sent } from '../../testing/browser.tsx'
import { findDialog } from '../../testing/queries.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld({ now: '2026-11-21T09:00:00Z' })
  await world.done('admin', 'PUT', '/api/self-billing/settings', buildSettingsForm())
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
const euro = (element: Element) => (element.textContent ?? '').replaceAll('\u00a0', ' ')

test('a run shows a preview before it starts, and then its progress up to the invoices', async () => {
  const ready = await world.sale({ customerName: 'Hotel Noord', saleDate: '2026-10-12' }, { agentCommission: 100 })
  await world.step(ready, 'klaar_voor_uitbetaling')
  await world.sale({ customerName: 'Camping Zuid', saleDate: '2026-10-13' }, { agentCommission: 50 })
  const page = await open()
  const { user } = page
  // By default, the period is the previous month.
  const period = await screen.findByRole('combobox', { name: 'Periode' })
  expect(within(period).getByRole<HTMLOptionElement>('option', { name: 'Oktober 2026' }).selected).toBe(true)
  const row = await screen.findByRole('row', { name: /Bos Energieadvies/ })
  expect(euro(row)).toMatch(/Bo Bakker11 in afwachting · € 50,00€ 100,00€ 21,00€ 121,00$/)
  expect(within(row).getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
  expect(screen.getByText('Dal Verkoop').textContent).toBeTruthy()
  expect(screen.queryByRole('row', { name: /Dal Verkoop/ })).toBeNull()
  expect(euro(screen.getByText(/^Niets in oktober 2026:/).closest('p') as Element)).toContain('Dal Verkoop')
  await user.click(within(row).getByRole('button', { name: 'Bos Energieadvies' }))
  // The invoice date is after the 15th of the month after the supply, until the user chooses an earlier one.
  expect(euro(screen.getByRole('row', { name: /Hotel Noord/ }))).toMatch(/uiterlijk op 15-11-2026€ 100,00$/)
  const late = '1 regel is later dan de 15e na de leveringsmaand.'
  expect(screen.getByText(late)).toBeTruthy()
  const invoiceDate = screen.getByLabelText('Factuurdatum')
  fireEvent.change(invoiceDate, { target: { value: '2026-11-15' } })
  expect(screen.queryByText(late)).toBeNull()
  expect(euro(screen.getByRole('row', { name: /Hotel Noord/ }))).not.toContain('uiterlijk')
  fireEvent.change(invoiceDate, { target: { value: '2026-11-21' } })
  expect(euro(screen.getByRole('row', { name: /Camping Zuid/ }))).toMatch(/Status is Nieuw · € 50,00niet mee/)

  // An unticked partner is not in the sum, and without partners no run can start.
  await user.click(within(row).getByRole('checkbox'))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^0 facturen maken/ }).disabled).toBe(true)
  await user.click(within(row).getByRole('checkbox'))
  expect(euro(screen.getByRole('row', { name: /^Totaal 1 factuur/ }))).toContain('€ 121,00')
  await user.click(screen.getByRole('button', { name: /^1 factuur maken · €\s121,00$/ }))
  const question = await screen.findByRole('alertdialog', { name: '1 factuur maken?' })
  expect(euro(question)).toContain('€ 121,00 incl. btw')
  expect(question.textContent).toMatch(/voor Bos Energieadvies\..*later dan de 15e.*De mails gaan nog niet uit\./)
  await user.click(within(question).getByRole('button', { name: '1 factuur maken' }))
  const run = await findDialog('Maandrun')
  expect(await within(run).findByText('Bezig')).toBeTruthy()
  const id = new URLSearchParams(location.search).get('run') ?? ''
  const { runMonthlyStep } = await import('../../../functions/monthly-runs/monthly-step.ts')
  await runAsFunction('outbox', () => runMonthlyStep(id))
  expect(await screen.findByText('Maandrun klaar')).toBeTruthy()
  const results = within(run).getByRole('list', { name: 'Resultaten' })
  expect((await within(results).findByRole('link')).getAttribute('href')).toMatch(/^\/self-billing\/invoice\//)
  await waitFor(() => expect(results.textContent).toContain('Status is Nieuw'))
  const invoice = await within(results).findByRole('link')
  await user.click(within(run).getByRole('button', { name: 'Sluiten' }))
  await user.click(screen.getByRole('tab', { name: 'Eerdere runs' }))
  await user.click(await screen.findByRole('row', { name: /01-10-2026 t\/m 31-10-2026/ }))
  expect(await within(await findDialog('Maandrun')).findByText('Klaar')).toBeTruthy()
  const next = await screen.findByRole('link', { name: '1 concept versturen' })
  expect(next.getAttribute('href')).toBe('/self-billing/workflow-concept?doe=versturen')
  page.unmount()

  // The form of the new invoice says that its lines are commissions, and still saves a change of another field.
  const { user: editor } = await open(invoice.getAttribute('href') ?? '')
  expect(euro(await screen.findByRole('row', { name: /Hotel Noord/ }))).toMatch(/Hotel Noord.*€ 100,00/)
  await editor.click(screen.getByRole('button', { name: 'Meer' }))
  await editor.click(await screen.findByRole('menuitem', { name: 'Bewerken' }))
  const form = await findDialog('Factuur bewerken')
  await editor.click(await within(form).findByRole('tab', { name: /Factuurregels/ }))
  expect(await within(form).findByText(/zijn commissies van een maandrun/)).toBeTruthy()
  await editor.click(within(form).getByRole('tab', { name: /Basis Info/ }))
  const description = await within(form).findByRole('textbox', { name: /^Omschrijving/ })
  await editor.clear(description)
  await editor.type(description, 'Oktober')
  await editor.click(within(form).getByRole('button', { name: 'Bijwerken' }))
  expect(await screen.findByText('Factuur bijgewerkt')).toBeTruthy()
})

test('work before the agreement is left out until ticked, in the preview and the run', async () => {
  await storePartner('laat')
  const assignedAgentId = world.people.stranger.id
  await world.done('admin', 'PATCH', '/api/self-billing/partners/laat', { name: 'Laat Begonnen', assignedAgentId })
  const { Partners } = await import('../../../functions/invoices/partner-entity.ts')
  await Partners.patch({ id: 'laat' }).set({ agreedSince: '2026-10-15' }).go()
  for (const [customerName, saleDate] of [
    ['Zonnig Vroeg', '2026-10-12'],
    ['Zonnig Laat', '2026-10-20'],
  ] as const) {
    const id = await world.sale({ customerName, saleDate, agentId: assignedAgentId }, { agentCommission: 100 })
    await world.step(id, 'klaar_voor_uitbetaling')
  }
  const { user } = await open()
  const late = () => screen.findByRole('row', { name: /Laat Begonnen/ })
  expect(euro(await late())).toMatch(/1 vóór de overeenkomst · € 100,00€ 100,00€ 21,00€ 121,00$/)
  const earlier = await screen.findByRole('checkbox', { name: 'Ook werk van vóór de overeenkomst' })
  await user.click(earlier)
  await waitFor(async () => expect(euro(await late())).toMatch(/–€ 200,00€ 42,00€ 242,00$/))
  await user.click(earlier)
  await waitFor(async () => expect(euro(await late())).toMatch(/€ 121,00$/))
  await user.click(earlier)
  await waitFor(async () => expect(euro(await late())).toMatch(/€ 242,00$/))
  await user.click(await screen.findByRole('button', { name: /^1 factuur maken/ }))
  const question = await screen.findByRole('alertdialog', { name: '1 factuur maken?' })
  await user.click(within(question).getByRole('button', { name: '1 factuur maken' }))
  await findDialog('Maandrun')
  const started = sent.find(({ method, path }) => method === 'POST' && path.endsWith('/monthly-runs'))
  expect(JSON.parse(started?.body ?? '')).toMatchObject({ partnerIds: ['laat'], withEarlier: true })
})

test('a failed list of runs, a failed run and failed results can be retried', async () => {
  const form = { partnerIds: ['bos'], from: '2026-07-01', to: '2026-07-31' }
  await world.done('admin', 'POST', '/api/self-billing/monthly-runs', form)
  let restore = failRequests(/monthly-runs/)
  const { user } = await open('/self-billing/maandrun?tab=runs')
  const list = await findRetryButton()
  restore()
  await user.click(list)
  const run = await screen.findByRole('row', { name: /01-07-2026 t\/m 31-07-2026/ })
  restore = failRequests(/monthly-runs\/[^/]+$/)
  await user.click(run)
  const dialog = within(await findDialog('Maandrun'))
  const one = await findRetryButton(dialog)
  restore()
  restore = failRequests(/results/)
  await user.click(one)
  expect(await dialog.findByText('Bezig')).toBeTruthy()
  const results = await findRetryButton(dialog)
  restore()
  await user.click(results)
  expect(await dialog.findByRole('list', { name: 'Resultaten' })).toBeTruthy()
})

test('a stopped run is reported and continues on request', async () => {
  const form = { partnerIds: ['bos'], from: '2026-08-01', to: '2026-08-31' }
  const { id } = await world.done('admin', 'POST', '/api/self-billing/monthly-runs', form)
  const { MonthlyRuns } = await import('../../../functions/monthly-runs/monthly-entity.ts')
  await MonthlyRuns.patch({ id }).set({ movedAt: '2026-11-21T08:00:00.000Z' }).go()
  const { user } = await open(`/self-billing/maandrun?run=${id}`)
  const run = within(await findDialog('Maandrun'))
  expect(await run.findByText('Gestopt')).toBeTruthy()
  await user.click(run.getByRole('button', { name: 'Verder gaan' }))
  expect(await run.findByText('Bezig')).toBeTruthy()
  await user.click(run.getByRole('button', { name: 'Stoppen' }))
  expect(await run.findByText('Gestopt')).toBeTruthy()
  expect(run.queryByRole('button', { name: 'Stoppen' })).toBeNull()
  expect(await run.findByRole('button', { name: 'Verder gaan' })).toBeTruthy()
})

test('a commission with an open question waits until it is ticked or answered', async () => {
  const asked = await world.sale({ customerName: 'Molen West', saleDate: '2026-03-12' }, { agentCommission: 80 })
  await world.step(asked, 'klaar_voor_uitbetaling')
  await world.done('agent', 'POST', `/api/commissions/${asked}/questions`, { question: 'Klopt dit tarief?' })
  const { user } = await open('/self-billing/maandrun?from=2026-03-01&to=2026-03-31')
  const row = () => screen.findByRole('row', { name: /Bos Energieadvies/ })
  expect(euro(await row())).toContain('1 vraag open · € 80,00')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^0 facturen maken/ }).disabled).toBe(true)
  await user.click(within(await row()).getByRole('button', { name: 'Bekijken: Bos Energieadvies' }))
  const waits = await screen.findByRole('row', { name: /Molen West/ })
  expect(euro(waits)).toMatch(/Vraag open · € 80,00Bo Bakker: “Klopt dit tarief\?”Beantwoordenniet mee$/)

  await user.click(within(waits).getByRole('checkbox', { name: /Toch meenemen: Sale Molen West/ }))
  await user.click(await screen.findByRole('button', { name: /^1 factuur maken · €\s96,80$/ }))
  const question = await screen.findByRole('alertdialog', { name: '1 factuur maken?' })
  expect(question.textContent).toContain('1 post met open vraag gaat mee.')
  await user.click(within(question).getByRole('button', { name: 'Annuleren' }))
  await user.click(screen.getByRole('checkbox', { name: /Toch meenemen: Sale Molen West/ }))
  expect(await screen.findByRole('button', { name: /^0 facturen maken/ })).toBeTruthy()

  await user.click(screen.getByRole('button', { name: /^Beantwoorden: Sale Molen West/ }))
  await user.type(await screen.findByRole('textbox', { name: /^Antwoord over/ }), 'Ja, dit tarief klopt.')
  await user.click(screen.getByRole('button', { name: 'Beantwoorden' }))
  expect(await screen.findByRole('button', { name: /^1 factuur maken · €\s96,80$/ })).toBeTruthy()
})

test('partners on hold are listed apart with their solution, and a failed preview can be retried', async () => {
  const { id } = await world.done(
    'admin',
    'POST',
    '/api/self-billing/partners',
    buildPartnerForm({ name: 'Zonder Papier' }),
  )
  const { people } = world
  const somebody = await world.world.person({ role: 'agent', teamId: 1, firstName: 'Wim', lastName: 'Wacht' })
  await world.done('admin', 'PATCH', `/api/self-billing/partners/${id}`, { assignedAgentId: somebody.id })
  const sale = await world.sale({ saleDate: '2026-09-10', agentId: somebody.id }, { agentCommission: 60 })
  await world.step(sale, 'klaar_voor_uitbetaling')
  await world.done('admin', 'POST', '/api/commissions/adjustments', {
    ...{ userId: people.other.id, amount: -85, reason: 'Opgezegd' },
  })
  const restore = failRequests(/monthly-runs\/preview/)
  const { user } = await open('/self-billing/maandrun?from=2026-09-01&to=2026-09-30')
  const again = await findRetryButton()
  restore()
  await user.click(again)
  const paper = await screen.findByRole('row', { name: /Zonder Papier/ })
  expect(euro(paper)).toMatch(/Wim Wacht1Geen overeenkomst€ 60,00/)
  expect(within(paper).getByRole<HTMLInputElement>('checkbox').disabled).toBe(true)
  const add = within(paper).getByRole('link', { name: 'Overeenkomst toevoegen: Zonder Papier' })
  expect(add.getAttribute('href')).toContain(`partner=${id}`)
  const below = screen.getByRole('row', { name: /Dal Verkoop/ })
  expect(euro(below)).toMatch(/Onder nul: telt mee in de volgende run€ -85,00/)
  await user.click(within(below).getByRole('button', { name: 'Bekijken: Dal Verkoop' }))
  expect(screen.getByRole('row', { name: /Opgezegd/ }).textContent).toContain('niet mee')
  expect(euro(screen.getByRole('columnheader', { name: /^Wacht · / }))).toBe('Wacht · 2 partners, € -25,00 excl. btw')
  await user.click(screen.getByRole('button', { name: 'Volgende maand' }))
  const period = screen.getByRole('combobox', { name: 'Periode' })
  expect(within(period).getByRole<HTMLOptionElement>('option', { name: 'Oktober 2026' }).selected).toBe(true)
})

test('a run says whose turnover under the KOR comes near its limit, or passes it', async () => {
  const somebody = await world.world.person({ role: 'agent', teamId: 1, firstName: 'Kim', lastName: 'Klein' })
  await storePartner('klein')
  const form = { name: 'Klein Advies', assignedAgentId: somebody.id, vatSchemes: [{ scheme: 'kor' }] }
  await world.done('admin', 'PATCH', '/api/self-billing/partners/klein', form)
  for (const [saleDate, agentCommission] of [
    ['2026-05-10', 17_000],
    ['2026-06-10', 3_000.01],
  ] as const) {
    const id = await world.sale({ saleDate, agentId: somebody.id }, { agentCommission })
    await world.step(id, 'klaar_voor_uitbetaling')
  }
  await open('/self-billing/maandrun?from=2026-05-01&to=2026-05-31')
  const near = await screen.findByText(/^Klein Advies komt in 2026 op/)
  expect(euro(near)).toBe('Klein Advies komt in 2026 op € 17.000,00. De KOR stopt boven € 20.000,00.')
  expect(screen.queryByText('1 factuur beslaat meer dan één kalendermaand.')).toBeNull()
  await open('/self-billing/maandrun?from=2026-05-01&to=2026-06-30')
  expect(euro(await screen.findByText(/op Normaal\.$/))).toContain('op € 20.000,01.')
  expect(screen.getByText('1 factuur beslaat meer dan één kalendermaand.')).toBeTruthy()
})
