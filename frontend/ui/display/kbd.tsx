import type { ReactNode } from 'react'
import './kbd.css'
import '../layout/text.css'

/** Shows the name of a key on the keyboard, such as Esc. */
export function Kbd({ children }: { readonly children: ReactNode }) {
  return <kbd className="pv-kbd pv-text-11 pv-weight-medium pv-nowrap">{children}</kbd>
}
