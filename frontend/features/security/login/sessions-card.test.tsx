// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startWorld, type World } from '../../../../testing/world.ts'
import { connectBrowser, logIn, openApp, sent } from '../../../testing/browser.tsx'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
connectBrowser(() => world)

async function open(others: number) {
  const person = await world.person({})
  const elsewhere: string[] = []
  for (let count = 0; count < others; count++) elsewhere.push(await world.session(person))
  await logIn(world, person)
  const app = openApp('/security?tab=sessies')
  return { elsewhere, list: await screen.findByRole('list', { name: 'Actieve sessies' }), ...app }
}

const lives = async (as: string | undefined) => (await world.call('GET', '/api/auth/user', { as })).status === 200

test('shows the sessions of the user, the present one first', async () => {
  const { list } = await open(1)
  const [own, other] = within(list).getAllByRole('listitem')
  expect(own?.textContent).toContain('Deze sessie')
  expect(own?.textContent).toContain('192.0.2.1 · begonnen om 10:00 · laatst gezien om 10:00')
  expect(within(own as HTMLElement).queryByRole('button')).toBeNull()
  expect(other?.textContent).not.toContain('Deze sessie')
})

test('one other session is ended after a question, and only that one', async () => {
  const { list, user, elsewhere } = await open(2)
  const [, first] = within(list).getAllByRole('listitem')
  await user.click(within(first as HTMLElement).getByRole('button', { name: /beëindigen$/ }))
  const question = within(await screen.findByRole('alertdialog', { name: /beëindigen\?$/ }))
  await user.click(question.getByRole('button', { name: 'Annuleren' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false)

  await user.click(within(first as HTMLElement).getByRole('button', { name: /beëindigen$/ }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Beëindigen' }))
  expect(await screen.findByText('Sessie beëindigd')).toBeTruthy()
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2))
  expect(document.activeElement).toBe(list)
  const alive = await Promise.all(elsewhere.map(lives))
  expect(alive.filter(Boolean)).toHaveLength(1)
})

test('all other sessions end at once; the present one continues', async () => {
  const { list, user, elsewhere } = await open(2)
  await user.click(screen.getByRole('button', { name: 'Alle andere sessies beëindigen' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Alle andere sessies beëindigen?' }))
  expect(question.getByText('De 2 andere sessies eindigen meteen. Hier blijf je ingelogd.')).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Beëindigen' }))
  expect(await screen.findByText('Je bent nergens anders ingelogd.')).toBeTruthy()
  expect(within(list).getAllByRole('listitem')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Alle andere sessies beëindigen' })).toBeNull()
  expect(document.activeElement).toBe(list)
  expect(await Promise.all(elsewhere.map(lives))).toEqual([false, false])
  expect(await lives(localStorage.getItem('sessionId') ?? undefined)).toBe(true)
})

test('failed sessions can be retried, and a failed end is reported', async () => {
  const person: Person = await world.person({})
  await world.session(person)
  await logIn(world, person)
  const real = globalThis.fetch
  const unplugged =
    (part: string): typeof fetch =>
    (input, init) =>
      String(input).includes('/sessions') && (init?.method ?? 'GET') === part
        ? Promise.reject(new TypeError('Failed to fetch'))
        : real(input, init)
  globalThis.fetch = unplugged('GET')
  const { user } = openApp('/security?tab=sessies')
  expect(await screen.findByText(/^Geen verbinding met de server/)).toBeTruthy()
  globalThis.fetch = unplugged('DELETE')
  await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  await user.click(await screen.findByRole('button', { name: /^Sessie op .* beëindigen$/ }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Beëindigen' }))
  expect(await screen.findByText('Fout bij beëindigen van de sessie')).toBeTruthy()
})
