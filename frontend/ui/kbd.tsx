import type { ReactNode } from 'react'
import './kbd.css'

/** A key, as on the keyboard. */
export function Kbd({ children }: { readonly children: ReactNode }) {
  return <kbd className="pv-kbd">{children}</kbd>
}

/** `⌘ K` on Apple's machines, `Ctrl K` elsewhere. */
export const commandKeyText = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K')
