import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import { Stack } from '../layout/layout.tsx'
import { FloatingPanel } from './floating-panel.tsx'

interface ActionPanelProps {
  readonly id: string
  /** Button that opens the panel; gets focus again when Escape closes the panel. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly label: string
  readonly onClose: () => void
  /** Buttons of class `pv-menu-item`, and fields. */
  readonly children: ReactNode
}

/**
 * Shows a short list of choices under a button; arrow keys move along it. Mounted only while open, and loaded at the
 * first opening to keep it out of the first screen.
 */
export function ActionPanel({ id, anchor, label, onClose, children }: ActionPanelProps) {
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
      <Stack as="fieldset" ref={list} aria-label={label} onKeyDown={step}>
        {children}
      </Stack>
    </FloatingPanel>
  )
}

function step(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.target instanceof HTMLElement)) return
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by === undefined) return
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('button, input')]
  const next = choices[choices.indexOf(event.target) + by]
  if (!next) return
  event.preventDefault()
  next.focus()
}
