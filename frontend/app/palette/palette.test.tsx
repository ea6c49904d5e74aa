// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { storeContract } from '../../../testing/contracts.ts'
import { buildInvoiceForm, buildSettingsForm, storePartner } from '../../../testing/invoices.ts'
import { buildSaleForm } from '../../../testing/sales.ts'
import { startSearchStream } from '../../../testing/search.ts'
import { type PersonOptions, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, logIn, openApp, sent } from '../../testing/browser.tsx'

let world: World
let index: Awaited<ReturnType<typeof startSearchStream>>
beforeAll(async () => {
  world = await startWorld()
  index = await startSearchStream()
  await world.team(1, 'Team Roermond')
})
afterAll(() => world.stop())
connectBrowser(() => world)

async function open(path: string, options: PersonOptions = {}) {
  const person = await world.person({ firstName: 'Sophie', lastName: 'van Dam', role: 'agent', teamId: 1, ...options })
  await logIn(world, person)
  const app = openApp(path)
  await screen.findByRole('navigation', { name: 'Hoofdmenu' })
  return { person, ...app }
}

test('Ctrl K opens the palette with permitted items; arrows and Enter choose one', async () => {
  const { user } = await open('/security')
  await user.keyboard('{Control>}k{/Control}')
  const input = await screen.findByRole('combobox')
  expect(document.activeElement).toBe(input)
  const names = () => screen.getAllByRole('option').map((option) => option.textContent)
  expect(names()).toEqual([
    'Nieuwe afspraak',
    'Sale registreren',
    'Lead toevoegen',
    'Donker thema',
    'Net gedaan',
    'Uitloggen',
    'Dashboard',
    'Mijn dag',
    'Onderweg',
    'Afspraken',
    'Kalender',
    'Leads',
    'Sales',
    'Mijn Commissies',
    'Saldo',
    'Mijn Facturen',
    'Uren',
    'Meldingen',
    'Beveiliging',
  ])

  await user.keyboard('dash')
  expect(names()).toEqual(['Dashboard'])
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Goedemorgen, Sophie')).toBeTruthy()
  expect(location.pathname).toBe('/dashboard')
  expect(screen.queryByRole('combobox', { name: 'Snel zoeken' })).toBeNull()

  await user.keyboard('{Meta>}k{/Meta}')
  await screen.findByRole('option', { name: 'Nieuwe afspraak' })
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
  await waitFor(() => expect(localStorage.getItem('theme')).toBe('dark'))
})

test('one line in the palette fills the form of an appointment, and Enter saves it', async () => {
  const { user } = await open('/security')
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox')
  await user.keyboard('bakkerij regel 0612340099 6041el 4 +3 10:15')
  expect(await screen.findByText(/10:15 · 06 12340099 · 6041 EL 4/)).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(await screen.findByDisplayValue('Bakkerij Regel')).toBeTruthy()
  expect(location.search).not.toContain('egel')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Afspraak aangemaakt')).toBeTruthy()
})

test('the palette finds screens by other words, people within reach, and contracts for an admin', async () => {
  await world.person({ firstName: 'Quinten', lastName: 'Zoeker', role: 'caller', teamId: 1 })
  await index.deliver()
  const { user, unmount } = await open('/security', { role: 'teamleader' })
  const names = () => screen.queryAllByRole('option').map((option) => option.textContent)
  const look = async (text: string) => {
    if (!screen.queryByRole('combobox', { name: 'Snel zoeken' })) await user.keyboard('{Control>}k{/Control}')
    const input = await screen.findByRole('combobox', { name: 'Snel zoeken' })
    await user.clear(input)
    await user.type(input, text)
  }
  for (const [word, title] of [
    ['agenda', 'Kalender'],
    ['wachtwoord', 'Beveiliging'],
    ['2fa', 'Beveiliging'],
    ['instellingen', 'Beveiliging'],
    ['medewerkers', 'Gebruikers'],
  ] as const) {
    await look(word)
    await waitFor(() => expect(names()).toEqual([title]))
  }
  for (const word of ['api keys', 'import', 'kantoren']) {
    await look(word)
    await waitFor(() => expect(names()).toEqual([]))
  }
  await look('quinten')
  await user.click(await screen.findByRole('option', { name: /Quinten Zoeker/ }))
  await waitFor(() => expect(location.pathname + location.search).toBe('/users?q=Quinten+Zoeker'))
  expect(await screen.findByRole('button', { name: /^Quinten Zoeker bewerken|Quinten Zoeker.*bewerken/ })).toBeTruthy()
  unmount()

  await storeContract({ customerName: 'Camping Élan', salesStatus: 'getekend' })
  await storeContract({ customerName: 'Hotel Zee' })
  await index.deliver()
  await open('/security', { role: 'admin' })
  await look('ela')
  const camping = await screen.findByRole('option', { name: /Camping Élan/ })
  await user.keyboard('n')
  // While the longer text is searched, the result for the shorter one stays in its place. So a click reaches it.
  await waitFor(() => expect(sent.some(({ path }) => path === '/api/search?q=elan')).toBe(true))
  await user.click(camping)
  const dialog = await screen.findByRole('dialog', { name: 'Contract Details' })
  expect(within(dialog).getByText('Getekend')).toBeTruthy()
  expect(location.pathname).toBe('/expiring-contracts')
})

test('the palette finds actions and starts them', async () => {
  const { user } = await open('/dashboard', { role: 'admin' })
  for (const [typed, dialog] of [
    ['gebruiker toevoegen', 'Lokale gebruiker aanmaken'],
    ['importeren', 'Leads importeren'],
  ] as const) {
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox', { name: 'Snel zoeken' }), typed)
    await user.keyboard('{Enter}')
    const opened = await screen.findByRole('dialog', { name: dialog })
    expect(location.search, 'asked for once').toBe('')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(opened.isConnected).toBe(false))
  }
})

test('the palette finds an invoice by its number and a partner by its name, for an admin', async () => {
  await storePartner('bos')
  const { user, person, unmount } = await open('/security', { role: 'admin' })
  const as = await world.session(person)
  await world.call('PUT', '/api/self-billing/settings', { as, body: buildSettingsForm() })
  const { body: invoice } = await world.call('POST', '/api/self-billing/invoices', {
    as,
    body: buildInvoiceForm('bos'),
  })
  await index.deliver()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Snel zoeken' }), invoice.invoiceNumber)
  await user.click(await screen.findByRole('option', { name: new RegExp(`${invoice.invoiceNumber}.*Concept`) }))
  await waitFor(() => expect(location.pathname).toBe(`/self-billing/invoice/${invoice.id}`))
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Snel zoeken' }), 'bos energie')
  await user.click(await screen.findByRole('option', { name: /^Bos Energieadvies/ }))
  expect(await screen.findByRole('dialog', { name: 'Partner bewerken' })).toBeTruthy()
  unmount()
})

test('a slash opens the palette, which marks and counts results; Ctrl Enter opens one in a new tab', async () => {
  const { user, person } = await open('/security')
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const body = { customerName: 'Slagerij Slotboom', customerPhone: '06 55512399' }
  await world.call('POST', '/api/leads', { as: await world.session(person), body })
  await index.deliver()
  await user.keyboard('/')
  const input = await screen.findByRole('combobox', { name: 'Snel zoeken' })
  await user.type(input, '+31 6 555 123')
  await waitFor(() => {
    const option = screen.getByRole('option', { name: /Slagerij Slotboom.*Nieuw/ })
    expect([...option.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['06 555123'])
  })
  expect(await screen.findByText('1 gevonden')).toBeTruthy()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(opened).toHaveBeenCalledExactlyOnceWith('/klant/tel-31655512399', '_blank', 'noopener')
  expect(location.pathname).toBe('/security')
  opened.mockRestore()
})

test('the palette finds a lead within reach and opens it; it finds none without leads access', async () => {
  const { user, unmount, person } = await open('/security')
  const body = { customerName: 'Zagerij Spaander', companyName: 'Spaander BV' }
  await world.call('POST', '/api/leads', { as: await world.session(person), body })
  await index.deliver()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Snel zoeken' }), 'spaander')
  await user.click(await screen.findByRole('option', { name: /Zagerij Spaander.*Spaander BV.*Nieuw/ }))
  expect(await screen.findByRole('dialog', { name: 'Lead Details' })).toBeTruthy()
  unmount()
  const other = await open('/security', { hasLeadsAccess: false })
  await other.user.keyboard('{Control>}k{/Control}')
  await other.user.type(await screen.findByRole('combobox', { name: 'Snel zoeken' }), 'spaander')
  expect(await screen.findByText('Niets gevonden')).toBeTruthy()
})

test('the palette finds a customer once, with the last status; a code finds the record that has it too', async () => {
  const { user, person } = await open('/security', { role: 'admin' })
  const as = await world.session(person)
  const agent = await world.person({ role: 'agent', teamId: 1 })
  const about = { customerName: 'Imkerij Honingraat', customerPhone: '06 55512377', agentId: agent.id }
  const { agentId: ownerId, ...lead } = about
  await world.call('POST', '/api/leads', { as, body: { ...lead, ownerId } })
  const sale = buildSaleForm({ ...about, salesDockId: 'SD-77501', eanElectricity: '871687000000775012' })
  const { body } = await world.call('POST', '/api/sales', { as, body: sale })
  await world.call('POST', '/api/leads', { as, body: { customerName: 'Honingraat', ownerId } })
  await index.deliver()
  await user.keyboard('{Control>}k{/Control}')
  const input = await screen.findByRole('combobox', { name: 'Snel zoeken' })
  const look = async (text: string, found: number) => {
    fireEvent.change(input, { target: { value: text } })
    expect(await screen.findByText(`${found} gevonden`)).toBeTruthy()
    return within(screen.getByRole('listbox', { name: 'Resultaten' }))
  }
  // The lead without a number has no customer of its own.
  const named = await look('honingraat', 2)
  const customers = within(named.getByRole('group', { name: /^Klanten/ })).getAllByRole('option')
  expect(customers.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/Imkerij Honingraat.*Nieuw/)])
  expect(named.queryByRole('group', { name: /^Sales/ })).toBeNull()
  const sales = async (code: string) =>
    within((await look(code, 2)).getByRole('group', { name: /^Sales/ })).getAllByRole('option')
  expect(await sales('871687000000775012')).toHaveLength(1)
  const [found] = await sales('SD-77501')
  await user.click(found as HTMLElement)
  await waitFor(() => expect(location.pathname).toBe(`/sales/${body.id}`))
})

test('in the palette, a different text hides the earlier results at once', async () => {
  const { user, person } = await open('/security')
  const body = { customerName: 'Wasserij Witteman' }
  await world.call('POST', '/api/leads', { as: await world.session(person), body })
  await index.deliver()
  await user.keyboard('{Control>}k{/Control}')
  const input = await screen.findByRole('combobox', { name: 'Snel zoeken' })
  fireEvent.change(input, { target: { value: 'witteman' } })
  await screen.findByRole('option', { name: /Wasserij Witteman/ })
  fireEvent.change(input, { target: { value: 'onbekende' } })
  expect(screen.queryByRole('option', { name: /Wasserij Witteman/ })).toBeNull()
})
