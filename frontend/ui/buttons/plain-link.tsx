import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from '../class-names.ts'
import './plain-link.css'

interface PlainLinkProps extends ComponentProps<typeof Link> {
  /** Set for a link that looks like one; others do so under the pointer only. */
  readonly underlined?: boolean
}

/** Links a name in the colour of its surroundings. */
export function PlainLink({ underlined = false, className, ...rest }: PlainLinkProps) {
  return <Link className={classNames('pv-plain-link', underlined && 'pv-plain-link-line', className)} {...rest} />
}
