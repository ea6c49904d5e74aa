import { Popover as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { classNames } from '../class-names.ts'
import './floating.css'

interface FloatingPanelProps {
  /** Element that the panel is positioned at. */
  readonly anchor: RefObject<HTMLElement | null>
  /** Element that gets focus when Escape closes the panel. */
  readonly returnFocus: RefObject<HTMLElement | null>
  readonly id: string
  readonly label: string
  readonly className?: string
  readonly onClose: () => void
  /** Moves focus into the panel when it opens; by itself the panel focuses nothing. */
  readonly onOpenFocus: () => void
  readonly children: ReactNode
}

/**
 * Shows a panel that floats at a control, such as a calendar; mounted only while open. In its own file, so that Radix's
 * positioning is loaded at the first opening.
 */
export function FloatingPanel(props: FloatingPanelProps) {
  const { anchor, returnFocus, onClose, onOpenFocus } = props
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Radix.Portal>
        <Radix.Content
          id={props.id}
          aria-label={props.label}
          className={classNames('pv-floating', props.className)}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            onOpenFocus()
          }}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={() => returnFocus.current?.focus()}
          onInteractOutside={(event) => {
            if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
          }}
        >
          {props.children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
