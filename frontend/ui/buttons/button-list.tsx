import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import './button-list.css'

/** Lists buttons of one width, their texts at the start and their keys at the end. */
export function ButtonList({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={classNames('pv-button-list', className)} {...rest} />
}
