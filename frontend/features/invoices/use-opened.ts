import { useRef } from 'react'
import { useDialogInAddress } from '../../records/use-dialog-in-address.ts'

/** Parameters of the address that open a dialog over the screen of self-billing. */
const names = ['partner', 'factuur', 'instellingen'] as const
type Name = (typeof names)[number]

/** Value in place of an id in the address: opens the form of a new record. */
export const NEW = 'nieuw'

/**
 * Returns the dialog that the address opens (`?factuur=<id>`, `?partner=nieuw`), null for none. Also returns functions
 * that open and close a dialog.
 */
export function useOpenedDialog() {
  const { opened, open, close } = useDialogInAddress(names)
  const origin = useRef<HTMLElement | null>(null)
  return {
    opened,
    /** Element that gets the focus when the dialog closes. */
    origin,
    open: (next: Name, value?: string) => {
      origin.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
      open(next, value)
    },
    close,
  }
}
