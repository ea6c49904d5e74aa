import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/** Where each list stood, by entry of the page's history; gone with the page. */
const places = new Map<string, number>()

/**
 * Puts a list back where it stood when one comes back to it, once its rows are there. Entries of the history that differ
 * only by a dialog over the list share its place.
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
    // A long list has its full height only once its rows in view are drawn.
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
