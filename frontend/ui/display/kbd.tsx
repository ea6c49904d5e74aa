import type { ReactNode } from 'react'
import './kbd.css'

/** Shows a key of the keyboard. */
export function Kbd({ children }: { readonly children: ReactNode }) {
  return <kbd className="pv-kbd">{children}</kbd>
}

/** Returns `⌘ K` on Apple machines, `Ctrl K` elsewhere. */
export const commandKeyText = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K')
