import type { ElementType } from 'react'
import { classNames } from '../class-names.ts'
import type { ElementProps } from './element-props.ts'
import './fill.css'

interface FillOwn {
  /** Set to scroll when there is more than fits. */
  readonly scrolls?: boolean
}

/**
 * Takes the remaining height of its container and places its parts below each other. With `aria-busy` they are shown
 * paler.
 */
export function Fill<Element extends ElementType = 'div'>({
  as,
  scrolls = false,
  className,
  ...rest
}: ElementProps<Element, FillOwn>) {
  const Element: ElementType = as ?? 'div'
  return <Element className={classNames('pv-fill', scrolls && 'pv-fill-scrolls', className)} {...rest} />
}
