import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'
import './mobile-sheet.css'
import '../dialogs/dialog.css'
import { IconButton } from '../buttons/icon-button.tsx'
import { useReturnFocus } from '../dialogs/return-focus.ts'
import { Row } from '../layout/layout.tsx'

interface MobileSheetProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** `NavList` and `UserBlock`. */
  readonly children: ReactNode
}

/**
 * Shows the menu of a phone in a sheet from the side. Load it lazily, so that Radix's dialog stays out of the first
 * screen.
 */
export function MobileSheet({ open, onOpenChange, children }: MobileSheetProps) {
  const focus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className="pv-overlay" />
        <Radix.Content
          className="pv-sheet"
          aria-describedby={undefined}
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            focus.giveBack()
          }}
        >
          <Radix.Title className="pv-hidden">Menu</Radix.Title>
          <Row align="start" justify="between">
            <Brand />
            <IconButton label="Menu sluiten" icon={<X />} onClick={() => onOpenChange(false)} />
          </Row>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
