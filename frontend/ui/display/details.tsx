import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import './details.css'
import '../layout/text.css'
import { Unbroken } from '../layout/unbroken.tsx'

interface DetailsProps {
  readonly items: readonly { readonly label: string; readonly value: ReactNode }[]
  /** Number of columns; as many as fit unless given. */
  readonly columns?: 2 | 3
}

const shownValue = (value: ReactNode): ReactNode => {
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'string' ? <Unbroken>{value}</Unbroken> : value
}

/** Shows pairs of label and value in columns; an absent value is a dash. */
export function Details({ items, columns }: DetailsProps) {
  return (
    <dl className={classNames('pv-details', columns && `pv-details-${columns}`)}>
      {items.map(({ label, value }) => (
        <div key={label} className="pv-detail">
          <dt className="pv-text-12 pv-color-soft">{label}</dt>
          <dd className="pv-text-13 pv-weight-medium pv-break">{shownValue(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
