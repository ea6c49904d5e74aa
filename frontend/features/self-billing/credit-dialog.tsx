import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod'
import { type InvoiceDetails, NewCreditNote, NewInvoiceLine } from '../../../shared/contract/invoices.ts'
import { moneyText } from '../../../shared/money.ts'
import { invoicePage } from '../../domains/addresses.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import { RecordDialog } from '../../records/record-dialog.tsx'
import { tellSaved } from '../../records/saved.ts'
import { FormField } from '../../ui/form.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useCredit } from './api.ts'
import { amountsTyped } from './invoice-form.ts'
import { CREDIT_REFUSED, isToBeCredited } from './invoice-step.ts'

interface CreditDialogProps {
  readonly invoice: InvoiceDetails
  readonly onClose: () => void
}

/** The form for what is left of an invoice: of each line how much, at most what is left of it; of a commission all or none. */
const formOf = ({ creditable, isOfCommissions }: InvoiceDetails) =>
  z.object({
    description: NewCreditNote.shape.description,
    quantities: z
      .array(z.object({ lineOrder: z.int(), quantity: NewInvoiceLine.shape.quantity }))
      .superRefine((rows, context) => {
        for (const [index, { lineOrder, quantity }] of rows.entries()) {
          const most = creditable.find((line) => line.lineOrder === lineOrder)?.quantity ?? 0
          if (quantity > most) {
            context.addIssue({ code: 'custom', path: [index, 'quantity'], message: `Hoogstens ${formatNumber(most)}` })
          } else if (isOfCommissions && quantity !== 0 && quantity !== most) {
            const message = `Een commissie gaat geheel of niet: ${formatNumber(most)} of 0`
            context.addIssue({ code: 'custom', path: [index, 'quantity'], message })
          }
        }
      })
      .refine((rows) => rows.some(({ quantity }) => quantity > 0), 'Kies minstens één regel'),
  })

/** Makes a credit note of what is left of an invoice that was sent, whole or by lines (rulings 45). */
export function CreditDialog({ invoice, onClose }: CreditDialogProps) {
  const credit = useCredit()
  const navigate = useNavigate()
  const schema = formOf(invoice)
  return (
    <RecordDialog
      kind={`credit-${invoice.id}`}
      record={null}
      schema={schema}
      valuesOf={() => ({ description: '', quantities: invoice.creditable.map((line) => ({ ...line })) })}
      size="wide"
      title="Creditfactuur maken"
      description={`Van ${invoice.invoiceNumber} · ${invoice.partnerName}`}
      submit="Creditfactuur maken"
      save={({ description, quantities }) =>
        credit.mutateAsync({
          params: { id: invoice.id },
          body: { description, quantities: quantities.filter(({ quantity }) => quantity > 0) },
        })
      }
      onSaved={({ id }) => {
        tellSaved('Creditfactuur aangemaakt', id)
        onClose()
        navigate(invoicePage(id))
      }}
      failure={{ fallback: 'De creditfactuur kon niet worden gemaakt.' }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <ul className="billing-credit" aria-label="Regels">
            {invoice.creditable.map(({ lineOrder, quantity: most }, index) => {
              const line = invoice.lines.find((one) => one.lineOrder === lineOrder)
              return (
                <li key={lineOrder}>
                  <div>
                    <p className="pv-strong">{line?.description}</p>
                    <p className="pv-soft">
                      {formatNumber(most)} × {formatMoney(line?.unitPrice)} · {line?.vatRate} % BTW
                    </p>
                  </div>
                  <FormField
                    form={form}
                    name={`quantities.${index}.quantity`}
                    label={`Te crediteren: ${line?.description}`}
                    labelHidden
                  >
                    {({ onChange, ...field }) => (
                      <NumberInput {...field} onChange={(next) => onChange(next as number)} />
                    )}
                  </FormField>
                </li>
              )
            })}
          </ul>
          <FormField form={form} name="description" label="Reden" hint="Staat op de creditfactuur">
            {(field) => <TextInput {...field} maxLength={200} />}
          </FormField>
          <CreditTotal form={form} invoice={invoice} />
        </>
      )}
    </RecordDialog>
  )
}

type CreditSchema = ReturnType<typeof formOf>

interface CreditTotalProps {
  readonly form: UseFormReturn<z.input<CreditSchema>, unknown, z.output<CreditSchema>>
  readonly invoice: InvoiceDetails
}

function CreditTotal({ form, invoice }: CreditTotalProps) {
  const quantities = useWatch({ control: form.control, name: 'quantities' })
  const lines = quantities.flatMap(({ lineOrder, quantity }) => {
    const line = invoice.lines.find((one) => one.lineOrder === lineOrder)
    return line ? [{ ...line, quantity }] : []
  })
  const isWhole = invoice.creditable.every(({ lineOrder, quantity }) =>
    quantities.some((one) => one.lineOrder === lineOrder && one.quantity === quantity),
  )
  // What lowers an invoice goes with the last of its other lines.
  const lowering = isWhole ? invoice.lines.filter(({ quantity }) => quantity < 0) : []
  const { totalAmount } = amountsTyped([...lines, ...lowering], { has48HourDiscount: false, discountPercentage: 0 })
  return (
    <>
      <p className="billing-payable">
        <span>Wordt gecrediteerd, incl. BTW</span>
        <output>{moneyText(totalAmount)}</output>
      </p>
      {!isWhole && isToBeCredited(invoice) && (
        <p className="pv-soft" role="status">
          De partner heeft deze factuur geweigerd: wat er van over is, wordt niet betaald. {CREDIT_REFUSED}
        </p>
      )}
    </>
  )
}
