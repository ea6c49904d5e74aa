import type { InvoiceDetails } from '../../../shared/contract/invoices.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'

/** The lines of an invoice as they stand. */
export function LinesTable({ lines }: Pick<InvoiceDetails, 'lines'>) {
  return (
    <table className="billing-table">
      <thead>
        <tr>
          <th scope="col">Omschrijving</th>
          <th scope="col">Aantal</th>
          <th scope="col">Prijs</th>
          <th scope="col">BTW</th>
          <th scope="col">Bedrag</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.lineOrder}>
            <td>{line.description}</td>
            <td data-label="Aantal">{formatNumber(line.quantity)}</td>
            <td data-label="Prijs">{formatMoney(line.unitPrice)}</td>
            <td data-label="BTW">{line.vatRate} %</td>
            <td data-label="Bedrag">{formatMoney(line.totalPrice)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
