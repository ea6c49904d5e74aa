import type * as z from 'zod'
import type { Endpoint } from '../../shared/api/parts/endpoint.ts'
import { type CallOptions, call, type Page } from '../lib/client.ts'
import { nullIfGone } from './failure.ts'

/** Endpoint that shows a record: that of one record, of the list that has it, or of settings, which have no id. */
export type Showing<Row> = Endpoint & {
  readonly result: { readonly schema: z.ZodType<Omit<Row, 'id'>> | z.ZodArray<z.ZodType<Row>> }
}

// `call` without the types of each endpoint, which `Showing` checks.
const anyCall = call as (endpoint: Endpoint, input: object, options?: CallOptions) => Promise<unknown>

/**
 * Fetches the current state of a record from the server, without the cache; null when it is gone or out of the user's
 * reach.
 */
export async function loadNewest<Row extends { readonly id: string | number }>(
  endpoint: Showing<Row>,
  { id }: Row,
): Promise<Row | null> {
  if (endpoint.result.kind === 'page') return findInPages(endpoint, id)
  if (!endpoint.path.includes('{id}')) return { ...((await anyCall(endpoint, {})) as Row), id }
  return anyCall(endpoint, { params: { id: String(id) } }).catch(nullIfGone) as Promise<Row | null>
}

async function findInPages<Row extends { readonly id: unknown }>(endpoint: Endpoint, id: unknown): Promise<Row | null> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = (await anyCall(endpoint, { query: { limit: '500', cursor } })) as Page<Row[]>
    const found = page.items.find((row) => row.id === id)
    if (found) return found
    cursor = page.next
  }
  return null
}
