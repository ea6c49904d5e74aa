import { useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { parametersWith } from '../../lib/url-parameters.ts'

/** The dialogs over the screen of self-billing, by the parameter of the address that opens each. */
const names = ['partner', 'factuur', 'instellingen'] as const
type Name = (typeof names)[number]

/** What stands in the address in place of an id when something new is made. */
export const NEW = 'nieuw'

/** The dialog that the address asks for: `?partner=nieuw`, `?factuur=<id>`, `?instellingen=1`. */
export function useOpened() {
  const [params, setParams] = useSearchParams()
  const origin = useRef<HTMLElement | null>(null)
  const name = names.find((one) => params.has(one))

  const show = (next: Name | null, value = '1') =>
    setParams((before) => parametersWith(before, names, next ? { [next]: value } : {}))

  return {
    opened: name === undefined ? null : { name, value: params.get(name) ?? '' },
    /** Where focus goes back to. */
    origin,
    open: (next: Name, value?: string) => {
      origin.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
      show(next, value)
    },
    close: () => show(null),
  }
}
