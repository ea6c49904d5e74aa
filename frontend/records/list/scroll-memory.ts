import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/** Scroll position of each list by history entry; lost when the page closes. */
const places = new Map<string, number>()

/**
 * Restores the scroll position of the list `label` after navigating back, once its rows are loaded (`isFilled`).
 * Opening or closing a dialog over the list does not change the position.
 */
export function useScrollMemory(scroller: HTMLElement | null, label: string, isFilled: boolean): void {
  const { key } = useLocation()
  const name = `${key}:${label}`
  const current = useRef(name)
  const isPlaced = useRef(false)

  useLayoutEffect(() => {
    current.current = name
    if (!scroller || !isFilled) return
    const place = places.get(name)
    if (isPlaced.current) {
      places.set(name, scroller.scrollTop)
      return
    }
    isPlaced.current = true
    if (place === undefined) return
    scroller.scrollTop = place
    // A long list has its full height only after its visible rows are drawn.
    const frame = requestAnimationFrame(() => {
      scroller.scrollTop = place
    })
    return () => cancelAnimationFrame(frame)
  }, [name, scroller, isFilled])

  useEffect(() => {
    if (!scroller) return
    const note = () => {
      if (isPlaced.current) places.set(current.current, scroller.scrollTop)
    }
    scroller.addEventListener('scroll', note, { passive: true })
    return () => scroller.removeEventListener('scroll', note)
  }, [scroller])
}
