import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { useIsPhone, useIsTablet } from './use-media.ts'

interface BarButtonProps {
  readonly label: string
  /** A lucide icon. */
  readonly icon: ReactNode
  readonly tone?: 'primary'
  /** The bar is full on a tablet too, so that the icon stands alone there. */
  readonly isTight?: boolean
  readonly onClick: () => unknown
}

/** A button in the bar of a screen; on a phone, where its words have no room, the icon alone. */
export function BarButton({ label, icon, tone, isTight = false, onClick }: BarButtonProps) {
  const isPhone = useIsPhone()
  const isTablet = useIsTablet()
  if (isPhone || (isTight && isTablet))
    return <IconButton tone={tone ?? 'ghost'} label={label} icon={icon} onClick={onClick} />
  return (
    <Button tone={tone ?? 'secondary'} icon={icon} onClick={onClick}>
      {label}
    </Button>
  )
}
