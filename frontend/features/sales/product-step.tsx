import { useWatch } from 'react-hook-form'
import { type EnergyType, energyTypeLabels, energyTypes } from '../../../shared/contract/leads.ts'
import { contractLengthLabels, contractLengths, type Provider, type Sale } from '../../../shared/contract/sales.ts'
import { personOptions, useAgents, useCallers } from '../../domains/people.ts'
import { providerOptions } from '../../domains/sales.ts'
import { fullName } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { FieldGroup, FieldRow } from '../../ui/field.tsx'
import { FormField } from '../../ui/form.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Select } from '../../ui/select.tsx'
import { DayField, type SaleFormOf } from './fields.tsx'
import { endOfContract, energyOf, fieldLabels, ofProduct } from './form-values.ts'

interface ProductStepProps {
  readonly form: SaleFormOf
  readonly sale: Sale | null
  /** Set for a sale from an appointment, whose caller is known. */
  readonly isBooked: boolean
}

const productOptions = energyTypes.map((value) => ({ value, label: energyTypeLabels[value] }))
const lengthOptions = contractLengths.map((value) => ({ value, label: contractLengthLabels[value] }))

/** Shows the fields of the product, its period and the seller. */
export function ProductStep({ form, sale, isBooked }: ProductStepProps) {
  const { role } = useUser()
  const energy = energyOf(useWatch({ control: form.control, name: 'productType' }))
  return (
    <>
      <FieldGroup legend="Product">
        <FormField form={form} name="productType" label={fieldLabels.productType} required>
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
        <div className="sales-pair">
          <FormField form={form} name="provider" label={fieldLabels.provider} required>
            {({ value, ...field }) => (
              <Select
                {...field}
                value={value as Provider}
                options={providerOptions}
                placeholder="Kies een leverancier"
              />
            )}
          </FormField>
          <FormField form={form} name="contractLength" label={fieldLabels.contractLength} required>
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
        </div>
        <FieldRow>
          <StartField form={form} />
          <DayField form={form} name="contractEndDate" hint="Volgt uit begindatum en looptijd" />
        </FieldRow>
      </FieldGroup>
      <FieldGroup legend="Verbruik">
        <FieldRow>
          {energy.electricity && (
            <FormField form={form} name="electricityUsage" label={fieldLabels.electricityUsage}>
              {(field) => <NumberInput {...field} end="kWh" />}
            </FormField>
          )}
          {energy.gas && (
            <FormField form={form} name="gasUsage" label={fieldLabels.gasUsage}>
              {(field) => <NumberInput {...field} end="m³" />}
            </FormField>
          )}
        </FieldRow>
      </FieldGroup>
      {role !== 'agent' && (
        <FieldGroup legend="Wie">
          <div className="sales-pair">
            <AgentField form={form} sale={sale} />
            {!isBooked && <CallerField form={form} sale={sale} />}
          </div>
        </FieldGroup>
      )}
    </>
  )
}

/** Clears the fields that the chosen product hides. */
function leaveOut(form: SaleFormOf, product: EnergyType): void {
  const before = form.getValues()
  for (const [name, value] of Object.entries(ofProduct(product, before))) {
    if (JSON.stringify(value) === JSON.stringify(before[name as keyof typeof before])) continue
    form.setValue(name as 'eanGas', value as string, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
}

const endOf = (form: SaleFormOf) => endOfContract(form.getValues('contractStartDate'), form.getValues('contractLength'))

/** Updates the end date from start and length, unless the user has chosen another date. */
function followEnd(form: SaleFormOf, before: string): void {
  const end = form.getValues('contractEndDate') ?? ''
  if (end === '' || end === before) form.setValue('contractEndDate', endOf(form), { shouldDirty: true })
}

function StartField({ form }: { readonly form: SaleFormOf }) {
  const [start, length] = useWatch({ control: form.control, name: ['contractStartDate', 'contractLength'] })
  const before = endOfContract(start, length)
  return <DayField form={form} name="contractStartDate" onChosen={() => followEnd(form, before)} />
}

interface PersonFieldProps {
  readonly form: SaleFormOf
  readonly sale: Sale | null
}

function AgentField({ form, sale }: PersonFieldProps) {
  const agents = useAgents()
  return (
    <FormField form={form} name="agentId" label={fieldLabels.agentId} required>
      {(field) => (
        <Combobox
          {...field}
          options={personOptions(agents.data)}
          chosen={sale ? { value: sale.agentId, label: fullName(sale.agent), person: true } : undefined}
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
    <FormField form={form} name="callerId" label={fieldLabels.callerId}>
      {(field) => (
        <Combobox
          {...field}
          options={personOptions(callers.data)}
          chosen={sale?.caller ? { value: sale.caller.id, label: fullName(sale.caller), person: true } : undefined}
          source={callers}
          placeholder="Niemand"
          searchPlaceholder="Zoek een beller"
          clearable
        />
      )}
    </FormField>
  )
}
