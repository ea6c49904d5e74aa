import { type RefObject, useEffect, useRef } from 'react'

/** Space around a toast in pixels. */
const GAP = 8

/**
 * Keeps a toast off the title and buttons of the topmost sheet on a phone. Does nothing while `message`, the toast, is
 * null. Returns the ref for the region of the toasts, on which it sets the CSS variable `--toasts-end`.
 */
export function useToastPlace(message: unknown): RefObject<HTMLOListElement | null> {
  const region = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (message === null || typeof ResizeObserver !== 'function') return
    const resized = new ResizeObserver(place)
    function place(): void {
      const sheet = topSheet()
      if (region.current && sheet) region.current.style.setProperty('--toasts-end', endAbove(sheet, region.current))
    }
    function watch(): void {
      resized.disconnect()
      const sheet = topSheet()
      for (const element of [sheet, region.current]) if (element) resized.observe(element)
      place()
    }
    // Dialogs are rendered directly in the body, so a new child of the body may be a sheet.
    const opened = new MutationObserver(watch)
    opened.observe(document.body, { childList: true })
    watch()
    return () => {
      opened.disconnect()
      resized.disconnect()
    }
  }, [message])
  return region
}

const topSheet = () => [...document.querySelectorAll<HTMLElement>('.pv-dialog')].at(-1)

/**
 * Returns, as a CSS length, how far from the bottom of the screen a toast must be to cover neither title nor buttons of
 * a sheet. Reads offsets, because these ignore the slide-in animation.
 */
function endAbove(sheet: HTMLElement, toasts: HTMLElement): string {
  const part = (name: string) => sheet.querySelector<HTMLElement>(name)
  const [header, footer] = [part('.pv-dialog-header'), part('.pv-dialog-footer')]
  const least = (header ? header.offsetTop + header.offsetHeight : sheet.offsetHeight) + toasts.offsetHeight + 2 * GAP
  const footerTop = footer?.offsetTop ?? sheet.offsetHeight
  const top = sheet.offsetTop + (footerTop < least ? 0 : footerTop)
  return `${window.innerHeight - top + GAP}px`
}
