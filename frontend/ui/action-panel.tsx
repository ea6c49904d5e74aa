import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import { FloatingPanel } from './floating-panel.tsx'

interface ActionPanelProps {
  readonly id: string
  /** The button it hangs on, which gets focus back. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly label: string
  readonly className?: string
  readonly onClose: () => void
  /** Buttons of class `pv-menu-item`. */
  readonly children: ReactNode
}

/**
 * A short list of choices hanging on a button; arrow keys go along it, and it opens on the one that is pressed, else on
 * the first. Mounted only while open and fetched at the first opening, so that it is no part of the first screen.
 */
export function ActionPanel({ id, anchor, label, className, onClose, children }: ActionPanelProps) {
  const list = useRef<HTMLFieldSetElement>(null)
  const first = () =>
    list.current?.querySelector<HTMLElement>('[aria-pressed="true"]') ?? list.current?.querySelector('button')
  return (
    <FloatingPanel
      id={id}
      anchor={anchor}
      returnFocus={anchor}
      label={label}
      className="pv-menu"
      onClose={onClose}
      onOpenFocus={() => first()?.focus()}
    >
      <fieldset ref={list} aria-label={label} className={className} onKeyDown={step}>
        {children}
      </fieldset>
    </FloatingPanel>
  )
}

function step(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.target instanceof HTMLElement)) return
  const next = { ArrowDown: event.target.nextElementSibling, ArrowUp: event.target.previousElementSibling }[event.key]
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  next.focus()
}
