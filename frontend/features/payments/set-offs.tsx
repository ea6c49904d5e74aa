import { formatMoney } from '../../lib/format.ts'
import { RowList } from '../../ui/display/row-list.tsx'
import { Text } from '../../ui/layout/text.tsx'

interface SetOffsProps {
  /** Credit notes, each with an invoice that it reduces and the amount in euros. */
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
