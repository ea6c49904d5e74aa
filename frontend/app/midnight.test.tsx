// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startWorld, type World } from '../../testing/world.ts'
import { connectBrowser, logIn, openApp, sent } from '../testing/browser.tsx'

const HALF_PAST_TWO_MINUTES_TO = '2026-11-21T22:57:30Z'
const MINUTE_MS = 60_000

let world: World
beforeAll(async () => {
  world = await startWorld({ now: HALF_PAST_TWO_MINUTES_TO })
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(HALF_PAST_TWO_MINUTES_TO) })
})
afterAll(() => world.stop())
connectBrowser(() => world)

async function open() {
  const sessionId = await logIn(world, await world.person({ firstName: 'Sophie' }))
  const app = openApp('/')
  await screen.findByText('Goedemorgen, Sophie')
  return { sessionId, ...app }
}

test('at midnight in Amsterdam the user is warned, logged out, and after a second at the login screen', async () => {
  const { sessionId } = await open()
  vi.advanceTimersByTime(2 * MINUTE_MS)
  expect(new Date().toISOString()).toBe('2026-11-21T22:59:30.000Z')
  expect(screen.queryByRole('alert')).toBeNull()

  vi.advanceTimersByTime(MINUTE_MS)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Automatische uitlog om 00:00 voor extra beveiliging. U wordt nu uitgelogd.')
  expect(localStorage.getItem('sessionId')).toBeNull()
  expect(localStorage.getItem('user')).toBeNull()
  const logout = sent.find(({ path }) => path === '/api/logout')
  expect(logout).toMatchObject({ method: 'POST', body: undefined })
  expect(logout?.headers['sessionid']).toBe(sessionId)

  expect(await screen.findByText('Log in om door te gaan')).toBeTruthy()
  expect(location.pathname).toBe('/login')
  expect(
    await screen.findByText('Sessie verlopen - Je bent automatisch uitgelogd om 00:00 voor extra beveiliging'),
  ).toBeTruthy()
  expect(screen.queryByText('Session verlopen - wordt doorgestuurd naar login')).toBeNull()
})

test('a logout stops the timer', async () => {
  const timers = vi.getTimerCount()
  const { user } = await open()
  expect(vi.getTimerCount()).toBeGreaterThan(timers)
  await user.click(screen.getByRole('button', { name: 'Uitloggen' }))
  await screen.findByText('Log in om door te gaan')
  expect(vi.getTimerCount()).toBe(timers)
  const before = sent.length
  vi.advanceTimersByTime(25 * 60 * MINUTE_MS)
  expect(sent).toHaveLength(before)
  expect(screen.queryByRole('alert')).toBeNull()
})
