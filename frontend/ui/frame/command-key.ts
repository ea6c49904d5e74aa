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

/** Returns a key with that of commands, by default the keys that open the palette: `⌘ K` on a Mac, else `Ctrl K`. */
export const commandKeyText = (key = 'K'): string =>
  `${/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'} ${key}`
