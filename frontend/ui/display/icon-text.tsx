import type { ElementType, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { ElementProps } from '../layout/element-props.ts'
import { Text, type TextOwn } from '../layout/text.tsx'
import './icon-text.css'

interface IconTextOwn extends TextOwn {
  /** Icon before the text; it repeats the text, so a screen reader leaves it out. */
  readonly icon: ReactNode
}

/** Shows a text after an icon. */
export function IconText<Element extends ElementType = 'span'>({
  icon,
  className,
  children,
  ...rest
}: ElementProps<Element, IconTextOwn>) {
  const Part: ElementType = Text
  return (
    <Part className={classNames('pv-icon-text', className)} {...rest}>
      {icon}
      {children}
    </Part>
  )
}
