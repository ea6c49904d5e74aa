import type { Invoice } from '../../../../shared/api/schemas/invoices.ts'
import { formatMoney } from '../../../lib/format.ts'
import { RowList } from '../../../ui/display/row-list.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { groupByPartner, invoiceCountText, stayText, totalOf } from './selection.ts'

interface SelectionSummaryProps {
  readonly invoices: readonly Invoice[]
  /** Dutch preposition in `naar 3 partners` for sending, `van 3 partners` for crediting. */
  readonly toward: 'naar' | 'van'
  /** Number of selected invoices that are left out. */
  readonly left: number
  /** Dutch reason why they are left out. */
  readonly because: string
}

/** Maximum number of partners that are named one by one. */
const NAMED = 6

/**
 * Shows the number and total of invoices, also per partner; `toward` is the preposition before the number of partners.
 * Then shows how many selected invoices are left out (`left`), and why (`because`).
 */
export function SelectionSummary({ invoices, toward, left, because }: SelectionSummaryProps) {
  const partners = groupByPartner(invoices)
  const rest = partners.length - NAMED
  return (
    <>
      <p>
        <strong>{invoiceCountText(invoices.length)}</strong>, <strong>{formatMoney(totalOf(invoices))}</strong> incl.
        btw, {toward} {partners.length === 1 ? '1 partner' : `${partners.length} partners`}:
      </p>
      <RowList aria-label="Per partner">
        {partners.slice(0, NAMED).map(({ id, name, count, total }) => (
          <li key={id}>
            <span>{name}</span>
            <span className="pv-soft">{invoiceCountText(count)}</span>
            <Text tabular overflow="nowrap" before="auto">
              {formatMoney(total)}
            </Text>
          </li>
        ))}
        {rest > 0 && <li className="pv-soft">en nog {rest === 1 ? '1 partner' : `${rest} partners`}</li>}
      </RowList>
      {left > 0 && <p className="pv-soft">{stayText(left, because)}</p>}
    </>
  )
}
