// @vitest-environment jsdom
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Endpoint, file, none, ok, page } from '../../shared/api/parts/endpoint.ts'
import type { RecordKind } from '../../shared/kinds.ts'
import * as z from '../../shared/zod.ts'
import { beginCall, findKeptPage, forgetAnswers, queryClient, runAction } from './freshness.ts'
import { keyOf } from './query.ts'

const leads: Endpoint = {
  ...{ summary: '', method: 'GET', path: '/api/leads', allow: 'lead:read', shows: ['lead'] },
  result: page(z.object({})),
}
const lead: Endpoint = { ...leads, path: '/api/leads/{id}', result: ok(z.object({})) }
const sales: Endpoint = { ...leads, path: '/api/sales', shows: ['sale'] }
const change: Endpoint = { ...lead, method: 'PATCH', changes: ['lead'] }
const remove: Endpoint = { ...lead, method: 'DELETE', changes: ['lead'], result: none }

const unmounts: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  for (const unmount of unmounts.splice(0)) unmount()
  forgetAnswers()
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(0)

/** Shows an answer as a screen does; returns how often it was fetched, and how to leave the screen. */
async function show(
  endpoint: Endpoint,
  input: object = {},
  answer: () => unknown = () => ({}),
  every?: () => number | false,
) {
  const shown = { fetched: 0, leave: () => {}, data: (): unknown => undefined }
  const observer = new QueryObserver(queryClient, {
    ...keyOf(endpoint, input),
    queryFn: async () => {
      shown.fetched += 1
      return answer()
    },
    ...(every ? { refetchInterval: every } : {}),
  })
  shown.leave = observer.subscribe(() => {})
  shown.data = () => observer.getCurrentResult().data
  unmounts.push(shown.leave)
  await settle()
  return shown
}

/** Calls an endpoint and gets an answer with this status; 0 for none. */
async function answer(endpoint: Endpoint, status: number, input: object = {}, reply?: object): Promise<void> {
  beginCall(endpoint, input)(status, reply)
  await settle()
}

/** Another tab of the browser, which tells of a change. */
function tellFromOtherTab(kinds: readonly RecordKind[]): void {
  const tab = new BroadcastChannel('changes')
  tab.postMessage(kinds)
  tab.close()
}

describe('the answers on screen', () => {
  it.each([200, 201, 204, 404, 409, 500, 503, 0])('are fetched again after a change with status %s', async (status) => {
    const [list, other] = [await show(leads), await show(sales)]
    await answer(change, status)
    expect([list.fetched, other.fetched]).toEqual([2, 1])
  })

  it.each([400, 401, 403, 422, 429])('stay after a change refused with status %s', async (status) => {
    const list = await show(leads)
    await answer(change, status)
    expect(list.fetched).toBe(1)
  })

  it('are fetched after a file that cannot be made any more, and not after one that came', async () => {
    const list = await show(leads)
    const download: Endpoint = { ...leads, path: '/api/leads/export', result: file('text/csv') }
    await answer(download, 200)
    await answer(download, 503)
    expect(list.fetched).toBe(1)
    await answer(download, 409)
    expect(list.fetched).toBe(2)
  })

  it('are fetched after a refusal by an endpoint that works in parts', async () => {
    const list = await show(leads)
    await answer({ ...change, marksWhenRefused: true }, 422)
    expect(list.fetched).toBe(2)
  })

  it('are fetched once after the calls of a selection, also when the last one is refused', async () => {
    const list = await show(leads)
    const [first, second, third] = [1, 2, 3].map((id) => beginCall(change, { params: { id } }))
    first?.(200)
    second?.(200)
    await settle()
    expect(list.fetched).toBe(1)
    third?.(403)
    await settle()
    expect(list.fetched).toBe(2)
  })

  it('are fetched once after the calls of an action, and every five seconds while it lasts', async () => {
    const [list, later] = [await show(leads), await show(sales)]
    const one: Endpoint = { ...change, later: ['sale'] }
    await runAction([one], async () => {
      for (const _part of [1, 2, 3]) await answer(one, 200)
    })
    await settle()
    expect([list.fetched, later.fetched]).toEqual([2, 1])
    await vi.advanceTimersByTimeAsync(2_000)
    expect([list.fetched, later.fetched]).toEqual([2, 2])
    const long = runAction([one], async () => {
      for (let second = 1; second <= 12; second++) {
        await vi.advanceTimersByTimeAsync(1_000)
        await answer(one, 200)
      }
      expect(list.fetched).toBe(4)
      throw new Error('A part failed')
    })
    await expect(long).rejects.toThrow('A part failed')
    await settle()
    expect(list.fetched).toBe(5)
  })

  it('stay after an action of which every call was refused', async () => {
    const list = await show(leads)
    await runAction([change], () => answer(change, 422))
    expect(list.fetched).toBe(1)
  })

  it('are fetched two and ten seconds after a reply for what its work changes, and not at the reply', async () => {
    const list = await show(sales)
    await answer({ ...change, later: ['sale'] }, 200)
    expect(list.fetched).toBe(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(list.fetched).toBe(2)
    await vi.advanceTimersByTimeAsync(8_000)
    expect(list.fetched).toBe(3)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(list.fetched).toBe(3)
  })

  it('are not fetched for another user once the answers were forgotten', async () => {
    await answer({ ...change, later: ['sale'] }, 200)
    forgetAnswers()
    const list = await show(sales)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(list.fetched).toBe(1)
  })

  it('have the changed record before they are fetched', async () => {
    const waiting = Promise.withResolvers<object>()
    let isFirst = true
    const one = await show(lead, { params: { id: 'a' } }, () => {
      if (!isFirst) return waiting.promise
      isFirst = false
      return { id: 'a', name: 'Oud' }
    })
    await answer(change, 200, { params: { id: 'a' } }, { id: 'a', name: 'Nieuw' })
    expect(one.data()).toEqual({ id: 'a', name: 'Nieuw' })
  })

  it('of another collection never take over a record with the same id', async () => {
    const other = await show({ ...sales, path: '/api/sales/{id}' }, { params: { id: 'a' } }, () => ({
      id: 'a',
      status: 'x',
    }))
    await answer(change, 200, { params: { id: 'a' } }, { id: 'a', status: 'y' })
    expect(other.data()).toEqual({ id: 'a', status: 'x' })
  })
})

describe('an answer that is not on screen', () => {
  it('is fetched when it is shown again, and not before', async () => {
    const list = await show(leads)
    list.leave()
    await answer(change, 200)
    expect(list.fetched).toBe(1)
    expect(queryClient.getQueryState(keyOf(leads, {}).queryKey)?.isInvalidated).toBe(true)
  })

  it('in a hidden tab is fetched when the tab is shown', async () => {
    const list = await show(leads)
    const shown = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await answer(change, 200)
    expect(list.fetched).toBe(1)
    shown.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await settle()
    expect(list.fetched).toBe(2)
    shown.mockRestore()
  })
})

describe('a deleted record', () => {
  it('leaves the lists and is never fetched again', async () => {
    const list = await show(leads, {}, () => ({ items: [{ id: 'a' }, { id: 'b' }], next: null }))
    const detail = await show(lead, { params: { id: 'a' } }, () => ({ id: 'a' }))
    const other = await show(lead, { params: { id: 'b' } }, () => ({ id: 'b' }))
    await answer(remove, 204, { params: { id: 'a' } })
    expect([list.fetched, detail.fetched, other.fetched]).toEqual([2, 1, 2])
    detail.leave()
    expect(queryClient.getQueryData(keyOf(lead, { params: { id: 'a' } }).queryKey)).toBeUndefined()
  })
})

describe('a record that was only switched off', () => {
  it('stays in the lists until they are fetched', async () => {
    const waiting = Promise.withResolvers<object>()
    const answers: unknown[] = [{ items: [{ id: 'a' }], next: null }, waiting.promise]
    const list = await show(leads, {}, () => answers.shift())
    await answer({ ...remove, keepsRecord: true }, 204, { params: { id: 'a' } })
    expect(list.data()).toEqual({ items: [{ id: 'a' }], next: null })
    expect(list.fetched).toBe(2)
  })
})

describe('a list of several pages', () => {
  /** Shows the two pages of a list; returns the cursors that were asked for. */
  async function showPages(names: Record<string, string[]>) {
    const asked: string[] = []
    const ends = { '': 'p2', p2: null } as const
    const key = keyOf(leads, {}, 'pages')
    const observer = new InfiniteQueryObserver(queryClient, {
      ...key,
      queryFn: async ({ queryKey, pageParam }) => {
        const kept = findKeptPage(queryKey, pageParam)
        if (kept) return kept as { items: object[]; next: string | null }
        const cursor = pageParam ?? ''
        asked.push(cursor)
        return { items: (names[cursor] ?? []).map((id) => ({ id })), next: ends[cursor as '' | 'p2'] }
      },
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last: { items: object[]; next: string | null }) => last.next ?? undefined,
    })
    unmounts.push(observer.subscribe(() => {}))
    await settle()
    await observer.fetchNextPage()
    asked.length = 0
    const rows = () => observer.getCurrentResult().data?.pages.flatMap(({ items }) => items)
    return { asked, rows }
  }

  it('fetches its first page, and keeps the rows below that have the changed record', async () => {
    const list = await showPages({ '': ['a'], p2: ['b'] })
    await answer(change, 200, { params: { id: 'b' } }, { id: 'b', name: 'Nieuw' })
    expect(list.asked).toEqual([''])
    expect(list.rows()).toEqual([{ id: 'a' }, { id: 'b', name: 'Nieuw' }])
  })

  it('fetches every page when something else changed its rows', async () => {
    const list = await showPages({ '': ['a'], p2: ['b'] })
    await answer({ ...change, path: '/api/leads/assign', method: 'POST' }, 200, {}, { changed: 2 })
    expect(list.asked).toEqual(['', 'p2'])
  })
})

describe('a run in progress', () => {
  const run: Endpoint = { ...lead, path: '/api/leads/changes/{id}', shows: ['run'], later: ['lead', 'run'] }

  it('fetches what it changes as it proceeds, at most every five seconds, and at its end', async () => {
    const list = await show(leads)
    const state = { done: 0, isRunning: true }
    await show(
      run,
      { params: { id: 'r' } },
      () => ({ ...state }),
      () => (state.isRunning ? 1_000 : false),
    )
    list.fetched = 0
    for (let second = 0; second < 9; second++) {
      state.done += 1
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(list.fetched).toBe(2)
    state.isRunning = false
    state.done += 1
    await vi.advanceTimersByTimeAsync(1_000)
    expect(list.fetched).toBe(3)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(list.fetched).toBe(3)
  })

  it('is followed by a screen, or else its start fetches what it changes', async () => {
    const list = await show(leads)
    const start: Endpoint = { ...change, changes: ['run'], later: run.later ?? [] }
    const state = { isRunning: true }
    const shown = await show(
      run,
      { params: { id: 'r' } },
      () => ({ ...state }),
      () => (state.isRunning ? 1_000 : false),
    )
    await answer(start, 200)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(list.fetched).toBe(1)
    shown.leave()
    await answer(start, 200)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(list.fetched).toBe(3)
  })

  it('that had ended before it was shown fetches what it changed', async () => {
    const list = await show(leads)
    await show(
      run,
      { params: { id: 'r' } },
      () => ({ done: 2 }),
      () => false,
    )
    expect(list.fetched).toBe(2)
  })
})

describe('the tabs of a browser', () => {
  it('tell each other what changed', async () => {
    vi.useRealTimers()
    const list = await showReal()
    tellFromOtherTab(['lead'])
    await vi.waitFor(() => expect(list.fetched).toBe(2))
    const heard = Promise.withResolvers<unknown>()
    const tab = new BroadcastChannel('changes')
    tab.addEventListener('message', ({ data }) => heard.resolve(data))
    beginCall(change, {})(200)
    expect(await heard.promise).toEqual(['lead'])
    tab.close()
  })

  async function showReal() {
    const shown = { fetched: 0 }
    const observer = new QueryObserver(queryClient, { ...keyOf(leads, {}), queryFn: async () => (shown.fetched += 1) })
    unmounts.push(observer.subscribe(() => {}))
    await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true))
    return shown
  }
})
