import { useWatch } from 'react-hook-form'
import { type EnergyType, energyTypeLabels } from '../../../shared/contract/leads.ts'
import type { Sale } from '../../../shared/contract/sales.ts'
import { formatNumber } from '../../lib/format.ts'
import { today } from '../../ui/calendar-days.ts'
import { Details } from '../../ui/card.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { FormField } from '../../ui/form.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { DayField, type SaleFormOf, TextField } from './fields.tsx'
import { type FormValues, fieldLabels, marketLabels, valueText } from './form-values.ts'

interface PaymentStepProps {
  readonly form: SaleFormOf
  readonly sale: Sale | null
}

/** What it is paid from, how it is known elsewhere, and all that was filled in. */
export function PaymentStep({ form, sale }: PaymentStepProps) {
  return (
    <>
      <FieldGroup legend="Betaling">
        <div className="sales-pair">
          <TextField
            form={form}
            name="iban"
            required={sale === null}
            autoCapitalize="characters"
            spellCheck={false}
            {...(sale ? { hint: `Nu ${sale.iban}. Leeg laten om die te houden.` } : {})}
          />
          <TextField
            form={form}
            name="bankAccountHolder"
            required={sale?.bankAccountHolder !== null}
            {...(sale?.bankAccountHolder === null ? { hint: 'Leeg laten om de huidige te houden.' } : {})}
          />
          <TextField form={form} name="salesDockId" required spellCheck={false} />
          <DayField form={form} name="saleDate" max={today()} hint={sale ? undefined : 'Vandaag, als je niets kiest'} />
        </div>
      </FieldGroup>
      <FormField form={form} name="notes" label={fieldLabels.notes}>
        {(field) => <TextArea {...field} rows={3} />}
      </FormField>
      <Overview form={form} />
    </>
  )
}

function Overview({ form }: { readonly form: SaleFormOf }) {
  const values = useWatch({ control: form.control }) as FormValues
  const shown = (name: Parameters<typeof valueText>[0]) => {
    const text = valueText(name, values[name])
    return text === 'leeg' ? null : text
  }
  const extra = values.additionalAddresses?.length ?? 0
  return (
    <section className="sales-overview" aria-label="Overzicht">
      <h3 className="pv-legend">Overzicht</h3>
      <Details
        items={[
          { label: 'Klant', value: [values.customerName, values.companyName].filter(Boolean).join(' · ') },
          { label: fieldLabels.customerPhone, value: values.customerPhone },
          {
            label: 'Leveringsadres',
            value: [`${values.address} ${values.houseNumber}`, `${values.postalCode} ${values.city}`].join(', '),
          },
          { label: fieldLabels.additionalAddresses, value: extra === 0 ? 'Geen' : formatNumber(extra) },
          { label: fieldLabels.market, value: values.market && marketLabels[values.market] },
          { label: fieldLabels.productType, value: energyTypeLabels[values.productType as EnergyType] },
          { label: fieldLabels.provider, value: shown('provider') },
          { label: fieldLabels.contractLength, value: shown('contractLength') },
          {
            label: 'Contract',
            value: [shown('contractStartDate'), shown('contractEndDate')].filter(Boolean).join(' – '),
          },
          { label: fieldLabels.electricityUsage, value: shown('electricityUsage') },
          { label: fieldLabels.gasUsage, value: shown('gasUsage') },
        ]}
      />
    </section>
  )
}
