import { useSearchParams } from 'react-router-dom'
import { replaceParameters } from '../lib/url-parameters.ts'

/**
 * Returns which parameter of the address (one of `names`) is open over a screen, such as `?bestand=<id>` (`opened`;
 * null for none). Also returns functions to open and close it.
 */
export function useDialogInAddress<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams()
  const name = names.find((one) => params.has(one))
  const show = (values: { readonly [Key in Name]?: string }, options?: { readonly replace: boolean }) =>
    setParams((before) => replaceParameters(before, names, values), options)
  return {
    opened: name === undefined ? null : { name, value: params.get(name) ?? '' },
    /**
     * Opens a parameter with a value, such as the id of a record. Replaces the history entry between values of one
     * parameter, so that Back skips them.
     */
    open: (next: Name, value = '1') => show({ [next]: value } as Record<Name, string>, { replace: next === name }),
    close: () => show({} as Record<Name, never>),
  }
}
