import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { onDemand } from '../on-demand.tsx'

const Bubble = onDemand(() => import('./tooltip-bubble.tsx').then((m) => m.default))
const DELAY_MS = 400

/**
 * Shows the tooltip of the element with `data-tip` that is pointed at or focused; mount it once per page. Also shows
 * the whole text of a truncated table cell.
 */
export function TooltipLayer() {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  useEffect(() => follow(setTarget), [])
  const text = target?.dataset['tip'] ?? target?.textContent
  if (!target?.isConnected || !text) return null
  return (
    <Bubble
      text={text}
      side={target.dataset['tipSide'] === 'right' ? 'right' : 'bottom'}
      box={target.getBoundingClientRect()}
    />
  )
}

/** Calls `show` with the element whose tooltip must appear, or null; returns a function that stops this. */
function follow(show: (target: HTMLElement | null) => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let timer: ReturnType<typeof setTimeout> | undefined
  let pointed: HTMLElement | null = null

  const hide = () => {
    clearTimeout(timer)
    pointed = null
    show(null)
  }
  const point = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return
    const next = tooltipTarget(event.target)
    if (next === pointed) return
    hide()
    pointed = next
    if (next !== null) timer = setTimeout(() => show(next), DELAY_MS)
  }
  const focus = (event: FocusEvent) => {
    const next = tooltipTarget(event.target)
    if (next?.matches(':focus-visible')) show(next)
    else hide()
  }
  // Escape closes the bubble first. The bubble is removed at once, so that the next Escape reaches the layer below.
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') flushSync(hide)
  }

  document.addEventListener('pointerover', point, { signal })
  document.addEventListener('pointerdown', hide, { signal })
  document.addEventListener('focusin', focus, { signal })
  document.addEventListener('focusout', hide, { signal })
  document.addEventListener('keydown', key, { signal, capture: true })
  document.addEventListener('scroll', hide, { signal, capture: true, passive: true })
  return () => {
    clearTimeout(timer)
    listening.abort()
  }
}

function tooltipTarget(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null
  return target.closest<HTMLElement>('[data-tip]') ?? truncatedPart(target.closest<HTMLElement>('.pv-table td'))
}

/** Returns the cell, or the span in it, whose text is cut off with an ellipsis; null when all text is visible. */
function truncatedPart(cell: HTMLElement | null): HTMLElement | null {
  const parts = cell ? [cell, ...cell.querySelectorAll<HTMLElement>('span')] : []
  const isCut = (part: HTMLElement) => part.scrollWidth > part.clientWidth
  return parts.find((part) => isCut(part) && getComputedStyle(part).textOverflow === 'ellipsis') ?? null
}
