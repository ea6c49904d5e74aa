import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** Size of a drawing in pixels. */
interface Size {
  readonly width: number
  readonly height: number
}

/** Size of a drawing where the browser computes no layout, as in tests. */
const WITHOUT_LAYOUT = { width: 640, height: 240 }

/** Distance from the visible part of the page within which a chart is already loaded. */
const AHEAD = '200px'

/** Returns the size of an element in pixels, updated as it changes; null until it is known. */
export function useSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    function measure(): void {
      const { clientWidth, clientHeight } = element.current ?? {}
      const next = clientWidth && clientHeight ? { width: clientWidth, height: clientHeight } : WITHOUT_LAYOUT
      setSize((before) => (before?.width === next.width && before.height === next.height ? before : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return size
}

/** Calls `work` when the browser is idle; returns a function that cancels the call. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 1)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 2000 })
  return () => cancelIdleCallback(handle)
}

/**
 * Tells whether an element came near the visible part of the page, so that its content should load. Becomes true once
 * the browser is idle, and stays true.
 */
export function useShouldLoad(element: RefObject<HTMLElement | null>): boolean {
  const [isReached, setReached] = useState(false)
  useEffect(() => {
    const target = element.current
    if (!target) return
    let stop = () => {}
    if (typeof IntersectionObserver !== 'function') return whenIdle(() => setReached(true))
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        stop = whenIdle(() => setReached(true))
      },
      { rootMargin: AHEAD },
    )
    observer.observe(target)
    return () => {
      observer.disconnect()
      stop()
    }
  }, [element])
  return isReached
}
