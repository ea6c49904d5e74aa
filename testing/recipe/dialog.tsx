import type * as z from 'zod'
import { personOptionOf, useColleagues } from '../../frontend/domains/people.ts'
import { useCommand } from '../../frontend/lib/query.ts'
import { useCan } from '../../frontend/lib/session.ts'
import { RecordDialog } from '../../frontend/records/dialog/record-dialog.tsx'
import { RemoveRecord } from '../../frontend/records/dialog/remove-record.tsx'
import { changesIn } from '../../frontend/records/differences.ts'
import { formValuesOf } from '../../frontend/records/field-values.ts'
import { RecordHistory } from '../../frontend/records/history.tsx'
import { PlainFields } from '../../frontend/records/record-fields.tsx'
import { Combobox } from '../../frontend/ui/choices/combobox.tsx'
import { FormField } from '../../frontend/ui/fields/form.tsx'
import { type Complaint, ComplaintForm, complaints } from './api.ts'
import { complaintFields as fields } from './record.ts'

/** Shows the form of an example complaint (docs/growing.md, not in the product); `complaint` is null for a new one. */
export function ComplaintDialog({ complaint, onClose }: { readonly complaint: Complaint | null; onClose: () => void }) {
  const create = useCommand(complaints.create)
  const update = useCommand(complaints.update)
  // A deleted complaint must not be fetched again.
  const remove = useCommand(complaints.remove)
  const { data = [] } = useColleagues()
  const mayAssign = useCan('appointment:handover')
  return (
    <RecordDialog
      kind="complaint"
      record={complaint}
      schema={ComplaintForm}
      valuesOf={(row) => formValuesOf<z.input<typeof ComplaintForm>>(fields, { status: 'open', ...row })}
      title={complaint ? 'Klacht bewerken' : 'Nieuwe klacht'}
      submit="Opslaan"
      save={(body, base) =>
        base
          ? update.mutateAsync({ params: { id: base.id }, body, version: base.version })
          : create.mutateAsync({ body })
      }
      saved={complaint ? 'Klacht bijgewerkt' : 'Klacht genoteerd'}
      failure={{ fallback: 'Er is een fout opgetreden bij het opslaan van de klacht.' }}
      conflict={{
        newest: complaints.get,
        changes: changesIn(fields),
        gone: 'De klacht is niet meer te vinden.',
      }}
      removal={({ id, version, customerName }, slot) => (
        <RemoveRecord
          {...slot}
          title={`Klacht van ${customerName} verwijderen?`}
          description="De klacht wordt definitief verwijderd."
          remove={() => remove.mutateAsync({ params: { id }, version })}
          removed="Klacht verwijderd"
          fallback="Er is een fout opgetreden bij het verwijderen van de klacht."
        />
      )}
      onClose={onClose}
    >
      {(form, base) => (
        <>
          <PlainFields form={form} fields={fields} schema={ComplaintForm} group="complaint" />
          {mayAssign && (
            <FormField form={form} name="ownerId" label={fields.ownerId.label}>
              {(field) => <Combobox {...field} options={data.map((colleague) => personOptionOf(colleague))} />}
            </FormField>
          )}
          {base && <RecordHistory endpoint={complaints.history} id={base.id} fields={fields} />}
        </>
      )}
    </RecordDialog>
  )
}
