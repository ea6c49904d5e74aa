import { useRef } from 'react'
import { useOpenedIn } from '../../records/use-opened.ts'

/** The dialogs over the screen of self-billing, by the parameter of the address that opens each. */
const names = ['partner', 'factuur', 'instellingen'] as const
type Name = (typeof names)[number]

/** What stands in the address in place of an id when something new is made. */
export const NEW = 'nieuw'

/** The dialog that the address asks for: `?partner=nieuw`, `?factuur=<id>`, `?instellingen=1`. */
export function useOpened() {
  const { opened, open, close } = useOpenedIn(names)
  const origin = useRef<HTMLElement | null>(null)
  return {
    opened,
    /** Where focus goes back to. */
    origin,
    open: (next: Name, value?: string) => {
      origin.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
      open(next, value)
    },
    close,
  }
}
