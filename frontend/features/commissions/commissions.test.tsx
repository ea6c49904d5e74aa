// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { runAsFunction } from '../../../testing/rights.ts'
import { chooseMore } from '../../testing/actions.ts'
import { connectBrowser, failRequests, logIn, openApp, sent } from '../../testing/browser.tsx'
import { findButton, findDialog, findRow, findToast, getTextbox } from '../../testing/queries.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld({ now: '2026-11-21T09:00:00Z' })
})
afterAll(() => world.stop())
connectBrowser(() => world.world)

beforeEach(() => vi.stubGlobal('matchMedia', undefined))
afterEach(() => vi.unstubAllGlobals())

type Who = keyof CommissionWorld['people']

async function open(who: Who, path: string) {
  await logIn(world.world, world.people[who])
  return openApp(path)
}

const cellsOf = async (name: RegExp) => [...(await findRow(name)).children].map((cell) => cell.textContent)

const sale = (customerName: string, amounts = { agentCommission: 85.5, callerCommission: 12.25 }) =>
  world.sale({ customerName, callerId: world.people.caller.id }, amounts)

test('the list shows the four cards, the amount of each row, and the totals of the filter', async () => {
  await sale('Kaas en Wijn')
  const { user } = await open('admin', '/commissions')
  expect(await cellsOf(/Kaas en Wijn/)).toEqual(
    expect.arrayContaining([expect.stringMatching(/€\s85,50/), expect.stringMatching(/€\s12,25/)]),
  )
  const cards = within(screen.getByRole('group', { name: 'Commissies per stap' }))
  for (const title of ['Nieuw', 'In afwachting', 'Klaar', 'Uitbetaald deze maand']) {
    expect(cards.getByRole('button', { name: new RegExp(`^${title}`) })).toBeTruthy()
  }
  expect(await screen.findByText('Agent € 85,50 · Beller € 12,25 · Totaal € 97,75')).toBeTruthy()
  await user.click(await cards.findByRole('button', { name: /^Uitbetaald/ }))
  expect(await screen.findByText('Geen commissies gevonden')).toBeTruthy()
  expect(location.search).toContain('step=uitbetaald')
})

test('failed step amounts and totals can be retried', async () => {
  await sale('Slagerij Smit')
  const restore = failRequests(/summary|totals/)
  const { user } = await open('admin', '/commissions')
  await findRow(/Slagerij Smit/)
  const failed = await Promise.all(
    ['De bedragen konden niet worden geladen.', 'De totalen konden niet worden geladen.'].map((text) =>
      screen.findByText(text, { selector: '[role=alert]' }),
    ),
  )
  restore()
  for (const one of failed) await user.click(within(one).getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await screen.findByText(/^Agent € [\d.,]+ · Beller/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: /^Nieuw\s*€/ })).toBeTruthy()
  await waitFor(() => expect(failed.map(({ isConnected }) => isConnected)).toEqual([false, false]))
})

test('an admin changes amounts and status; an amount off the rate needs a reason, and input stays', async () => {
  await sale('Garage Kuiper')
  const { user } = await open('admin', '/commissions')
  await user.click(await findRow(/Garage Kuiper/))
  await user.click(await within(await findDialog('Garage Kuiper')).findByRole('button', { name: 'Bewerken' }))
  const dialog = await findDialog('Commissie bewerken')
  await user.clear(getTextbox(dialog, 'Agent commissie'))
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  expect(await within(dialog).findByText('Agent commissie is verplicht')).toBeTruthy()
  await user.type(getTextbox(dialog, 'Agent commissie'), '100')
  expect(within(dialog).getByText('€ 112,25')).toBeTruthy()
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Status' }), 'In afwachting')
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  expect(await within(dialog).findByText('Vul in waarom het bedrag afwijkt van het tarief')).toBeTruthy()
  const reason = getTextbox(dialog, 'Reden')
  expect(document.activeElement).toBe(reason)
  expect(getTextbox(dialog, 'Agent commissie')).toHaveProperty('value', '100,00')
  await user.type(reason, 'Contract van 3 jaar')
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  await findToast('Commissie bijgewerkt')
  const panel = within(await findDialog('Garage Kuiper'))
  expect(await panel.findByText(/aangepast door Ada Admin: Contract van 3 jaar/)).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'Sluiten' }))
  await waitFor(async () => expect((await cellsOf(/Garage Kuiper/)).join()).toContain('In afwachting'))
  expect((await cellsOf(/Garage Kuiper/)).join()).toMatch(/€\s100,00/)
})

test('a paid commission is not changed but corrected, for one of its payees', async () => {
  const id = await sale('Hotel Zee')
  for (const status of ['in_afwachting', 'klaar_voor_uitbetaling', 'uitbetaald']) await world.step(id, status)
  const { user } = await open('admin', '/commissions')
  await user.click(await findRow(/Hotel Zee/))
  const paid = await findDialog('Hotel Zee')
  await user.click(await within(paid).findByRole('button', { name: 'Correctie noteren' }))
  expect(within(paid).queryByRole('button', { name: 'Bewerken' })).toBeNull()
  const dialog = await findDialog('Correctie noteren')
  expect(within(dialog).getByRole('combobox', { name: 'Medewerker' }).textContent).toContain('Bo Bakker')
  await user.type(getTextbox(dialog, 'Had moeten zijn'), '5')
  for (const name of [/Beller$/, /Bo Bakker/]) {
    await user.click(within(dialog).getByRole('combobox', { name: 'Medewerker' }))
    await user.click(await screen.findByRole('option', { name }))
    expect(getTextbox(dialog, 'Had moeten zijn')).toHaveProperty('value', '')
  }
  await user.type(getTextbox(dialog, 'Had moeten zijn'), '0')
  expect(await within(dialog).findByText(/^Was €\s85,50\. Correctie €\s-85,50$/)).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Noteren' }))
  expect(await within(dialog).findByText('Vul een reden in')).toBeTruthy()
  await user.type(getTextbox(dialog, 'Reden'), 'Klant zegde op')
  await user.click(within(dialog).getByRole('button', { name: 'Noteren' }))
  await findToast('Correctie genoteerd')
  expect(screen.getByText('Wordt verrekend met de volgende uitbetaling of factuur.')).toBeTruthy()
  await user.click(within(await findDialog('Hotel Zee')).getByRole('button', { name: 'Sluiten' }))

  await chooseMore(user, 'Saldo')
  await user.click(await screen.findByRole('combobox', { name: 'Medewerker' }))
  await user.click(await screen.findByRole('option', { name: /Bo Bakker/ }))
  const postings = await screen.findByRole('table', { name: 'Boekingen, nieuwste eerst' })
  expect(await within(postings).findByText('Klant zegde op')).toBeTruthy()
  expect(postings.textContent).toContain('Hotel Zee')
})

test('an admin still pays and corrects people who have left', async () => {
  const gone = await world.joined({ role: 'agent', teamId: 1, firstName: 'Wil', lastName: 'Weg' })
  const id = await world.sale({ customerName: 'Laatste Klant', agentId: gone.id }, { agentCommission: 40 })
  await world.done('admin', 'DELETE', `/api/users/${gone.id}`)
  await world.step(id, 'uitbetaald')
  const { user } = await open('admin', '/saldo')
  await user.click(await screen.findByRole('combobox', { name: 'Medewerker' }))
  await user.click(await screen.findByRole('option', { name: /Wil Weg\s*Gedeactiveerd/ }))
  const paid = await screen.findByRole('table', { name: 'Boekingen, nieuwste eerst' })
  await waitFor(() => expect(paid.textContent).toContain('Laatste Klant'))
  await user.click(await findButton('Correctie noteren'))
  const adjust = await findDialog('Correctie noteren')
  await waitFor(() =>
    expect(within(adjust).getByRole('combobox', { name: /^Medewerker/ }).textContent).toContain('Wil Weg'),
  )
})

test('a payee sees only the own amounts, asks about one, and reads the answer', async () => {
  await sale('Bloemist Vos')
  const first = await open('agent', '/commissies-agent')
  const headings = (await screen.findAllByRole('columnheader')).map((heading) => heading.textContent)
  expect(headings).toEqual([
    '#ID',
    'Klant',
    'Leverancier',
    'Contract',
    'Status',
    'Agent Commissie',
    'Beller Commissie',
    'Datum',
  ])
  const cells = (await cellsOf(/Bloemist Vos/)).join('|')
  expect(cells).toMatch(/€\s85,50/)
  expect(cells).not.toMatch(/12,25/)
  await first.user.click(await findRow(/Bloemist Vos/))
  const dialog = await findDialog('Bloemist Vos')
  expect(await within(dialog).findByText(/Geen tarief op .* aangepast door Ada Admin: Afspraak/)).toBeTruthy()
  await first.user.click(within(dialog).getByRole('button', { name: 'Vraag versturen' }))
  expect(await within(dialog).findByText('Vul een vraag in')).toBeTruthy()
  await first.user.type(getTextbox(dialog, 'Vraag over deze commissie'), 'Klopt dit bedrag?')
  await first.user.click(within(dialog).getByRole('button', { name: 'Vraag versturen' }))
  await findToast('Vraag verstuurd')
  expect(await within(dialog).findByText('Nog niet beantwoord.')).toBeTruthy()
  first.unmount()

  const second = await open('admin', '/dashboard')
  await second.user.click(await screen.findByRole('link', { name: 'Commissies' }))
  await second.user.click(await findButton('Vragen (1)'))
  const questions = await findDialog('Open vragen')
  const asked = within(await within(questions).findByRole('listitem'))
  expect(asked.getByText(/^€\s97,75$/)).toBeTruthy()
  expect(asked.getByText('Nieuw')).toBeTruthy()
  expect(asked.getByText(/^€\s85,50: geen tarief op .* aangepast door Ada Admin: Afspraak$/)).toBeTruthy()
  await second.user.type(asked.getByRole('textbox', { name: 'Antwoord over Bloemist Vos' }), 'Ja.')
  await second.user.keyboard('{Escape}')
  await second.user.click(await findButton('Verder bewerken'))
  await second.user.click(within(questions).getByRole('button', { name: 'Beantwoorden' }))
  await findToast('Vraag beantwoord')
  expect(await within(questions).findByText('Geen open vragen')).toBeTruthy()
  second.unmount()

  const { user } = await open('agent', '/commissies-agent')
  await user.click(await findRow(/Bloemist Vos/))
  expect(await within(await findDialog('Bloemist Vos')).findByText('Ja.')).toBeTruthy()
})

test('a button moves one row to its next step; a run moves a selection and shows a result per row', async () => {
  for (const name of ['Camping Een', 'Camping Twee']) await world.approve(await sale(name))
  const { user } = await open('admin', '/commissies-admin?search=camping')
  await user.click(await findButton('Camping Een: Naar In Afwachting'))
  await findToast('Status bijgewerkt')
  await findButton('Camping Een: Naar Klaar')

  const two = within(await findRow(/Camping Twee/)).getByRole('checkbox')
  await user.click(two)
  await user.click(within(await findRow(/Camping Een/)).getByRole('checkbox'))
  const bar = within(await screen.findByRole('region', { name: 'Acties voor de selectie' }))
  expect(bar.getByText('2 geselecteerd')).toBeTruthy()
  expect(await bar.findByRole('button', { name: 'Alle 2 selecteren' })).toBeTruthy()
  const next = bar.getByRole('button', { name: /^Naar/ })
  const expected = next.textContent === 'Naar Klaar' ? 'in_afwachting' : 'approved'
  await user.click(next)
  const panel = within(await screen.findByRole('dialog', { name: 'Verwerking' }))
  expect(await panel.findByText('Gaat door als je dit venster sluit.')).toBeTruthy()
  await waitFor(() => expect(location.search).toContain('run='))
  const id = new URLSearchParams(location.search).get('run') ?? ''
  const { runAdvanceStep } = await import('../../../functions/sales/payouts/advance-step.ts')
  await runAsFunction('outbox', () => runAdvanceStep(id))
  await findToast('Statussen bijgewerkt')
  expect(screen.getByText('1 commissie doorgeschoven, 1 overgeslagen')).toBeTruthy()
  expect(await panel.findByText('Klaar', { selector: '.pv-badge' })).toBeTruthy()
  expect(await panel.findByText(/^Overgeslagen: /)).toBeTruthy()
  const body = JSON.parse(sent.find(({ path }) => path === '/api/commissions/advance')?.body ?? '')
  expect(body).toMatchObject({ expectedStatus: expected })
  expect(body.ids).toHaveLength(2)
  expect(await panel.findByRole('button', { name: 'Resultaat exporteren' })).toBeTruthy()
})

test('a stopped run is reported, continues on request, and can be stopped', async () => {
  const { AdvanceRuns } = await import('../../../functions/sales/payouts/advance-entity.ts')
  const body = { ids: [await sale('Ketelhuis')], expectedStatus: 'nieuw' }
  const { id } = await world.done('admin', 'POST', '/api/commissions/advance', body)
  await AdvanceRuns.patch({ id }).set({ movedAt: '2026-11-21T08:00:00.000Z' }).go()
  const { user } = await open('admin', `/commissies-admin?run=${id}`)
  const panel = within(await screen.findByRole('dialog', { name: 'Verwerking' }))
  expect(await panel.findByText('Gestopt')).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'Verder gaan' }))
  expect(await panel.findByText('Bezig')).toBeTruthy()
  expect(panel.queryByRole('button', { name: 'Verder gaan' })).toBeNull()
  await user.click(panel.getByRole('button', { name: 'Stoppen' }))
  expect(await panel.findByText('Gestopt')).toBeTruthy()
  expect(panel.getByText('De verwerking staat stil. Verwerkte regels veranderen niet.')).toBeTruthy()
})

test('when the last run fails to load, it can be loaded again', async () => {
  // Moves the clock, so that the run of this test is newer than those of earlier tests.
  await world.travel('2026-11-21T09:10:00Z')
  await world.done('admin', 'POST', '/api/commissions/advance', {
    ids: [await sale('Ketelhuis Oost')],
    expectedStatus: 'nieuw',
  })
  const restore = failRequests(/\/advance/)
  const { user } = await open('admin', '/commissies-admin?search=ketelhuis')
  const failed = await screen.findByText('Eerdere verwerkingen konden niet worden geladen.')
  await findRow(/Ketelhuis Oost/)
  restore()
  await user.click(within(failed).getByRole('button', { name: 'Opnieuw proberen' }))
  await user.click(await findButton('Lopende verwerking tonen'))
  expect(await within(await screen.findByRole('dialog', { name: 'Verwerking' })).findByText('Bezig')).toBeTruthy()
})

test('all rows of the filter can be moved to the next step, not only the selected ones', async () => {
  await sale('Molen Noord')
  await sale('Molen Zuid')
  const { user } = await open('admin', '/commissies-admin?search=molen')
  await user.click(within(await findRow(/Molen Noord/)).getByRole('checkbox'))
  const bar = within(await screen.findByRole('region', { name: 'Acties voor de selectie' }))
  await user.click(await bar.findByRole('button', { name: 'Alle 2 selecteren' }))
  expect(bar.getByText('2 geselecteerd')).toBeTruthy()
  expect(bar.getByText('Alle 2')).toBeTruthy()
  await user.click(bar.getByRole('button', { name: 'Naar In Afwachting' }))
  await screen.findByRole('dialog', { name: 'Verwerking' })
  const body = JSON.parse(sent.find(({ path }) => path === '/api/commissions/advance')?.body ?? '')
  expect(body).toEqual({ filter: { search: 'molen' }, expectedStatus: 'nieuw' })
})

test('a team leader sees the amounts of the team’s sales, read-only', async () => {
  await sale('Slagerij Bos')
  await open('leader', '/team-vergoedingen')
  const cells = (await cellsOf(/Slagerij Bos/)).join('|')
  expect(cells).toMatch(/€\s85,50\|€\s12,25\|€\s97,75/)
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(await screen.findByText(/^Agent €\s[\d.,]+ · Beller €\s[\d.,]+ · Totaal €\s[\d.,]+/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Exporteren' })).toBeTruthy()
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Commissies' }).getAttribute('href')).toBe(
    '/commissies-admin',
  )
})

test.each([
  ['agent', '/commissies-admin', 'Deze pagina is alleen beschikbaar voor admins en teamleiders met commissie toegang.'],
  ['admin', '/team-vergoedingen', 'Alleen teamleiders hebben toegang tot team vergoedingen.'],
  ['leader', '/commissions', 'Alleen beheerders hebben toegang tot het commissies beheer.'],
] as const)('%s is refused %s with a message', async (who, path, text) => {
  await open(who, path)
  expect(await screen.findByText('Toegang geweigerd')).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
})

test('a rate is added, changed and deleted', async () => {
  const { user } = await open('admin', '/commissions?tarieven=1')
  expect(await within(await findDialog('Tarieven')).findByText('Nog geen tarieven')).toBeTruthy()
  await user.click(await findButton('Tarief toevoegen'))
  const form = await findDialog('Tarief toevoegen')
  await user.click(within(form).getByRole('button', { name: 'Opslaan' }))
  expect(await within(form).findByText('Vul een bedrag van 0 of meer in')).toBeTruthy()
  await user.type(getTextbox(form, 'Bedrag'), '85')
  expect(await within(form).findByText('Geen sales in het afgelopen kwartaal')).toBeTruthy()
  await user.click(within(form).getByRole('button', { name: 'Opslaan' }))
  await findToast('Tarief toegevoegd')
  await user.click(await findButton('Tarief Agent, alle teams bewerken'))
  const change = await findDialog('Tarief bewerken')
  await world.sale({ saleDate: '2026-10-05' })
  await user.clear(getTextbox(change, 'Bedrag'))
  await user.type(getTextbox(change, 'Bedrag'), '90,50')
  expect(await within(change).findByText('Vanaf 21-11-2026: € 1,83 per maand meer, 1 mens.')).toBeTruthy()
  await user.click(within(change).getByRole('button', { name: 'Bijwerken' }))
  await findToast('Tarief bijgewerkt')
  expect(await within(await findDialog('Tarieven')).findByText('€ 90,50')).toBeTruthy()
  await user.click(await findButton('Tarief Agent, alle teams verwijderen'))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Verwijderen' }))
  await findToast('Tarief verwijderd')
})

test('a rate that somebody else changed is not deleted, and shows its present amount', async () => {
  const { id, version } = await world.rate({ role: 'caller', defaultRate: 12, validFrom: '2026-01-01' })
  const { user } = await open('admin', '/commissions?tarieven=1')
  await user.click(await findButton('Tarief Beller, alle teams verwijderen'))
  const question = within(await screen.findByRole('alertdialog'))
  const read = { 'if-match': `"${version}"` }
  const change = await world.call('admin', 'PATCH', `/api/commission-rates/${id}`, { defaultRate: 14 }, read)
  expect(change.status).toBe(200)
  await user.click(question.getByRole('button', { name: 'Verwijderen' }))
  expect(await within(await findDialog('Tarieven')).findByText('€ 14,00')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
