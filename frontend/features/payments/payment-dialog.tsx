import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { paymentFiles } from '../../../shared/api/payments/payment-files.ts'
import type { Invoice } from '../../../shared/api/schemas/invoices.ts'
import { MAX_PAYMENTS, NewPaymentFile, type PaymentFile } from '../../../shared/api/schemas/payment-files.ts'
import { bankDayFrom } from '../../../shared/invoicing/bank-days.ts'
import { euros, moneyText, sumOf } from '../../../shared/money.ts'
import type { LocalDate } from '../../../shared/time.ts'
import { useOpenCreditNotes } from '../../domains/invoices/invoices.ts'
import { planNetting } from '../../domains/invoices/netting.ts'
import { PaymentRemarks } from '../../domains/payments/payment-remarks.tsx'
import { useOtherAdmins } from '../../domains/people.ts'
import { formatDate, formatMoney, formatWeekday, fullNameOf } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { showFailure } from '../../records/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { today } from '../../ui/dates/calendar-days.ts'
import { DateField } from '../../ui/dates/date-field.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Note } from '../../ui/display/note.tsx'
import { LargeAmount } from '../../ui/display/sums.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../../ui/fields/form.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { FailedPart } from '../../ui/messages/failed-part.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { usePaymentPreview } from './api.ts'
import { SetOffs } from './set-offs.tsx'

interface PaymentDialogProps {
  readonly invoices: readonly Invoice[]
  readonly onMade: (file: PaymentFile) => void
  readonly onClose: () => void
}

const idsOf = (invoices: readonly Invoice[]) => invoices.map(({ id }) => id)

/** Shows the form that creates a payment file for invoices: the day on which the bank pays, and the amount. */
export function PaymentDialog({ invoices: chosen, onMade, onClose }: PaymentDialogProps) {
  const [invoices, setInvoices] = useState(chosen)
  const invoiceIds = idsOf(invoices)
  const form = useZodForm(NewPaymentFile, {
    defaultValues: { invoiceIds, executionDate: bankDayFrom(today() as LocalDate) },
  })
  const asked = NewPaymentFile.shape.executionDate.safeParse(useWatch({ control: form.control, name: 'executionDate' }))
  const day = asked.success ? bankDayFrom(asked.data as LocalDate) : null
  const planned = usePlan(invoices, day)
  const preview = usePaymentPreview(invoiceIds, day !== null && day >= today() ? day : null)
  const make = useCommand(paymentFiles.create)
  const include = (next: readonly Invoice[]) => {
    setInvoices(next)
    form.setValue('invoiceIds', idsOf(next))
  }
  return (
    <Dialog onOpenChange={onClose} title="Betaalbestand maken" description={describeChosen(invoices)} size="small">
      <Form
        form={form}
        onSubmit={async (body) => {
          const file = await make.mutateAsync({ body })
          toast({
            title: 'Betaalbestand gemaakt',
            description: `${formatMoney(file.total)} in ${file.count === 1 ? '1 betaling' : `${file.count} betalingen`}`,
          })
          onMade(file)
        }}
        onFailure={(error) => showFailure(error, { fallback: 'Het betaalbestand kon niet worden gemaakt.' })}
      >
        <DialogBody>
          <FormField
            form={form}
            name="executionDate"
            label="Uitvoerdatum"
            required
            {...(day !== null &&
              asked.success &&
              day !== asked.data && {
                hint: `Op ${formatDate(asked.data)} werken banken niet: het wordt ${formatWeekday(day)}.`,
              })}
          >
            {(field) => <DateField {...field} min={today()} />}
          </FormField>
          <PlannedPayment {...planned} />
          <PreviewedRemarks
            preview={preview}
            day={day}
            onLeaveOut={(ids) => include(invoices.filter(({ id }) => !ids.includes(id)))}
          />
          <LeftOut count={chosen.length - invoices.length} onRestore={() => include(chosen)} />
          {invoices.length > MAX_PAYMENTS && (
            <p className="pv-soft">
              Een bestand betaalt hoogstens {MAX_PAYMENTS} facturen. Zet de rest in een volgend bestand.
            </p>
          )}
        </DialogBody>
        <DialogFooter>
          <DialogClose />
          {invoices.length > 0 && (
            <SubmitButton disabled={planned.plan?.toPay === 0 || preview.isFetching || preview.isError}>
              Betaalbestand maken
            </SubmitButton>
          )}
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

/** Returns the numbers of invoices and partners in words: `2 facturen van Bos Energieadvies`. */
function describeChosen(invoices: readonly Invoice[]): string {
  if (invoices.length === 0) return 'Alles weggelaten'
  const partners = new Set(invoices.map(({ partnerCompanyId }) => partnerCompanyId)).size
  const of = partners === 1 ? (invoices[0]?.partnerName ?? '1 partner') : `${partners} partners`
  return `${invoices.length === 1 ? '1 factuur' : `${invoices.length} facturen`} van ${of}`
}

/** Shows how many invoices the user left out, with a button that puts them back; nothing for none. */
function LeftOut({ count, onRestore }: { readonly count: number; readonly onRestore: () => void }) {
  if (count === 0) return null
  return (
    <Row gap={8} align="center">
      <span className="pv-soft">{`${count} weggelaten`}</span>
      <Button size="small" tone="ghost" onClick={onRestore}>
        Terugzetten
      </Button>
    </Row>
  )
}

/**
 * Plans the amount that the bank pays on a day, after open credit notes are set off. The plan is null without a day
 * or an invoice, and while those notes are loading.
 */
function usePlan(invoices: readonly Invoice[], day: string | null) {
  const { data: notes, isError, refetch } = useOpenCreditNotes()
  if (!notes || day === null || invoices.length === 0) return { isError, refetch, plan: null }
  const { setOffs, payable } = planNetting(invoices, notes, { today: today(), day })
  return { isError, refetch, plan: { day, setOffs, toPay: sumOf([...payable.values()]) } }
}

interface PreviewedRemarksProps {
  readonly preview: ReturnType<typeof usePaymentPreview>
  readonly day: string | null
  readonly onLeaveOut: (invoiceIds: readonly string[]) => void
}

/** Shows what stands out in the payments of the file, as whoever approves it sees it, and who that is. */
function PreviewedRemarks({ preview: { data, error, refetch }, day, onLeaveOut }: PreviewedRemarksProps) {
  const { admins: approvers } = useOtherAdmins()
  if (error) return <FailedPart onRetry={refetch}>De controle van de betalingen kon niet worden geladen.</FailedPart>
  if (!data || day === null) return null
  return (
    <>
      <PaymentRemarks payments={data.payments} day={day} payees={data.payees} onLeaveOut={onLeaveOut} />
      {approvers.length > 0 && (
        <p className="pv-soft">{`Daarna keurt ${approvers.map(fullNameOf).join(' of ')} goed.`}</p>
      )}
    </>
  )
}

/** Shows the amount that the bank pays, and the credit notes that are set off first. */
function PlannedPayment({ plan, isError, refetch }: ReturnType<typeof usePlan>) {
  if (isError) return <FailedPart onRetry={refetch}>De open creditfacturen konden niet worden geladen.</FailedPart>
  if (!plan) return null
  const { day, setOffs, toPay } = plan
  return (
    <>
      {setOffs.length > 0 && (
        <section>
          <Text as="h3" size={13}>
            Eerst verrekend
          </Text>
          <SetOffs setOffs={setOffs.map((one) => ({ ...one, amount: euros(one.amount) }))} />
        </section>
      )}
      <LargeAmount label={`Te betalen op ${formatDate(day)}`} amount={moneyText(toPay)} />
      {toPay === 0 && (
        <Note plain as="p">
          Er blijft niets te betalen. Open elke factuur en verreken daar.
        </Note>
      )}
    </>
  )
}
