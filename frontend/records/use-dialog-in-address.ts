import { useSearchParams } from 'react-router-dom'
import { replaceParameters } from '../lib/url-parameters.ts'

/**
 * Returns the dialog that the address opens over a screen (`opened`, null for none), by one of the parameters `names`,
 * such as `?bestand=<id>`. Also returns functions to open and close a dialog.
 */
export function useDialogInAddress<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams()
  const name = names.find((one) => params.has(one))
  const show = (values: { readonly [Key in Name]?: string }, options?: { readonly replace: boolean }) =>
    setParams((before) => replaceParameters(before, names, values), options)
  return {
    opened: name === undefined ? null : { name, value: params.get(name) ?? '' },
    /**
     * Opens the dialog of a parameter with a value, such as the id of a record. Another value of the open parameter
     * replaces the history entry, so that Back skips the earlier value.
     */
    open: (next: Name, value = '1') => show({ [next]: value } as Record<Name, string>, { replace: next === name }),
    close: () => show({} as Record<Name, never>),
  }
}
