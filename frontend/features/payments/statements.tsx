import { FileText } from 'lucide-react'
import type { BankStatement } from '../../../shared/api/schemas/bank.ts'
import { formatDateTime, formatNumber, fullNameOf } from '../../lib/format.ts'
import { RecordList } from '../../records/list/record-list.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { CardRow } from '../../ui/table/data-table-card.tsx'
import type { Column } from '../../ui/table/data-table-types.ts'
import { useStatements } from './api.ts'

/** Shows what a bank statement still needs: bookings to confirm, bookings to check, or nothing. */
function StatementState({ toConfirm, doubtful }: Pick<BankStatement, 'toConfirm' | 'doubtful'>) {
  if (toConfirm > 0) return <Badge tone="warn">{formatNumber(toConfirm)} te bevestigen</Badge>
  if (doubtful > 0) return <Badge tone="warn">{formatNumber(doubtful)} zelf nakijken</Badge>
  return <Badge tone="ok">Verwerkt</Badge>
}

const columns: readonly Column<BankStatement>[] = [
  {
    id: 'file',
    header: 'Bestand',
    least: 220,
    cell: ({ filename }) => <span className="pv-strong">{filename}</span>,
  },
  { id: 'state', header: 'Status', width: 180, cell: (statement) => <StatementState {...statement} /> },
  { id: 'bookings', header: 'Boekingen', width: 100, align: 'end', cell: ({ bookings }) => formatNumber(bookings) },
  {
    id: 'uploaded',
    header: 'Geüpload',
    least: 240,
    dropOrder: 1,
    cell: ({ uploadedAt, uploadedBy }) => `${formatDateTime(uploadedAt)} · ${fullNameOf(uploadedBy)}`,
  },
]

/** Lists the bank statements, the latest upload first. */
export function Statements({ onOpen }: { readonly onOpen: (statement: BankStatement) => void }) {
  return (
    <RecordList
      list={useStatements()}
      columns={columns}
      noun={{ one: 'bankafschrift', many: 'bankafschriften' }}
      card={(statement) => (
        <CardRow
          title={statement.filename}
          meta={`${formatDateTime(statement.uploadedAt)} · ${fullNameOf(statement.uploadedBy)}`}
          badge={<StatementState {...statement} />}
        />
      )}
      onOpen={onOpen}
      empty={{
        icon: <FileText />,
        title: 'Nog geen bankafschriften',
        text: 'Upload een bankafschrift en zie welke facturen zijn betaald.',
      }}
    />
  )
}
