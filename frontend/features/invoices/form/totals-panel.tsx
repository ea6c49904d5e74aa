import { useWatch } from 'react-hook-form'
import { moneyText, wholeCents } from '../../../../shared/money.ts'
import type { Partner } from '../../../../shared/partners/schemas.ts'
import { formatDate } from '../../../lib/format.ts'
import { Note } from '../../../ui/display/note.tsx'
import { LargeAmount, Sum, Sums } from '../../../ui/display/sums.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { NumberInput } from '../../../ui/fields/number-input.tsx'
import { Box } from '../../../ui/layout/box.tsx'
import {
  computeTypedAmounts,
  describeTerm,
  dueDateOf,
  fieldLabels,
  formatVatRate,
  schemeOfLine,
} from './invoice-form.ts'
import type { InvoiceFormOf } from './line-editor.tsx'

interface TotalsPanelProps {
  readonly form: InvoiceFormOf
  readonly partner: Partner | undefined
}

/** Shows the totals of the typed invoice lines, and the fields of the discount for payment within 48 hours. */
export function TotalsPanel({ form, partner }: TotalsPanelProps) {
  const [lines, has48HourDiscount = false, discountPercentage, invoiceDate, supplyFrom, supplyTo] = useWatch({
    control: form.control,
    name: ['lines', 'has48HourDiscount', 'discountPercentage', 'invoiceDate', 'supplyFrom', 'supplyTo'],
  })
  const amounts = computeTypedAmounts(lines, { has48HourDiscount, discountPercentage }, (line) =>
    schemeOfLine(line, partner, { invoiceDate, supplyFrom, supplyTo }),
  )
  const isAllowed = partner?.allows48HourDiscount ?? true
  return (
    <Box as="section" gap={16} aria-label="Totalen">
      <h3>Totalen</h3>
      <Sums>
        <Sum label="Totaal excl. btw" amount={moneyText(amounts.amount)} />
        {amounts.vatPerRate.map((part) => (
          <Sum
            key={`${part.vatScheme} ${part.vatRate}`}
            label={`Btw ${formatVatRate(part, amounts.vatPerRate)}`}
            note={`over ${moneyText(part.base)}`}
            amount={moneyText(part.vatAmount)}
          />
        ))}
        <Sum label="Totaal incl. btw" amount={moneyText(amounts.totalAmount)} isTotal />
      </Sums>
      <Box gap={10} padding={12} surface>
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
            <Sums>
              <Sum label="Korting" amount={moneyText(wholeCents(-amounts.discountAmount))} />
              <Sum label="Kredietbeperking 5 %" amount={moneyText(wholeCents(-amounts.creditRestrictionAmount))} />
            </Sums>
          </>
        )}
      </Box>
      {describeTerm({ invoiceDate, supplyFrom, supplyTo }, lines).map((text) => (
        <Note key={text} tone="warn">
          {text}
        </Note>
      ))}
      <LargeAmount
        label={has48HourDiscount ? 'Te betalen binnen 48 uur' : 'Te betalen'}
        amount={moneyText(amounts.finalAmount)}
      />
    </Box>
  )
}
