import { useLayoutEffect, useRef } from 'react'

/** Largest share of the view that rows added above may take, when the list is scrolled to the top. */
const SHOWN = 0.5

/**
 * Keeps the visible rows in place when rows are added before the first, which not all browsers do. In a list scrolled
 * to the top, it also shows the last of the added rows.
 */
export function useScrollAnchor(scroller: HTMLElement | null, rows: readonly { readonly id: string }[]): void {
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
