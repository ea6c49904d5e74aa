import { useSearchParams } from 'react-router-dom'
import { parametersWith } from '../lib/url-parameters.ts'

/**
 * Returns what is open over a screen by a parameter of the address (one of `names`), such as `?bestand=<id>`. Also
 * returns functions to open and close it.
 */
export function useDialogInAddress<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams()
  const name = names.find((one) => params.has(one))
  const show = (values: { readonly [Key in Name]?: string }, options?: { readonly replace: boolean }) =>
    setParams((before) => parametersWith(before, names, values), options)
  return {
    opened: name === undefined ? null : { name, value: params.get(name) ?? '' },
    /** Opens a record. Replaces the history entry between records of one kind, so that Back skips them. */
    open: (next: Name, value = '1') => show({ [next]: value } as Record<Name, string>, { replace: next === name }),
    close: () => show({} as Record<Name, never>),
  }
}
