import type { ReactNode } from 'react'
import type { InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import { formatDate, formatMoney, formatNumber } from '../../../lib/format.ts'
import { Unbroken } from '../../../ui/layout/unbroken.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { formatVatRate } from './invoice-form.ts'

/** Tells whether a line has a day of supply that its description does not mention. */
const hasOwnDay = ({ supplyDate, description }: InvoiceDetails['lines'][number]) =>
  supplyDate !== null && !description.includes(formatDate(supplyDate))

interface LinesTableProps extends Pick<InvoiceDetails, 'lines'> {
  /** Draws content below the description of the line with that number. */
  readonly below?: (lineOrder: number) => ReactNode
}

/** Shows the lines of an invoice in a table that cannot be edited; with their VAT where it differs among them. */
export function LinesTable({ lines, below }: LinesTableProps) {
  const isMixed = new Set(lines.map((line) => formatVatRate(line, lines))).size > 1
  return (
    <PlainTable amounts={2} stacked>
      <thead>
        <tr>
          <th scope="col">Omschrijving</th>
          <th scope="col">Aantal</th>
          <th scope="col">Prijs</th>
          {isMixed && <th scope="col">Btw</th>}
          <th scope="col">Bedrag</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.lineOrder}>
            <td>
              <div>
                <Unbroken>{line.description}</Unbroken>
                {hasOwnDay(line) && <div className="pv-soft">Geleverd op {formatDate(line.supplyDate ?? '')}</div>}
                {below?.(line.lineOrder)}
              </div>
            </td>
            <td data-label="Aantal">{formatNumber(line.quantity)}</td>
            <td data-label="Prijs">{formatMoney(line.unitPrice)}</td>
            {isMixed && <td data-label="Btw">{formatVatRate(line, lines)}</td>}
            <td data-label="Bedrag">{formatMoney(line.totalPrice)}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}
