import * as z from 'zod'
import { leads } from '../../../shared/api/leads.ts'
import { localTime, optionalDate, requireLines } from '../../../shared/api/parts/fields.ts'
import { leadFields } from '../../../shared/leads/record.ts'
import type { Lead } from '../../../shared/leads/schemas.ts'
import { useCommand } from '../../lib/query.ts'
import { useInnerDraft } from '../../records/dialog/use-inner-draft.ts'
import { showFailure } from '../../records/failure.ts'
import { FormArea, FormDate, FormTime } from '../../records/form-controls.tsx'
import { FieldRow } from '../../ui/fields/field.tsx'
import { Form, SubmitButton, useZodForm } from '../../ui/fields/form.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { momentOf } from './form-values.ts'

const CallNote = z
  .object({
    note: requireLines('Vul in wat er is besproken', 2000),
    callBackDate: optionalDate,
    callBackTime: z.union([z.literal(''), localTime()]),
  })
  .superRefine(({ callBackDate, callBackTime }, context) => {
    if (callBackTime && !callBackDate) {
      context.addIssue({ code: 'custom', path: ['callBackDate'], message: 'Kies ook de dag waarop je terugbelt' })
    }
  })

const empty = { note: '', callBackDate: '', callBackTime: '' }

/** Shows the form for the notes of a call with a lead, and for when to call back. */
export function CallForm({ lead }: { readonly lead: Lead }) {
  const note = useCommand(leads.call)
  const form = useZodForm(CallNote, { defaultValues: empty })
  const clear = useInnerDraft(form, `call:${lead.id}`, empty)

  async function save({ note: text, callBackDate, callBackTime }: z.output<typeof CallNote>): Promise<void> {
    const callBackAt = momentOf(callBackDate, callBackTime)
    await note.mutateAsync({ params: { id: lead.id }, body: { note: text, ...(callBackAt ? { callBackAt } : {}) } })
    clear()
    toast({ title: 'Gesprek genoteerd' })
  }

  return (
    <Form
      form={form}
      onSubmit={save}
      onFailure={(error) => showFailure(error, { fallback: 'Er is een fout opgetreden' })}
    >
      <FormArea form={form} name="note" label="Wat is er besproken?" rows={2} required />
      <FieldRow>
        <FormDate form={form} name="callBackDate" label={leadFields.callBackDate.label} />
        <FormTime form={form} name="callBackTime" label={leadFields.callBackTime.label} />
      </FieldRow>
      <div>
        <SubmitButton>Gesprek noteren</SubmitButton>
      </div>
    </Form>
  )
}
