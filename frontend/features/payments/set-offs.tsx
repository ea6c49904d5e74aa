import { formatMoney } from '../../lib/format.ts'
import { RowList } from '../../ui/display/row-list.tsx'
import { Text } from '../../ui/layout/text.tsx'

interface SetOffsProps {
  /** Amount in euros that each credit note takes off an invoice. */
  readonly setOffs: readonly {
    readonly invoiceNumber: string
    readonly creditNoteNumber: string
    readonly amount: number
  }[]
}

/** Lists the credit notes that are set off against invoices of a payment file. */
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
