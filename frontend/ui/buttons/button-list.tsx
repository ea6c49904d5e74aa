import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import './button-list.css'
import { Row } from '../layout/layout.tsx'

/** Shows buttons below each other, all of one width, with their texts at the start. */
export function ButtonList({ className, ...rest }: Omit<ComponentProps<'div'>, 'color'>) {
  return <Row gap={8} wrap align="stretch" className={classNames('pv-button-list', className)} {...rest} />
}
