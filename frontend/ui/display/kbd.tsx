import type { ReactNode } from 'react'
import './kbd.css'

/** Shows the name of a key on the keyboard, such as Esc. */
export function Kbd({ children }: { readonly children: ReactNode }) {
  return <kbd className="pv-kbd">{children}</kbd>
}
