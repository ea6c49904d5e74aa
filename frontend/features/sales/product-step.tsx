import { useWatch } from 'react-hook-form'
import {
  contractLengthLabels,
  contractLengths,
  type EnergyType,
  energyTypeLabels,
  energyTypes,
  type Provider,
} from '../../../shared/api/parts/trade.ts'
import { saleFields } from '../../../shared/sales/record.ts'
import type { Sale } from '../../../shared/sales/schemas.ts'
import { personOptionsOf, useAgents, useCallers } from '../../domains/people.ts'
import { providerOptions } from '../../domains/sales.ts'
import { fullNameOf } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { Combobox } from '../../ui/choices/combobox.tsx'
import { SegmentedControl } from '../../ui/choices/segmented-control.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { DateField } from '../../ui/dates/date-field.tsx'
import { FieldGroup, FieldRow } from '../../ui/fields/field.tsx'
import { FormField } from '../../ui/fields/form.tsx'
import { Grid } from '../../ui/layout/grid.tsx'
import { SaleField, SaleFields, type SaleFormOf } from './fields.tsx'
import { clearUnusedEnergyFields, endOfContract, energyOf } from './form-values.ts'

interface ProductStepProps {
  readonly form: SaleFormOf
  readonly sale: Sale | null
  /** Set for a sale from an appointment, whose caller is known. */
  readonly isBooked: boolean
}

const productOptions = energyTypes.map((value) => ({ value, label: energyTypeLabels[value] }))
const lengthOptions = contractLengths.map((value) => ({ value, label: contractLengthLabels[value] }))

/**
 * Shows the second step of the sale form: product, contract period, consumption and seller. With `isBooked`, the sale
 * comes from an appointment, so its caller is fixed.
 */
export function ProductStep({ form, sale, isBooked }: ProductStepProps) {
  const { role } = useUser()
  const energy = energyOf(useWatch({ control: form.control, name: 'productType' }))
  return (
    <>
      <FieldGroup legend="Product">
        <FormField form={form} name="productType" label={saleFields.productType.label} required>
          {({ value, onChange }) => (
            <SegmentedControl
              value={value}
              onChange={(product) => {
                onChange(product)
                leaveOut(form, product)
              }}
              options={productOptions}
            />
          )}
        </FormField>
        <Grid least={280} gap={16}>
          <FormField form={form} name="provider" label={saleFields.provider.label} required>
            {({ value, ...field }) => (
              <Select
                {...field}
                value={value as Provider}
                options={providerOptions}
                placeholder="Kies een leverancier"
              />
            )}
          </FormField>
          <FormField form={form} name="contractLength" label={saleFields.contractLength.label} required>
            {({ value, onChange }) => (
              <SegmentedControl
                value={value}
                options={lengthOptions}
                onChange={(length) => {
                  const before = endOf(form)
                  onChange(length)
                  followEnd(form, before)
                }}
              />
            )}
          </FormField>
        </Grid>
        <FieldRow>
          <StartField form={form} />
          <SaleField form={form} name="contractEndDate" hint="Volgt uit begindatum en looptijd." />
        </FieldRow>
        <SaleFields form={form} group="product" />
      </FieldGroup>
      <FieldGroup legend="Verbruik">
        <FieldRow>
          {energy.electricity && <SaleField form={form} name="electricityUsage" end="kWh" />}
          {energy.gas && <SaleField form={form} name="gasUsage" end="m³" />}
          <SaleFields form={form} group="usage" />
        </FieldRow>
      </FieldGroup>
      {role !== 'agent' && (
        <FieldGroup legend="Wie">
          <Grid least={280} gap={16}>
            <AgentField form={form} sale={sale} />
            {!isBooked && <CallerField form={form} sale={sale} />}
          </Grid>
        </FieldGroup>
      )}
    </>
  )
}

/** Clears the fields that the chosen product hides. */
function leaveOut(form: SaleFormOf, product: EnergyType): void {
  const before = form.getValues()
  for (const [name, value] of Object.entries(clearUnusedEnergyFields(product, before))) {
    if (JSON.stringify(value) === JSON.stringify(before[name as keyof typeof before])) continue
    form.setValue(name as 'eanGas', value as string, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
}

const endOf = (form: SaleFormOf) => endOfContract(form.getValues('contractStartDate'), form.getValues('contractLength'))

/**
 * Updates the end date after start or length changed, unless the user has chosen another date. `before` is the end date
 * by the former start and length.
 */
function followEnd(form: SaleFormOf, before: string): void {
  const end = form.getValues('contractEndDate') ?? ''
  if (end === '' || end === before) form.setValue('contractEndDate', endOf(form), { shouldDirty: true })
}

function StartField({ form }: { readonly form: SaleFormOf }) {
  const [start, length] = useWatch({ control: form.control, name: ['contractStartDate', 'contractLength'] })
  const before = endOfContract(start, length)
  return (
    <FormField form={form} name="contractStartDate" label={saleFields.contractStartDate.label}>
      {({ onChange, ...field }) => (
        <DateField
          {...field}
          onChange={(date) => {
            onChange(date)
            followEnd(form, before)
          }}
        />
      )}
    </FormField>
  )
}

interface PersonFieldProps {
  readonly form: SaleFormOf
  readonly sale: Sale | null
}

function AgentField({ form, sale }: PersonFieldProps) {
  const agents = useAgents()
  return (
    <FormField form={form} name="agentId" label={saleFields.agentId.label} required>
      {(field) => (
        <Combobox
          {...field}
          options={personOptionsOf(agents.data)}
          chosen={sale ? { value: sale.agentId, label: fullNameOf(sale.agent), person: true } : undefined}
          source={agents}
          placeholder="Kies een agent"
          searchPlaceholder="Zoek een agent"
        />
      )}
    </FormField>
  )
}

function CallerField({ form, sale }: PersonFieldProps) {
  const callers = useCallers()
  return (
    <FormField form={form} name="callerId" label={saleFields.callerId.label}>
      {(field) => (
        <Combobox
          {...field}
          options={personOptionsOf(callers.data)}
          chosen={sale?.caller ? { value: sale.caller.id, label: fullNameOf(sale.caller), person: true } : undefined}
          source={callers}
          placeholder="Niemand"
          searchPlaceholder="Zoek een beller"
          clearable
        />
      )}
    </FormField>
  )
}
