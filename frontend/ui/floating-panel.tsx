import { Popover as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { classNames } from './class-names.ts'
import './floating.css'

interface FloatingPanelProps {
  /** What it hangs on. */
  readonly anchor: RefObject<HTMLElement | null>
  /** What gets focus when it closes by keyboard or choice. */
  readonly returnFocus: RefObject<HTMLElement | null>
  readonly id: string
  readonly label: string
  readonly className?: string
  readonly onClose: () => void
  /** Called instead of focusing the first control. */
  readonly onOpenFocus: () => void
  readonly children: ReactNode
}

/**
 * The floating part of a control, mounted only while open. Its own file, so that Radix's positioning is fetched at the
 * first opening and is no part of the first screen.
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
