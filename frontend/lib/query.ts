import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { CallInput, CallResult, Endpoint } from '../../shared/api/parts/endpoint.ts'
import { type CallOptions, call, type Page, type Reply } from './client.ts'
import { findKeptPage, isAhead } from './freshness.ts'

type QueryArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

// `call` without the types of each endpoint; the functions below check the types of their input themselves.
const anyCall = call as (endpoint: Endpoint, input: unknown, options: CallOptions) => Promise<unknown>

/**
 * Returns the cache key of an answer of an endpoint, and that endpoint, by which the answer is kept true. `parts` tell
 * the answer apart from others of the endpoint.
 */
export const keyOf = <const Parts extends readonly unknown[]>(endpoint: Endpoint, ...parts: Parts) => ({
  queryKey: [endpoint.path, ...parts] as const,
  meta: { endpoint },
})

/** Returns the options of `useQuery` for a GET endpoint. */
export function query<const E extends Endpoint>(endpoint: E, ...[input]: QueryArguments<E>) {
  return queryOptions({
    ...keyOf(endpoint, input ?? {}),
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
    ...keyOf(endpoint, input ?? {}, 'pages'),
    queryFn: ({ queryKey, signal, pageParam }) =>
      (findKeptPage(queryKey, pageParam) ??
        anyCall(endpoint, { ...rest, query: { ...filter, cursor: pageParam } }, { signal })) as Promise<
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

interface CommandOptions<E extends Endpoint> {
  readonly onSuccess?: (reply: Reply<E>, input: CommandInput<E>) => unknown
}

/**
 * Returns a mutation for an endpoint that changes data. Until a success, the same input gets the same idempotency key,
 * so that the change happens once (rulings 15).
 */
export function useCommand<const E extends Endpoint>(endpoint: E, { onSuccess }: CommandOptions<E> = {}) {
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
    onSuccess: async (reply, variables) => void (await onSuccess?.(reply, variables)),
  })
}
