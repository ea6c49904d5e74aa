// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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
  await user.click(screen.getByRole('button', { name: 'Gebruikersmenu van Sophie van Dam' }))
  const panel = await screen.findByRole('dialog', { name: 'Gebruikersmenu' })
  await user.click(within(panel).getByRole('radio', { name: 'Donker' }))
  expect(root.contains('dark')).toBe(true)
  expect(localStorage.getItem('theme')).toBe('dark')

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

test('a failed count or search shows an error, and the palette offers a retry', async () => {
  const restore = failRequests(/my-day|api\/search/)
  const { user, person } = await open('/security', { role: 'admin' })
  const link = await within(menu()).findByRole('link', { name: /^Mijn dag.*\?$/ })
  expect(within(link).getByTitle('Het aantal kon niet worden geladen')).toBeTruthy()
  await world.call('POST', '/api/leads', { as: await world.session(person), body: { customerName: 'Kas Zuid' } })
  await index.deliver()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Snel zoeken' }), 'kas zuid')
  expect(await screen.findByText('Niet alles kon worden doorzocht.')).toBeTruthy()
  expect(screen.queryByText('Niets gevonden')).toBeNull()
  const again = await findRetryButton()
  restore()
  await user.click(again)
  expect(await screen.findByRole('option', { name: /Kas Zuid/ })).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Niet alles kon worden doorzocht.')).toBeNull())
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
