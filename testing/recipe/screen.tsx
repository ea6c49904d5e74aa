import { Plus } from 'lucide-react'
import { useState } from 'react'
import type * as z from 'zod'
import { personOptionOf, useColleagues } from '../../frontend/domains/people.ts'
import { useCommand, useList } from '../../frontend/lib/query.ts'
import { useCan } from '../../frontend/lib/session.ts'
import { RecordDialog } from '../../frontend/records/dialog/record-dialog.tsx'
import { RemoveRecord } from '../../frontend/records/dialog/remove-record.tsx'
import { useSave } from '../../frontend/records/dialog/use-save.ts'
import { changesIn } from '../../frontend/records/differences.ts'
import { formValuesOf } from '../../frontend/records/field-values.ts'
import { RecordHistory } from '../../frontend/records/history.tsx'
import { ExportMenu } from '../../frontend/records/list/export-menu.tsx'
import { useListAddress } from '../../frontend/records/list/list-address.ts'
import { RecordList } from '../../frontend/records/list/record-list.tsx'
import { PlainFields } from '../../frontend/records/record-fields.tsx'
import { listColumnsOf } from '../../frontend/records/shown-fields.tsx'
import { BarButton } from '../../frontend/ui/buttons/bar-button.tsx'
import { Combobox } from '../../frontend/ui/choices/combobox.tsx'
import { FormField } from '../../frontend/ui/fields/form.tsx'
import { Screen } from '../../frontend/ui/frame/screen.tsx'
import { CardRow } from '../../frontend/ui/table/data-table-card.tsx'
import type { Column } from '../../frontend/ui/table/data-table-types.ts'
import { FilterTabs } from '../../frontend/ui/table/filter-bar.tsx'
import { type Complaint, ComplaintFilter, ComplaintForm, complaints } from './api.ts'
import { complaintLabels, complaintStatuses, complaintFields as fields } from './record.ts'

const columns: Column<Complaint>[] = [
  { id: 'customer', header: fields.customerName.label, cell: ({ customerName }) => customerName },
  ...listColumnsOf<Complaint>(fields),
]
const choices = complaintStatuses.map((value) => ({ value, label: complaintLabels[value] }))

/** Shows the example complaints (docs/growing.md, not in the product) within reach, with filter, export and dialog. */
export function ComplaintsScreen() {
  const address = useListAddress(ComplaintFilter, [])
  const { filter, setFilter } = address
  const list = useList(complaints.list, { query: filter })
  const mayNote = useCan('appointment:create')
  const [opened, setOpened] = useState<{ readonly complaint: Complaint | null } | null>(null)
  const open = (complaint: Complaint | null) => setOpened({ complaint })
  return (
    <Screen
      title="Klachten"
      kind="list"
      actions={
        <>
          <ExportMenu name="klachten" endpoint={complaints.export} query={filter} />
          {mayNote && <BarButton tone="primary" icon={<Plus />} label="Nieuwe klacht" onClick={() => open(null)} />}
        </>
      }
    >
      <FilterTabs
        label="Status"
        value={filter.status ?? ''}
        onChange={(status) => setFilter({ status })}
        options={[{ value: '', label: 'Alle' }, ...choices]}
      />
      <RecordList
        list={list}
        columns={columns}
        noun={{ one: 'klacht', many: 'klachten' }}
        address={address}
        card={(row) => <CardRow title={row.customerName} meta={row.complaint} badge={complaintLabels[row.status]} />}
        onOpen={open}
        empty={{ title: 'Geen klachten gevonden' }}
      />
      {opened && <ComplaintDialog {...opened} onClose={() => setOpened(null)} />}
    </Screen>
  )
}

/** Shows the form of an example complaint (docs/growing.md, not in the product); `complaint` is null for a new one. */
function ComplaintDialog({ complaint, onClose }: { readonly complaint: Complaint | null; onClose: () => void }) {
  const save = useSave(complaints.create, complaints.update)
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
      save={save}
      saved={complaint ? 'Klacht bijgewerkt' : 'Klacht genoteerd'}
      failure={{ fallback: 'Er is een fout opgetreden bij het opslaan van de klacht.' }}
      conflict={{ newest: complaints.get, changes: changesIn(fields), gone: 'De klacht is niet meer te vinden.' }}
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
