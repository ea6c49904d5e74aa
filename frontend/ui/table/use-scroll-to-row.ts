import { useEffect } from 'react'

const ROW_HEIGHT = 44

/** Scrolls a list to the row at an index as soon as that row exists; -1 for none. */
export function useScrollToRow(scroller: HTMLElement | null, index: number): void {
  useEffect(() => {
    if (!scroller || index < 0) return
    const row = () => scroller.querySelector(`[data-index="${index}"]`)
    if (!row()) scroller.scrollTop = index * ROW_HEIGHT
    const frame = requestAnimationFrame(() => row()?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [scroller, index])
}
