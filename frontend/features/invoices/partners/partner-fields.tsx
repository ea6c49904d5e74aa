import type { ComponentProps } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { partners } from '../../../../shared/api/partners.ts'
import { paymentTerms, paymentTermsLabels } from '../../../../shared/api/parts/billing.ts'
import { partnerFields } from '../../../../shared/partners/record.ts'
import type { Partner } from '../../../../shared/partners/schemas.ts'
import { type Instant, localDateOf } from '../../../../shared/time.ts'
import { usePartners } from '../../../domains/invoices/invoices.ts'
import { BankAccountNote } from '../../../domains/partner-accounts.tsx'
import { personOptionsOf, useColleagues } from '../../../domains/people.ts'
import { formatDate, fullNameOf } from '../../../lib/format.ts'
import { FileLink } from '../../../records/file-link.tsx'
import { FormDate, FormSelect } from '../../../records/form-controls.tsx'
import { PlainFields, RecordField } from '../../../records/record-fields.tsx'
import { Combobox } from '../../../ui/choices/combobox.tsx'
import { today } from '../../../ui/dates/calendar-days.ts'
import { Note } from '../../../ui/display/note.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { FieldGroup, FieldRow } from '../../../ui/fields/field.tsx'
import { FileDrop } from '../../../ui/fields/file-drop.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { agreementUrl } from '../document-urls.ts'
import { KorTurnover } from './kor-turnover.tsx'
import {
  type CheckedPartner,
  describeRefusal,
  PartnerForm,
  type PartnerFormOf,
  type PartnerValues,
  warnOfDuplicateNumber,
  warnOfVatNumber,
} from './partner-form.ts'
import { VatSchemeFields } from './vat-scheme-fields.tsx'

interface PartnerFieldsProps {
  readonly form: PartnerFormOf
  /** Partner to edit; null for a new one. */
  readonly partner: Partner | null
  /** Progress of the upload of the agreement in percent; null while the server processes it, undefined without one. */
  readonly progress: number | null | undefined
  /** Called when the user approved, rejected or withdrew a changed IBAN. */
  readonly onDecided: () => void
}

const termOptions = paymentTerms.map((value) => ({ value, label: paymentTermsLabels[value] }))

/**
 * Shows the fields of the partner form: company, registration and bank, VAT schemes, invoicing and agreement.
 * `progress` is that of the upload of the agreement. `onDecided` is called after a decision on a changed IBAN.
 */
export function PartnerFields({ form, partner, progress, onDecided }: PartnerFieldsProps) {
  const [kvkNumber, vatNumber, bankAccount] = useWatch({
    control: form.control,
    name: ['kvkNumber', 'vatNumber', 'bankAccount'],
  })
  const { data: partners = [] } = usePartners(undefined)
  const same = (name: 'kvkNumber' | 'vatNumber' | 'bankAccount', text: string) =>
    warnOfDuplicateNumber(name, text, partner, partners)
  return (
    <>
      <Refusal form={form} />
      <FieldGroup legend="Bedrijf">
        <FieldRow>
          <Line form={form} name="name" required />
          <Line form={form} name="contactPerson" />
        </FieldRow>
        <FieldRow>
          <Line form={form} name="email" required maxLength={254} />
          <Line form={form} name="phone" maxLength={40} />
        </FieldRow>
        <FieldRow>
          <Line form={form} name="postalCode" required maxLength={12} />
          <Line form={form} name="address" required />
          <Line form={form} name="city" required />
        </FieldRow>
        <PlainGroup form={form} group="company" />
      </FieldGroup>
      <FieldGroup legend="Registratie en bank">
        <FieldRow>
          <Line
            form={form}
            name="kvkNumber"
            required
            hint="8 cijfers"
            warning={same('kvkNumber', kvkNumber)}
            inputMode="numeric"
            maxLength={60}
          />
          <Line
            form={form}
            name="vatNumber"
            required
            hint="Zoals NL123456789B01"
            warning={warnOfVatNumber(vatNumber) ?? same('vatNumber', vatNumber)}
            autoCapitalize="characters"
            maxLength={60}
          />
          <Line
            form={form}
            name="bankAccount"
            required
            hint={partner ? 'Een nieuwe rekening keurt een andere beheerder goed.' : undefined}
            warning={same('bankAccount', bankAccount)}
            autoCapitalize="characters"
            maxLength={60}
          />
        </FieldRow>
        <FieldRow>
          <Line
            form={form}
            name="accountHolder"
            hint="Leeg = bedrijfsnaam. Banken controleren deze naam."
            maxLength={70}
          />
          <PlainGroup form={form} group="registration" />
        </FieldRow>
        {partner && <NumberNotes partner={partner} onDecided={onDecided} />}
      </FieldGroup>
      <VatSchemeFields form={form} />
      {partner && <KorTurnover partner={partner} />}
      <FieldGroup legend="Facturering">
        <FieldRow>
          <FormSelect form={form} name="paymentTerms" label={partnerFields.paymentTerms.label} options={termOptions} />
          <RecordField form={form} name="acceptanceDays" field={partnerFields.acceptanceDays} />
        </FieldRow>
        <FieldRow>
          <AgentField form={form} partner={partner} />
          <Stack gap={12}>
            <FormField form={form} name="allows48HourDiscount">
              {(field) => (
                <Switch {...field} label={partnerFields.allows48HourDiscount.label} hint="Mag op facturen staan." />
              )}
            </FormField>
            {partner && (
              <FormField form={form} name="isActive">
                {(field) => (
                  <Switch {...field} label={partnerFields.isActive.label} hint="Uit: krijgt geen facturen meer." />
                )}
              </FormField>
            )}
          </Stack>
        </FieldRow>
        <PlainGroup form={form} group="invoicing" />
      </FieldGroup>
      <AgreementFields form={form} partner={partner} progress={progress} />
    </>
  )
}

interface NumberNotesProps {
  readonly partner: Partner
  readonly onDecided: () => void
}

/** Shows what VIES says about the VAT number of a partner, and a changed IBAN that waits. */
const NumberNotes = ({ partner, onDecided }: NumberNotesProps) => (
  <>
    <p className="pv-soft">VIES: {describeVatCheck(partner)}</p>
    <BankAccountNote partner={partner} onDone={onDecided} />
  </>
)

/** Returns what VIES answered about the VAT number of a partner. */
function describeVatCheck({ vatCheck }: Partner): string {
  if (!vatCheck) return 'nog niet gecontroleerd'
  const at = formatDate(localDateOf(vatCheck.at as Instant))
  if (!vatCheck.isValid) return `ongeldig op ${at}`
  return vatCheck.name === null ? `geldig op ${at}` : `geldig op ${at}: ${vatCheck.name}`
}

/** Shows why the form cannot be saved, in the words of the spec. */
function Refusal({ form }: Pick<PartnerFieldsProps, 'form'>) {
  const { errors, submitCount } = useFormState({ control: form.control })
  const refusal = submitCount > 0 ? describeRefusal(errors, form.getValues()) : null
  if (!refusal) return null
  return (
    <Note tone="bad" role="alert">
      <strong>{refusal.title}</strong>
      {refusal.message && <p>{refusal.message}</p>}
    </Note>
  )
}

interface LineProps extends Omit<ComponentProps<typeof RecordField<PartnerValues, CheckedPartner>>, 'name' | 'field'> {
  readonly name: keyof typeof partnerFields
}

/** Shows a text field of the partner form, by its name. */
const Line = (props: LineProps) => <RecordField maxLength={200} {...props} field={partnerFields[props.name]} />

/** Shows the fields of a group of the partner form, except those that have code of their own in this file. */
const PlainGroup = (props: { readonly form: PartnerFormOf; readonly group: string }) => (
  <PlainFields {...props} fields={partnerFields} schema={PartnerForm} />
)

function AgentField({ form, partner }: Pick<PartnerFieldsProps, 'form' | 'partner'>) {
  const colleagues = useColleagues()
  const earning = (colleagues.data ?? []).filter(({ role }) => role !== 'admin')
  const agent = partner?.assignedAgent
  return (
    <FormField
      form={form}
      name="assignedAgentId"
      label={partnerFields.assignedAgentId.label}
      hint="Krijgt commissies via facturen van deze partner."
    >
      {(field) => (
        <Combobox
          {...field}
          options={personOptionsOf(earning)}
          chosen={agent ? { value: agent.id, label: fullNameOf(agent), person: true } : undefined}
          source={colleagues}
          placeholder="Niemand"
          searchPlaceholder="Zoek een medewerker"
          clearable
        />
      )}
    </FormField>
  )
}

const { extensions } = partners.setAgreement.upload

function AgreementFields({ form, partner, progress }: Omit<PartnerFieldsProps, 'onDecided'>) {
  const agreement = partner?.agreement
  return (
    <FieldGroup legend="Self-billing overeenkomst">
      <p className="pv-soft">
        {agreement && partner ? (
          <>
            <FileLink href={agreementUrl(partner.id)} label={`Overeenkomst van ${formatDate(agreement.date)}`}>
              Overeenkomst van {formatDate(agreement.date)}
            </FileLink>{' '}
            ({agreement.filename}). Een nieuwe komt ervoor in de plaats.
          </>
        ) : (
          'Zonder getekende overeenkomst kunnen er geen facturen worden gemaakt.'
        )}
      </p>
      <FieldRow>
        <FormDate form={form} name="date" label="Getekend op" max={today()} />
        <FormField form={form} name="file" label="Overeenkomst (PDF)" hint="Maximaal 4 MB.">
          {({ value, onChange }) => (
            <FileDrop
              accept={extensions}
              file={value}
              onFile={onChange}
              onRefuse={({ name }) => form.setError('file', { message: `${name} is geen PDF.` })}
              {...(progress === undefined ? {} : { progress })}
            />
          )}
        </FormField>
      </FieldRow>
    </FieldGroup>
  )
}
