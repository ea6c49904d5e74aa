// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { queryClient } from '../../lib/freshness.ts'
import { connectBrowser, logIn, openApp } from '../../testing/browser.tsx'
import { findDialog } from '../../testing/queries.ts'

let world: World
let admin: Person

beforeAll(async () => {
  world = await startWorld()
  admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
})
afterAll(() => world.stop())
connectBrowser(() => world)

const RESTORED = /^Niet opgeslagen invoer van .*\d\d:\d\d teruggezet\./

const button = (name: string) => screen.findByRole('button', { name })
const field = (dialog: HTMLElement, label: string) => within(dialog).findByLabelText<HTMLInputElement>(label)

async function openTeams(person = admin) {
  await logIn(world, person)
  const app = openApp('/teams')
  await screen.findByRole('heading', { name: 'Teams' })
  // Without a team the button moves once the list is read, and a click must not find it before.
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
  return app
}

async function openNewTeam(user: UserEvent) {
  await user.click(await button('Nieuw team'))
  return findDialog('Nieuw team')
}

/** Types a name into the form of a new team, then removes the app without closing the form, like a closed tab. */
async function typeAndVanish(text: string) {
  const { user, unmount } = await openTeams()
  await user.type(await field(await openNewTeam(user), 'Teamnaam'), text)
  unmount()
}

test('the input is restored when the form opens again, until it is discarded', async () => {
  await typeAndVanish('Team Half')
  const { user } = await openTeams()
  const dialog = await openNewTeam(user)
  expect(await within(dialog).findByText(RESTORED)).toBeTruthy()
  expect((await field(dialog, 'Teamnaam')).value).toBe('Team Half')
  await user.click(within(dialog).getByRole('button', { name: 'Verwerpen' }))
  expect((await field(dialog, 'Teamnaam')).value).toBe('')
  expect(within(dialog).queryByText(RESTORED)).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = await openNewTeam(user)
  expect((await field(again, 'Teamnaam')).value).toBe('')
})

test('a draft is gone after saving', async () => {
  await typeAndVanish('Team Heel')
  const { user } = await openTeams()
  const dialog = await openNewTeam(user)
  await within(dialog).findByText(RESTORED)
  await user.click(within(dialog).getByRole('button', { name: 'Aanmaken' }))
  expect(await screen.findByText('Team aangemaakt')).toBeTruthy()
  // The first team moves the button, which a click must not find before.
  expect(await screen.findByText('Team Heel')).toBeTruthy()
  const again = await openNewTeam(user)
  expect((await field(again, 'Teamnaam')).value).toBe('')
  expect(within(again).queryByText(RESTORED)).toBeNull()
})

test('a draft discarded on closing does not return', async () => {
  const { user } = await openTeams()
  await user.type(await field(await openNewTeam(user), 'Teamnaam'), 'Team Weg')
  await user.keyboard('{Escape}')
  await user.click(await button('Weggooien'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = await openNewTeam(user)
  expect((await field(again, 'Teamnaam')).value).toBe('')
})

test('a logout removes the drafts', async () => {
  await typeAndVanish('Team Vertrek')
  const { user, unmount } = await openTeams()
  await user.click(await button('Uitloggen'))
  expect(await screen.findByText('Log in om door te gaan')).toBeTruthy()
  expect(JSON.stringify({ ...localStorage })).not.toContain('Team Vertrek')
  unmount()
  const { user: later } = await openTeams()
  expect((await field(await openNewTeam(later), 'Teamnaam')).value).toBe('')
})

test('a draft of a change contains only changed fields, and reports a save by somebody else', async () => {
  await world.team(71, 'Team Draad')
  const { user, unmount } = await openTeams()
  await user.click(await button('Team Draad bewerken'))
  await user.type(await field(await findDialog('Team bewerken'), 'Teamnaam'), ' Zuid')
  unmount()

  const as = await world.session(admin)
  const { body: teams } = await world.call('GET', '/api/teams?limit=500', { as })
  const { name, version } = teams.find(({ id }: { id: number }) => id === 71)
  const moved = { body: { name, office: 'nieuw-vennep' }, as, headers: { 'if-match': `"${version}"` } }
  expect((await world.call('PUT', '/api/teams/71', moved)).status).toBe(200)
  queryClient.clear()

  const { user: later } = await openTeams()
  await later.click(await button('Team Draad bewerken'))
  const dialog = await findDialog('Team bewerken')
  expect(await within(dialog).findByText(/door iemand gewijzigd/)).toBeTruthy()
  expect((await field(dialog, 'Teamnaam')).value).toBe('Team Draad Zuid')
  expect((await field(dialog, 'Kantoor')).value).toBe('nieuw-vennep')
})

test('a password is never stored, and drafts belong to one user', async () => {
  await logIn(world, admin)
  const { user, unmount } = openApp('/users')
  await user.click(await button('Nieuwe gebruiker'))
  const dialog = await findDialog('Lokale gebruiker aanmaken')
  await user.type(await field(dialog, 'Voornaam'), 'Halverwege')
  await user.click(within(dialog).getByRole('radio', { name: 'Wachtwoord doorgeven' }))
  await user.type(await field(dialog, 'Tijdelijk wachtwoord'), 'geheim-woord-77')
  expect(JSON.stringify({ ...localStorage })).toContain('Halverwege')
  expect(JSON.stringify({ ...localStorage })).not.toContain('geheim-woord-77')
  unmount()

  await logIn(world, await world.person({ role: 'admin', firstName: 'Bea', lastName: 'Ander' }))
  const other = openApp('/users')
  await other.user.click(await button('Nieuwe gebruiker'))
  expect((await field(await findDialog('Lokale gebruiker aanmaken'), 'Voornaam')).value).toBe('')
})

test('Back asks before input is lost, and leaves once the user discards it', async () => {
  await logIn(world, admin)
  const { user } = openApp('/security')
  await screen.findByText('Tweestapsverificatie (2FA)')
  await user.click(await screen.findByRole('link', { name: 'Teams' }))
  const dialog = await openNewTeam(user)
  act(() => history.back())
  await waitFor(() => expect(location.pathname).toBe('/security'))
  expect(await screen.findByRole('heading', { name: 'Beveiliging' })).toBeTruthy()
  expect(dialog.isConnected).toBe(false)

  await user.click(await screen.findByRole('link', { name: 'Teams' }))
  const form = await openNewTeam(user)
  await user.type(await field(form, 'Teamnaam'), 'Team Terug')
  act(() => history.back())
  await user.click(await button('Verder bewerken'))
  expect(location.pathname).toBe('/teams')
  expect((await field(form, 'Teamnaam')).value).toBe('Team Terug')

  act(() => history.back())
  await user.click(await button('Weggooien'))
  await waitFor(() => expect(location.pathname).toBe('/security'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the browser asks before a page with input is left, and only then', async () => {
  const leaves = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const { user } = await openTeams()
  const dialog = await openNewTeam(user)
  expect(leaves()).toBe(true)
  await user.type(await field(dialog, 'Teamnaam'), 'Team Blijf')
  expect(leaves()).toBe(false)
  await user.clear(await field(dialog, 'Teamnaam'))
  expect(leaves()).toBe(true)
})
