import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import './sums.css'

interface SumsProps extends ComponentProps<'dl'> {
  /** Set for lines between the amounts. */
  readonly lined?: boolean
}

/** Lists amounts with their labels, such as those of a total. */
export function Sums({ lined = false, className, ...rest }: SumsProps) {
  return <dl className={classNames('pv-sums', lined && 'pv-sums-lined', className)} {...rest} />
}

interface SumProps {
  readonly label: ReactNode
  /** Text in grey after the label, such as the base of a VAT amount. */
  readonly note?: ReactNode
  readonly amount: ReactNode
  /** Set for the total of the lines above it. */
  readonly isTotal?: boolean
  readonly className?: string
}

/** Shows a label with its amount at the end. */
export function Sum({ label, note, amount, isTotal = false, className }: SumProps) {
  return (
    <div className={classNames('pv-sum', isTotal && 'pv-sum-total', className)}>
      <dt>
        {label}
        {note !== undefined && <span className="pv-soft"> {note}</span>}
      </dt>
      <dd>{amount}</dd>
    </div>
  )
}

/** Shows the total below a list, large. */
export function Total({ label, amount }: { readonly label: ReactNode; readonly amount: ReactNode }) {
  return (
    <p className="pv-total">
      <span>{label}</span>
      <strong>{amount}</strong>
    </p>
  )
}
