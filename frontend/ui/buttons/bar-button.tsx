import type { ReactNode } from 'react'
import { useIsPhone, useIsTablet } from '../use-media.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

interface BarButtonProps {
  readonly label: string
  /** Lucide icon. */
  readonly icon: ReactNode
  readonly tone?: 'primary'
  /** Set when the bar is full on a tablet too, so that only the icon fits there. */
  readonly isTight?: boolean
  readonly onClick: () => unknown
}

/** Shows a button in the bar of a screen; on a phone only its icon. With `isTight` a tablet shows only the icon too. */
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
