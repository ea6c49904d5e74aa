import { useSearchParams } from 'react-router-dom'
import type * as z from 'zod'

/** What changes a filter: a value sets it, an empty one takes it away, what is absent stays. */
type FilterChange<F> = { readonly [K in keyof F]?: F[K] | string | undefined }

export interface UrlFilter<F> {
  readonly filter: Partial<F>
  readonly setFilter: (change: FilterChange<F>) => void
  readonly resetFilter: () => void
  /** Whether any filter is on. */
  readonly filtered: boolean
}

/**
 * The filters of a list, kept in the address under the names of the schema (design.md rule 6). A value the schema does
 * not accept counts as absent, and other parameters of the address stay as they are.
 */
export function useUrlFilter<S extends z.ZodObject>(schema: S): UrlFilter<z.output<S>> {
  const [params, setParams] = useSearchParams()
  const names = Object.keys(schema.shape)

  const entries = names.flatMap((name) => {
    const text = params.get(name)
    const parsed = text ? (schema.shape[name] as z.ZodType).safeParse(text) : undefined
    return parsed?.success ? [[name, parsed.data]] : []
  })

  function change(values: Readonly<Record<string, unknown>>): void {
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values)) {
          if (value === undefined || value === null || value === '') after.delete(name)
          else after.set(name, String(value))
        }
        return after
      },
      { replace: true },
    )
  }

  return {
    filter: Object.fromEntries(entries) as Partial<z.output<S>>,
    setFilter: change,
    resetFilter: () => change(Object.fromEntries(names.map((name) => [name, undefined]))),
    filtered: entries.length > 0,
  }
}
