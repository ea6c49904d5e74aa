import { Popover as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import './floating.css'

interface PopoverProps {
  readonly trigger: ReactElement
  /** What the panel is, for a screen reader. */
  readonly label: string
  readonly align?: 'start' | 'center' | 'end'
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  readonly children: ReactNode
}

/** A panel that hangs on a button, for a few controls or an explanation. */
export function Popover({ trigger, label, align = 'start', children, ...state }: PopoverProps) {
  return (
    <Radix.Root {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="pv-floating pv-popover"
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
