import { focusManager, hashKey, type InfiniteData, type Query, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Endpoint } from '../../shared/api/parts/endpoint.ts'
import type { RecordKind } from '../../shared/kinds.ts'
import { dropKeptAnswer } from './browser-storage.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly endpoint?: Endpoint }
  }
}

/** Hashes of the keys of queries that were fetched for a screen before it was there. */
const ahead = new Set<string>()

/** Tells whether a query was fetched for a screen before it was there. */
export const isAhead = ({ queryHash }: Pick<Query, 'queryHash'>): boolean => ahead.has(queryHash)

/**
 * The single query cache of the app. By default, results are never stale, and there are no retries, no refetch on focus
 * and no polling (spec §9). The API says what each endpoint changes and shows; by that, an answer is fetched again
 * once a call changed what it shows (decision 125).
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnMount: (query) => !isAhead(query),
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

const cache = queryClient.getQueryCache()

/** Options of `query` or `pages`. */
export interface Ahead {
  readonly queryKey: QueryKey
  readonly initialPageParam?: string | undefined
}

/**
 * Fetches what a screen shows first while its code is loaded, except what is known already or on screen. The screen does
 * not fetch it again when it mounts; `endAhead` ends this.
 */
export function fetchAhead(queries: readonly Ahead[]): void {
  ahead.clear()
  for (const one of queries) {
    const known = cache.find({ queryKey: one.queryKey })
    // A screen whose code was there already has mounted before this, and has begun to fetch.
    if (known && (known.state.data !== undefined || known.isActive())) continue
    ahead.add(hashKey(one.queryKey))
    if ('initialPageParam' in one) queryClient.prefetchInfiniteQuery(one as never)
    else queryClient.prefetchQuery(one as never)
  }
}

/** Makes screens fetch again at their next mount what was fetched ahead. */
export const endAhead = (): void => ahead.clear()

/** Channel to the other tabs of this browser; null where the browser has none. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('changes')

/** Milliseconds after a reply at which the work that the call left behind has usually been done. */
const LATER_MS = [2_000, 10_000]

/** Milliseconds between two fetches of what a run in progress changes. */
const PROGRESS_MS = 5_000

/** Statuses of calls that changed nothing, unless the endpoint works in parts. */
const REFUSED: readonly number[] = [400, 401, 403, 422, 429]

/** Statuses of calls about a record that somebody else changed or deleted. */
const OVERTAKEN: readonly number[] = [404, 409]

/** Queries of deleted records: they are no more fetched, and leave the cache once no screen shows them. */
const dropped = new WeakSet<Query>()

/**
 * Lists whose next fetch asks only for the first page: the rows below have the changed record already, and stay as long
 * as they follow on that page.
 */
const keepingRows = new WeakSet<Query>()

const timers = new Set<ReturnType<typeof setTimeout>>()

function after(ms: number, work: () => void): ReturnType<typeof setTimeout> {
  const timer = setTimeout(() => {
    timers.delete(timer)
    work()
  }, ms)
  timers.add(timer)
  return timer
}

/** Empties the cache, and forgets what a tab keeps and what was still to be fetched; for another user. */
export function forgetAnswers(): void {
  queryClient.clear()
  dropKeptAnswer()
  for (const timer of timers) clearTimeout(timer)
  timers.clear()
}

const isShowing =
  (kinds: readonly RecordKind[]) =>
  (query: Query): boolean =>
    !dropped.has(query) && (query.meta?.endpoint?.shows ?? []).some((kind) => kinds.includes(kind))

/** Queries whose answer is true already, or nearly so. */
interface Known {
  /** Query whose answer told of the change. */
  readonly source?: Query
  /** Lists that have the changed record in its new version. */
  readonly renewed?: ReadonlySet<Query>
}

/**
 * Marks the answers that show one of these kinds as outdated, and fetches those on screen; in a hidden tab, only once
 * it is shown.
 */
function markHere(kinds: readonly RecordKind[], { source, renewed }: Known = {}): void {
  const outdated = cache.findAll({ predicate: isShowing(kinds) }).filter((query) => query !== source)
  for (const query of outdated) {
    // The library would keep the result of a first fetch under way, which may lack the change.
    if (query.state.data === undefined) void query.cancel({ revert: true })
    if (renewed?.has(query)) keepingRows.add(query)
    else keepingRows.delete(query)
    query.invalidate()
  }
  fetchOnScreen((query) => outdated.includes(query))
}

function fetchOnScreen(predicate: (query: Query) => boolean): void {
  if (focusManager.isFocused()) void queryClient.refetchQueries({ type: 'active', predicate })
}

/** Marks what shows one of these kinds as outdated, in this tab and in the others. */
function mark(kinds: readonly RecordKind[], known?: Known): void {
  if (kinds.length === 0) return
  markHere(kinds, known)
  tabs?.postMessage(kinds)
}

tabs?.addEventListener('message', ({ data }: MessageEvent<readonly RecordKind[]>) => markHere(data))
focusManager.subscribe(() => fetchOnScreen((query) => query.state.isInvalidated))

/** Input of a call, as far as it tells which record the call is about. */
interface Named {
  readonly params?: Readonly<Record<string, unknown>>
}

/** Calls under way of an endpoint that changes records. */
interface Calls {
  running: number
  /** Moment since which none of their changes was marked. */
  markedAt: number
  /** True when one of them may have changed something. */
  hasChanged: boolean
  /** Answers that have the replies. */
  readonly renewed: Set<Query>
}

const underWay = new Map<Endpoint, Calls>()

/**
 * Notes that a call of an endpoint begins. Returns the function to call with the status of its answer (0 without one)
 * and its reply: it puts the reply into the answers that show the record, and marks what shows what the endpoint
 * changes. Of calls of one endpoint at the same time, the last one marks, and until then one every five seconds.
 */
export function beginCall(endpoint: Endpoint, input: Named): (status: number, reply?: unknown) => unknown {
  const { changes, later = [], shows = [], marksWhenRefused = false, result } = endpoint
  // A file that cannot be made any more tells that the screen which offers it is outdated.
  if (!changes) return (status) => result.kind === 'file' && OVERTAKEN.includes(status) && mark(shows)
  const begun: Calls = { running: 0, markedAt: performance.now(), hasChanged: false, renewed: new Set() }
  const calls = underWay.get(endpoint) ?? begun
  underWay.set(endpoint, calls)
  calls.running += 1
  return (status, reply) => {
    calls.running -= 1
    calls.hasChanged ||= marksWhenRefused || !REFUSED.includes(status)
    if (status >= 200 && status < 300) putReply(endpoint, input, reply, calls.renewed)
    const isLast = calls.running === 0
    if (isLast) underWay.delete(endpoint)
    if (!calls.hasChanged || !(isLast || performance.now() > calls.markedAt + PROGRESS_MS)) return
    calls.markedAt = performance.now()
    mark(changes, calls)
    // That work begins after the reply. A fetch at once would find the old state, and keep it.
    if (isLast && later.length > 0) for (const ms of LATER_MS) after(ms, () => isFollowing(later) || mark(later))
  }
}

/**
 * Does several calls of these endpoints as one action of the user, which the audit log shows once (decision 118). What
 * is on screen is fetched after the last one, and every five seconds until then.
 */
export async function runAction(
  endpoints: readonly Endpoint[],
  work: (action: { readonly actionId: string }) => Promise<void>,
): Promise<void> {
  const ends = endpoints.map((endpoint) => beginCall(endpoint, {}))
  try {
    await work({ actionId: crypto.randomUUID() })
  } finally {
    for (const end of ends) end(400)
  }
}

/**
 * Puts a changed record into the cached answers about records of its collection, and takes a deleted one out. Adds the
 * queries that have it now to `renewed`.
 */
function putReply(
  { method, path, keepsRecord }: Endpoint,
  { params }: Named,
  reply: unknown,
  renewed: Set<Query>,
): void {
  const collection = /^(.*)\/\{id\}/.exec(path)?.[1]
  if (collection === undefined) return
  const isRemoval = method === 'DELETE' && path === `${collection}/{id}` && !keepsRecord
  const changed = isRemoval ? { id: params?.['id'], isDeleted: true as const } : reply
  if (!hasId(changed)) return
  for (const query of cache.findAll({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(collection) })) {
    const { params: of } = (query.queryKey[1] ?? {}) as Named
    if (isRemoval && of?.['id'] === changed.id) drop(query)
    const { data } = query.state
    const next = withReply(data, changed)
    if (next === data) continue
    queryClient.setQueryData(query.queryKey, next)
    renewed.add(query)
  }
}

function drop(query: Query): void {
  dropped.add(query)
  if (query.getObserversCount() === 0) cache.remove(query)
}

/**
 * Returns the cached page of a list that a cursor names, if the list is being fetched again only for its first page;
 * otherwise undefined.
 */
export function findKeptPage(queryKey: readonly unknown[], cursor: unknown): unknown {
  const query = cache.find({ queryKey, exact: true })
  const data = query?.state.data
  if (!query || cursor === undefined || !isPages(data) || !keepingRows.has(query)) return undefined
  return data.pages[data.pageParams.indexOf(cursor)]
}

/** Answers last seen of the queries that show work in progress, and when what it changes was last marked. */
const followed = new WeakMap<Query, { data: unknown; markedAt: number; timer?: ReturnType<typeof setTimeout> }>()

/**
 * Marks what work in progress changes (a run, an upload) when the answer that shows it changed: at most every five
 * seconds, and at its end.
 */
function followWork(query: Query): void {
  const { later = [], result } = query.meta?.endpoint ?? {}
  const { data } = query.state
  const seen = followed.get(query)
  if (later.length === 0 || data === seen?.data) return
  // What is first shown says nothing new, except that a run has ended before that.
  const isNew = seen !== undefined || (result?.kind !== 'page' && isFollowed(query) && !isInProgress(query))
  const next = { ...seen, data, markedAt: seen?.markedAt ?? Number.NEGATIVE_INFINITY }
  followed.set(query, next)
  if (!isNew) return
  const markChanged = () => {
    next.markedAt = performance.now()
    mark(later, { source: query })
  }
  if (next.timer) clearTimeout(next.timer)
  const wait = isInProgress(query) ? next.markedAt + PROGRESS_MS - performance.now() : 0
  if (wait <= 0) markChanged()
  else next.timer = after(wait, markChanged)
}

/** Tells whether an answer is fetched for its progress: by a screen at an interval, or by code that waits for an end. */
const isFollowed = ({ observers }: Query): boolean =>
  observers.length === 0 || observers.some(({ options }) => options.refetchInterval !== undefined)

/** Tells whether a screen follows the work that changes these kinds, and so marks them as the work proceeds. */
const isFollowing = (later: readonly RecordKind[]): boolean =>
  cache.findAll({ type: 'active' }).some((query) => query.meta?.endpoint?.later === later && isInProgress(query))

/** Tells whether a screen will fetch an answer again by itself. */
const isInProgress = (query: Query): boolean =>
  query.observers.some(({ options: { refetchInterval: every } }) =>
    Boolean(typeof every === 'function' ? every(query) : every),
  )

cache.subscribe((event) => {
  const { type, query } = event
  if (type === 'observerRemoved' && dropped.has(query) && query.getObserversCount() === 0) cache.remove(query)
  if (type !== 'updated' || event.action.type !== 'success') return
  if (!event.action.manual) keepingRows.delete(query)
  followWork(query)
})

interface WithId {
  readonly id: unknown
  readonly isDeleted?: true
}

const hasId = (value: unknown): value is WithId => typeof value === 'object' && value !== null && 'id' in value

interface Page {
  readonly items: readonly unknown[]
}

/** Returns a cached answer with the changed record in its new version, or without the deleted record. */
function withReply(cached: unknown, reply: WithId): unknown {
  if (isPages(cached)) {
    const pages = cached.pages.map((page) => withReply(page, reply))
    return pages.every((page, at) => page === cached.pages[at]) ? cached : { ...cached, pages }
  }
  if (isPage(cached)) {
    return cached.items.some((item) => hasId(item) && item.id === reply.id)
      ? { ...cached, items: withRecord(cached.items, reply) }
      : cached
  }
  if (hasId(cached) && cached.id === reply.id && !reply.isDeleted) return { ...cached, ...reply }
  return cached
}

const withRecord = (items: readonly unknown[], reply: WithId): unknown[] =>
  items.flatMap((item) => {
    if (!hasId(item) || item.id !== reply.id) return [item]
    return reply.isDeleted ? [] : [{ ...item, ...reply }]
  })

const isPages = (value: unknown): value is InfiniteData<unknown> =>
  typeof value === 'object' && value !== null && 'pages' in value && Array.isArray(value.pages)

const isPage = (value: unknown): value is Page =>
  typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items)
