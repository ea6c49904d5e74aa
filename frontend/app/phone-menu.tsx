import type { ComponentProps } from 'react'
import { MobileSheet } from '../ui/frame/mobile-sheet.tsx'
import { NavList, type NavSection } from '../ui/frame/nav.tsx'
import { UserBlock } from '../ui/frame/sidebar.tsx'

interface PhoneMenuProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly sections: readonly NavSection[]
  readonly account: ComponentProps<typeof UserBlock>
}

/** Shows the menu and the logged-in user in a sheet from the side of a phone. */
export function PhoneMenu({ open, onOpenChange, sections, account }: PhoneMenuProps) {
  return (
    <MobileSheet open={open} onOpenChange={onOpenChange}>
      <NavList sections={sections} onNavigate={() => onOpenChange(false)} />
      <UserBlock {...account} />
    </MobileSheet>
  )
}
