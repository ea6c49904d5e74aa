import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import './details.css'
import '../layout/text.css'
import { Unbroken } from '../layout/unbroken.tsx'

interface DetailsProps {
  readonly items: readonly { readonly label: string; readonly value: ReactNode }[]
  /** Number of columns; as many as fit unless given. One column has each value at the end of its line. */
  readonly columns?: 1 | 2 | 3
}

const hasValue = ({ value }: DetailsProps['items'][number]) => Boolean(value) || value === 0

/** Shows pairs of label and value in columns; leaves out pairs without a value. */
export function Details({ items, columns }: DetailsProps) {
  return (
    <dl className={classNames('pv-details', columns && `pv-details-${columns}`)}>
      {items.filter(hasValue).map(({ label, value }) => (
        <div key={label} className="pv-detail">
          <dt className="pv-text-12 pv-color-soft">{label}</dt>
          <dd className="pv-text-13 pv-weight-medium pv-break">
            {typeof value === 'string' ? <Unbroken>{value}</Unbroken> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
