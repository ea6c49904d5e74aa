import { Link, type LinkProps } from 'react-router-dom'
import { classNames } from '../class-names.ts'
import './text-link.css'
import '../layout/text.css'

/** Shows a link in a row of a list; on a touch screen it is as high as a button. */
export function TextLink({ className, ...rest }: LinkProps) {
  return <Link className={classNames('pv-text-link pv-weight-strong pv-color-accent', className)} {...rest} />
}
