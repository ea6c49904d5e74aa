import type { CSSProperties, ElementType } from 'react'
import { classNames } from '../class-names.ts'
import type { ElementProps } from './element-props.ts'
import './grid.css'
import { Stack, type StackOwn } from './layout.tsx'

interface GridOwn extends StackOwn {
  /** Minimum width of an item, in pixels. */
  readonly least: number
}

/** Places as many items side by side as fit, all of one width of at least `least` pixels. */
export function Grid<Element extends ElementType = 'div'>({
  least,
  className,
  ...rest
}: ElementProps<Element, GridOwn>) {
  const Part: ElementType = Stack
  const style = { '--least': `${least}px` } as CSSProperties
  return <Part className={classNames('pv-grid', className)} style={style} {...rest} />
}
