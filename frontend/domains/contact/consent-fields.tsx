import { NewConsent } from '../../../shared/api/parts/consent-endpoints.ts'
import { consentWayLabels, verificationLabels } from '../../../shared/numbers/state-texts.ts'
import { consentWays, verifications } from '../../../shared/numbers/states.ts'
import { Select } from '../../ui/choices/select.tsx'
import { DateField } from '../../ui/dates/date-field.tsx'
import { FieldRow } from '../../ui/fields/field.tsx'
import { FormField, useZodForm } from '../../ui/fields/form.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'

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
      <FormField form={form} name="givenBy" label="Hoe" required>
        {(field) => <Select {...field} options={optionsOf(consentWays, consentWayLabels)} />}
      </FormField>
      <FormField form={form} name="givenAt" label="Wanneer" required>
        {(field) => <DateField {...field} />}
      </FormField>
      <FormField form={form} name="until" label="Geldt tot" hint="Leeg = standaardtermijn">
        {({ value, onChange, ...field }) => (
          <DateField {...field} value={value ?? ''} onChange={(day) => onChange(day || null)} />
        )}
      </FormField>
    </FieldRow>
    <FormField form={form} name="text" label="Wat is afgesproken">
      {(field) => <TextArea {...field} rows={2} maxLength={2000} />}
    </FormField>
    <FieldRow>
      <FormField form={form} name="proof" label="Bewijs" hint="Webadres of vindplaats">
        {(field) => <TextInput {...field} maxLength={500} />}
      </FormField>
      <FormField form={form} name="verified" label="Gecontroleerd via">
        {(field) => <Select {...field} options={optionsOf(verifications, verificationLabels)} />}
      </FormField>
    </FieldRow>
  </>
)
