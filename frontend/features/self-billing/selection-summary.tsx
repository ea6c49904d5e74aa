import type { Invoice } from '../../../shared/contract/invoices.ts'
import { formatMoney } from '../../lib/format.ts'
import { byPartner, countText, totalOf } from './selection.ts'

interface SelectionSummaryProps {
  readonly invoices: readonly Invoice[]
  /** Which way they go. */
  readonly toward: 'naar' | 'van'
  /** How many of the selection it does not fit, and why. */
  readonly left: number
  readonly because: string
}

/** Partners that are named one by one. */
const NAMED = 6

/** How many invoices, how much, and of whom. */
export function SelectionSummary({ invoices, toward, left, because }: SelectionSummaryProps) {
  const partners = byPartner(invoices)
  const rest = partners.length - NAMED
  return (
    <>
      <p>
        <strong>{countText(invoices.length)}</strong>, <strong>{formatMoney(totalOf(invoices))}</strong> incl. btw,{' '}
        {toward} {partners.length === 1 ? '1 partner' : `${partners.length} partners`}:
      </p>
      <ul className="billing-list" aria-label="Per partner">
        {partners.slice(0, NAMED).map(({ id, name, count, total }) => (
          <li key={id}>
            <span>{name}</span>
            <span className="pv-soft">{countText(count)}</span>
            <span className="billing-end">{formatMoney(total)}</span>
          </li>
        ))}
        {rest > 0 && <li className="pv-soft">en nog {rest === 1 ? '1 partner' : `${rest} partners`}</li>}
      </ul>
      {left > 0 && (
        <p className="pv-soft">
          {left} van de selectie {left === 1 ? 'blijft' : 'blijven'} zoals {left === 1 ? 'het is' : 'ze zijn'}:{' '}
          {because}
        </p>
      )}
    </>
  )
}
