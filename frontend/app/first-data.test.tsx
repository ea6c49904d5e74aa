// @vitest-environment jsdom

import { hashKey } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flags } from '../../shared/access.ts'
import type { CurrentUser } from '../../shared/api/auth.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { queryClient } from '../lib/freshness.ts'
import { connectBrowser, holdRequests, logIn, openApp } from '../testing/browser.tsx'
import { detailRoutes } from './detail-routes.ts'
import { canVisit } from './menu.ts'
import { routes } from './routes.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Roermond')
})
afterAll(() => world.stop())
connectBrowser(() => world)

/** Requests of the frame, and of choices in filters, which a screen shows later than its own data. */
const LATER = /^\["\/api\/(?:my-day|numbers\/gate|notifications\/unread|users|users\/(?:agents|deactivated)|teams)"/
/** Screens whose further parts ask for their own data: the panels of a role, the tabs and runs of an admin. */
const HAS_PARTS: readonly string[] = [
  '/dashboard',
  '/appointments',
  '/self-billing',
  '/costs',
  '/leads',
  '/self-billing/maandrun',
]

/** Returns the keys of the requests that wait for an answer. */
const asked = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.fetchStatus === 'fetching')
const keysOf = (queries: ReturnType<typeof asked>) => queries.map(({ queryHash }) => queryHash)

const ID = 'tel-31612345678'
const screens = [
  ...routes.map((route) => ({ address: route.path as string, id: '', route })),
  ...detailRoutes.flatMap((route) => route.paths.map((path) => ({ address: `${path}/${ID}`, id: ID, route }))),
]

test.each(['admin', 'teamleader', 'agent'] as const)(
  'each screen of a %s asks for its data beside its code, and once',
  async (role) => {
    const rights = Object.fromEntries(flags.map((flag) => [flag, true]))
    await logIn(world, await world.person({ role, teamId: 1, ...rights }))
    const user: CurrentUser = JSON.parse(localStorage.getItem('user') ?? '')
    for (const { address, id, route } of screens.filter(({ route }) => canVisit(user, route))) {
      const declared = route.first({ user, id }).map(({ queryKey }) => hashKey(queryKey))
      const release = holdRequests(/./)
      openApp(address)
      expect(keysOf(asked()), address).toEqual(expect.arrayContaining(declared))
      await screen.findByRole('main')
      await waitFor(() => {
        const shown = keysOf(asked().filter((query) => query.getObserversCount() > 0))
        expect(shown, address).toEqual(expect.arrayContaining(declared))
      })
      const others = keysOf(asked()).filter((key) => !LATER.test(key) && !declared.includes(key))
      if (!HAS_PARTS.includes(address)) expect(others, address).toEqual([])
      release()
      await waitFor(() => expect(asked()).toEqual([]))
      for (const key of declared) {
        const query = queryClient.getQueryCache().get(key)
        const counts = [query?.state.dataUpdateCount, query?.state.errorUpdateCount]
        // A list without records shows its first step, and gives up counts that are still under way.
        const isGivenUp = query?.isActive() === false && screen.queryByRole('button', { name: 'Filters tonen' })
        if (!isGivenUp || counts.some(Boolean)) expect(counts, `${address} ${key}`).toContain(1)
      }
      cleanup()
      queryClient.clear()
    }
  },
)
