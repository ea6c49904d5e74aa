// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { storeContract } from '../../testing/contracts.ts'
import { buildInvoiceForm, buildSettingsForm, storePartner } from '../../testing/invoices.ts'
import { startSearchStream } from '../../testing/search.ts'
import { type PersonOptions, startWorld, type World } from '../../testing/world.ts'
import { connectBrowser, failRequests, findRetryButton, logIn, openApp, sent } from '../testing/browser.tsx'

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

const menu = () => screen.getByRole('navigation', { name: 'Hoofdmenu' })
const links = () =>
  within(menu())
    .getAllByRole('link')
    .map((link) => link.textContent)

test('shows the user, the role and the permitted screens', async () => {
  await open('/security', { role: 'teamleader' })
  const sidebar = screen.getByRole('complementary')
  expect(within(sidebar).getByText('SD')).toBeTruthy()
  expect(within(sidebar).getByText('Sophie van Dam')).toBeTruthy()
  expect(within(sidebar).getByText('Teamleider')).toBeTruthy()
  expect(within(sidebar).getByRole('link', { name: 'Instellingen' }).getAttribute('href')).toBe('/security')
  expect(links()).toEqual([
    'Dashboard',
    'Mijn dag',
    'Afspraken',
    'Kalender',
    'Leads',
    'Sales',
    'Team Vergoedingen',
    'Uren',
    'Rapport',
    'Gebruikers',
    'Beveiliging',
  ])
  expect(within(menu()).getByRole('link', { name: 'Beveiliging' }).getAttribute('aria-current')).toBe('page')
  await waitFor(() => expect(document.title).toBe('Beveiliging – Partnerview'))
})

test('at the next start the server replaces the stored role of the user', async () => {
  const { unmount } = await open('/security', { hasCalendarAccess: true })
  await waitFor(() => expect(sent.some(({ path }) => path === '/api/auth/user')).toBe(true))
  unmount()
  const stored = JSON.parse(localStorage.getItem('user') ?? '')
  localStorage.setItem('user', JSON.stringify({ ...stored, role: 'admin' }))
  openApp('/security')
  await waitFor(() =>
    expect(links()).toEqual([
      'Dashboard',
      'Mijn dag',
      'Afspraken',
      'Kalender',
      'Leads',
      'Sales',
      'Commissies',
      'Uren',
      'Beveiliging',
    ]),
  )
  expect(JSON.parse(localStorage.getItem('user') ?? '').role).toBe('agent')
})

test('a screen without permission shows a message on a direct visit', async () => {
  const { unmount } = await open('/expiring-contracts')
  expect(await screen.findByText('Toegang geweigerd')).toBeTruthy()
  expect(screen.getByText('Alleen beheerders hebben toegang tot aflopende contracten.')).toBeTruthy()
  unmount()
  await open('/appointments', { hasCalendarAccess: false })
  expect(await screen.findByText('Je hebt geen toegang tot afspraken.')).toBeTruthy()
  expect(sent.some(({ path }) => path.startsWith('/api/contracts') || path === '/api/appointments')).toBe(false)
})

test('the sidebar folds, and stays folded', async () => {
  const { user, unmount } = await open('/security')
  await user.click(screen.getByRole('button', { name: 'Zijbalk inklappen' }))
  expect(localStorage.getItem('sidebar-collapsed')).toBe('true')
  unmount()
  openApp('/security')
  await user.click(await screen.findByRole('button', { name: 'Zijbalk uitklappen' }))
  expect(localStorage.getItem('sidebar-collapsed')).toBe('false')
})

test('below 1100 px the sidebar is a strip of icons with tooltips, also for a user who had it unfolded', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('max-width: 1099px'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  localStorage.setItem('sidebar-collapsed', 'false')
  const { user } = await open('/security')
  const link = within(menu()).getByRole('link', { name: 'Kalender' })
  await user.hover(link)
  expect((await screen.findByRole('tooltip')).textContent).toBe('Kalender')
  expect(screen.queryByRole('button', { name: 'Zijbalk inklappen' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Zijbalk uitklappen' })).toBeNull()
  const sidebar = within(screen.getByRole('complementary'))
  expect(sidebar.getByRole('link', { name: 'Instellingen' })).toBeTruthy()
  expect(sidebar.getByRole('button', { name: 'Uitloggen' })).toBeTruthy()
})

test('theme and colour are stored and outlive a logout', async () => {
  const { user } = await open('/security')
  const root = document.documentElement.classList
  await user.click(screen.getByRole('button', { name: 'Donker thema' }))
  expect(root.contains('dark')).toBe(true)
  expect(localStorage.getItem('theme')).toBe('dark')

  await user.click(screen.getByRole('button', { name: 'Gebruikersmenu van Sophie van Dam' }))
  const panel = await screen.findByRole('dialog', { name: 'Gebruikersmenu' })
  await user.click(within(panel).getByRole('radio', { name: 'Framboos' }))
  expect(root.contains('theme-raspberry')).toBe(true)
  expect(localStorage.getItem('colorScheme')).toBe('raspberry')

  sessionStorage.setItem('left', 'over')
  localStorage.setItem('other', 'thing')
  const sessionId = localStorage.getItem('sessionId') ?? ''
  await user.click(within(panel).getByRole('button', { name: 'Uitloggen' }))
  expect(await screen.findByText('Log in om door te gaan')).toBeTruthy()
  expect(location.pathname).toBe('/login')
  await waitFor(() => expect(sent.at(-1)?.path).toBe('/api/logout'))
  expect(sent.at(-1)).toMatchObject({ method: 'POST', body: JSON.stringify({ sessionId }) })
  expect(sent.at(-1)?.headers['sessionid']).toBe(sessionId)
  expect(Object.keys(localStorage).sort()).toEqual(['colorScheme', 'theme'])
  expect(sessionStorage.length).toBe(0)
  await waitFor(async () => expect((await world.call('GET', '/api/auth/user', { as: sessionId })).status).toBe(401))
})

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
    'Uitloggen',
    'Dashboard',
    'Mijn dag',
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
  const lead = await world.call('POST', '/api/leads', { as: await world.session(person), body })
  await index.deliver()
  await user.keyboard('/')
  const input = await screen.findByRole('combobox', { name: 'Snel zoeken' })
  await user.type(input, '+31 6 555 123')
  await waitFor(() => {
    // The customer, with the status of the lead, and the lead itself.
    const options = screen.getAllByRole('option', { name: /Slagerij Slotboom.*Nieuw/ })
    const marks = options.map((option) => [...option.querySelectorAll('mark')].map(({ textContent }) => textContent))
    expect(marks).toEqual([['06 555123'], ['06 555123']])
  })
  expect(await screen.findByText('2 gevonden')).toBeTruthy()
  await user.keyboard('{ArrowDown}{Control>}{Enter}{/Control}')
  expect(opened).toHaveBeenCalledExactlyOnceWith(`/leads?lead=${lead.body.id}`, '_blank', 'noopener')
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

test('a failed count or search shows an error, and the palette offers a retry', async () => {
  const restore = failRequests(/my-day|api\/search/)
  const { user, person } = await open('/security', { role: 'admin' })
  const link = await within(menu()).findByRole('link', { name: /^Mijn dag.*\?$/ })
  expect(within(link).getByTitle('Het aantal kon niet worden geladen')).toBeTruthy()
  await world.call('POST', '/api/leads', { as: await world.session(person), body: { customerName: 'Kas Zuid' } })
  await index.deliver()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Snel zoeken' }), 'kas zuid')
  expect(await screen.findByText('Niet alles kon worden doorzocht')).toBeTruthy()
  expect(screen.queryByText('Niets gevonden')).toBeNull()
  const again = await findRetryButton()
  restore()
  await user.click(again)
  expect(await screen.findByRole('option', { name: /Kas Zuid/ })).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Niet alles kon worden doorzocht')).toBeNull())
})

test('an unknown address counts down and goes to the dashboard', async () => {
  await open('/transacties/bestaat-niet')
  expect(await screen.findByText('404')).toBeTruthy()
  expect(screen.getByText('Pagina niet gevonden')).toBeTruthy()
  expect(screen.getByText('Automatische redirect over 1 seconde')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Ga terug' })).toBeTruthy()
  expect(await screen.findByText('Goedemorgen, Sophie')).toBeTruthy()
  expect(location.pathname).toBe('/')
})

test("'Meer opties' has the menu, the theme, security and the logout button", async () => {
  const { user } = await open('/more-mobile', { role: 'admin' })
  expect(await screen.findByText('Aanvullende functies en instellingen')).toBeTruthy()
  const main = within(screen.getByRole('main'))
  expect(main.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard',
    '/expiring-contracts',
    '/self-billing',
    '/self-billing/workflow-concept',
    '/self-billing/workflow-in-behandeling',
    '/self-billing/workflow-betaald',
    '/self-billing/maandrun',
    '/self-billing/betalingen',
    '/self-billing/boekhouding',
    '/costs',
    '/reports',
    '/users',
    '/bellen',
    '/teams',
    '/security',
  ])
  expect(main.getByText('2FA en wachtwoord instellingen')).toBeTruthy()
  await user.click(main.getByRole('button', { name: 'Donker thema' }))
  expect(main.getByRole('button', { name: 'Licht thema' })).toBeTruthy()
  await user.click(main.getByRole('button', { name: 'Uitloggen' }))
  expect(await screen.findByText('Log in om door te gaan')).toBeTruthy()
})

test('the login address opens the app for a logged-in user', async () => {
  await open('/login')
  expect(await screen.findByText('Goedemorgen, Sophie')).toBeTruthy()
  expect(location.pathname).toBe('/')
})

test('logging out in another tab also logs out here', async () => {
  await open('/security')
  localStorage.removeItem('sessionId')
  window.dispatchEvent(new StorageEvent('storage', { key: 'sessionId' }))
  expect(await screen.findByText('Log in om door te gaan')).toBeTruthy()
})
