// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, logIn, openApp, sent } from '../../testing/browser.tsx'

let world: World
let admin: Person

beforeAll(async () => {
  world = await startWorld()
  admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
})
afterAll(() => world.stop())
connectBrowser(() => world)

async function open(person = admin) {
  await logIn(world, person)
  const app = openApp('/teams')
  await screen.findByRole('heading', { name: 'Teams' })
  return app
}

const card = async (name: string) => {
  const title = await screen.findByRole('heading', { name: new RegExp(`^${name}`) })
  return title.closest('section') as HTMLElement
}
const field = (dialog: HTMLElement, label: string) => within(dialog).getByLabelText<HTMLInputElement>(label)
const press = (user: UserEvent, dialog: HTMLElement, name: string) =>
  user.click(within(dialog).getByRole('button', { name }))
const requests = (method: string) => sent.filter((one) => one.method === method && one.path.startsWith('/api/teams'))

async function openEdit(name: string) {
  const { user } = await open()
  await press(user, await card(name), `${name} bewerken`)
  return { user, dialog: await screen.findByRole('dialog', { name: 'Team bewerken' }) }
}

test('without teams there is a message, and the first team is created here', async () => {
  const { user } = await open()
  expect(await screen.findByText('Geen teams gevonden')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Nieuw team' }))
  const dialog = await screen.findByRole('dialog', { name: 'Nieuw team' })
  expect(document.activeElement).toBe(field(dialog, 'Teamnaam'))
  const offices = within(field(dialog, 'Kantoor')).getAllByRole('option')
  expect(offices.map((option) => option.textContent)).toEqual(['Kantoor Roermond', 'Kantoor Nieuw-Vennep'])
  await press(user, dialog, 'Aanmaken')
  expect(await within(dialog).findByText('Teamnaam is verplicht')).toBeTruthy()
  expect(requests('POST')).toEqual([])
  await user.type(field(dialog, 'Teamnaam'), 'Team Maas')
  await user.selectOptions(field(dialog, 'Kantoor'), 'Kantoor Nieuw-Vennep')
  await press(user, dialog, 'Aanmaken')
  expect(await screen.findByText('Team aangemaakt')).toBeTruthy()
  expect((await card('Team Maas')).textContent).toContain('Kantoor Nieuw-Vennep')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Nieuw team' })))
})

test('a card shows members and this month’s appointments and sales', async () => {
  await world.team(50, 'Team Telt')
  const agent = await world.person({ teamId: 50, phone: '06 12345678' })
  await world.person({ teamId: 50, role: 'caller' })
  const as = await world.session(agent)
  for (const appointmentDate of ['2026-11-24', '2026-11-25', '2026-11-26']) {
    const body = {
      customerName: 'Klant',
      customerPhone: '0475123456',
      appointmentDate,
      appointmentTime: '10:00',
      bookAnyway: true,
    }
    await world.call('POST', '/api/appointments', { as, body })
  }
  await open()
  const shown = await card('Team Telt')
  expect(shown.textContent).toContain('Kantoor Roermond')
  expect(shown.textContent).toContain('Leden2Afspraken deze maand3Geregistreerde sales deze maand0')
  const members = within(shown).getByRole('link', { name: 'Leden van Team Telt: 2' })
  expect(members.getAttribute('href')).toBe('/users?team=50')
})

test('editing sends the version that was read', async () => {
  await world.team(60, 'Team Eerst')
  const { user, dialog } = await openEdit('Team Eerst')
  expect(field(dialog, 'Teamnaam').value).toBe('Team Eerst')
  await user.clear(field(dialog, 'Teamnaam'))
  await user.type(field(dialog, 'Teamnaam'), 'Team Later')
  await press(user, dialog, 'Opslaan')
  expect(await screen.findByText('Team bijgewerkt')).toBeTruthy()
  expect(requests('PUT')[0]?.headers['if-match']).toBe('"1"')
  expect(await card('Team Later')).toBeTruthy()
})

test('a change by somebody else is shown, and the own input stays until the user chooses', async () => {
  await world.team(70, 'Team Botst')
  const { user, dialog } = await openEdit('Team Botst')
  await user.type(field(dialog, 'Teamnaam'), ' van mij')
  await world.call('PUT', '/api/teams/70', {
    as: await world.session(admin),
    body: { name: 'Team Botst', office: 'nieuw-vennep' },
  })
  await press(user, dialog, 'Opslaan')
  const notice = await within(dialog).findByRole('alert')
  expect(await within(notice).findByText('Kantoor: Kantoor Nieuw-Vennep')).toBeTruthy()
  expect(field(dialog, 'Teamnaam').value).toBe('Team Botst van mij')
  await press(user, dialog, 'Mijn wijzigingen behouden')
  await press(user, dialog, 'Opslaan')
  expect(await screen.findByText('Team bijgewerkt')).toBeTruthy()
  expect((await card('Team Botst van mij')).textContent).toContain('Kantoor Nieuw-Vennep')
})

test('deleting asks first, naming the team', async () => {
  await world.team(80, 'Team Leeg')
  const { user } = await open()
  await press(user, await card('Team Leeg'), 'Team Leeg verwijderen')
  const question = await screen.findByRole('alertdialog', { name: 'Team Leeg verwijderen?' })
  expect(within(question).getByText('Weet je zeker dat je dit team wilt verwijderen?')).toBeTruthy()
  await press(user, question, 'Verwijderen')
  expect(await screen.findByText('Team verwijderd')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('heading', { name: /^Team Leeg/ })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Nieuw team' }))
})

test('a team with members lists them before it asks anything', async () => {
  await world.team(90, 'Team Bezet')
  await world.person({ teamId: 90, role: 'caller', firstName: 'Bea', lastName: 'Bezet' })
  const { user } = await open()
  await press(user, await card('Team Bezet'), 'Team Bezet verwijderen')
  const dialog = await screen.findByRole('dialog', { name: 'Team Bezet heeft nog leden' })
  expect(await within(dialog).findByText('Bea Bezet')).toBeTruthy()
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(1)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(within(dialog).getByRole('link', { name: 'Leden bekijken' }).getAttribute('href')).toBe('/users?team=90')
  const [close] = within(dialog).getAllByRole('button', { name: 'Sluiten' })
  if (close) await user.click(close)
  expect(requests('DELETE')).toEqual([])
  expect(await card('Team Bezet')).toBeTruthy()
})

test('a team that somebody joined during the question stays, and lists its members', async () => {
  await world.team(91, 'Team Net Bezet')
  const { user } = await open()
  await press(user, await card('Team Net Bezet'), 'Team Net Bezet verwijderen')
  const question = await screen.findByRole('alertdialog', { name: 'Team Net Bezet verwijderen?' })
  await world.person({ teamId: 91, role: 'caller', firstName: 'Nina', lastName: 'Net' })
  await press(user, question, 'Verwijderen')
  const dialog = await screen.findByRole('dialog', { name: 'Team Net Bezet heeft nog leden' })
  expect(await within(dialog).findByText('Nina Net')).toBeTruthy()
})

test('a failed creation shows an error and keeps the input', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Nieuw team' }))
  const dialog = await screen.findByRole('dialog', { name: 'Nieuw team' })
  await user.type(field(dialog, 'Teamnaam'), 'Team Later Nog')
  const online = fetch
  vi.stubGlobal('fetch', async () => new Response('', { status: 500, headers: { 'content-type': 'application/json' } }))
  await press(user, dialog, 'Aanmaken')
  expect(await screen.findByText('Fout')).toBeTruthy()
  expect(field(dialog, 'Teamnaam').value).toBe('Team Later Nog')
  vi.stubGlobal('fetch', online)
  await waitFor(() => expect(dialog.querySelector('[aria-busy="true"]')).toBeNull())
  await press(user, dialog, 'Aanmaken')
  expect(await screen.findByText('Team aangemaakt')).toBeTruthy()
})

test('a failed list can be retried', async () => {
  const online = fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (String(input).includes('/api/teams')) throw new TypeError('no network')
    return online(input, init)
  })
  const { user } = await open()
  const retry = await screen.findByRole('button', { name: 'Opnieuw proberen' })
  vi.stubGlobal('fetch', online)
  await user.click(retry)
  expect(await card('Team Bezet')).toBeTruthy()
})

test('the screen is only for admins', async () => {
  await world.team(95, 'Team Rest')
  for (const role of ['teamleader', 'agent', 'caller'] as const) {
    await logIn(world, await world.person({ role, teamId: 95 }))
    const { unmount } = openApp('/teams')
    expect(await screen.findByText('Toegang geweigerd')).toBeTruthy()
    expect(screen.getByText('Alleen beheerders hebben toegang tot het teams beheer.')).toBeTruthy()
    unmount()
  }
  expect(requests('GET')).toEqual([])
})
