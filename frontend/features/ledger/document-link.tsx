import { Link } from 'react-router-dom'
import type { SuppliedDay } from '../../../shared/api/schemas/cut-off.ts'
import { invoiceAddress } from '../../domains/addresses.ts'
import { formatDate } from '../../lib/format.ts'

/** Shows a document with its day, as a link where it is an invoice. */
export function DocumentLink({
  document: { id, name, date },
}: {
  readonly document: NonNullable<SuppliedDay['document']>
}) {
  return (
    <>
      {id === null ? name : <Link to={invoiceAddress(id)}>{name}</Link>}
      {date !== null && ` van ${formatDate(date)}`}
    </>
  )
}
