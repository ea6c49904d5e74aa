import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod'
import { commissions } from '../../../../shared/api/commissions.ts'
import { type Provider, providerLabels, providers } from '../../../../shared/api/parts/trade.ts'
import type { StandingCommissionSettings } from '../../../../shared/api/schemas/rates.ts'
import { earningDayLabels, earningDays } from '../../../../shared/cooling-off/cooling-off.ts'
import { HOLIDAY_FORMAT, holidayPattern } from '../../../../shared/cooling-off/holidays.ts'
import { useCommand } from '../../../lib/query.ts'
import { useInnerDraft } from '../../../records/dialog/use-inner-draft.ts'
import { showFailure } from '../../../records/failure.ts'
import { FormDate, FormNumber, FormSelect, FormText } from '../../../records/form-controls.tsx'
import { today } from '../../../ui/dates/calendar-days.ts'
import { FieldGroup, FieldRow } from '../../../ui/fields/field.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../../../ui/fields/form.tsx'
import { NumberInput } from '../../../ui/fields/number-input.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { useCommissionSettings } from '../api.ts'

const DAYS = 'Vul 0 tot en met 90 dagen in'
const days = z.int(DAYS).min(0, DAYS).max(90, DAYS)

const CoolingOffForm = z.object({
  coolingOffFrom: z.union([z.literal(''), z.iso.date('Kies een dag')]),
  earnedAt: z.enum(earningDays),
  consumerDays: days,
  businessDays: days,
  /** Days for businesses of one provider; null for those of `businessDays`. */
  providerDays: z.record(z.enum(providers), days.nullable()),
  legalHolidays: z
    .string()
    .transform((text) =>
      text
        .split(/[,;\n]/)
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .refine((all) => all.every((one) => holidayPattern.test(one)), HOLIDAY_FORMAT),
})
type Values = z.input<typeof CoolingOffForm>

const earnings = earningDays.map((value) => ({ value, label: earningDayLabels[value] }))

/** Shows the form for the bedenktijd: whether it holds commissions, its days and the legal holidays (market 69). */
export function CoolingOff() {
  const { data } = useCommissionSettings()
  // The form of the ceiling shows a failure to load the same settings. Saving there must not empty what is typed here.
  return data ? <SettingsForm key={JSON.stringify(valuesOf(data))} settings={data} /> : null
}

function valuesOf(settings: StandingCommissionSettings): Values {
  const { coolingOffFrom, earnedAt, coolingOffDays, legalHolidays } = settings
  const daysOf = (market: string, provider?: Provider) =>
    coolingOffDays.find((row) => row.market === market && row.provider === provider)?.days
  return {
    ...{ coolingOffFrom: coolingOffFrom ?? '', earnedAt, legalHolidays: legalHolidays.join(', ') },
    ...{ consumerDays: daysOf('particulier') ?? 14, businessDays: daysOf('zakelijk') ?? 0 },
    providerDays: Object.fromEntries(
      providers.map((provider) => [provider, daysOf('zakelijk', provider) ?? null]),
    ) as Values['providerDays'],
  }
}

function SettingsForm({ settings }: { readonly settings: StandingCommissionSettings }) {
  const { version, commissionCeiling } = settings
  const standing = valuesOf(settings)
  const save = useCommand(commissions.saveSettings)
  const form = useZodForm(CoolingOffForm, { defaultValues: standing })
  const clear = useInnerDraft(form, 'cooling-off', standing)

  async function send(values: z.output<typeof CoolingOffForm>): Promise<void> {
    const { coolingOffFrom, earnedAt, consumerDays, businessDays, providerDays, legalHolidays } = values
    const ofProviders = providers.flatMap((provider) => {
      const own = providerDays[provider]
      return own === null ? [] : [{ market: 'zakelijk' as const, provider, days: own }]
    })
    const kept = settings.coolingOffDays.filter(({ market, provider }) => market === 'particulier' && provider)
    const coolingOffDays = [
      ...[{ market: 'particulier' as const, days: consumerDays }, ...kept.map(withoutNull)],
      ...[{ market: 'zakelijk' as const, days: businessDays }, ...ofProviders],
    ]
    const body = { commissionCeiling, coolingOffFrom: coolingOffFrom || null, earnedAt, coolingOffDays, legalHolidays }
    await save.mutateAsync({ body, version })
    clear()
    toast({ title: 'Bedenktijd opgeslagen' })
  }

  return (
    <Form
      form={form}
      onSubmit={send}
      onFailure={(failure) => showFailure(failure, { fallback: 'De bedenktijd kon niet worden opgeslagen.' })}
    >
      <FieldGroup legend="Bedenktijd">
        <FieldRow>
          <FormDate
            form={form}
            name="coolingOffFrom"
            label="Uitbetaling tegenhouden vanaf"
            hint="Voor sales vanaf deze dag. Leeg = niet tegenhouden."
            min={today()}
          />
          <FormSelect
            form={form}
            name="earnedAt"
            label="Commissie telt vanaf"
            hint="Volgt de overeenkomst met partners."
            options={earnings}
          />
        </FieldRow>
        <DaysFields form={form} />
        <FormText
          form={form}
          name="legalHolidays"
          label="Feestdagen"
          hint="Bijvoorbeeld 25-12, 24-12-2027, Pasen+39 of Koningsdag."
        />
        <SubmitButton tone="secondary">Bedenktijd opslaan</SubmitButton>
      </FieldGroup>
    </Form>
  )
}

interface DaysProps {
  readonly form: UseFormReturn<Values, unknown, z.output<typeof CoolingOffForm>>
}

/** Shows the days of bedenktijd by market, and for businesses by provider. */
function DaysFields({ form }: DaysProps) {
  return (
    <>
      <FieldRow>
        <FormNumber form={form} name="consumerDays" label="Particulier" end="dagen" />
        <FormNumber form={form} name="businessDays" label="Zakelijk, geen woning" end="dagen" />
      </FieldRow>
      <FieldRow>
        {providers.map((provider) => (
          <FormField
            key={provider}
            form={form}
            name={`providerDays.${provider}`}
            label={`Zakelijk bij ${providerLabels[provider]}`}
          >
            {(field) => <NumberInput {...field} end="dagen" />}
          </FormField>
        ))}
      </FieldRow>
    </>
  )
}

const withoutNull = ({ market, provider, days: count }: StandingCommissionSettings['coolingOffDays'][number]) => ({
  ...{ market, days: count },
  ...(provider ? { provider } : {}),
})
