import type { ElementType } from 'react'
import { classNames } from '../class-names.ts'
import './box.css'
import type { ElementProps } from './element-props.ts'
import { Stack, type StackOwn } from './layout.tsx'

interface BoxOwn extends StackOwn {
  /** Set for the background of a card; slightly grey unless given. */
  readonly surface?: boolean
}

/** Places its parts below each other within a border; for a part of a card or a dialog. */
export function Box<Element extends ElementType = 'div'>({
  padding = 16,
  surface = false,
  className,
  ...rest
}: ElementProps<Element, BoxOwn>) {
  const Part: ElementType = Stack
  return <Part padding={padding} className={classNames('pv-box', surface && 'pv-box-surface', className)} {...rest} />
}
