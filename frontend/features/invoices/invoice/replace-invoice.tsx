import { useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod'
import { invoices } from '../../../../shared/api/invoices.ts'
import type { InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import { NewInvoiceLine, NO_LINES } from '../../../../shared/invoices/choices.ts'
import { moneyText } from '../../../../shared/money.ts'
import { invoiceAddress } from '../../../domains/addresses.ts'
import { formatMoney } from '../../../lib/format.ts'
import { queryClient } from '../../../lib/freshness.ts'
import { query, useCommand } from '../../../lib/query.ts'
import { RecordDialog } from '../../../records/dialog/record-dialog.tsx'
import { today } from '../../../ui/dates/calendar-days.ts'
import { RowList } from '../../../ui/display/row-list.tsx'
import { LargeAmount } from '../../../ui/display/sums.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { NumberInput } from '../../../ui/fields/number-input.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Unbroken } from '../../../ui/layout/unbroken.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { computeTypedAmounts, descriptionOf, dueDateOf, InvoiceForm, valuesOf } from '../form/invoice-form.ts'
import { PartnerRemark } from './disputed-line.tsx'

/** Dutch title and text of the button. */
const REPLACE = 'Crediteren en nieuw concept'

type Line = InvoiceDetails['lines'][number]

/** Quantity and price of a line that the partner calls wrong, as they must be. */
const Corrected = NewInvoiceLine.pick({ quantity: true, unitPrice: true }).extend({ lineOrder: z.int() })
type Corrected = Partial<Pick<Line, 'quantity' | 'unitPrice'>> & Pick<z.output<typeof Corrected>, 'lineOrder'>

/** Returns the lines of an invoice as corrected; leaves out those of which nothing is left. */
const correct = ({ lines }: InvoiceDetails, corrected: readonly Corrected[]): Line[] =>
  lines
    .map((line, index) => ({ ...line, ...corrected.find(({ lineOrder }) => lineOrder === index + 1) }))
    .filter(({ quantity }) => quantity !== 0)

/** Returns the form schema: corrected lines of which at least one line of the invoice is left. */
const correctionSchema = (invoice: InvoiceDetails) =>
  z.object({
    corrected: z.array(Corrected).superRefine((rows, context) => {
      if (correct(invoice, rows).some(({ quantity, unitPrice }) => quantity * unitPrice > 0)) return
      context.addIssue({ code: 'custom', path: [0, 'quantity'], message: NO_LINES })
    }),
  })

type CorrectionSchema = ReturnType<typeof correctionSchema>
type CorrectionForm = UseFormReturn<z.input<CorrectionSchema>, unknown, z.output<CorrectionSchema>>

interface ReplaceInvoiceProps {
  readonly invoice: InvoiceDetails
  readonly onClose: () => void
}

/**
 * Shows the form that credits an invoice in full and makes a concept dated today, with the lines that the partner calls
 * wrong as corrected. Opens that concept; the user sends both documents.
 */
export function ReplaceInvoice({ invoice, onClose }: ReplaceInvoiceProps) {
  const replace = useReplace(invoice)
  const navigate = useNavigate()
  return (
    <RecordDialog
      kind={`replace-${invoice.id}`}
      record={null}
      schema={correctionSchema(invoice)}
      valuesOf={() => ({
        corrected: (invoice.acceptance?.disputedLines ?? []).flatMap(({ lineOrder }) => {
          const line = invoice.lines[lineOrder - 1]
          return line ? [{ lineOrder, quantity: line.quantity, unitPrice: line.unitPrice }] : []
        }),
      })}
      title={REPLACE}
      description={`${invoice.invoiceNumber} van ${formatMoney(invoice.totalAmount)} aan ${invoice.partnerName} wordt geheel gecrediteerd. Het concept krijgt de datum van vandaag.`}
      submit={REPLACE}
      save={({ corrected }) => replace(corrected)}
      onSaved={({ note, made }) => {
        toast({
          title: `Concept ${made.invoiceNumber} gemaakt`,
          description: `Verstuur ook creditfactuur ${note.invoiceNumber}.`,
        })
        navigate(invoiceAddress(made.id))
      }}
      failure={{ fallback: 'De factuur kon niet worden vervangen.' }}
      onClose={onClose}
    >
      {(form) => <Correction form={form} invoice={invoice} />}
    </RecordDialog>
  )
}

/** Returns the function that makes the credit note and then the concept; after a failure, it goes on where it ended. */
function useReplace(invoice: InvoiceDetails) {
  const credit = useCommand(invoices.createCreditNote)
  const create = useCommand(invoices.create)
  const note = useRef<Awaited<ReturnType<typeof credit.mutateAsync>>>(undefined)
  return async (corrected: readonly Corrected[]) => {
    const settings = await queryClient.fetchQuery({ ...query(invoices.settings), staleTime: 0 })
    const dates = { invoiceDate: today(), dueDate: dueDateOf(today(), invoice.has48HourDiscount) }
    const standing = valuesOf({ ...invoice, lines: correct(invoice, corrected) }, settings, today())
    const body = InvoiceForm.parse({ ...standing, ...dates })
    note.current ??= await credit.mutateAsync({ params: { id: invoice.id }, body: {} })
    const made = await create.mutateAsync({ body: { ...body, description: descriptionOf(body, null) } })
    return { note: note.current, made }
  }
}

interface CorrectionProps {
  readonly form: CorrectionForm
  readonly invoice: InvoiceDetails
}

/** Shows the lines that the partner calls wrong, with their quantity and price to correct, and the new total. */
function Correction({ form, invoice }: CorrectionProps) {
  const corrected = useWatch({ control: form.control, name: 'corrected' })
  const { totalAmount } = computeTypedAmounts(correct(invoice, corrected), {
    has48HourDiscount: false,
    discountPercentage: 0,
  })
  return (
    <>
      <RowList lined aria-label="Regels die niet kloppen">
        {corrected.map(({ lineOrder }, index) => (
          <Stack as="li" key={lineOrder} gap={8}>
            <p className="pv-strong">
              <Unbroken>{invoice.lines[lineOrder - 1]?.description ?? ''}</Unbroken>
            </p>
            <PartnerRemark invoice={invoice} lineOrder={lineOrder} />
            <Row gap={12} wrap>
              <FormField form={form} name={`corrected.${index}.quantity`} label={`Aantal van regel ${lineOrder}`}>
                {({ onChange, ...field }) => <NumberInput {...field} onChange={(next) => onChange(next as number)} />}
              </FormField>
              <FormField form={form} name={`corrected.${index}.unitPrice`} label={`Prijs van regel ${lineOrder}`}>
                {({ onChange, ...field }) => (
                  <NumberInput {...field} decimals={2} onChange={(next) => onChange(next as number)} />
                )}
              </FormField>
            </Row>
          </Stack>
        ))}
      </RowList>
      <LargeAmount label="Nieuw concept, incl. btw" amount={moneyText(totalAmount)} />
    </>
  )
}
