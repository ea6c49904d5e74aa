import { Plus } from 'lucide-react'
import { useState } from 'react'
import { personOptionOf, useColleagues } from '../../frontend/domains/people.ts'
import { useList } from '../../frontend/lib/query.ts'
import { useCan } from '../../frontend/lib/session.ts'
import { RecordDialog } from '../../frontend/records/dialog/record-dialog.tsx'
import { RemoveRecord } from '../../frontend/records/dialog/remove-record.tsx'
import { useSave } from '../../frontend/records/dialog/use-save.ts'
import { RecordHistory } from '../../frontend/records/history.tsx'
import { ExportMenu } from '../../frontend/records/list/export-menu.tsx'
import { useListAddress } from '../../frontend/records/list/list-address.ts'
import { RecordList } from '../../frontend/records/list/record-list.tsx'
import { listColumnsOf } from '../../frontend/records/shown-fields.tsx'
import { BarButton } from '../../frontend/ui/buttons/bar-button.tsx'
import { Combobox } from '../../frontend/ui/choices/combobox.tsx'
import { FormField } from '../../frontend/ui/fields/form.tsx'
import { Screen } from '../../frontend/ui/frame/screen.tsx'
import { CardRow } from '../../frontend/ui/table/data-table-card.tsx'
import type { Column } from '../../frontend/ui/table/data-table-types.ts'
import { FilterTabs } from '../../frontend/ui/table/filter-bar.tsx'
import { type Complaint, ComplaintFilter, ComplaintForm, complaints } from './api.ts'
import { complaint as card, complaintLabels, complaintStatuses } from './record.ts'

const { fields } = card

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
          {mayNote && <BarButton tone="primary" icon={<Plus />} label="Klacht toevoegen" onClick={() => open(null)} />}
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
        noun={card.noun}
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
  const { data = [] } = useColleagues()
  const mayAssign = useCan('appointment:handover')
  return (
    <RecordDialog
      card={card}
      kind="complaint"
      record={complaint}
      schema={ComplaintForm}
      initial={{ status: 'open' }}
      save={save}
      conflict={{ newest: complaints.get }}
      removal={(base, slot) => (
        <RemoveRecord
          {...{ ...slot, noun: card.noun, record: base, endpoint: complaints.remove }}
          title={`Klacht van ${base.customerName} verwijderen?`}
          description="De klacht wordt definitief verwijderd."
        />
      )}
      onClose={onClose}
    >
      {(form, base, plain) => (
        <>
          {plain('complaint')}
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
