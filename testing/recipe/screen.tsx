import { Plus } from 'lucide-react'
import { useState } from 'react'
import { personOption, useColleagues } from '../../frontend/domains/people.ts'
import { call } from '../../frontend/lib/client.ts'
import { fullName } from '../../frontend/lib/format.ts'
import { queryClient, useCommand, useList } from '../../frontend/lib/query.ts'
import { useCan } from '../../frontend/lib/session.ts'
import { useListAddress } from '../../frontend/records/list-address.ts'
import { RecordDialog } from '../../frontend/records/record-dialog.tsx'
import { RecordList } from '../../frontend/records/record-list.tsx'
import { tellSaved } from '../../frontend/records/saved.ts'
import { Button } from '../../frontend/ui/button.tsx'
import { Combobox } from '../../frontend/ui/combobox.tsx'
import { CardRow } from '../../frontend/ui/data-table-card.tsx'
import type { Column } from '../../frontend/ui/data-table-types.ts'
import { FilterBar } from '../../frontend/ui/filter-bar.tsx'
import { FormField } from '../../frontend/ui/form.tsx'
import { Screen } from '../../frontend/ui/screen.tsx'
import { Select } from '../../frontend/ui/select.tsx'
import { TextArea } from '../../frontend/ui/text-area.tsx'
import { TextInput } from '../../frontend/ui/text-input.tsx'
import { type Complaint, ComplaintFilter, ComplaintForm, type complaintStatuses, complaints } from './contract.ts'

const refreshes = [complaints.list, complaints.get]
const statusLabels: Record<(typeof complaintStatuses)[number], string> = { open: 'Open', solved: 'Opgelost' }
const statusOptions = Object.entries(statusLabels).map(([value, label]) => ({ value, label }))

const columns: Column<Complaint>[] = [
  { id: 'customer', header: 'Klant', cell: ({ customerName }) => customerName },
  { id: 'complaint', header: 'Klacht', cell: ({ complaint }) => complaint },
  { id: 'status', header: 'Status', width: 110, cell: ({ status }) => statusLabels[status] },
  { id: 'owner', header: 'Behandelaar', width: 180, cell: ({ owner }) => fullName(owner) },
]

/** The complaints within reach: one looks, notes, changes and gives them away. */
export function ComplaintsScreen() {
  const address = useListAddress(ComplaintFilter, [])
  const list = useList(complaints.list, { query: address.filter })
  const mayNote = useCan('appointment:create')
  const [opened, setOpened] = useState<{ readonly complaint: Complaint | null } | null>(null)
  const { filter, setFilter } = address
  return (
    <Screen
      title="Klachten"
      kind="list"
      toolbar={
        <FilterBar>
          <Select
            aria-label="Status"
            value={filter.status}
            onChange={(status) => setFilter({ status })}
            options={statusOptions}
            placeholder="Alle"
          />
        </FilterBar>
      }
      actions={
        mayNote && (
          <Button tone="primary" icon={<Plus />} onClick={() => setOpened({ complaint: null })}>
            Nieuwe klacht
          </Button>
        )
      }
    >
      <RecordList
        list={list}
        columns={columns}
        label="Klachten"
        noun={{ one: 'klacht', many: 'klachten' }}
        address={address}
        card={({ customerName, complaint, status }) => (
          <CardRow title={customerName} meta={complaint} badge={statusLabels[status]} />
        )}
        onOpen={(complaint) => setOpened({ complaint })}
        empty={{ title: 'Geen klachten gevonden' }}
      />
      {opened && <ComplaintDialog {...opened} onClose={() => setOpened(null)} />}
    </Screen>
  )
}

type DialogProps = { readonly complaint: Complaint | null; readonly onClose: () => void }

function ComplaintDialog({ complaint, onClose }: DialogProps) {
  const create = useCommand(complaints.create, { refreshes })
  const update = useCommand(complaints.update, { refreshes })
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
        refresh: () => queryClient.invalidateQueries({ queryKey: [complaints.list.path] }),
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
