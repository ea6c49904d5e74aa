import { useSearchParams } from 'react-router-dom'
import type * as z from 'zod'

/** Change of a filter: a value sets a field, an empty value clears it, an absent field stays. */
type FilterChange<F> = { readonly [K in keyof F]?: F[K] | string | undefined }

export interface UrlFilter<F> {
  readonly filter: Partial<F>
  readonly setFilter: (change: FilterChange<F>) => void
  readonly resetFilter: () => void
  /** Set when at least one filter is on. */
  readonly filtered: boolean
}

/** Returns what a control of one filter needs: its value, and the function that changes it. */
export const bindFilter =
  <F>({ filter, setFilter }: Pick<UrlFilter<F>, 'filter' | 'setFilter'>) =>
  <N extends keyof F>(name: N) => ({
    value: filter[name],
    onChange: (value: string) => setFilter({ [name]: value } as unknown as FilterChange<F>),
  })

/**
 * Reads and writes the filters of a list in the address, under the names of the schema (design.md rule 6). A value that
 * the schema rejects counts as absent; other parameters stay.
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
