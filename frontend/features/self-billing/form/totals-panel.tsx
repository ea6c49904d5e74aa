import { useWatch } from 'react-hook-form'
import type { Partner } from '../../../../shared/contract/schemas/partners.ts'
import { moneyText } from '../../../../shared/money.ts'
import { formatDate } from '../../../lib/format.ts'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { NumberInput } from '../../../ui/fields/number-input.tsx'
import { amountsTyped, dueDateOf, fieldLabels, rateLabel, schemeOfLine } from './invoice-form.ts'
import type { InvoiceFormOf } from './line-editor.tsx'

interface TotalsPanelProps {
  readonly form: InvoiceFormOf
  readonly partner: Partner | undefined
}

/** Shows the totals of the lines as typed, and the discount for payment within 48 hours. */
export function TotalsPanel({ form, partner }: TotalsPanelProps) {
  const [lines, has48HourDiscount = false, discountPercentage, invoiceDate, supplyFrom, supplyTo] = useWatch({
    control: form.control,
    name: ['lines', 'has48HourDiscount', 'discountPercentage', 'invoiceDate', 'supplyFrom', 'supplyTo'],
  })
  const amounts = amountsTyped(lines, { has48HourDiscount, discountPercentage }, (line) =>
    schemeOfLine(line, partner, { invoiceDate, supplyFrom, supplyTo }),
  )
  const isAllowed = partner?.allows48HourDiscount ?? true
  return (
    <section className="billing-totals" aria-label="Totalen">
      <h3>Totalen</h3>
      <dl>
        <Amount label="Totaal excl. BTW" amount={moneyText(amounts.amount)} />
        {amounts.vatPerRate.map((part) => (
          <Amount
            key={`${part.vatScheme} ${part.vatRate}`}
            label={`BTW ${rateLabel(part, amounts.vatPerRate)}`}
            note={`over ${moneyText(part.base)}`}
            amount={moneyText(part.vatAmount)}
          />
        ))}
        <Amount label="Totaal incl. BTW" amount={moneyText(amounts.totalAmount)} isSum />
      </dl>
      <div className="billing-prompt">
        <FormField form={form} name="has48HourDiscount">
          {({ onChange, ...field }) => (
            <Switch
              {...field}
              disabled={!isAllowed && !has48HourDiscount}
              label={fieldLabels.has48HourDiscount}
              hint={
                isAllowed
                  ? `Vervaldatum wordt ${formatDate(dueDateOf(invoiceDate, true))}`
                  : 'Deze partner staat de korting niet toe.'
              }
              onChange={(isOn) => {
                onChange(isOn)
                form.setValue('dueDate', dueDateOf(form.getValues('invoiceDate'), isOn), { shouldDirty: true })
              }}
            />
          )}
        </FormField>
        {has48HourDiscount && (
          <>
            <FormField form={form} name="discountPercentage" label={fieldLabels.discountPercentage}>
              {({ onChange, ...field }) => (
                <NumberInput {...field} end="%" onChange={(part) => onChange(part as number)} />
              )}
            </FormField>
            <dl>
              <Amount label="Korting" amount={`– ${moneyText(amounts.discountAmount)}`} />
              <Amount label="Kredietbeperking 5 %" amount={`– ${moneyText(amounts.creditRestrictionAmount)}`} />
            </dl>
          </>
        )}
      </div>
      <p className="billing-payable">
        <span>{has48HourDiscount ? 'Te betalen binnen 48 uur' : 'Te betalen'}</span>
        <output>{moneyText(amounts.finalAmount)}</output>
      </p>
    </section>
  )
}

interface AmountProps {
  readonly label: string
  readonly note?: string
  readonly amount: string
  readonly isSum?: boolean
}

/** Shows a label with its amount at the end. */
export function Amount({ label, note, amount, isSum = false }: AmountProps) {
  return (
    <div className={isSum ? 'billing-amount billing-sum' : 'billing-amount'}>
      <dt>
        {label}
        {note && <span className="pv-soft"> {note}</span>}
      </dt>
      <dd>{amount}</dd>
    </div>
  )
}
