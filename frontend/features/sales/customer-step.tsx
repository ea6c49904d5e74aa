import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { marketLabels } from '../../../shared/api/parts/trade.ts'
import { normaliseEan } from '../../../shared/identifiers.ts'
import { isDoubtfulEan, MAX_ADDRESSES } from '../../../shared/sales/choices.ts'
import { saleFields } from '../../../shared/sales/record.ts'
import type { Sale } from '../../../shared/sales/schemas.ts'
import { FormSegments } from '../../records/form-controls.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { FieldGroup, FieldRow } from '../../ui/fields/field.tsx'
import { FormField } from '../../ui/fields/form.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Box } from '../../ui/layout/box.tsx'
import { Grid } from '../../ui/layout/grid.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { SaleField, SaleFields, type SaleFormOf } from './fields.tsx'
import { emptyAddress, energyOf } from './form-values.ts'
import { KnownSales } from './known-sales.tsx'
import { useSeesPersonalData } from './personal-data.ts'
import styles from './sales.module.css'

interface CustomerStepProps {
  readonly form: SaleFormOf
  readonly sale: Sale | null
}

const marketOptions = Object.entries(marketLabels).map(([value, label]) => ({
  value: value as keyof typeof marketLabels,
  label,
}))

/** Shows the first step of the sale form: customer and delivery addresses. */
export function CustomerStep({ form, sale }: CustomerStepProps) {
  // A user who may not see the EANs may not overwrite them either.
  const showsEans = useSeesPersonalData() || sale === null
  const energy = energyOf(useWatch({ control: form.control, name: 'productType' }))
  return (
    <>
      <FieldGroup legend="Klant">
        <Grid least={280} gap={16}>
          <SaleField form={form} name="customerName" required maxLength={200} />
          <SaleFields form={form} group="customer" />
        </Grid>
        <FormSegments form={form} name="market" label={saleFields.market.label} options={marketOptions} required />
      </FieldGroup>
      <FieldGroup legend="Leveringsadres">
        <FieldRow>
          <SaleFields form={form} group="address" />
        </FieldRow>
        {showsEans && (
          <Grid least={280} gap={16}>
            {energy.electricity && <EanField form={form} name="eanElectricity" />}
            {energy.gas && <EanField form={form} name="eanGas" />}
          </Grid>
        )}
      </FieldGroup>
      <KnownSales form={form} sale={sale} />
      {showsEans ? (
        <AdditionalAddresses form={form} energy={energy} />
      ) : (
        sale.additionalAddresses.length > 0 && (
          <p className="pv-soft">Vraag iemand met het recht Persoonsgegevens om extra adressen te wijzigen.</p>
        )
      )}
    </>
  )
}

const CHECK_DIGIT = 'Het laatste cijfer klopt niet met de rest. Controleer de EAN.'

const doubtOf = (text: string | null | undefined) => {
  const ean = normaliseEan(text ?? '')
  return /^\d{18}$/.test(ean) && isDoubtfulEan(ean) ? CHECK_DIGIT : undefined
}

function EanField({ form, name }: { readonly form: SaleFormOf; readonly name: 'eanElectricity' | 'eanGas' }) {
  return (
    <SaleField
      form={form}
      name={name}
      inputMode="numeric"
      placeholder="18 cijfers"
      warning={doubtOf(useWatch({ control: form.control, name }))}
    />
  )
}

const lines = [
  { name: 'postalCode', required: true },
  { name: 'houseNumber', required: true },
  { name: 'address', required: true },
  { name: 'city', required: true },
  { name: 'eanElectricity', required: false },
  { name: 'eanGas', required: false },
] as const

interface AdditionalAddressesProps {
  readonly form: SaleFormOf
  readonly energy: ReturnType<typeof energyOf>
}

function AdditionalAddresses({ form, energy }: AdditionalAddressesProps) {
  const shown = lines.filter(
    ({ name }) => (name !== 'eanElectricity' || energy.electricity) && (name !== 'eanGas' || energy.gas),
  )
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'additionalAddresses' })
  return (
    <Stack gap={20}>
      {fields.map(({ id }, index) => (
        <Box key={id} surface gap={12} className={styles.addressForm}>
          <FieldGroup legend={`Extra adres ${index + 1}`}>
            <Grid least={160} gap={12}>
              {shown.map(({ name, required }) => (
                <ExtraField key={name} form={form} index={index} name={name} required={required} />
              ))}
            </Grid>
          </FieldGroup>
          <IconButton
            size="small"
            label={`Extra adres ${index + 1} verwijderen`}
            icon={<Trash2 />}
            onClick={() => remove(index)}
          />
        </Box>
      ))}
      {fields.length < MAX_ADDRESSES && (
        <div>
          <Button icon={<Plus />} onClick={() => append({ ...emptyAddress })}>
            Adres toevoegen
          </Button>
        </div>
      )}
    </Stack>
  )
}

interface ExtraFieldProps {
  readonly form: SaleFormOf
  readonly index: number
  readonly name: (typeof lines)[number]['name']
  readonly required: boolean
}

function ExtraField({ form, index, name, required }: ExtraFieldProps) {
  const path = `additionalAddresses.${index}.${name}` as const
  const isEan = name === 'eanElectricity' || name === 'eanGas'
  const value = useWatch({ control: form.control, name: path })
  return (
    <FormField
      form={form}
      name={path}
      label={saleFields[name].label}
      required={required}
      warning={isEan ? doubtOf(value) : undefined}
    >
      {(field) => <TextInput {...field} {...(isEan ? { inputMode: 'numeric', placeholder: '18 cijfers' } : {})} />}
    </FormField>
  )
}
