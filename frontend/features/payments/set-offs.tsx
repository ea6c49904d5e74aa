import { formatMoney } from '../../lib/format.ts'

interface SetOffsProps {
  /** What each credit note takes off which invoice, in euros. */
  readonly setOffs: readonly {
    readonly invoiceNumber: string
    readonly creditNoteNumber: string
    readonly amount: number
  }[]
}

/** The credit notes that are set off against invoices of a payment file. */
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
