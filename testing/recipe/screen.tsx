import { Plus } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod'
import { personOption, useColleagues } from '../../frontend/domains/people.ts'
import { call } from '../../frontend/lib/client.ts'
import { fullName } from '../../frontend/lib/format.ts'
import { refresh, useCommand, useList } from '../../frontend/lib/query.ts'
import { useCan } from '../../frontend/lib/session.ts'
import { RecordDialog } from '../../frontend/records/dialog/record-dialog.tsx'
import { useListAddress } from '../../frontend/records/list/list-address.ts'
import { RecordList } from '../../frontend/records/list/record-list.tsx'
import { tellSaved } from '../../frontend/records/list/saved.ts'
import { BarButton } from '../../frontend/ui/buttons/bar-button.tsx'
import { Combobox } from '../../frontend/ui/choices/combobox.tsx'
import { FormField } from '../../frontend/ui/fields/form.tsx'
import { TextArea } from '../../frontend/ui/fields/text-area.tsx'
import { TextInput } from '../../frontend/ui/fields/text-input.tsx'
import { Screen } from '../../frontend/ui/frame/screen.tsx'
import { CardRow } from '../../frontend/ui/table/data-table-card.tsx'
import type { Column } from '../../frontend/ui/table/data-table-types.ts'
import { type Complaint, ComplaintForm, complaintLabels, complaints } from './contract.ts'

const shown = [complaints.list, complaints.get]

const columns: Column<Complaint>[] = [
  { id: 'customer', header: 'Klant', cell: ({ customerName }) => customerName },
  { id: 'complaint', header: 'Klacht', cell: ({ complaint }) => complaint },
  { id: 'status', header: 'Status', width: 110, cell: ({ status }) => complaintLabels[status] },
  { id: 'owner', header: 'Behandelaar', width: 180, cell: ({ owner }) => fullName(owner) },
]

/** Shows the complaints within reach, to view, note, change and hand over. */
export function ComplaintsScreen() {
  const address = useListAddress(z.object({}), [])
  const list = useList(complaints.list)
  const mayNote = useCan('appointment:create')
  const [opened, setOpened] = useState<{ readonly complaint: Complaint | null } | null>(null)
  const open = (complaint: Complaint | null) => setOpened({ complaint })
  return (
    <Screen
      title="Klachten"
      kind="list"
      actions={mayNote && <BarButton tone="primary" icon={<Plus />} label="Nieuwe klacht" onClick={() => open(null)} />}
    >
      <RecordList
        list={list}
        columns={columns}
        label="Klachten"
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

function ComplaintDialog({ complaint, onClose }: { readonly complaint: Complaint | null; onClose: () => void }) {
  const create = useCommand(complaints.create, { refreshes: shown })
  const update = useCommand(complaints.update, { refreshes: shown })
  const { data = [] } = useColleagues()
  const mayAssign = useCan('appointment:handover')
  return (
    <RecordDialog
      kind="complaint"
      record={complaint}
      schema={ComplaintForm}
      valuesOf={(row) => ({
        customerName: row?.customerName ?? '',
        complaint: row?.complaint ?? '',
        ownerId: row?.ownerId ?? '',
      })}
      title={complaint ? 'Klacht bewerken' : 'Nieuwe klacht'}
      submit="Opslaan"
      save={(body, base) =>
        base
          ? update.mutateAsync({ params: { id: base.id }, body, version: base.version })
          : create.mutateAsync({ body })
      }
      onSaved={({ id }) => {
        tellSaved(complaint ? 'Klacht bijgewerkt' : 'Klacht genoteerd', id)
        onClose()
      }}
      failure={{ fallback: 'Er is een fout opgetreden bij het opslaan van de klacht.' }}
      conflict={{
        newest: ({ id }) => call(complaints.get, { params: { id } }),
        changes: (before, after) => (before.complaint === after.complaint ? [] : [`Klacht: ${after.complaint}`]),
        gone: 'De klacht is niet meer te vinden.',
        refresh: () => refresh(shown),
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FormField form={form} name="customerName" label="Klant" required>
            {(field) => <TextInput {...field} />}
          </FormField>
          <FormField form={form} name="complaint" label="Klacht" required>
            {(field) => <TextArea {...field} />}
          </FormField>
          {mayAssign && (
            <FormField form={form} name="ownerId" label="Behandelaar">
              {(field) => <Combobox {...field} options={data.map((colleague) => personOption(colleague))} />}
            </FormField>
          )}
        </>
      )}
    </RecordDialog>
  )
}
