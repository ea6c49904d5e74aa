// @vitest-environment jsdom
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { appointments } from '../../shared/api/appointments.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import { connectBrowser, logIn, sent } from '../testing/browser.tsx'
import { endAhead, fetchAhead, queryClient } from './freshness.ts'
import { pages, query, useCommand, useList } from './query.ts'

let world: World
let person: Person
beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  person = await world.person({ role: 'agent', teamId: 1 })
})
afterAll(() => world.stop())
connectBrowser(() => world)
beforeEach(() => logIn(world, person))

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
const hook = <T,>(use: () => T) => renderHook(use, { wrapper }).result

const form = (customerName: string, appointmentTime = '10:00') => ({
  customerName,
  customerPhone: '0612345678',
  appointmentDate: '2026-12-01',
  appointmentTime,
  bookAnyway: true as const,
})
const sentTo = (method: string, path: string) =>
  sent.filter((one) => one.method === method && one.path.startsWith(path))

async function book(name: string, time?: string): Promise<{ id: string; version: number }> {
  const as = localStorage.getItem('sessionId') ?? ''
  const { body } = await world.call('POST', '/api/appointments', { as, body: form(name, time) })
  return body
}

/** Answers one request in place of the server. */
function answerOnce(method: string, answer: () => Promise<Response>): void {
  const real = globalThis.fetch
  globalThis.fetch = (input, init) => {
    if (init?.method !== method) return real(input, init)
    globalThis.fetch = real
    return answer()
  }
}

test('a list is fetched page after page', async () => {
  for (const [index, name] of ['Een', 'Twee', 'Drie'].entries()) await book(name, `0${index + 1}:00`)
  const filter = { date: '2026-12-01', limit: '2' }
  const list = hook(() => useList(appointments.list, { query: filter }))
  await waitFor(() => expect(list.current.data?.map(({ customerName }) => customerName)).toEqual(['Een', 'Twee']))
  expect(list.current.hasNextPage).toBe(true)
  act(() => {
    list.current.fetchNextPage()
  })
  await waitFor(() => expect(list.current.data).toHaveLength(3))
  expect(list.current.hasNextPage).toBe(false)
})

test('what was fetched ahead of a screen is not fetched again when the screen mounts, but at its next mount', async () => {
  const filter = { query: { date: '2026-12-02' } }
  const counts = { query: { from: '2026-12-02', to: '2026-12-02' } }
  fetchAhead([pages(appointments.list, filter), query(appointments.counts, counts)])
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  const visit = () =>
    renderHook(
      () => [
        useList(appointments.list, filter, { fresh: true }).data,
        useQuery({ ...query(appointments.counts, counts), staleTime: 0 }).data,
      ],
      { wrapper },
    )
  const { result, unmount } = visit()
  expect(result.current).toEqual([[], expect.objectContaining({ statuses: expect.anything() })])
  endAhead()
  expect(sentTo('GET', '/api/appointments')).toHaveLength(2)
  unmount()
  const again = visit()
  await waitFor(() => expect(sentTo('GET', '/api/appointments')).toHaveLength(4))
  queryClient.removeQueries()
  again.unmount()

  const loaded = visit()
  fetchAhead([pages(appointments.list, filter), query(appointments.counts, counts)])
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(sentTo('GET', '/api/appointments')).toHaveLength(6)
  loaded.unmount()
  visit()
  await waitFor(() => expect(sentTo('GET', '/api/appointments')).toHaveLength(8))
})

test('an answer that was under way during a change does not replace the changed list', async () => {
  const real = globalThis.fetch
  const answers: (() => void)[] = []
  globalThis.fetch = async (input, init) => {
    const answer = await real(input, init)
    if (init?.method === 'GET' && answers.length === 0) await new Promise<void>((resolve) => answers.push(resolve))
    return answer
  }
  const list = hook(() => useList(appointments.list, { query: { date: '2026-12-08' } }))
  await waitFor(() => expect(answers).toHaveLength(1))
  const command = hook(() => useCommand(appointments.create))
  await act(() => command.current.mutateAsync({ body: { ...form('Sneller'), appointmentDate: '2026-12-08' } }))
  answers[0]?.()
  globalThis.fetch = real
  await waitFor(() => expect(list.current.data?.map(({ customerName }) => customerName)).toEqual(['Sneller']))
})

test('a change is shown although the list was still looking for its first rows', async () => {
  const real = globalThis.fetch
  const held: (() => void)[] = []
  const empty = (next?: string) => {
    const headers = { 'content-type': 'application/json', ...(next ? { link: `<${next}>; rel="next"` } : {}) }
    return new Response('[]', { headers })
  }
  let asked = 0
  // The first page has no rows; the second is still loading when the change is made.
  globalThis.fetch = async (input, init) => {
    if (init?.method !== 'GET') return real(input, init)
    asked += 1
    if (asked === 1) return empty('/api/appointments?cursor=een')
    if (asked > 2) return real(input, init)
    await new Promise<void>((resolve) => held.push(resolve))
    return empty()
  }
  const list = hook(() => useList(appointments.list, { query: { date: '2026-12-09' } }))
  await waitFor(() => expect(held).toHaveLength(1))
  const command = hook(() => useCommand(appointments.create))
  await act(() => command.current.mutateAsync({ body: { ...form('Gevonden'), appointmentDate: '2026-12-09' } }))
  held[0]?.()
  await waitFor(() => expect(list.current.data?.map(({ customerName }) => customerName)).toEqual(['Gevonden']))
  globalThis.fetch = real
})

test("a command's reply is in the cache before the list is fetched again", async () => {
  const { id, version } = await book('Oud')
  const list = hook(() => useList(appointments.list, { query: { date: '2026-12-01' } }))
  const one = () => list.current.data?.find((row) => row.id === id)
  await waitFor(() => expect(one()?.customerName).toBe('Oud'))
  const command = hook(() => useCommand(appointments.update))

  // The list answers later than this test waits, so the row can only come from the reply to the change.
  const real = globalThis.fetch
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  globalThis.fetch = async (input, init) => {
    if (init?.method === 'GET') await held
    return real(input, init)
  }
  await act(() => command.current.mutateAsync({ params: { id }, body: { customerName: 'Nieuw' }, version }))
  await waitFor(() => expect(one()?.customerName).toBe('Nieuw'))
  expect(list.current.isFetching).toBe(true)
  release()
  await waitFor(() => expect(list.current.isFetching).toBe(false))
  expect(sentTo('PATCH', '/api/appointments')[0]?.headers['if-match']).toBe(`"${version}"`)
})

test('a deleted record leaves the list at once', async () => {
  const { id } = await book('Weg')
  const list = hook(() => useList(appointments.list, { query: { date: '2026-12-01' } }))
  await waitFor(() => expect(list.current.data?.some((row) => row.id === id)).toBe(true))
  const command = hook(() => useCommand(appointments.remove))
  await act(() => command.current.mutateAsync({ params: { id } }))
  await waitFor(() => expect(list.current.data?.some((row) => row.id === id)).toBe(false))
})

test('a retry of the same request has the same key and books once; another request has another key', async () => {
  const command = hook(() => useCommand(appointments.create))
  const real = globalThis.fetch
  // The server made the change, but its answer was lost.
  globalThis.fetch = async (input, init) => {
    await real(input, init)
    globalThis.fetch = real
    throw new TypeError('Failed to fetch')
  }
  const body = form('Eenmaal', '15:00')
  await act(() => command.current.mutateAsync({ body }).catch(() => undefined))
  const reply = await act(() => command.current.mutateAsync({ body }))
  await act(() => command.current.mutateAsync({ body }))

  const keys = sentTo('POST', '/api/appointments').map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[1])
  const { body: booked } = await world.call('GET', '/api/appointments?date=2026-12-01', {
    as: localStorage.getItem('sessionId') ?? '',
  })
  const named = (booked as { id: string; customerName: string }[]).filter((one) => one.customerName === 'Eenmaal')
  expect(named).toHaveLength(2)
  expect(named.map(({ id }) => id)).toContain(reply.id)
})

test('neither a query nor a command is repeated after a failure', async () => {
  const broken = async () => new Response('kapot', { status: 503 })
  answerOnce('GET', broken)
  const stats = hook(() => useQuery(query(appointments.stats, { query: { timeFilter: 'today' } })))
  await waitFor(() => expect(stats.current.isError).toBe(true))
  expect(stats.current.error?.message).toBe('503: kapot')
  expect(sentTo('GET', '/api/appointments/stats')).toHaveLength(0)

  answerOnce('POST', broken)
  const command = hook(() => useCommand(appointments.create))
  await act(() => command.current.mutateAsync({ body: form('Nooit') }).catch(() => undefined))
  expect(sentTo('POST', '/api/appointments')).toHaveLength(0)
})
