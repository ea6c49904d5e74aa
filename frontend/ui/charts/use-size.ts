import { type RefObject, useLayoutEffect, useState } from 'react'

/** Size of a drawing in pixels. */
interface Size {
  readonly width: number
  readonly height: number
}

/** Size of a drawing where the browser computes no layout, as in tests. */
const WITHOUT_LAYOUT = { width: 640, height: 240 }

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
