import { NewConsent } from '../../../shared/api/parts/consent-endpoints.ts'
import { consentWayLabels, verificationLabels } from '../../../shared/numbers/state-texts.ts'
import { consentWays, verifications } from '../../../shared/numbers/states.ts'
import { FormArea, FormDate, FormSelect, FormText } from '../../records/form-controls.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { DateField } from '../../ui/dates/date-field.tsx'
import { FieldRow } from '../../ui/fields/field.tsx'
import { FormField, useZodForm } from '../../ui/fields/form.tsx'

const Consent = NewConsent.pick({
  ...{ givenBy: true, givenAt: true, until: true, text: true, proof: true, fileKey: true, verified: true },
}).required({ verified: true })

/** Returns options of a `Select` for values with labels. */
export const optionsOf = <V extends string>(values: readonly V[], labels: Readonly<Record<V, string>>) =>
  values.map((value) => ({ value, label: labels[value] }))

/** Returns the form of a consent that somebody records. */
export const useConsentForm = () =>
  useZodForm(Consent, {
    defaultValues: { givenBy: 'form', givenAt: '', until: null, text: '', proof: '', fileKey: '', verified: 'none' },
  })

/** Shows the fields of a consent: how and when it was given, its text and its proof. */
export const ConsentFields = ({ form }: { readonly form: ReturnType<typeof useConsentForm> }) => (
  <>
    <FieldRow>
      <FormSelect form={form} name="givenBy" label="Hoe" options={optionsOf(consentWays, consentWayLabels)} required />
      <FormDate form={form} name="givenAt" label="Wanneer" required />
      <FormField form={form} name="until" label="Geldt tot" hint="Leeg = standaardtermijn">
        {({ value, onChange, ...field }) => (
          <DateField {...field} value={value ?? ''} onChange={(day) => onChange(day || null)} />
        )}
      </FormField>
    </FieldRow>
    <FormArea form={form} name="text" label="Wat is afgesproken" rows={2} maxLength={2000} />
    <FieldRow>
      <FormText form={form} name="proof" label="Bewijs" hint="Webadres of vindplaats" maxLength={500} />
      <FormField form={form} name="verified" label="Gecontroleerd via">
        {(field) => <Select {...field} options={optionsOf(verifications, verificationLabels)} />}
      </FormField>
    </FieldRow>
  </>
)
