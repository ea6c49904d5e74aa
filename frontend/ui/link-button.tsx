import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import './button.css'
import type { ButtonTone } from './button.tsx'
import { classNames } from './class-names.ts'

interface LinkButtonProps {
  readonly to: string
  readonly children: ReactNode
  readonly tone?: Exclude<ButtonTone, 'danger'>
  readonly icon?: ReactNode
}

/** A link that looks like a button: it goes somewhere, a button does something. */
export function LinkButton({ to, children, tone = 'secondary', icon }: LinkButtonProps) {
  const variation = tone === 'primary' ? 'amplify-button--primary' : tone === 'ghost' && 'amplify-button--link'
  return (
    <Link to={to} className={classNames('amplify-button', variation, 'pv-button', `pv-button-${tone}`)}>
      {icon}
      {children}
    </Link>
  )
}
