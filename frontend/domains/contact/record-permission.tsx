import { useState } from 'react'
import * as z from 'zod'
import { customers } from '../../../shared/api/customers.ts'
import { leads } from '../../../shared/api/leads.ts'
import { SetLegalForm } from '../../../shared/api/parts/number-endpoints.ts'
import { phonesInPath } from '../../../shared/identifiers.ts'
import { legalFormLabels } from '../../../shared/numbers/legal-form-labels.ts'
import { isLegalPerson, legalForms } from '../../../shared/numbers/legal-forms.ts'
import { useCommand } from '../../lib/query.ts'
import { showFailure } from '../../records/failure.ts'
import { FormText } from '../../records/form-controls.tsx'
import { SegmentedControl } from '../../ui/choices/segmented-control.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { FieldRow } from '../../ui/fields/field.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../../ui/fields/form.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { ConsentFields, optionsOf, useConsentForm } from './consent-fields.tsx'
import type { CalledLead } from './number-door.ts'
import { ProofFile } from './proof-file.tsx'

interface RecordPermissionProps {
  readonly phone: string
  readonly lead?: CalledLead | undefined
  readonly onClose: () => void
}

type Way = 'consent' | 'legal' | 'inbound'

/** Asks what makes that a number may be called, and records it: a consent, a legal form, or a call of the customer. */
export function RecordPermission({ phone, lead, onClose }: RecordPermissionProps) {
  const [way, setWay] = useState<Way>('consent')
  return (
    <Dialog onOpenChange={onClose} title="Wat maakt dat je mag bellen?" description={phone}>
      <DialogBody>
        <SegmentedControl<Way>
          label="Wat maakt dat je mag bellen?"
          value={way}
          onChange={setWay}
          options={[
            { value: 'consent', label: 'Toestemming' },
            { value: 'legal', label: 'Rechtspersoon' },
            ...(lead ? [{ value: 'inbound' as const, label: 'Klant belt nu' }] : []),
          ]}
        />
      </DialogBody>
      {way === 'consent' && <ConsentForm phone={phone} onDone={onClose} />}
      {way === 'legal' && <LegalFormForm phone={phone} onDone={onClose} />}
      {way === 'inbound' && lead && <InboundForm lead={lead} onDone={onClose} />}
    </Dialog>
  )
}

interface PartProps {
  readonly phone: string
  readonly onDone: () => void
}

const onFailure = (error: unknown) => showFailure(error, { fallback: 'Er is een fout opgetreden' })

const Buttons = () => (
  <DialogFooter>
    <DialogClose>Annuleren</DialogClose>
    <SubmitButton>Vastleggen</SubmitButton>
  </DialogFooter>
)

function ConsentForm({ phone, onDone }: PartProps) {
  const record = useCommand(customers.recordConsent)
  const form = useConsentForm()
  return (
    <Form
      form={form}
      onSubmit={async (body) => {
        const { isProven } = await record.mutateAsync({ body: { ...body, number: phone } })
        toast(
          isProven
            ? { title: 'Toestemming vastgelegd' }
            : {
                title: 'Toestemming zonder bewijs vastgelegd',
                description: 'Een teamleider of beheerder bekijkt het bewijs.',
              },
        )
        onDone()
      }}
      onFailure={onFailure}
    >
      <DialogBody>
        <ConsentFields form={form} />
        <FormField form={form} name="fileKey" label="Bestand als bewijs" hint="Maximaal 4 MB." optional>
          {({ value, onChange }) => (
            <ProofFile
              {...{ value, onChange }}
              onFail={(message) =>
                message === null ? form.clearErrors('fileKey') : form.setError('fileKey', { message })
              }
            />
          )}
        </FormField>
      </DialogBody>
      <Buttons />
    </Form>
  )
}

function LegalFormForm({ phone, onDone }: PartProps) {
  const set = useCommand(customers.setLegalForm)
  const form = useZodForm(SetLegalForm, { defaultValues: { legalForm: 'bv', kvkNumber: '', company: '' } })
  return (
    <Form
      form={form}
      onSubmit={async (body) => {
        await set.mutateAsync({ params: { number: phonesInPath(phone) }, body })
        toast({
          title: 'Rechtsvorm vastgelegd',
          ...(!isLegalPerson(body.legalForm) && { description: 'Bellen mag alleen met toestemming.' }),
        })
        onDone()
      }}
      onFailure={onFailure}
    >
      <DialogBody>
        <FormField form={form} name="legalForm" label="Rechtsvorm" required>
          {(field) => <Select {...field} options={optionsOf(legalForms, legalFormLabels)} />}
        </FormField>
        <FieldRow>
          <FormText form={form} name="company" label="Bedrijfsnaam" maxLength={200} />
          <FormText form={form} name="kvkNumber" label="KvK-nummer" maxLength={20} inputMode="numeric" />
        </FieldRow>
        <p>
          <a href="https://www.kvk.nl/zoeken/" target="_blank" rel="noopener noreferrer">
            Zoek in Handelsregister <span className="pv-hidden">, opent een nieuw tabblad</span>
          </a>
        </p>
      </DialogBody>
      <Buttons />
    </Form>
  )
}

const InboundNote = z.object({ note: z.string().trim().max(200) })

/** Notes at a lead that the customer calls us. */
function InboundForm({ lead, onDone }: { readonly lead: CalledLead; readonly onDone: () => void }) {
  const note = useCommand(leads.call)
  const form = useZodForm(InboundNote, { defaultValues: { note: '' } })
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        await note.mutateAsync({
          params: { id: lead.id },
          body: { note: values.note || 'De klant belde ons', contactBasis: { kind: 'inbound' } },
        })
        toast({ title: 'Je mag nu bellen', description: 'Dit geldt twee uur, en één keer terugbellen.' })
        onDone()
      }}
      onFailure={onFailure}
    >
      <DialogBody>
        <Text as="p" color="muted">
          Geldt alleen voor dit gesprek, twee uur lang.
        </Text>
        <FormText form={form} name="note" label="Waarvoor belt de klant?" maxLength={200} optional />
      </DialogBody>
      <Buttons />
    </Form>
  )
}
