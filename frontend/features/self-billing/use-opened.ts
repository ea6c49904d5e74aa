import { useRef } from 'react'
import { useOpenedIn } from '../../records/use-opened.ts'

/** Parameters of the address that open a dialog over the screen of self-billing. */
const names = ['partner', 'factuur', 'instellingen'] as const
type Name = (typeof names)[number]

/** Value in the address in place of an id for a new record. */
export const NEW = 'nieuw'

/** Reads the dialog in the address: `?partner=nieuw`, `?factuur=<id>`, `?instellingen=1`. */
export function useOpened() {
  const { opened, open, close } = useOpenedIn(names)
  const origin = useRef<HTMLElement | null>(null)
  return {
    opened,
    /** Element that gets focus back. */
    origin,
    open: (next: Name, value?: string) => {
      origin.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
      open(next, value)
    },
    close,
  }
}
