import { useSearchParams } from 'react-router-dom'
import { parametersWith } from '../lib/url-parameters.ts'

/** What is open over a screen, by its address: one of these parameters with its value, as `?vragen=1` or `?bestand=<id>`. */
export function useOpenedIn<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams()
  const name = names.find((one) => params.has(one))
  const show = (values: { readonly [Key in Name]?: string }, options?: { readonly replace: boolean }) =>
    setParams((before) => parametersWith(before, names, values), options)
  return {
    opened: name === undefined ? null : { name, value: params.get(name) ?? '' },
    /** Opens a record. From one to the next of its kind, replaces the history entry, so that Back skips it. */
    open: (next: Name, value = '1') => show({ [next]: value } as Record<Name, string>, { replace: next === name }),
    close: () => show({} as Record<Name, never>),
  }
}
