import { useState } from 'react'
import { API_KEY_DAYS, ApiKeyForm, apiKeys } from '../../../../shared/api/api-keys.ts'
import { appointments } from '../../../../shared/api/appointments.ts'
import { useCommand } from '../../../lib/query.ts'
import { RecordDialog } from '../../../records/dialog/record-dialog.tsx'
import { FormArea, FormDate } from '../../../records/form-controls.tsx'
import { addDays, today } from '../../../ui/dates/calendar-days.ts'
import type { Returning } from '../../../ui/dialogs/return-focus.ts'
import { ShownOnceDialog } from '../../../ui/dialogs/shown-once-dialog.tsx'
import { Copyable } from '../../../ui/fields/copyable.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { OwnerProofFields } from '../owner-proof-fields.tsx'

/** Shows the form that creates an API key, and then the key, once (rulings 61). */
export function ApiKeyDialog(props: Returning) {
  const [apiKey, setApiKey] = useState<string | null>(null)
  if (apiKey !== null) return <NewKey apiKey={apiKey} {...props} />
  return <KeyForm onCreated={setApiKey} {...props} />
}

interface KeyFormProps extends Returning {
  readonly onCreated: (apiKey: string) => void
}

function KeyForm({ onCreated, returnFocus, onClose }: KeyFormProps) {
  const create = useCommand(apiKeys.create)
  return (
    <RecordDialog
      kind="api-key"
      record={null}
      schema={ApiKeyForm}
      valuesOf={() => ({
        name: '',
        description: '',
        expiresAt: addDays(today(), API_KEY_DAYS),
        password: '',
        token: '',
      })}
      secrets={['password', 'token']}
      title="Nieuwe API key"
      description="Een key leest gegevens; wijzigen kan er niet mee."
      submit="API key maken"
      save={(body) => create.mutateAsync({ body })}
      onSaved={({ apiKey }) => onCreated(apiKey)}
      failure={{ title: 'Fout bij aanmaken API key' }}
      returnFocus={returnFocus}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FormField form={form} name="name" label="Naam" hint="Het systeem dat de key gebruikt" required>
            {(field) => <TextInput {...field} maxLength={80} />}
          </FormField>
          <FormArea form={form} name="description" label="Omschrijving" rows={2} maxLength={400} optional />
          <FormDate
            form={form}
            name="expiresAt"
            label="Geldig tot en met"
            hint="Standaard een jaar. Leeg = geldig tot je de key uitschakelt."
            min={today()}
            optional
          />
          <OwnerProofFields form={form} />
        </>
      )}
    </RecordDialog>
  )
}

interface NewKeyProps extends Returning {
  readonly apiKey: string
}

function NewKey({ apiKey, returnFocus, onClose }: NewKeyProps) {
  const example = `curl -H 'x-api-key: ${apiKey}' ${location.origin}${appointments.list.path}`
  return (
    <ShownOnceDialog
      title="Je nieuwe API key"
      description="Kopieer de key nu. Hierna zie je de key niet meer."
      question="Heb je de API key bewaard?"
      returnFocus={returnFocus}
      onClose={onClose}
    >
      <Copyable label="API key" text={apiKey} />
      <Copyable label="Voorbeeld met curl" text={example} />
    </ShownOnceDialog>
  )
}
