import type { ElementType } from 'react'
import { classNames } from '../class-names.ts'
import type { ElementProps } from './element-props.ts'
import { Row, type RowOwn } from './layout.tsx'
import './strip.css'

interface StripOwn extends RowOwn {
  /** Set for the small print at the foot of a list. */
  readonly foot?: boolean
}

/**
 * Places its content side by side over the full width of a screen, with a line below. With `foot` the line is above.
 */
export function Strip<Element extends ElementType = 'div'>({
  foot = false,
  className,
  ...rest
}: ElementProps<Element, StripOwn>) {
  const Part: ElementType = Row
  return (
    <Part
      gap={8}
      justify="between"
      wrap
      className={classNames('pv-strip', foot && 'pv-strip-foot', className)}
      {...rest}
    />
  )
}
