const uses = ['pointerdown', 'keydown'] as const

/**
 * Loads code at the first click or key press; a failure is ignored, because whoever needs the code loads it again.
 * Returns a function that cancels the loading.
 */
export function onFirstUse(load: () => Promise<unknown>): () => void {
  const used = new AbortController()
  const loadOnce = () => {
    used.abort()
    load().catch(() => undefined)
  }
  for (const use of uses) addEventListener(use, loadOnce, { signal: used.signal })
  return () => used.abort()
}
