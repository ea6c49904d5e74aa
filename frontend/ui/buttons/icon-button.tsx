import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Button, type ButtonProps } from './button.tsx'

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'busyText' | 'aria-label'> {
  /** Dutch name of the action; read aloud and shown as a tooltip (see `TooltipLayer`). */
  readonly label: string
  readonly icon: ReactNode
}

/** Shows a square button with only an icon; its label is the accessible name and the tooltip. */
export function IconButton({ label, icon, tone = 'ghost', className, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      tone={tone}
      icon={icon}
      aria-label={label}
      data-tip={label}
      className={classNames('pv-icon-button', className)}
    />
  )
}
