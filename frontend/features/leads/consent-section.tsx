import { useState } from 'react'
import * as z from 'zod'
import { leads } from '../../../shared/api/leads.ts'
import { localDate, requireText } from '../../../shared/api/parts/fields.ts'
import { leadFields } from '../../../shared/leads/record.ts'
import type { LeadChange, LeadDetails, SavedLead } from '../../../shared/leads/schemas.ts'
import { showClosed } from '../../domains/contact/close-number.tsx'
import { formatDate } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { useInnerDraft } from '../../records/dialog/use-inner-draft.ts'
import { showFailure } from '../../records/failure.ts'
import { FormDate, FormText } from '../../records/form-controls.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { Field, FieldRow } from '../../ui/fields/field.tsx'
import { Form, SubmitButton, useZodForm } from '../../ui/fields/form.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { toast } from '../../ui/messages/toast.ts'

interface ConsentSectionProps {
  readonly lead: LeadDetails
  readonly mayEdit: boolean
}

/**
 * Shows whether the customer consented to be called, and whether the number may be called. Each change is saved at
 * once.
 */
export function ConsentSection({ lead, mayEdit }: ConsentSectionProps) {
  const { role } = useUser()
  const save = useSave(lead)
  const [asking, setAsking] = useState<'consent' | 'close' | 'open' | null>(null)
  const done = () => setAsking(null)
  return (
    <Stack gap={10}>
      <p>
        <Unbroken>
          {lead.consent
            ? `Toestemming via ${lead.consent.source} op ${formatDate(lead.consent.date)}.`
            : 'Geen toestemming vastgelegd.'}
        </Unbroken>
      </p>
      {mayEdit && asking !== 'consent' && (
        <Row gap={8} align="stretch" wrap>
          <Button size="small" onClick={() => setAsking('consent')}>
            {lead.consent ? 'Toestemming wijzigen' : 'Toestemming vastleggen'}
          </Button>
          {!lead.doNotCall && lead.customerPhone && (
            <Button size="small" onClick={() => setAsking('close')}>
              {leadFields.doNotCall.label}
            </Button>
          )}
          {lead.doNotCall && role === 'admin' && (
            <Button size="small" onClick={() => setAsking('open')}>
              Nummer vrijgeven
            </Button>
          )}
        </Row>
      )}
      {asking === 'consent' && <ConsentForm lead={lead} onSave={save} onDone={done} />}
      {asking === 'close' && <CloseNumber lead={lead} onSave={save} onDone={done} />}
      {asking === 'open' && <OpenNumber lead={lead} onSave={save} onDone={done} />}
    </Stack>
  )
}

type Save = (change: LeadChange, success?: string) => Promise<SavedLead>

interface PartProps {
  readonly lead: LeadDetails
  readonly onSave: Save
  readonly onDone: () => void
}

function useSave({ id, version }: LeadDetails): Save {
  const change = useCommand(leads.update)
  return async (body, success) => {
    const lead = await change.mutateAsync({ params: { id }, body, version })
    if (success !== undefined) toast({ title: success })
    return lead
  }
}

const ConsentFields = z.object({
  consentSource: requireText('Vul in hoe de toestemming is gegeven'),
  consentDate: localDate('Kies de dag waarop de toestemming is gegeven'),
})

function ConsentForm({ lead: { id, consent }, onSave, onDone }: PartProps) {
  const stored = { consentSource: consent?.source ?? '', consentDate: consent?.date ?? '' }
  const form = useZodForm(ConsentFields, { defaultValues: stored })
  const clear = useInnerDraft(form, `consent:${id}`, stored)
  return (
    <Form
      form={form}
      onSubmit={async ({ consentSource, consentDate }) => {
        await onSave({ consent: { source: consentSource, date: consentDate } }, 'Toestemming vastgelegd')
        clear()
        onDone()
      }}
      onFailure={(error) => showFailure(error, { fallback: 'Er is een fout opgetreden' })}
    >
      <FieldRow>
        <FormText form={form} name="consentSource" label={leadFields.consentSource.label} required />
        <FormDate form={form} name="consentDate" label={leadFields.consentDate.label} required />
      </FieldRow>
      <Row gap={8} align="stretch" wrap>
        <SubmitButton>Vastleggen</SubmitButton>
        <Button
          onClick={() => {
            clear()
            onDone()
          }}
        >
          Annuleren
        </Button>
      </Row>
    </Form>
  )
}

function CloseNumber({ lead, onSave, onDone }: PartProps) {
  const [source, setSource] = useState('')
  return (
    <Confirm
      onOpenChange={onDone}
      title={`${lead.customerPhone} niet meer bellen?`}
      description="Dit geldt voor het nummer, in alle leads en afspraken. Alleen een beheerder kan het weer vrijgeven."
      confirmText="Niet meer bellen"
      onConfirm={() =>
        runAndShowFailure(async () => {
          const { mayBeJudged } = await onSave({ doNotCall: true, doNotCallSource: source })
          showClosed(mayBeJudged)
        })
      }
    >
      <Field label={leadFields.doNotCallSource.label} optional>
        <TextInput value={source} onChange={setSource} maxLength={200} />
      </Field>
    </Confirm>
  )
}

function OpenNumber({ lead, onSave, onDone }: PartProps) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  return (
    <Confirm
      onOpenChange={onDone}
      tone="primary"
      title={`${lead.customerPhone} weer vrijgeven?`}
      description="Het nummer mag daarna weer gebeld worden. De reden wordt bewaard."
      confirmText="Vrijgeven"
      onConfirm={async () => {
        setMissing(reason.trim() === '')
        if (reason.trim() === '') throw new Error('A reason is needed')
        await runAndShowFailure(() => onSave({ doNotCall: false, doNotCallLiftReason: reason }, 'Nummer vrijgegeven'))
      }}
    >
      <Field
        label="Waarom mag dit nummer weer gebeld worden?"
        required
        error={missing ? 'Vul in waarom dit nummer weer gebeld mag worden' : undefined}
      >
        <TextInput value={reason} onChange={setReason} maxLength={500} />
      </Field>
    </Confirm>
  )
}

/** Runs an action. Shows a failure and rethrows it, so that the confirmation dialog stays open. */
async function runAndShowFailure(action: () => Promise<unknown>): Promise<void> {
  try {
    await action()
  } catch (error) {
    showFailure(error, { fallback: 'Er is een fout opgetreden' })
    throw error
  }
}
