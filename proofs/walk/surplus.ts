import * as z from 'zod'
import type { Route } from '../../shared/api/index.ts'
import type { Answer } from '../../testing/world.ts'

/** Internal fields that no reply may carry, whatever its schema allows. */
const internal =
  /sessionEpoch|teamKey|gsi\d|"pk"|"sk"|__edb|setupToken|hashes|sortName|idleUntil|"hash"|"state":"active"/

/** Fields of an error, sorted: a message, with details where the endpoint has any. */
const ofError = /^(details,error,message,stats|errors,message|message)$/

/**
 * Returns what is wrong with a reply: it holds an internal field, does not fit its schema, or holds more than its
 * schema names. Returns null when nothing is wrong. Parsing drops fields that the schema does not name; so if parsing
 * changes the reply, the reply holds more.
 */
export function findSurplus(route: Route, { status, body, text }: Answer): string | null {
  if (status >= 400) {
    const keys = Object.keys(body ?? {})
      .sort()
      .join()
    return ofError.test(keys) ? null : `error with ${keys}`
  }
  const { result } = route.endpoint
  const found = internal.exec(text)
  if (found) return `holds ${found[0]}`
  if (result.kind !== 'json' && result.kind !== 'page') return text && result.kind === 'none' ? `holds ${text}` : null
  const parsed = z.safeParse(result.schema, body)
  if (!parsed.success) return `does not fit: ${parsed.error.message}`
  return JSON.stringify(sortFields(parsed.data)) === JSON.stringify(sortFields(body))
    ? null
    : `holds more: ${text.slice(0, 300)}`
}

const sortFields = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sortFields)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .sort()
            .map(([name, one]) => [name, sortFields(one)]),
        )
      : value
