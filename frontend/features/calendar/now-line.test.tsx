// @vitest-environment jsdom
import { renderHook, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startWorld, type World } from '../../../testing/world.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { connectBrowser, logIn, openApp } from '../../testing/browser.tsx'

const TEN_FIFTY_NINE = '2026-11-23T09:59:00Z'
const MINUTE_MS = 60_000

let world: World
beforeAll(async () => {
  world = await startWorld({ now: TEN_FIFTY_NINE })
  await world.team(1)
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(TEN_FIFTY_NINE) })
})
afterAll(() => world.stop())
connectBrowser(() => world)

test.each(['day', 'week'])('a line in today’s column of the %s moves with the clock', async (view) => {
  vi.setSystemTime(new Date(TEN_FIFTY_NINE))
  await logIn(world, await world.person({ role: 'agent', teamId: 1 }))
  openApp(`/calendar?view=${view}`)
  const line = await screen.findByText('Nu 10:59')
  const slot = () => screen.getByText(/^Nu /).closest('td')?.dataset['slot']?.slice(0, '2026-11-23 10'.length)
  expect(slot()).toBe('2026-11-23 10')
  expect(Number.parseFloat(line.parentElement?.style.insetBlockStart ?? '')).toBeCloseTo(98.33)
  vi.advanceTimersByTime(MINUTE_MS)
  await screen.findByText('Nu 11:00')
  expect(slot()).toBe('2026-11-23 11')
  await waitFor(() => expect(screen.getAllByText(/^Nu /)).toHaveLength(1))
})

test('another week has no line for the present time, and the month marks today', async () => {
  vi.setSystemTime(new Date(TEN_FIFTY_NINE))
  await logIn(world, await world.person({ role: 'agent', teamId: 1 }))
  const { unmount } = openApp('/calendar?view=week&date=2026-12-01')
  await screen.findByText('Geen afspraken gevonden')
  expect(screen.queryByText(/^Nu /)).toBeNull()
  unmount()
  openApp('/calendar?view=month')
  await screen.findByText('Geen afspraken gevonden')
  const today = screen.getByRole('table').querySelector('[data-slot="2026-11-23"]')
  expect(today?.querySelector('[aria-current="date"]')).toBeTruthy()
})

test('a minute that passes before the clock is watched is shown all the same', () => {
  vi.setSystemTime(new Date(TEN_FIFTY_NINE))
  const { result } = renderHook(() => {
    const minute = useMinute()
    vi.setSystemTime(new Date(TEN_FIFTY_NINE).getTime() + MINUTE_MS)
    return minute
  })
  expect(result.current).toBe('2026-11-23T10:00:00.000Z')
})
