import { useEffect } from 'react'

/** Calls back on Ctrl K or ⌘ K. Apart from the palette itself, so that the palette can be fetched at its first opening. */
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
