import { useState } from 'react'
import { usePaused } from '../lib/use-paused.ts'

/** Fewer letters find too much. */
const LEAST = 2

/** What to search the server for: the typed text once typing pauses, empty while it is too short or not allowed. */
export function useSought(text: string, isAllowed: boolean): { sought: string; isTyping: boolean } {
  const typed = text.trim()
  const paused = usePaused(typed)
  const isSought = isAllowed && typed.length >= LEAST
  return { sought: isSought && paused.length >= LEAST ? paused : '', isTyping: isSought && paused !== typed }
}

/** What was found for a text; while more of it is typed, what less of it found stays, so that nothing moves away under a click. */
export function useFound<T>(sought: string, found: readonly T[] | undefined): readonly T[] {
  const [known, setKnown] = useState<{ readonly sought: string; readonly found: readonly T[] }>()
  if (found && (found !== known?.found || sought !== known.sought)) setKnown({ sought, found })
  if (sought === '') return []
  return found ?? (known && known.sought !== '' && sought.startsWith(known.sought) ? known.found : [])
}
