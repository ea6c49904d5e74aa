import { useState } from 'react'
import { firstInvoiceDate } from '../../../shared/contract/invoices.ts'
import type { MonthlyChoice, MonthlyPreview, MonthlyRun } from '../../../shared/contract/settlement.ts'
import { fieldErrorsOf, messageOf } from '../../lib/call-error.ts'
import { formatDate, formatMoney, formatNumber, fullName } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { today } from '../../ui/calendar-days.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { usePreview, useStart } from './api.ts'
import { LeftOut } from './left-out.tsx'

interface PreviewDialogProps {
  readonly choice: MonthlyChoice
  readonly onStarted: (run: MonthlyRun) => void
  readonly onClose: () => void
}

/** What invoices a run would make, and what it leaves out and why; makes them. */
export function PreviewDialog({ choice, onStarted, onClose }: PreviewDialogProps) {
  const [withEarlier, setWithEarlier] = useState(false)
  const wanted = withEarlier ? { ...choice, withEarlier } : choice
  const { data: preview, error, refetch, isPlaceholderData } = usePreview(wanted)
  const [invoiceDate, setInvoiceDate] = useState(today())
  const [problem, setProblem] = useState<string>()
  const start = useStart()

  async function make(): Promise<void> {
    setProblem(undefined)
    try {
      onStarted(await start.mutateAsync({ body: { ...wanted, invoiceDate } }))
    } catch (failure) {
      const said = fieldErrorsOf(failure)['invoiceDate']?.join(' ')
      setProblem(said ?? messageOf(failure, 'De facturen konden niet worden gemaakt.'))
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Voorbeeld van de maandrun"
      description={`${formatDate(choice.from)} t/m ${formatDate(choice.to)}`}
      size="large"
      forReading
    >
      <DialogBody>
        {error && !preview && <ErrorState error={error} onRetry={refetch} />}
        {!preview && !error && <Skeleton height="240px" />}
        {preview && (
          <>
            {(withEarlier || isPlaceholderData || preview.partners.some(hasEarlier)) && (
              <Checkbox value={withEarlier} onChange={setWithEarlier} label="Ook werk van vóór de overeenkomst" />
            )}
            {preview.partners.map((one) => (
              <PartnerPreview key={one.partnerId} preview={one} />
            ))}
            {preview.count > 0 && (
              <Field label="Factuurdatum" error={problem} className="monthly-date">
                <DateField value={invoiceDate} onChange={setInvoiceDate} min={firstInvoiceDate(today())} />
              </Field>
            )}
          </>
        )}
      </DialogBody>
      <DialogFooter start={preview && <strong>{`Totaal incl. BTW ${formatMoney(preview.totalAmount)}`}</strong>}>
        <DialogClose />
        {preview && (
          <Button
            tone="primary"
            disabled={preview.count === 0 || isPlaceholderData}
            busy={start.isPending}
            onClick={make}
          >
            {preview.count === 1 ? '1 factuur maken' : `${formatNumber(preview.count)} facturen maken`}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

/** Tells whether work was left out only because it is of before the partner's agreement. */
const hasEarlier = ({ leftOut }: MonthlyPreview['partners'][number]) =>
  leftOut.some(({ reason }) => reason.startsWith('Van vóór de overeenkomst'))

function PartnerPreview({ preview }: { readonly preview: MonthlyPreview['partners'][number] }) {
  const { partnerName, person, invoices, leftOut } = preview
  return (
    <section className="monthly-partner" aria-label={partnerName}>
      <h3>
        {partnerName} {person && <span className="pv-soft">{fullName(person)}</span>}
      </h3>
      {invoices.map((invoice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two invoices may say the same, and their order stands
        <table key={index} className="monthly-lines">
          <caption className="pv-hidden">
            Factuur {index + 1} van {partnerName}
          </caption>
          <tbody>
            {invoice.lines.map(({ description, amount, vatRate }, line, all) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines may say the same, and their order stands
              <tr key={line}>
                <th scope="row">
                  {description}
                  {all.some((other) => other.vatRate !== vatRate) && (
                    <span className="pv-soft"> {formatNumber(vatRate)} % BTW</span>
                  )}
                </th>
                <td>{formatMoney(amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">
                Totaal incl. BTW{' '}
                <span className="pv-soft">
                  {formatMoney(invoice.amount)} + {formatMoney(invoice.vatAmount)} BTW
                </span>
              </th>
              <td>{formatMoney(invoice.totalAmount)}</td>
            </tr>
          </tfoot>
        </table>
      ))}
      <LeftOut partnerName={partnerName} leftOut={leftOut} />
    </section>
  )
}
