import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import './button.css'
import { classNames } from '../class-names.ts'
import type { ButtonTone } from './button.tsx'

interface LinkButtonProps {
  readonly to: string
  readonly children: ReactNode
  readonly tone?: Exclude<ButtonTone, 'danger'>
  readonly icon?: ReactNode
  /** Set to open a document in a new tab. */
  readonly newTab?: boolean
  readonly 'aria-label'?: string
}

/** Shows a link that looks like a button: a link goes somewhere, a button does something. */
export function LinkButton({ to, children, tone = 'secondary', icon, newTab = false, ...rest }: LinkButtonProps) {
  const className = classNames('pv-button', `pv-button-${tone}`)
  if (newTab) {
    return (
      <a href={to} target="_blank" rel="noopener" className={className} {...rest}>
        {icon}
        {children}
      </a>
    )
  }
  return (
    <Link to={to} className={className} {...rest}>
      {icon}
      {children}
    </Link>
  )
}
