import { useWatch } from 'react-hook-form'
import { type EnergyType, energyTypeLabels } from '../../../shared/contract/leads.ts'
import type { Sale } from '../../../shared/contract/sales.ts'
import { isLocalDate } from '../../../shared/time.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import { today } from '../../ui/calendar-days.ts'
import { Details } from '../../ui/card.tsx'
import { FailedPart } from '../../ui/failed-part.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { FormField } from '../../ui/form.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useEarnings } from './api.ts'
import { DayField, type SaleFormOf, TextField } from './fields.tsx'
import { type FormValues, fieldLabels, marketLabels, valueText } from './form-values.ts'

interface PaymentStepProps {
  readonly form: SaleFormOf
  readonly sale: Sale | null
  /** Ids of the records that a new sale comes from. */
  readonly ids: { readonly appointmentId?: string; readonly leadId?: string; readonly contractId?: string }
}

/** Shows the fields for payment and external references, and a summary of all input. */
export function PaymentStep({ form, sale, ids }: PaymentStepProps) {
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
      {sale === null && <Earnings form={form} ids={ids} />}
      <Overview form={form} />
    </>
  )
}

/** Shows the commission of a new sale by the rates of its day. */
function Earnings({ form, ids }: Pick<PaymentStepProps, 'form' | 'ids'>) {
  const [agentId, callerId, saleDate] = useWatch({ control: form.control, name: ['agentId', 'callerId', 'saleDate'] })
  const isDay = !saleDate || isLocalDate(saleDate)
  const sold = { agentId, ...ids, ...(callerId ? { callerId } : {}), ...(saleDate && isDay ? { saleDate } : {}) }
  const { data, isError, refetch } = useEarnings(sold, agentId !== '' && isDay)
  if (isError) return <FailedPart onRetry={refetch}>De commissie kon niet worden geladen</FailedPart>
  if (!data) return null
  const { agentCommission, callerCommission, totalCommission } = data
  const parts = [
    ...(agentCommission === null ? [] : [`Agent ${formatMoney(agentCommission)}`]),
    ...(callerCommission === null ? [] : [`Beller ${formatMoney(callerCommission)}`]),
  ]
  return (
    <p className="sales-earns" role="status">
      Levert op: <strong>{formatMoney(totalCommission)}</strong>
      {parts.length > 1 && <span className="pv-soft"> {parts.join(' · ')}</span>}
    </p>
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
