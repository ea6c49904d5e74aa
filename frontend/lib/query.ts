import {
  type InfiniteData,
  infiniteQueryOptions,
  QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
} from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { CallInput, CallResult, Endpoint } from '../../shared/contract/endpoint.ts'
import { type CallOptions, call, type Page, type Reply } from './client.ts'

/** The one cache. No retries, never stale, no refetch on focus, no polling (spec §9). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

type QueryArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

// `call` has its arguments checked by its own callers; here they are handed on as they came.
const anyCall = call as (endpoint: Endpoint, input: unknown, options: CallOptions) => Promise<unknown>

/** A GET endpoint as options for `useQuery`; the key starts with the endpoint's path. */
export function query<const E extends Endpoint>(endpoint: E, ...[input]: QueryArguments<E>) {
  return queryOptions({
    queryKey: [endpoint.path, input ?? {}],
    queryFn: ({ signal }) => anyCall(endpoint, input, { signal }) as Promise<Reply<E>>,
  })
}

type PagedEndpoint = Endpoint & { readonly result: { readonly kind: 'page' } }

/** A bounded list as options for `useInfiniteQuery`, one page after the other by cursor (rulings 12). */
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
  /** Every page is fetched before anything is shown: the list is searched, sorted or counted here. */
  readonly whole?: boolean
  /** Asked anew whenever it comes into view. */
  readonly fresh?: boolean
  /** How often it is asked for again when that fails, and how long what came is as good as new (spec §7). */
  readonly retry?: number
  readonly staleMs?: number
  /** Not asked for while false. */
  readonly enabled?: boolean
  /** Whether the rows of another question stay until those of this one are there. */
  readonly keeps?: (other: object) => boolean
}

/**
 * A list page after page; `data` is the rows of all pages so far. Fits `DataTable` as it is. A page may hold nothing
 * although more follow (rulings 12): pages are then fetched until one holds something, and until then the list is still
 * loading.
 */
export function useList<const E extends PagedEndpoint>(
  endpoint: E,
  input?: QueryArguments<E>[0],
  { whole = false, fresh = false, retry, staleMs, enabled = true, keeps }: ListOptions = {},
) {
  const found = useInfiniteQuery({
    ...pages(endpoint, ...([input] as QueryArguments<E>)),
    select: ({ pages }) => pages.flatMap(({ items }) => items as RowOf<E>[]),
    refetchOnMount: fresh ? 'always' : true,
    ...(retry === undefined ? {} : { retry }),
    ...(staleMs === undefined ? {} : { staleTime: staleMs }),
    enabled,
    placeholderData: (data, other) =>
      keeps?.((other?.queryKey[1] as { query?: object })?.query ?? {}) ? data : undefined,
  })
  const { isError, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage: fetchNext } = found
  // A page more must not stop what fetches a changed list anew: the library would keep the old rows.
  const fetchNextPage = useCallback(() => fetchNext({ cancelRefetch: false }), [fetchNext])
  const isEmpty = found.data?.length === 0
  const goesOn = hasNextPage && (whole || isEmpty) && !isError
  useEffect(() => {
    if (goesOn && !isFetching) fetchNextPage()
  }, [goesOn, isFetching, fetchNextPage])

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

/** What a command is given: the call's input, and the version that was read where a lost update must be noticed. */
type CommandInput<E extends Endpoint> = CallInput<E> & Pick<CallOptions, 'version' | 'onProgress'>

/**
 * Fetches anew what the cache holds of these GET endpoints. A first answer that is still under way may be of before the
 * change, and the library would keep it: it waits for it instead of asking again.
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
  /** The GET endpoints whose cached answers this changes. */
  readonly refreshes?: readonly Endpoint[]
  readonly onSuccess?: (reply: Reply<E>, input: CommandInput<E>) => unknown
  /** When the call failed: where what is on screen may be old, or the call may have come through after all. */
  readonly onError?: () => unknown
}

/**
 * A changing endpoint as a mutation. Puts the reply into the cached answers of `refreshes` and then fetches those
 * again, since an index may lag a write. A retry with the same input carries the same idempotency key until one
 * succeeds (rulings 15).
 */
export function useCommand<const E extends Endpoint>(
  endpoint: E,
  { refreshes = [], onSuccess, onError }: CommandOptions<E> = {},
) {
  const intent = useRef<{ input: string; key: string } | null>(null)

  return useMutation<Reply<E>, Error, CommandInput<E>>({
    mutationFn: async (variables) => {
      const { version, onProgress, ...input } = variables
      const same = JSON.stringify(input)
      if (intent.current?.input !== same) intent.current = { input: same, key: crypto.randomUUID() }
      const options = { version, idempotencyKey: intent.current.key, ...(onProgress ? { onProgress } : {}) }
      const reply = (await anyCall(endpoint, input, options)) as Reply<E>
      intent.current = null
      return reply
    },
    onSuccess: async (reply, variables) => {
      for (const { path } of refreshes) {
        queryClient.setQueriesData({ queryKey: [path] }, (cached) => placed(cached, reply ?? gone(endpoint, variables)))
      }
      refresh(refreshes)
      await onSuccess?.(reply, variables)
    },
    onError: () => onError?.(),
  })
}

interface Known {
  readonly id: unknown
  readonly gone?: true
}

const isKnown = (value: unknown): value is Known => typeof value === 'object' && value !== null && 'id' in value

function gone(endpoint: Endpoint, variables: object): Known | undefined {
  const { params } = variables as { params?: { id?: unknown } }
  return endpoint.method === 'DELETE' && params?.id !== undefined ? { id: params.id, gone: true } : undefined
}

/** A cached answer with the record of a reply in place of its older self, or without it when it is gone. */
function placed(cached: unknown, reply: unknown): unknown {
  if (!isKnown(reply)) return cached
  if (isPages(cached)) return { ...cached, pages: cached.pages.map((page) => placed(page, reply)) }
  if (isPage(cached)) return { ...cached, items: withRecord(cached.items, reply) }
  if (isKnown(cached) && cached.id === reply.id && !reply.gone) return { ...cached, ...reply }
  return cached
}

const withRecord = (items: readonly unknown[], reply: Known): unknown[] =>
  items.flatMap((item) => {
    if (!isKnown(item) || item.id !== reply.id) return [item]
    return reply.gone ? [] : [{ ...item, ...reply }]
  })

const isPages = (value: unknown): value is InfiniteData<unknown> =>
  typeof value === 'object' && value !== null && 'pages' in value && Array.isArray(value.pages)

const isPage = (value: unknown): value is Page<readonly unknown[]> =>
  typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items)
