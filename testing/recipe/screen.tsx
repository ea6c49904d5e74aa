import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../frontend/lib/query.ts'
import { useCan } from '../../frontend/lib/session.ts'
import { ExportMenu } from '../../frontend/records/list/export-menu.tsx'
import { useListAddress } from '../../frontend/records/list/list-address.ts'
import { RecordList } from '../../frontend/records/list/record-list.tsx'
import { listColumnsOf } from '../../frontend/records/shown-fields.tsx'
import { BarButton } from '../../frontend/ui/buttons/bar-button.tsx'
import { Screen } from '../../frontend/ui/frame/screen.tsx'
import { CardRow } from '../../frontend/ui/table/data-table-card.tsx'
import type { Column } from '../../frontend/ui/table/data-table-types.ts'
import { FilterTabs } from '../../frontend/ui/table/filter-bar.tsx'
import { type Complaint, ComplaintFilter, complaints } from './api.ts'
import { ComplaintDialog } from './dialog.tsx'
import { complaintFields, complaintLabels, complaintStatuses } from './record.ts'

const columns: Column<Complaint>[] = [
  { id: 'customer', header: complaintFields.customerName.label, cell: ({ customerName }) => customerName },
  ...listColumnsOf<Complaint>(complaintFields),
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
          <ExportMenu isTight name="klachten" endpoint={complaints.export} query={filter} />
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
