// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { connectBrowser } from '../../testing/browser.tsx'
import { findButton, findDialog, getTextbox } from '../../testing/queries.ts'
import { startSales } from '../../testing/sales.ts'
import { connectUploads } from '../../testing/uploads.ts'

const { world, admin, leader, agent, caller, post, register, open } = await startSales()
afterAll(() => world.stop())
connectBrowser(() => world)
connectUploads(() => world)
beforeEach(() => vi.stubGlobal('matchMedia', undefined))

test('the list shows the totals of the filter, keeps it in the address, and opens a sale', async () => {
  const { id } = await register({ customerName: 'Hotel Zee', provider: 'engie', callerId: caller.id }, leader)
  const put = { agentCommission: 85, callerCommission: 25.5, reason: 'Afspraak' }
  const as = await world.session(admin)
  await world.call('PUT', `/api/sales/${id}/commission`, { as, body: put })
  await world.call('PUT', `/api/sales/${id}/revenue`, { as, body: { received: 210 } })
  const { user } = await open(admin)
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Leverancier' }), 'ENGIE')
  await waitFor(() => expect(location.search).toContain('provider=engie'))
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
  const row = await screen.findByRole('row', { name: /Hotel Zee/ })
  expect(row.textContent).toMatch(/€\s210,00€\s110,50$/)
  expect(await screen.findByText(/^Omzet € 210,00 · Agent € 85,00 · Beller € 25,50 · Totaal € 110,50/)).toBeTruthy()
  await user.click(await screen.findByRole('link', { name: /^In bedenktijd: 1, samen €\s110,50$/ }))
  await waitFor(() => expect(location.search).toContain('agreement=running'))
  await user.click(await screen.findByRole('row', { name: /Hotel Zee/ }))
  await screen.findByRole('heading', { name: /Hotel Zee/ })
  expect(location.pathname).toBe(`/sales/${id}`)
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Sales' }))
  await waitFor(() => expect(location.pathname).toBe('/transactions'))
  expect(location.search).toContain('provider=engie')
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
})

test('an empty filter result offers to clear the filter', async () => {
  const { user } = await open(admin, '/transactions?q=bestaat-niet')
  expect(await screen.findByText('Geen sales gevonden')).toBeTruthy()
  await user.click((await screen.findAllByRole('button', { name: 'Filters wissen' }))[0] as HTMLElement)
  expect(await screen.findByRole('table', { name: 'Sales' })).toBeTruthy()
})

test('a filter whose teams failed to load offers to load them again', async () => {
  const online = globalThis.fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
    /api\/teams/.test(String(input)) ? new Response('', { status: 503 }) : online(input, init),
  )
  const { user } = await open(admin)
  const teams = await screen.findByRole('combobox', { name: 'Team' })
  const again = await within(teams).findByRole('option', { name: 'Opnieuw proberen' })
  vi.stubGlobal('fetch', online)
  await user.selectOptions(teams, again)
  expect(await within(teams).findByRole('option', { name: 'Team Maas' })).toBeTruthy()
  expect(location.search).toBe('')
})

test('an admin approves, after seeing what a colleague changed meanwhile, and rejects with a reason', async () => {
  const { id, version } = await register({ customerName: 'Kapper Knip' })
  const first = await open(admin, `/sales/${id}`)
  const approve = await findButton('Goedkeuren')
  const headers = { 'if-match': `"${version}"` }
  await world.call('PATCH', `/api/sales/${id}`, { as: await world.session(leader), body: { city: 'Weert' }, headers })
  await first.user.click(approve)
  expect(await screen.findByText(/^Plaats: Weert\./)).toBeTruthy()
  await waitFor(() => expect(document.querySelector('[data-below]')?.textContent).toContain('Weert'))
  await first.user.click(await findButton('Goedkeuren'))
  await screen.findByText('Status bijgewerkt', { selector: '.pv-toast-title' })
  expect(await screen.findByText('keurde de sale goed', { exact: false })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Afwijzen' })).toBeNull()
  expect(await findButton('Naar In Afwachting')).toBeTruthy()
  first.unmount()

  const other = await register({ customerName: 'Kapper Kort', salesDockId: 'SD-77' })
  const { user } = await open(admin, `/sale-detail/${other.id}`)
  await user.click(await findButton('Afwijzen'))
  const dialog = await findDialog('Sale afwijzen')
  await user.click(within(dialog).getByRole('button', { name: 'Afwijzen' }))
  expect(await within(dialog).findByText('Vul een reden in')).toBeTruthy()
  await user.type(getTextbox(dialog, 'Reden'), 'Klant trok zich terug')
  await user.click(within(dialog).getByRole('button', { name: 'Afwijzen' }))
  expect(await screen.findByText('Reden van afwijzing: Klant trok zich terug')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Bewerken' })).toBeNull()
})

test('a withdrawal is noted with what it does to the commission, and undone', async () => {
  const { id } = await register({ customerName: 'Kapper Spijt', market: 'particulier' })
  const set = async (method: string, path: string, body: object) => {
    const answer = await world.call(method, path, { as: await world.session(admin), body })
    if (answer.status >= 300) throw new Error(answer.text)
  }
  await set('PATCH', `/api/commissions/sale-${id}`, { agentCommission: 60, reason: 'Afspraak' })
  const { user, unmount } = await open(admin, `/sales/${id}`)
  expect(await screen.findByText('Nog geen schriftelijk akkoord vastgelegd')).toBeTruthy()
  await user.click(await findButton('Meer acties'))
  await user.click(await screen.findByRole('menuitem', { name: 'Herroepen' }))
  const dialog = await findDialog('Sale herroepen')
  expect(within(dialog).getByText(/€\s60,00 van .* vervalt/)).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Herroepen' }))
  expect(await screen.findByText(/^Herroepen op .* \(telefonisch\)$/, { selector: 'strong' })).toBeTruthy()
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Ongedaan maken' }))
  await screen.findByText('Herroepen ongedaan gemaakt', { selector: '.pv-toast-title' })
  unmount()
  await set('PATCH', `/api/sales/${id}/status`, { status: 'approved' })
  await set('PATCH', `/api/commissions/sale-${id}`, { status: 'uitbetaald' })
  await set('POST', `/api/sales/${id}/withdraw`, { how: 'mail', reason: 'Coulance' })
  const { user: later } = await open(admin, `/sales/${id}`)
  await later.click(await findButton('Correctie noteren'))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/-?€\s?-?60,00/)).toBeTruthy()
  await later.click(question.getByRole('button', { name: 'Noteren' }))
  await screen.findByText('Correctie genoteerd', { selector: '.pv-toast-title' })
})

test('paying a sale of a zzp’er without a partner asks for the invoice number', async () => {
  const zzp = { employmentType: 'zzp', role: 'agent', teamId: 1, firstName: 'Zoë', lastName: 'Zelf' } as const
  const { id } = await register({ customerName: 'Zuivel Zelf', agentId: (await world.person(zzp)).id }, leader)
  const set = async (method: string, path: string, body: object) => {
    const answer = await world.call(method, `/api${path}`, { as: await world.session(admin), body })
    if (answer.status >= 300) throw new Error(answer.text)
  }
  await set('PATCH', `/commissions/sale-${id}`, { agentCommission: 60, reason: 'Afspraak' })
  await set('PATCH', `/sales/${id}/status`, { status: 'approved' })
  await set('PATCH', `/commissions/sale-${id}`, { status: 'klaar_voor_uitbetaling' })
  const { user } = await open(admin, `/sales/${id}`)
  await user.click(await findButton('Uitbetalen'))
  const cancelled = await findDialog('Uitbetalen')
  await user.click(within(cancelled).getByRole('button', { name: 'Annuleren' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await findButton('Uitbetalen'))
  const dialog = await findDialog('Uitbetalen')
  await user.type(await within(dialog).findByRole('textbox', { name: /^Factuurnummer/ }), '2026-031')
  await user.type(within(dialog).getByRole('textbox', { name: /^Btw/ }), '12,60')
  await user.click(within(dialog).getByRole('button', { name: /^Betaal 1 commissie · €\s60,00$/ }))
  await screen.findByText('Status bijgewerkt', { selector: '.pv-toast-title' })
  expect(await screen.findByText('betaalde de commissie uit', { exact: false })).toBeTruthy()
})

test('the IBAN is masked until it is revealed, which is logged', async () => {
  const { id } = await register({ customerName: 'Drukkerij Mol' })
  const { user } = await open(admin, `/sales/${id}`)
  expect(await screen.findByText('NL•• •••• •••• ••43 00')).toBeTruthy()
  await user.click(await findButton('IBAN tonen'))
  expect(await screen.findByText('NL91 ABNA 0417 1643 00')).toBeTruthy()
  expect(await screen.findByText('bekeek de IBAN', { exact: false })).toBeTruthy()
})

test('amounts are set by hand with a reason, and the total is their sum', async () => {
  const { id } = await register({ customerName: 'Bloemist Vos', callerId: caller.id }, leader)
  const { user } = await open(admin, `/sales/${id}`)
  await user.click(await findButton('Commissie bewerken'))
  const dialog = await findDialog('Commissie bewerken')
  await user.clear(getTextbox(dialog, 'Agent commissie'))
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  expect(await within(dialog).findByText('Agent commissie is verplicht')).toBeTruthy()
  await user.type(getTextbox(dialog, 'Agent commissie'), '95,5')
  await user.clear(getTextbox(dialog, 'Beller commissie'))
  await user.type(getTextbox(dialog, 'Beller commissie'), '25')
  expect(within(dialog).getByText('€ 120,50')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  expect(await within(dialog).findByText('Vul in waarom het bedrag afwijkt van het tarief')).toBeTruthy()
  expect(getTextbox(dialog, 'Agent commissie')).toHaveProperty('value', '95,50')
  await user.type(getTextbox(dialog, 'Reden'), 'Contract van 3 jaar')
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  await screen.findByText('Commissie bijgewerkt', { selector: '.pv-toast-title' })
  expect(await screen.findByText(/^€\s95,50: geen tarief op .*: Contract van 3 jaar$/)).toBeTruthy()
  expect(await screen.findByText('volgens tarief', { selector: 's' })).toBeTruthy()
})

test('an amount above the ceiling requires an admin, and the input stays', async () => {
  const { id } = await register({ customerName: 'Kapper Duin' }, leader)
  const { user } = await open(leader, `/sales/${id}`)
  await user.click(await findButton('Commissie bewerken'))
  const dialog = await findDialog('Commissie bewerken')
  await user.clear(getTextbox(dialog, 'Agent commissie'))
  await user.type(getTextbox(dialog, 'Agent commissie'), '500')
  await user.type(getTextbox(dialog, 'Reden'), 'Groot contract')
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  expect(await screen.findByText(/^Alleen een beheerder gaat boven/)).toBeTruthy()
  expect(getTextbox(dialog, 'Reden')).toHaveProperty('value', 'Groot contract')
})

test('a payee of a sale sees it, and leaves its steps and amounts to somebody else', async () => {
  const { id } = await register({ customerName: 'Manege Vennep', agentId: leader.id }, admin)
  await open(leader, `/sales/${id}`)
  expect(await screen.findByText('Laat een collega je eigen commissie afhandelen')).toBeTruthy()
  for (const name of [/^Naar/, 'Gecontroleerd', 'Commissie bewerken']) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
})

test('an agent sees only the own amount, and cannot approve or reject', async () => {
  const { id } = await register({ customerName: 'Sportschool Fit', callerId: caller.id }, leader)
  const body = { agentCommission: 80, callerCommission: 20, reason: 'Afspraak' }
  await world.call('PUT', `/api/sales/${id}/commission`, { as: await world.session(admin), body })
  await open(agent, `/sales/${id}`)
  expect(await screen.findByText(/^€\s80,00: geen tarief op/)).toBeTruthy()
  expect(screen.queryByText(/€\s20,00/)).toBeNull()
  for (const name of ['Goedkeuren', 'Afwijzen', 'Commissie bewerken']) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
})

test('a sale opened from Team Vergoedingen leads back there, also for users with transactions access', async () => {
  await register({ customerName: 'Bakker Terug' })
  const { user } = await open(leader, '/team-vergoedingen?search=terug')
  await user.click(await screen.findByRole('row', { name: /Bakker Terug/ }))
  await screen.findByRole('heading', { name: /Bakker Terug/ })
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Team Vergoedingen' }))
  await screen.findByRole('heading', { name: 'Team Vergoedingen Overzicht' })
  expect(location.search).toBe('?search=terug')
})

test('a team leader without transactions access returns to the previous screen', async () => {
  const without = await world.person({ role: 'teamleader', teamId: 1, hasTransactionsAccess: false })
  const lead = await post('/api/leads', { customerName: 'Bakker Weg' })
  const { id } = await register({ customerName: 'Bakker Weg', leadId: lead.id })
  const { user } = await open(without, `/leads?lead=${lead.id}`)
  await user.click(await screen.findByRole('link', { name: 'Sale bekijken' }))
  await screen.findByRole('heading', { name: /Bakker Weg/ })
  expect(location.pathname).toBe(`/sales/${id}`)
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Terug' }))
  await waitFor(() => expect(location.pathname).toBe('/leads'))
})

test('an unknown sale shows a message with a way back', async () => {
  await open(agent, '/sales/bestaat-niet')
  expect(await screen.findByText('Sale niet gevonden')).toBeTruthy()
  expect(screen.getByText('De sale kon niet worden geladen.')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Sales' }).length).toBeGreaterThan(0)
})

test('a number has words about calling; one that may not be called is marked, and is no link', async () => {
  const customerPhone = '06 77788899'
  const { id } = await register({ customerName: 'Niet Bellen', customerPhone })
  await open(agent, `/sales/${id}`)
  expect(await screen.findByText('Geen toestemming')).toBeTruthy()
  cleanup()
  await post('/api/leads', { customerName: 'Niet Bellen', customerPhone, doNotCall: true })
  await open(agent, `/sales/${id}`)
  expect(await screen.findByText('Wil niet gebeld worden')).toBeTruthy()
  expect(screen.getByText(customerPhone)).toBeTruthy()
  expect(screen.queryByRole('link', { name: customerPhone })).toBeNull()
})

test('on a phone sales are cards, and all filters but the text are behind one button', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('max-width'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  await register({ customerName: 'Kwekerij Groei', provider: 'greenchoice' })
  const { user } = await open(admin)
  expect((await findButton(/Kwekerij Groei/)).textContent).toContain('Greenchoice')
  expect(screen.queryByRole('table')).toBeNull()
  await user.click(await findButton('Filters'))
  const sheet = await findDialog('Filters')
  await user.selectOptions(within(sheet).getByRole('combobox', { name: 'Leverancier' }), 'Greenchoice')
  await user.click(within(sheet).getByRole('button', { name: 'Toon sales' }))
  await findButton('Filters (1)')
  await waitFor(() => expect(location.search).toContain('provider=greenchoice'))
})

test('an admin notes the agreement of several sales at once', async () => {
  for (const customerName of ['Akkoord Een', 'Akkoord Twee']) await register({ customerName }, leader)
  const { user } = await open(admin, '/transactions?q=Akkoord')
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3))
  await user.click(screen.getByRole('checkbox', { name: 'Selecteer alle rijen' }))
  await user.click(await findButton('Akkoord vastleggen'))
  const dialog = await findDialog('Akkoord vastleggen')
  expect(within(dialog).queryByText('Leeg = telefonisch')).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Vastleggen' }))
  expect(await within(dialog).findByText('Vul ten minste één veld in')).toBeTruthy()
  await user.selectOptions(within(dialog).getByRole('combobox', { name: /Bewijs van akkoord/ }), 'E-mail')
  await user.click(within(dialog).getByRole('button', { name: 'Vastleggen' }))
  const run = await screen.findByRole('region', { name: 'Verwerking' })
  await within(run).findByText(/2/)
  await waitFor(() => expect(location.search).toContain('akkoord='))
})

test('a team leader imports agreements after seeing what changes; an agent is not offered it', async () => {
  const { id, salesDockId } = await register({ customerName: 'Akkoord Drie' }, leader)
  const agents = await open(agent)
  await findButton('Exporteren')
  expect(screen.queryByRole('button', { name: 'Akkoorden importeren' })).toBeNull()
  agents.unmount()
  const { user } = await open(leader)
  await user.click(await findButton('Akkoorden importeren'))
  const rows = ['SalesDock ID;Akkoord op;Soort akkoord', `${salesDockId};20-11-2026;E-mail`, 'SD-weg;20-11-2026;E-mail']
  const file = new File([rows.join('\n')], 'akkoorden.csv', { type: 'text/csv' })
  await user.upload(within(await findDialog('Akkoorden importeren')).getByLabelText(/^Bestand/), file)
  await user.click(within(await findDialog('Import controleren')).getByRole('button', { name: '1 rij importeren' }))
  const done = await findDialog('Import klaar')
  expect(within(done).getByRole('row', { name: '3 SalesDock ID Deze sale is niet gevonden' })).toBeTruthy()
  const { body } = await world.call('GET', `/api/sales/${id}`, { as: await world.session(leader) })
  expect(body).toMatchObject({ confirmedAt: '2026-11-20', confirmation: { kind: 'mail' } })
})

test('a file is added as the proof of the yes; whoever may see the IBAN opens it', async () => {
  const { id } = await register({ customerName: 'Akkoord Vier', callerId: agent.id }, leader)
  const { user, unmount } = await open(leader, `/sales/${id}`)
  const edit = async () => {
    await user.click(await findButton('Bewerken'))
    const dialog = within(await findDialog('Sale bewerken'))
    await user.click(dialog.getByRole('button', { name: 'Betaling en overzicht' }))
    return dialog
  }
  const dialog = await edit()
  const save = dialog.getByRole('button', { name: 'Bijwerken' })
  const fileIn = () => dialog.getByLabelText(/^Bestand als bewijs/)
  await user.type(dialog.getByLabelText(/^Kenmerk van het bewijs/), 'Offerte 12')
  await user.upload(fileIn(), new File(['<html>'], 'kaart.pdf'))
  await dialog.findByText('Dit bestand is geen .pdf, .png of .jpg')
  await user.upload(fileIn(), new File([new Uint8Array(4 * 1024 * 1024 + 1)], 'groot.pdf'))
  await dialog.findByText('groot.pdf is groter dan 4 MB.')
  await meanwhile(async () => expect(save).toHaveProperty('disabled', true))
  await user.upload(fileIn(), new File(['%PDF-1.7'], 'kaart.pdf'))
  await dialog.findByRole('button', { name: 'kaart.pdf verwijderen' })
  await user.click(save)
  await dialog.findByText('Kies een bewijs')
  await user.selectOptions(dialog.getByRole('combobox', { name: /Bewijs van akkoord/ }), 'Document')
  await user.click(save)
  const link = await screen.findByRole('link', { name: 'kaart.pdf' })
  expect(link.getAttribute('href')).toBe(`/api/sales/${id}/confirmation-file`)
  expect(await screen.findByText('Document: Offerte 12 (kaart.pdf)')).toBeTruthy()
  const again = await edit()
  expect(again.getByRole('button', { name: 'kaart.pdf verwijderen' })).toBeTruthy()
  unmount()
  const callers = await open(agent, `/sales/${id}`)
  expect(await screen.findByRole('link', { name: 'kaart.pdf' })).toBeTruthy()
  expect(await findButton('IBAN tonen')).toBeTruthy()
  callers.unmount()
  await open(await world.person({ role: 'teamleader', teamId: 1, hasPersonalDataAccess: false }), `/sales/${id}`)
  expect(await screen.findByText('kaart.pdf')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'kaart.pdf' })).toBeNull()
})
