import { useWatch } from 'react-hook-form'
import { bankDayFrom } from '../../../shared/bank-days.ts'
import type { Invoice } from '../../../shared/contract/invoices.ts'
import { MAX_PAYMENTS, NewPaymentFile, type PaymentFile } from '../../../shared/contract/settlement.ts'
import { cents, euros, payableOn, sumOf } from '../../../shared/money.ts'
import type { LocalDate } from '../../../shared/time.ts'
import { formatDate, formatMoney, formatWeekday } from '../../lib/format.ts'
import { tellFailure } from '../../records/failure.ts'
import { today } from '../../ui/calendar-days.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'
import { useCreatePaymentFile } from './api.ts'

interface PaymentDialogProps {
  readonly invoices: readonly Invoice[]
  readonly onMade: (file: PaymentFile) => void
  readonly onClose: () => void
}

/** Asks on which day the bank is to pay, and what that comes to. */
export function PaymentDialog({ invoices, onMade, onClose }: PaymentDialogProps) {
  const form = useZodForm(NewPaymentFile, {
    defaultValues: { invoiceIds: invoices.map(({ id }) => id), executionDate: bankDayFrom(today() as LocalDate) },
  })
  const asked = NewPaymentFile.shape.executionDate.safeParse(useWatch({ control: form.control, name: 'executionDate' }))
  const day = asked.success ? bankDayFrom(asked.data as LocalDate) : null
  const make = useCreatePaymentFile()
  const count = invoices.length === 1 ? '1 factuur' : `${invoices.length} facturen`
  return (
    <Dialog open onOpenChange={onClose} title="Betaalbestand maken" description={count} size="small">
      <Form
        form={form}
        className="pv-dialog-form"
        onSubmit={async (body) => {
          const file = await make.mutateAsync({ body })
          toast({
            title: 'Betaalbestand gemaakt',
            description: `${formatMoney(file.total)} in ${file.count === 1 ? '1 betaling' : `${file.count} betalingen`}`,
          })
          onMade(file)
        }}
        onFailure={(error) => tellFailure(error, { fallback: 'Het betaalbestand kon niet worden gemaakt.' })}
      >
        <DialogBody>
          <FormField
            form={form}
            name="executionDate"
            label="Uitvoerdatum"
            required
            hint={
              day !== null && asked.success && day !== asked.data
                ? `Op ${formatDate(asked.data)} werken banken niet: het wordt ${formatWeekday(day)}.`
                : 'De dag waarop de bank betaalt.'
            }
          >
            {(field) => <DateField {...field} min={today()} />}
          </FormField>
          {day !== null && (
            <p className="payments-sum">
              <span>Te betalen op {formatDate(day)}</span>
              <output>{formatMoney(euros(sumOf(invoices.map((invoice) => cents(payableOn(invoice, day))))))}</output>
            </p>
          )}
          {invoices.length > MAX_PAYMENTS && (
            <p className="pv-soft">
              Een bestand betaalt hoogstens {MAX_PAYMENTS} facturen; de rest kan daarna in een volgend.
            </p>
          )}
        </DialogBody>
        <DialogFooter>
          <DialogClose />
          <SubmitButton>Betaalbestand maken</SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
