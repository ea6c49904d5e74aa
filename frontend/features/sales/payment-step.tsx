import { useWatch } from 'react-hook-form'
import { type EnergyType, energyTypeLabels, marketLabels } from '../../../shared/api/parts/trade.ts'
import { saleFields } from '../../../shared/sales/record.ts'
import type { Sale } from '../../../shared/sales/schemas.ts'
import { placeText } from '../../../shared/street.ts'
import { isLocalDate } from '../../../shared/time.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import { today } from '../../ui/dates/calendar-days.ts'
import { Details } from '../../ui/display/details.tsx'
import { FieldGroup } from '../../ui/fields/field.tsx'
import { Box } from '../../ui/layout/box.tsx'
import { Grid } from '../../ui/layout/grid.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { FailedPart } from '../../ui/messages/failed-part.tsx'
import { AgreementFields } from './agreement/agreement-fields.tsx'
import { useNewSaleCommission } from './api.ts'
import { SaleField, SaleFields, type SaleFormOf } from './fields.tsx'
import { type FormValues, valueText } from './form-values.ts'

interface PaymentStepProps {
  readonly form: SaleFormOf
  readonly sale: Sale | null
  /** Ids of the records that a new sale comes from. */
  readonly ids: { readonly appointmentId?: string; readonly leadId?: string; readonly contractId?: string }
}

/**
 * Shows the last step of the sale form: agreement, payment, notes, the commission of a new sale, and a summary of the earlier
 * steps. `ids` names the records that a new sale comes from.
 */
export function PaymentStep({ form, sale, ids }: PaymentStepProps) {
  return (
    <>
      <AgreementFields form={form} />
      <FieldGroup legend="Betaling">
        <Grid least={280} gap={16}>
          <SaleField
            form={form}
            name="iban"
            required={sale === null}
            autoCapitalize="characters"
            spellCheck={false}
            {...(sale ? { hint: `Nu ${sale.iban}. Leeg laten om die te houden.` } : {})}
          />
          <SaleField
            form={form}
            name="bankAccountHolder"
            required={sale?.bankAccountHolder !== null}
            {...(sale?.bankAccountHolder === null ? { hint: 'Leeg = huidige rekeninghouder' } : {})}
          />
          <SaleFields form={form} group="payment" />
          <SaleField form={form} name="saleDate" max={today()} hint={sale ? undefined : 'Leeg = vandaag'} />
        </Grid>
      </FieldGroup>
      <SaleFields form={form} group="notes" />
      {sale === null && <Earnings form={form} ids={ids} />}
      <Overview form={form} />
    </>
  )
}

/** Shows the commission that a new sale earns by the rates on its day of selling. */
function Earnings({ form, ids }: Pick<PaymentStepProps, 'form' | 'ids'>) {
  const [agentId, callerId, saleDate] = useWatch({ control: form.control, name: ['agentId', 'callerId', 'saleDate'] })
  const isDay = !saleDate || isLocalDate(saleDate)
  const sold = { agentId, ...ids, ...(callerId ? { callerId } : {}), ...(saleDate && isDay ? { saleDate } : {}) }
  const { data, isError, refetch } = useNewSaleCommission(sold, agentId !== '' && isDay)
  if (isError) return <FailedPart onRetry={refetch}>De commissie kon niet worden geladen.</FailedPart>
  if (!data) return null
  const { agentCommission, callerCommission, totalCommission } = data
  const parts = [
    ...(agentCommission === null ? [] : [`Agent ${formatMoney(agentCommission)}`]),
    ...(callerCommission === null ? [] : [`Beller ${formatMoney(callerCommission)}`]),
  ]
  return (
    <Text as="p" size={13} tabular role="status">
      Levert op: <strong>{formatMoney(totalCommission)}</strong>
      {parts.length > 1 && <span className="pv-soft"> {parts.join(' · ')}</span>}
    </Text>
  )
}

function Overview({ form }: { readonly form: SaleFormOf }) {
  const values = useWatch({ control: form.control }) as FormValues
  const shown = (name: keyof FormValues) => {
    const text = valueText(name, values[name])
    return text === 'leeg' ? null : text
  }
  const extra = values.additionalAddresses?.length ?? 0
  return (
    <Box as="section" aria-label="Overzicht">
      <h3 className="pv-legend">Overzicht</h3>
      <Details
        items={[
          { label: 'Klant', value: [values.customerName, values.companyName].filter(Boolean).join(' · ') },
          { label: saleFields.customerPhone.label, value: values.customerPhone },
          { label: 'Leveringsadres', value: placeText(values) },
          { label: saleFields.additionalAddresses.label, value: extra === 0 ? 'Geen' : formatNumber(extra) },
          { label: saleFields.market.label, value: values.market && marketLabels[values.market] },
          { label: saleFields.productType.label, value: energyTypeLabels[values.productType as EnergyType] },
          { label: saleFields.provider.label, value: shown('provider') },
          { label: saleFields.contractLength.label, value: shown('contractLength') },
          {
            label: 'Contract',
            value: [shown('contractStartDate'), shown('contractEndDate')].filter(Boolean).join(' – '),
          },
          { label: saleFields.electricityUsage.label, value: shown('electricityUsage') },
          { label: saleFields.gasUsage.label, value: shown('gasUsage') },
        ]}
      />
    </Box>
  )
}
