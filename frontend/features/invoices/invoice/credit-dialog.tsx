import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod'
import { invoices } from '../../../../shared/api/invoices.ts'
import type { InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import { lineQuantity } from '../../../../shared/invoices/choices.ts'
import { NewCreditNote } from '../../../../shared/invoices/schemas.ts'
import { moneyText } from '../../../../shared/money.ts'
import { invoiceAddress } from '../../../domains/addresses.ts'
import { formatMoney, formatNumber } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { RecordDialog } from '../../../records/dialog/record-dialog.tsx'
import { FormText } from '../../../records/form-controls.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { RowList } from '../../../ui/display/row-list.tsx'
import { LargeAmount } from '../../../ui/display/sums.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { NumberInput } from '../../../ui/fields/number-input.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Unbroken } from '../../../ui/layout/unbroken.tsx'
import { useInvoice } from '../api.ts'
import { computeTypedAmounts } from '../form/invoice-form.ts'
import styles from '../invoices.module.css'
import { PartnerRemark } from './disputed-line.tsx'
import { CREDIT_REFUSED, isToBeCredited } from './invoice-step.ts'
import { describeCredit } from './settlement.ts'

interface CreditDialogProps {
  readonly invoice: InvoiceDetails
  readonly onClose: () => void
}

/** Options for the question whether a commission is still earned. */
const earnedOptions = [
  { value: 'yes', label: 'Ja, opnieuw uitbetalen' },
  { value: 'no', label: 'Nee, commissie vervalt' },
] as const
const StillEarned = z.enum(['', 'yes', 'no'])
type StillEarned = z.output<typeof StillEarned>

/**
 * Returns the form schema to credit an invoice: a quantity for each line that can still be credited. A commission is
 * credited in full or not at all; a credited commission requires the answer whether it is still earned.
 */
const creditSchema = ({ creditable, isOfCommissions }: InvoiceDetails) =>
  z.object({
    description: NewCreditNote.shape.description,
    quantities: z
      .array(
        z.object({
          lineOrder: z.int(),
          quantity: lineQuantity,
          isCommission: z.boolean(),
          stillEarned: StillEarned,
        }),
      )
      .superRefine((rows, context) => {
        for (const [index, { lineOrder, quantity, isCommission, stillEarned }] of rows.entries()) {
          const most = creditable.find((line) => line.lineOrder === lineOrder)?.quantity ?? 0
          if (quantity > most) {
            context.addIssue({ code: 'custom', path: [index, 'quantity'], message: `Hoogstens ${formatNumber(most)}` })
          } else if (isOfCommissions && quantity !== 0 && quantity !== most) {
            const message = `Een commissie gaat geheel of niet: ${formatNumber(most)} of 0`
            context.addIssue({ code: 'custom', path: [index, 'quantity'], message })
          }
          if (isCommission && quantity > 0 && stillEarned === '') {
            const message = 'Kies of de commissie nog verdiend is'
            context.addIssue({ code: 'custom', path: [index, 'stillEarned'], message })
          }
        }
      })
      .refine((rows) => rows.some(({ quantity }) => quantity > 0), 'Kies minstens één regel'),
  })

/** Fetches an invoice by its id, then shows the form that credits it. */
export function CreditDialogLoader({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data } = useInvoice(id)
  return data ? <CreditDialog invoice={data} onClose={onClose} /> : null
}

/** Shows the form that creates a credit note for an issued invoice, in full or by line (rulings 45). */
export function CreditDialog({ invoice, onClose }: CreditDialogProps) {
  const credit = useCommand(invoices.createCreditNote)
  const navigate = useNavigate()
  const schema = creditSchema(invoice)
  return (
    <RecordDialog
      kind={`credit-${invoice.id}`}
      record={null}
      schema={schema}
      valuesOf={() => ({
        description: '',
        // Nothing is credited until it is filled in. An invoice that the partner refused is credited as a whole.
        quantities: invoice.creditable.map((line) => ({
          ...line,
          quantity: isToBeCredited(invoice) ? line.quantity : 0,
          stillEarned: '' as const,
        })),
      })}
      size="wide"
      title="Creditfactuur maken"
      description={`Van ${invoice.invoiceNumber} · ${invoice.partnerName}`}
      submit="Creditfactuur maken"
      save={({ description, quantities }) =>
        credit.mutateAsync({
          params: { id: invoice.id },
          body: { description, quantities: quantities.filter(({ quantity }) => quantity > 0).map(creditOf) },
        })
      }
      saved="Creditfactuur aangemaakt"
      onSaved={({ id }) => navigate(invoiceAddress(id))}
      failure={{ fallback: 'De creditfactuur kon niet worden gemaakt.' }}
      onClose={onClose}
    >
      {(form) => (
        <>
          {isToBeCredited(invoice) && invoice.isOfCommissions && (
            <p className="pv-soft">
              Verstuur daarna de creditfactuur. Dan kun je bedragen van commissies aanpassen. De volgende maandrun
              factureert nog verdiende commissies opnieuw.
            </p>
          )}
          <EarnedQuestionForAll form={form} />
          <CreditLines form={form} invoice={invoice} />
          <FormText form={form} name="description" label="Reden" hint="Staat op de creditfactuur." maxLength={200} />
          <CreditTotal form={form} invoice={invoice} />
        </>
      )}
    </RecordDialog>
  )
}

type CreditSchema = ReturnType<typeof creditSchema>

type CreditForm = UseFormReturn<z.input<CreditSchema>, unknown, z.output<CreditSchema>>
type Credited = z.output<CreditSchema>['quantities'][number]

/** Shows the lines of an invoice that can still be credited, each with the quantity to credit. */
function CreditLines({ form, invoice }: CreditTotalProps) {
  return (
    <RowList lined className={styles.credit} aria-label="Regels">
      <li>
        <span className="pv-soft">Regel</span>
        <Row gap={8} align="center" justify="between">
          <span className="pv-soft">Te crediteren</span>
          <Button size="small" tone="ghost" aria-label="Alles crediteren" onClick={() => creditAll(form, invoice)}>
            Alles
          </Button>
        </Row>
      </li>
      {invoice.creditable.map(({ lineOrder, quantity: most, isCommission }, index) => {
        const line = invoice.lines.find((one) => one.lineOrder === lineOrder)
        return (
          <li key={lineOrder}>
            <div>
              <p className="pv-strong">
                <Unbroken>{line?.description ?? ''}</Unbroken>
              </p>
              <p className="pv-soft">
                {formatNumber(most)} × {formatMoney(line?.unitPrice)} · {line?.vatRate} % btw
              </p>
              <PartnerRemark invoice={invoice} lineOrder={lineOrder} />
            </div>
            <FormField
              form={form}
              name={`quantities.${index}.quantity`}
              label={`Te crediteren: ${line?.description}`}
              labelHidden
            >
              {({ onChange, ...field }) => <NumberInput {...field} onChange={(next) => onChange(next as number)} />}
            </FormField>
            {isCommission && <EarnedQuestion form={form} index={index} description={line?.description} />}
          </li>
        )
      })}
    </RowList>
  )
}

/** Fills in that every line is credited as far as possible. */
function creditAll(form: CreditForm, { creditable }: InvoiceDetails): void {
  for (const [index, { quantity }] of creditable.entries()) {
    form.setValue(`quantities.${index}.quantity`, quantity, { shouldDirty: true })
  }
}

/** Returns the request body for one credited line. */
const creditOf = ({ lineOrder, quantity, isCommission, stillEarned }: Credited) => ({
  ...{ lineOrder, quantity },
  ...(isCommission ? { stillEarned: stillEarned === 'yes' } : {}),
})

interface EarnedProps {
  readonly form: CreditForm
  readonly index: number
  readonly description: string | undefined
}

/** Shows the question whether a credited commission is still earned (rulings 45). */
function EarnedQuestion({ form, index, description }: EarnedProps) {
  const quantity = useWatch({ control: form.control, name: `quantities.${index}.quantity` })
  if (quantity === 0) return null
  return (
    <FormField
      form={form}
      name={`quantities.${index}.stillEarned`}
      label={
        <>
          Is deze commissie nog verdiend?<span className="pv-hidden"> {description}</span>
        </>
      }
      className={styles.earned}
      required
    >
      {({ value, onChange }) => <SegmentedControl value={value} onChange={onChange} options={earnedOptions} />}
    </FormField>
  )
}

/** Shows one question whether all commissions are still earned, if at least two are credited. */
function EarnedQuestionForAll({ form }: { readonly form: CreditForm }) {
  const rows = useWatch({ control: form.control, name: 'quantities' })
  const answers = rows.flatMap(({ isCommission, quantity, stillEarned }) =>
    isCommission && quantity !== 0 ? [stillEarned] : [],
  )
  if (answers.length < 2) return null
  const [first = ''] = answers
  function answer(value: StillEarned): void {
    for (const [index, { isCommission }] of rows.entries()) {
      if (!isCommission) continue
      form.setValue(`quantities.${index}.stillEarned`, value, { shouldDirty: true })
      form.clearErrors(`quantities.${index}.stillEarned`)
    }
  }
  return (
    <Field label="Zijn alle commissies nog verdiend?" className={styles.earned}>
      <SegmentedControl
        value={answers.every((one) => one === first) ? first : ''}
        onChange={answer}
        options={earnedOptions}
      />
    </Field>
  )
}

interface CreditTotalProps {
  readonly form: CreditForm
  readonly invoice: InvoiceDetails
}

function CreditTotal({ form, invoice }: CreditTotalProps) {
  const quantities = useWatch({ control: form.control, name: 'quantities' })
  const lines = quantities.flatMap(({ lineOrder, quantity }) => {
    const line = invoice.lines.find((one) => one.lineOrder === lineOrder)
    return line ? [{ ...line, quantity }] : []
  })
  const isFullCredit = invoice.creditable.every(({ lineOrder, quantity }) =>
    quantities.some((one) => one.lineOrder === lineOrder && one.quantity === quantity),
  )
  // Lines with a negative amount cannot be chosen. They are credited when all other lines are credited in full.
  const lowering = isFullCredit ? invoice.lines.filter(({ quantity }) => quantity < 0) : []
  const { totalAmount } = computeTypedAmounts([...lines, ...lowering], {
    has48HourDiscount: false,
    discountPercentage: 0,
  })
  return (
    <>
      <LargeAmount label="Wordt gecrediteerd, incl. btw" amount={moneyText(totalAmount)} />
      {describeCredit(invoice, totalAmount).map((text) => (
        <p key={text} className="pv-soft">
          <Unbroken>{text}</Unbroken>
        </p>
      ))}
      {!isFullCredit && isToBeCredited(invoice) && (
        <p className="pv-soft" role="status">
          De partner weigerde deze factuur. Het restant wordt niet betaald. {CREDIT_REFUSED}
        </p>
      )}
    </>
  )
}
