import { useEffect } from 'react'

/**
 * Calls `onPress` on Ctrl K or ⌘ K. In its own file, because the command palette is loaded only when it first opens.
 */
export function useCommandKey(onPress: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      onPress()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [onPress])
}

/** Returns the keys that open the command palette: `⌘ K` on Apple machines, `Ctrl K` elsewhere. */
export const commandKeyText = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K')
