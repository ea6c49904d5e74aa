import type { ReactNode } from 'react'
import './kbd.css'

/** Shows the name of a key on the keyboard, such as Esc. */
export function Kbd({ children }: { readonly children: ReactNode }) {
  return <kbd className="pv-kbd">{children}</kbd>
}

/** Returns the keys that open the command palette: `⌘ K` on Apple machines, `Ctrl K` elsewhere. */
export const commandKeyText = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K')
