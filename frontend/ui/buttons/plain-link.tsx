import type { ElementType } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from '../class-names.ts'
import type { ElementProps } from '../layout/element-props.ts'
import { Text, type TextOwn } from '../layout/text.tsx'
import './plain-link.css'

interface PlainLinkOwn extends TextOwn {
  /** Set to underline the link always, not only under the pointer. */
  readonly underlined?: boolean
}

/** Shows a link in the text colour around it, such as the name of a record in a list. */
export function PlainLink<Element extends ElementType = typeof Link>({
  as,
  underlined = false,
  className,
  ...rest
}: ElementProps<Element, PlainLinkOwn>) {
  const Part: ElementType = Text
  return (
    <Part
      as={as ?? Link}
      className={classNames('pv-plain-link', underlined && 'pv-plain-link-line', className)}
      {...rest}
    />
  )
}
