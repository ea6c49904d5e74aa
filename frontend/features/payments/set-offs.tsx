import { formatMoney } from '../../lib/format.ts'
import { RowList } from '../../ui/display/row-list.tsx'
import { Text } from '../../ui/layout/text.tsx'

interface SetOffsProps {
  /** Amount in euros by which each credit note reduces an invoice. */
  readonly setOffs: readonly {
    readonly invoiceNumber: string
    readonly creditNoteNumber: string
    readonly amount: number
  }[]
}

/** Shows the credit notes that are set off against invoices of a payment file, with the amounts. */
export const SetOffs = ({ setOffs }: SetOffsProps) => (
  <RowList lined aria-label="Verrekend">
    {setOffs.map(({ invoiceNumber, creditNoteNumber, amount }) => (
      <li key={`${creditNoteNumber} ${invoiceNumber}`}>
        <Text grow>
          <strong>{creditNoteNumber}</strong> met {invoiceNumber}
        </Text>
        <Text weight="strong" tabular overflow="nowrap">
          {formatMoney(-amount)}
        </Text>
      </li>
    ))}
  </RowList>
)
