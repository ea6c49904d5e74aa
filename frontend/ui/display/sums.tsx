import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Row, Stack } from '../layout/layout.tsx'
import { Text } from '../layout/text.tsx'
import './sums.css'

interface SumsProps extends ComponentProps<'dl'> {
  /** Set for lines between the amounts. */
  readonly lined?: boolean
}

/** Shows a list of amounts with their labels, such as the parts of a total. */
export function Sums({ lined = false, className, ...rest }: SumsProps) {
  return <dl className={classNames('pv-sums pv-text-13', lined && 'pv-sums-lined', className)} {...rest} />
}

interface SumProps {
  readonly label: ReactNode
  /** Text in grey after the label, such as the base of a VAT amount. */
  readonly note?: ReactNode | undefined
  readonly amount: ReactNode
  /** Set for the total of the lines above it. */
  readonly isTotal?: boolean
  readonly className?: string
}

/** Shows one line of `Sums`: a label, with its amount at the end. */
export function Sum({ label, note, amount, isTotal = false, className }: SumProps) {
  return (
    <Row
      gap={12}
      align="baseline"
      justify="between"
      className={classNames('pv-sum', isTotal && 'pv-sum-total', className)}
    >
      <dt className="pv-break">
        {label}
        {note !== undefined && <span className="pv-soft"> {note}</span>}
      </dt>
      <dd className="pv-tabular pv-nowrap">{amount}</dd>
    </Row>
  )
}

interface TotalProps {
  readonly label: ReactNode
  readonly amount: ReactNode
  /** Set for an amount that is less important than the one below it. */
  readonly small?: boolean
}

/** Shows the total below a list, in large print unless `small`. */
export function Total({ label, amount, small = false }: TotalProps) {
  return (
    <Row
      as="p"
      gap={12}
      align="baseline"
      justify="between"
      size={13}
      weight="strong"
      padTop={12}
      line="above"
      className="pv-total"
    >
      <span>{label}</span>
      {small ? <span>{amount}</span> : <strong className="pv-tabular pv-nowrap">{amount}</strong>}
    </Row>
  )
}

/** Shows the amount that results from a form in large print, under its label. */
export function LargeAmount({ label, amount }: { readonly label: ReactNode; readonly amount: ReactNode }) {
  return (
    <Stack as="p" gap={2}>
      <Text size={13} color="muted">
        {label}
      </Text>
      <Text as="output" size={22} weight="bold" color="accent" tabular>
        {amount}
      </Text>
    </Stack>
  )
}
