import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { useIsPhone } from './use-media.ts'

interface BarButtonProps {
  readonly label: string
  /** A lucide icon. */
  readonly icon: ReactNode
  readonly tone?: 'primary'
  readonly onClick: () => unknown
}

/** A button in the bar of a screen; on a phone, where its words have no room, the icon alone. */
export function BarButton({ label, icon, tone, onClick }: BarButtonProps) {
  const isPhone = useIsPhone()
  if (isPhone) return <IconButton tone={tone ?? 'ghost'} label={label} icon={icon} onClick={onClick} />
  return (
    <Button tone={tone ?? 'secondary'} icon={icon} onClick={onClick}>
      {label}
    </Button>
  )
}
