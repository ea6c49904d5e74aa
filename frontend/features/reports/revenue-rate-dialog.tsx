import * as z from 'zod'
import { energyTypeLabels, energyTypes, providers } from '../../../shared/api/parts/trade.ts'
import { sales } from '../../../shared/api/sales.ts'
import { NewRevenueRate, type RevenueRate } from '../../../shared/api/schemas/revenue.ts'
import { providerOptions } from '../../domains/sales.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { RecordDialog } from '../../records/dialog/record-dialog.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { DateField } from '../../ui/dates/date-field.tsx'
import { FieldRow } from '../../ui/fields/field.tsx'
import { FormField } from '../../ui/fields/form.tsx'
import { NumberInput } from '../../ui/fields/number-input.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'

const productOptions = energyTypes.map((value) => ({ value, label: energyTypeLabels[value] }))

const RateForm = NewRevenueRate.extend({ provider: z.enum(providers, 'Kies een leverancier') })

interface RevenueRateDialogProps {
  /** Rate to change; null for a new one. */
  readonly rate: RevenueRate | null
  readonly onClose: () => void
}

/**
 * Shows the form that adds or changes a revenue rate: the expected revenue of a sale. Provider and product of an
 * existing rate are fixed.
 */
export function RevenueRateDialog({ rate, onClose }: RevenueRateDialogProps) {
  const create = useCommand(sales.createRevenueRate)
  const update = useCommand(sales.updateRevenueRate)
  return (
    <RecordDialog
      kind="revenue-rate"
      record={rate}
      schema={RateForm}
      valuesOf={valuesOf}
      title={rate ? 'Omzettarief bewerken' : 'Omzettarief toevoegen'}
      save={({ provider, productType, ...values }, base) =>
        base
          ? update.mutateAsync({ params: { id: base.id }, body: values, version: base.version })
          : create.mutateAsync({ body: { provider, productType, ...values } })
      }
      saved={rate ? 'Omzettarief bijgewerkt' : 'Omzettarief toegevoegd'}
      failure={{ fallback: 'Het omzettarief kon niet worden opgeslagen.' }}
      conflict={{
        newest: sales.revenueRates,
        changes: (before, after) => [
          ...(before.amount === after.amount ? [] : [`Bedrag: ${formatMoney(after.amount)}`]),
          ...(before.validFrom === after.validFrom ? [] : [`Geldig vanaf: ${formatDate(after.validFrom)}`]),
        ],
        gone: 'Het omzettarief is niet meer te vinden.',
      }}
      onClose={onClose}
    >
      {(form, base) => (
        <>
          <FieldRow>
            <FormField form={form} name="provider" label="Leverancier" required>
              {(field) => <Select {...field} options={providerOptions} placeholder="Kies…" disabled={base !== null} />}
            </FormField>
            <FormField form={form} name="productType" label="Product" required>
              {(field) => <Select {...field} options={productOptions} placeholder="Kies…" disabled={base !== null} />}
            </FormField>
          </FieldRow>
          <FieldRow>
            <FormField form={form} name="amount" label="Omzet per sale" required>
              {(field) => <NumberInput {...field} decimals={2} start="€" />}
            </FormField>
            <FormField form={form} name="validFrom" label="Geldig vanaf" hint="Eerste dag van de sale" required>
              {(field) => <DateField {...field} />}
            </FormField>
          </FieldRow>
          <FormField form={form} name="description" label="Omschrijving">
            {(field) => <TextInput {...field} maxLength={200} />}
          </FormField>
        </>
      )}
    </RecordDialog>
  )
}

const valuesOf = (rate: RevenueRate | null): z.input<typeof RateForm> => ({
  provider: rate?.provider ?? ('' as never),
  productType: rate?.productType ?? ('' as never),
  amount: rate?.amount ?? (null as unknown as number),
  validFrom: rate?.validFrom ?? '',
  description: rate?.description ?? '',
})
