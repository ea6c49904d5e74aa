import { formatMoney } from '../../lib/format.ts'

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
  <ul className="payments-list" aria-label="Verrekend">
    {setOffs.map(({ invoiceNumber, creditNoteNumber, amount }) => (
      <li key={`${creditNoteNumber} ${invoiceNumber}`}>
        <div>
          <strong>{creditNoteNumber}</strong> met {invoiceNumber}
        </div>
        <span className="payments-amount">{formatMoney(-amount)}</span>
      </li>
    ))}
  </ul>
)
