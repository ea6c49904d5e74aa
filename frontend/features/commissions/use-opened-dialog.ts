import { useSearchParams } from 'react-router-dom'
import { parametersWith } from '../../lib/url-parameters.ts'

const dialogs = ['vragen', 'tarieven', 'overzicht'] as const
type Dialog = (typeof dialogs)[number]

/** The dialog over a screen of commissions, by its address: `?vragen=1`, `?tarieven=1`, `?overzicht=1`. */
export function useOpenedDialog() {
  const [params, setParams] = useSearchParams()
  const show = (next: Dialog | null) =>
    setParams((before) => parametersWith(before, dialogs, next ? { [next]: '1' } : {}))
  return {
    dialog: dialogs.find((name) => params.get(name) === '1') ?? null,
    open: (dialog: Dialog) => show(dialog),
    close: () => show(null),
  }
}
