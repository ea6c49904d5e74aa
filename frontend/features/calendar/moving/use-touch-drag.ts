import { type RefObject, useEffect } from 'react'

/** Milliseconds for which a finger rests until it lifts an element; a phone's own long press takes longer. */
const REST_MS = 350
/** Pixels by which a finger may slip while it rests. */
const SLIP_PX = 8

interface Point {
  readonly clientX: number
  readonly clientY: number
}

/** A finger on an element that can be dragged. */
interface Press {
  readonly element: HTMLElement
  readonly from: Point
  readonly timer: ReturnType<typeof setTimeout>
  /** Set once the finger has rested. */
  isLifted: boolean
  /** Last point of the drag; absent until the finger moves. */
  at?: Point
}

/**
 * Lets a finger drag what a mouse can drag within an area: once it has rested on an element, its moves become events of
 * drag and drop. A finger that rests and does not move opens the context menu; one that moves at once scrolls.
 */
export function useTouchDrag(area: RefObject<HTMLElement | null>): void {
  useEffect(() => (area.current ? followFingers(area.current) : undefined), [area])
}

/** Turns touches in an area into drags; returns a function that stops this. */
function followFingers(area: HTMLElement): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let press: Press | null = null

  function begin({ touches: [finger, another], target }: TouchEvent): void {
    end()
    const element = target instanceof Element ? target.closest<HTMLElement>('[draggable="true"]') : null
    if (!finger || another || !element) return
    const { clientX, clientY } = finger
    press = { element, from: { clientX, clientY }, timer: setTimeout(lift, REST_MS), isLifted: false }
  }

  function lift(): void {
    if (!press) return
    press.isLifted = true
    send('dragstart', press.element, press.from)
    dragTo(area, press.from)
  }

  function move(event: TouchEvent): void {
    const [finger] = event.touches
    if (!press || !finger) return
    const { clientX, clientY } = finger
    const isStill = Math.hypot(clientX - press.from.clientX, clientY - press.from.clientY) <= SLIP_PX
    if (!press.isLifted) {
      if (!isStill) end()
      return
    }
    // The page does not scroll under a drag.
    event.preventDefault()
    if (isStill && !press.at) return
    press.at = { clientX, clientY }
    dragTo(area, press.at)
  }

  function release(event: TouchEvent): void {
    if (!press?.isLifted) {
      end()
      return
    }
    // No click follows.
    event.preventDefault()
    const { element, at } = press
    const under = at && elementAt(area, at)
    if (at && under) send('drop', under, at)
    end()
    if (!at) element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  }

  function end(): void {
    const ended = press
    press = null
    clearTimeout(ended?.timer)
    if (ended?.isLifted) send('dragend', ended.element, ended.from)
  }

  const hold = (event: Event) => press && event.isTrusted && keepAway(event)

  area.addEventListener('touchstart', begin, { passive: true, signal })
  area.addEventListener('touchmove', move, { passive: false, signal })
  area.addEventListener('touchend', release, { signal })
  area.addEventListener('touchcancel', end, { signal })
  area.addEventListener('dragstart', hold, { capture: true, signal })
  area.addEventListener('contextmenu', hold, { capture: true, signal })
  return () => {
    end()
    stop.abort()
  }
}

/** Keeps the browser's own drag and menu away, which start while a finger is down. */
function keepAway(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Returns the element of an area at a point; null outside the area. */
function elementAt(area: HTMLElement, { clientX, clientY }: Point): Element | null {
  const under = document.elementFromPoint(clientX, clientY)
  return under && area.contains(under) ? under : null
}

/** Sends the drag at a point: over what is there, or out of the area. */
function dragTo(area: HTMLElement, at: Point): void {
  const under = elementAt(area, at)
  send(under ? 'dragover' : 'dragleave', under ?? area, at)
}

function send(type: 'dragstart' | 'dragover' | 'dragleave' | 'drop' | 'dragend', to: Element, at: Point): void {
  const { clientX, clientY } = at
  const dataTransfer = new DataTransfer()
  to.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, clientX, clientY, dataTransfer }))
}
