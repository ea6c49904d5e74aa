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
