// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Person, type PersonOptions, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, logIn, openApp, sent } from '../../testing/browser.tsx'

let world: World
let admin: Person
let leader: Person
let agent: Person
let caller: Person

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
  await world.team(2, 'Team Duin', 'nieuw-vennep')
  admin = await somebody('Anna', 'Admin', { role: 'admin', email: 'anna@example.nl' })
  leader = await somebody('Leo', 'Leider', { role: 'teamleader', teamId: 1, phone: '06 11111111' })
  agent = await somebody('Sem', 'Postma', { teamId: 1, phone: '06 12345678', email: 'sem@example.nl' })
  caller = await somebody('Bella', 'Beller', { role: 'caller', teamId: 1 })
  await somebody('Daan', 'Duin', { teamId: 2, phone: '06 22222222' })
  await somebody('Oscar', 'Oud', { teamId: 2, isActive: false })
})
afterAll(() => world.stop())
connectBrowser(() => world)
beforeEach(() => vi.stubGlobal('matchMedia', undefined))

const somebody = (firstName: string, lastName: string, options: PersonOptions) =>
  world.person({ firstName, lastName, ...options })

async function open(person: Person, path = '/users') {
  await logIn(world, person)
  const app = openApp(path)
  await screen.findByRole('heading', { name: 'Gebruikers' })
  return app
}

const table = () => screen.findByRole('table', { name: 'Gebruikers' })
const row = async (name: string) => {
  const cell = await within(await table()).findByText(name)
  return cell.closest('tr') as HTMLElement
}
const names = async () =>
  within(await table())
    .getAllByText(/^Lid sinds/)
    .map((line) => line.parentElement?.firstElementChild?.textContent)
const asked = (path: string) => sent.filter((one) => one.path.startsWith(path))

test('an admin sees all active people, with the columns of the spec', async () => {
  await open(admin)
  const shown = await row('Sem Postma')
  expect(shown.textContent).toContain('Lid sinds 21 nov 2026')
  expect(shown.textContent).toContain('sem@example.nl')
  expect(shown.textContent).toContain('06 12345678')
  expect(shown.textContent).toContain('Team MaasKantoor Roermond')
  expect(shown.textContent).not.toContain('Actief')
  const headers = within(await table()).getAllByRole('columnheader')
  expect(headers.map((header) => header.textContent)).toEqual([
    'Gebruiker',
    'E-mail',
    'Telefoon',
    'Rol',
    'Team',
    'Status',
    'Acties',
  ])
  expect(await screen.findByRole('tab', { name: 'Actief (5)' })).toBeTruthy()
  expect(screen.getByText('5 gebruikers')).toBeTruthy()
  expect((await row('Anna Admin')).textContent).toContain('Geen team')
})

test('both tabs show their number of people, and the tab is in the address', async () => {
  const { user, unmount } = await open(admin)
  await row('Sem Postma')
  expect(await screen.findByRole('tab', { name: 'Actief (5)' })).toBeTruthy()
  await user.click(await screen.findByRole('tab', { name: 'Gedeactiveerd (1)' }))
  expect((await row('Oscar Oud')).textContent).toContain('Gedeactiveerd')
  expect(location.search).toBe('?tab=deactivated')
  unmount()

  await open(admin, '/users?tab=deactivated')
  expect(within(await row('Oscar Oud')).getByRole('button', { name: 'Oscar Oud reactiveren' })).toBeTruthy()
  expect(within(await row('Oscar Oud')).queryByRole('button', { name: /bewerken|Meer acties/ })).toBeNull()
})

test('a team leader has one list: the agents and callers of the own team', async () => {
  await open(leader)
  await row('Sem Postma')
  expect(await names()).toEqual(['Bella Beller', 'Sem Postma'])
  expect(screen.queryByRole('tab')).toBeNull()
  expect(asked('/api/users/deactivated')).toEqual([])
  expect(screen.queryByRole('combobox', { name: 'Team' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Nieuwe gebruiker' })).toBeTruthy()
})

test('agents and callers see why they have no access', async () => {
  for (const person of [agent, caller]) {
    await logIn(world, person)
    const { unmount } = openApp('/users')
    expect(await screen.findByText('Toegang geweigerd')).toBeTruthy()
    expect(screen.getByText('Alleen beheerders en teamleiders hebben toegang tot gebruikersbeheer.')).toBeTruthy()
    unmount()
  }
  expect(asked('/api/users/active')).toEqual([])
})

test('searching finds name, e-mail, phone and team, and can be cleared', async () => {
  const { user } = await open(admin)
  const box = screen.getByRole('searchbox')
  for (const [text, found] of [
    ['postma', 'Sem Postma'],
    ['sem@', 'Sem Postma'],
    ['0622222222', 'Daan Duin'],
    ['team duin', 'Daan Duin'],
  ] as const) {
    await user.clear(box)
    await user.type(box, `${text}{Enter}`)
    await waitFor(async () => expect(await names()).toEqual([found]))
    expect(new URLSearchParams(location.search).get('q')).toBe(text)
  }
  await user.clear(box)
  await user.type(box, 'niemand{Enter}')
  expect(await screen.findByText('Geen actieve gebruikers gevonden')).toBeTruthy()
  const [reset] = screen.getAllByRole('button', { name: 'Filters wissen' })
  await user.click(reset as HTMLElement)
  await row('Sem Postma')
  expect(location.search).toBe('')
})

test('role, team and order are in the address', async () => {
  const { user, unmount } = await open(admin, '/users?role=agent&sort=-user')
  await row('Sem Postma')
  expect(await names()).toEqual(['Sem Postma', 'Daan Duin'])
  await screen.findByRole('option', { name: 'Team Duin' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'Team Duin')
  expect(await names()).toEqual(['Daan Duin'])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'Geen team')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rol' }), 'Beheerder')
  expect(await names()).toEqual(['Anna Admin'])
  expect(location.search).toBe('?role=admin&sort=-user&team=geen')
  unmount()

  const { user: again } = await open(admin)
  await row('Sem Postma')
  await again.click(screen.getByRole('button', { name: 'E-mail' }))
  expect(location.search).toBe('?sort=email')
  const shown = await names()
  expect(shown.indexOf('Anna Admin')).toBeLessThan(shown.indexOf('Sem Postma'))
})

test('the actions depend on the user and on the person', async () => {
  await somebody('Ella', 'Extern', { teamId: 1, role: 'caller' })
  const { user, unmount } = await open(admin)
  const items = async (name: string) => {
    await user.click(within(await row(name)).getByRole('button', { name: `Meer acties voor ${name}` }))
    const found = (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
    await user.keyboard('{Escape}')
    return found
  }
  expect(await items('Sem Postma')).toEqual([
    ...['Bewerken', 'Wachtwoord wijzigen', '2FA resetten', 'Als plaatsvervanger voorstellen', 'Deactiveren'],
  ])
  // The admin's own 2FA ends on the security page, which asks for the password and a code.
  expect(await items('Anna Admin')).toEqual(['Bewerken', 'Wachtwoord wijzigen'])
  unmount()
  const { user: own } = await open(leader)
  await own.click(within(await row('Sem Postma')).getByRole('button', { name: 'Meer acties voor Sem Postma' }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
    'Bewerken',
    'Wachtwoord wijzigen',
    'Deactiveren',
  ])
})

test('a failed list shows an error and can be retried', async () => {
  const online = fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (String(input).includes('/api/users/active')) throw new TypeError('no network')
    return online(input, init)
  })
  const { user } = await open(admin)
  const retry = await screen.findByRole('button', { name: 'Opnieuw proberen' })
  vi.stubGlobal('fetch', online)
  await user.click(retry)
  await row('Sem Postma')
})

test('a phone shows cards that open, with the other actions in a menu', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width: 767px'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  const { user } = await open(leader)
  const card = await screen.findByRole('button', { name: /^Sem Postma/ })
  expect(card.textContent).toContain('Agent · Team Maas')
  expect(card.textContent).toContain('sem@example.nl')
  expect(card.textContent).toContain('06 12345678 · Lid sinds 21 nov 2026')
  await user.click(screen.getByRole('button', { name: 'Meer acties voor Sem Postma' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Bewerken' }))
  expect(await screen.findByRole('dialog', { name: 'Gebruiker bewerken' })).toBeTruthy()
})
