import {
  hashKey,
  type InfiniteData,
  infiniteQueryOptions,
  type Query,
  QueryClient,
  type QueryKey,
  queryOptions,
  useInfiniteQuery,
  useMutation,
} from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { CallInput, CallResult, Endpoint } from '../../shared/contract/parts/endpoint.ts'
import { type CallOptions, call, type Page, type Reply } from './client.ts'

/** Hashes of the keys of queries that were fetched for a screen before it was there. */
const ahead = new Set<string>()
const isAhead = ({ queryHash }: Pick<Query, 'queryHash'>): boolean => ahead.has(queryHash)

/**
 * The single query cache of the app. By default, results are never stale, and there are no retries, no refetch on focus
 * and no polling (spec §9).
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
    const known = queryClient.getQueryCache().find({ queryKey: one.queryKey })
    // A screen whose code was there already has mounted before this, and has begun to fetch.
    if (known && (known.state.data !== undefined || known.isActive())) continue
    ahead.add(hashKey(one.queryKey))
    if ('initialPageParam' in one) queryClient.prefetchInfiniteQuery(one as never)
    else queryClient.prefetchQuery(one as never)
  }
}

/** Makes screens fetch again at their next mount what was fetched ahead. */
export const endAhead = (): void => ahead.clear()

type QueryArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

// `call` without the types of each endpoint; the functions below check the types of their input themselves.
const anyCall = call as (endpoint: Endpoint, input: unknown, options: CallOptions) => Promise<unknown>

/** Returns the options of `useQuery` for a GET endpoint; the cache key starts with the path of the endpoint. */
export function query<const E extends Endpoint>(endpoint: E, ...[input]: QueryArguments<E>) {
  return queryOptions({
    queryKey: [endpoint.path, input ?? {}],
    queryFn: ({ signal }) => anyCall(endpoint, input, { signal }) as Promise<Reply<E>>,
  })
}

type PagedEndpoint = Endpoint & { readonly result: { readonly kind: 'page' } }

/**
 * Returns the options of `useInfiniteQuery` for a paged list, which follows its cursors page after page (rulings 12).
 */
export function pages<const E extends PagedEndpoint>(endpoint: E, ...[input]: QueryArguments<E>) {
  const { query: filter, ...rest } = (input ?? {}) as { query?: object }
  return infiniteQueryOptions({
    queryKey: [endpoint.path, input ?? {}, 'pages'],
    queryFn: ({ signal, pageParam }) =>
      anyCall(endpoint, { ...rest, query: { ...filter, cursor: pageParam } }, { signal }) as Promise<
        Page<CallResult<E>>
      >,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}

type RowOf<E extends Endpoint> = CallResult<E> extends readonly (infer Row)[] ? Row : never

interface ListOptions {
  /** Fetches every page before anything is shown, for a list that is searched, sorted or counted in the browser. */
  readonly whole?: boolean
  /** Fetches the list again whenever it is mounted. */
  readonly fresh?: boolean
  /** Number of retries after a failure; 0 by default (spec §9). */
  readonly retry?: number
  /** Milliseconds that the result stays fresh; without it, the result never becomes stale (spec §9). */
  readonly staleMs?: number
  /** Does not fetch while false. */
  readonly enabled?: boolean
  /** Tells whether rows of an earlier filter stay on screen until the new rows arrive; gets the earlier filter. */
  readonly keepsPreviousData?: (other: object) => boolean
}

/**
 * Fetches a list page after page; `data` has the rows of all pages so far and fits `DataTable`. With `whole` all pages
 * are fetched before rows are shown; with `fresh` the list is fetched again at each mount. While there are no rows, the
 * next page is fetched by itself.
 */
export function useList<const E extends PagedEndpoint>(
  endpoint: E,
  input?: QueryArguments<E>[0],
  { whole = false, fresh = false, retry, staleMs, enabled = true, keepsPreviousData }: ListOptions = {},
) {
  const found = useInfiniteQuery({
    ...pages(endpoint, ...([input] as QueryArguments<E>)),
    select: ({ pages }) => pages.flatMap(({ items }) => items as RowOf<E>[]),
    refetchOnMount: (query) => !isAhead(query) && (!fresh || 'always'),
    ...(retry === undefined ? {} : { retry }),
    ...(staleMs === undefined ? {} : { staleTime: staleMs }),
    enabled,
    placeholderData: (data, other) =>
      keepsPreviousData?.((other?.queryKey[1] as { query?: object })?.query ?? {}) ? data : undefined,
  })
  const { isError, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage: fetchNext } = found
  // Fetching another page must not cancel the refetch of a changed list; the library would then keep the old rows.
  const fetchNextPage = useCallback(() => fetchNext({ cancelRefetch: false }), [fetchNext])
  const isEmpty = found.data?.length === 0
  const mustFetchNext = hasNextPage && (whole || isEmpty) && !isError
  useEffect(() => {
    if (mustFetchNext && !isFetching) fetchNextPage()
  }, [mustFetchNext, isFetching, fetchNextPage])

  const isPart = (whole && hasNextPage) || (isEmpty && (hasNextPage || isError))
  return {
    data: isPart ? undefined : found.data,
    isPending: isPart || found.isPending,
    isError,
    error: found.error,
    refetch: found.refetch,
    isFetching,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
  }
}

/**
 * Input of a command: the input of the call, the version for endpoints that detect lost updates, the action that it is
 * part of, and `onProgress` for uploads.
 */
type CommandInput<E extends Endpoint> = CallInput<E> & Pick<CallOptions, 'version' | 'actionId' | 'onProgress'>

/**
 * Marks the cached answers of these GET endpoints as outdated, and fetches those on screen again; resolves when they
 * have arrived. Cancels running fetches of answers not cached yet: the library would keep their results, which may lack
 * the change.
 */
export async function refresh(endpoints: readonly Pick<Endpoint, 'path'>[]): Promise<void> {
  await Promise.all(
    endpoints.map(async ({ path }) => {
      const queryKey = [path]
      await queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined })
      await queryClient.invalidateQueries({ queryKey })
    }),
  )
}

interface CommandOptions<E extends Endpoint> {
  /** GET endpoints whose cached answers the command changes. */
  readonly refreshes?: readonly Endpoint[]
  readonly onSuccess?: (reply: Reply<E>, input: CommandInput<E>) => unknown
  /** Called when the call failed: the screen may be outdated, or the change may have been made after all. */
  readonly onError?: () => unknown
}

/**
 * Returns a mutation for an endpoint that changes data; after success it updates and refetches the cached answers of
 * `refreshes`. Until a success, the same input gets the same idempotency key, so that the change happens once (rulings
 * 15).
 */
export function useCommand<const E extends Endpoint>(
  endpoint: E,
  { refreshes = [], onSuccess, onError }: CommandOptions<E> = {},
) {
  const intent = useRef<{ input: string; key: string } | null>(null)

  return useMutation<Reply<E>, Error, CommandInput<E>>({
    mutationFn: async (variables) => {
      const { version, actionId, onProgress, ...input } = variables
      const same = JSON.stringify(input)
      if (intent.current?.input !== same) intent.current = { input: same, key: crypto.randomUUID() }
      const options = {
        ...{ version, idempotencyKey: intent.current.key },
        ...(actionId ? { actionId } : {}),
        ...(onProgress ? { onProgress } : {}),
      }
      const reply = (await anyCall(endpoint, input, options)) as Reply<E>
      intent.current = null
      return reply
    },
    onSuccess: async (reply, variables) => {
      for (const { path } of refreshes) {
        queryClient.setQueriesData({ queryKey: [path] }, (cached) =>
          withReply(cached, reply ?? deletedRecord(endpoint, variables)),
        )
      }
      refresh(refreshes)
      await onSuccess?.(reply, variables)
    },
    onError: () => onError?.(),
  })
}

interface WithId {
  readonly id: unknown
  readonly isDeleted?: true
}

const hasId = (value: unknown): value is WithId => typeof value === 'object' && value !== null && 'id' in value

/** Returns the record that a DELETE removed, by its id and marked `isDeleted`; undefined for another method. */
function deletedRecord(endpoint: Endpoint, variables: object): WithId | undefined {
  const { params } = variables as { params?: { id?: unknown } }
  return endpoint.method === 'DELETE' && params?.id !== undefined ? { id: params.id, isDeleted: true } : undefined
}

/** Returns a cached answer with the changed record in its new version, or without the deleted record. */
function withReply(cached: unknown, reply: unknown): unknown {
  if (!hasId(reply)) return cached
  if (isPages(cached)) return { ...cached, pages: cached.pages.map((page) => withReply(page, reply)) }
  if (isPage(cached)) return { ...cached, items: withRecord(cached.items, reply) }
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

const isPage = (value: unknown): value is Page<readonly unknown[]> =>
  typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items)
