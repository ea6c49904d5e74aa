import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import './button-list.css'

/** Shows buttons below each other, all of one width, with their texts at the start. */
export function ButtonList({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={classNames('pv-button-list', className)} {...rest} />
}
