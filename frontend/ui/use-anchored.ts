import { useLayoutEffect, useRef } from 'react'

/** How much of the view what was put above the rows may take at once, so that one sees that it is there. */
const SHOWN = 0.5

/**
 * Keeps what is in view in its place when rows come to stand before the first; at the very top the last of them are
 * shown. Browsers that do this themselves do not at the top, and Safari nowhere.
 */
export function useAnchored(scroller: HTMLElement | null, rows: readonly { readonly id: string }[]): void {
  const last = useRef<{ id: string | undefined; height: number }>({ id: undefined, height: 0 })
  useLayoutEffect(() => {
    if (!scroller) return
    const { id, height } = last.current
    const isPreceded = id !== undefined && rows[0]?.id !== id && rows.some((row) => row.id === id)
    if (isPreceded) {
      const grown = scroller.scrollHeight - height
      const shown = scroller.scrollTop === 0 ? scroller.clientHeight * SHOWN : 0
      scroller.scrollTop += Math.max(0, grown - shown)
    }
    last.current = { id: rows[0]?.id, height: scroller.scrollHeight }
  }, [scroller, rows])
}
