import { Landmark } from 'lucide-react'
import { type PaymentFile, paymentFileStateLabels } from '../../../shared/api/schemas/payment-files.ts'
import { formatDate, formatDateTime, formatMoney, formatNumber, fullNameOf } from '../../lib/format.ts'
import { RecordList } from '../../records/list/record-list.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { CardRow } from '../../ui/table/data-table-card.tsx'
import type { Column } from '../../ui/table/data-table-types.ts'
import { usePaymentFiles } from './api.ts'

const tones = { waiting: 'warn', open: 'info', paid: 'ok', rejected: 'bad', withdrawn: 'neutral' } as const

/** Shows the state of a payment file as a badge: waiting, open, paid, rejected or withdrawn. */
export function FileState({ state }: Pick<PaymentFile, 'state'>) {
  return <Badge tone={tones[state]}>{paymentFileStateLabels[state]}</Badge>
}

const invoicesText = (count: number) => (count === 1 ? '1 factuur' : `${formatNumber(count)} facturen`)

const columns: readonly Column<PaymentFile>[] = [
  {
    id: 'day',
    header: 'Uitvoerdatum',
    width: 130,
    cell: ({ executionDate }) => <span className="pv-strong">{formatDate(executionDate)}</span>,
  },
  { id: 'state', header: 'Status', least: 190, cell: ({ state }) => <FileState state={state} /> },
  { id: 'count', header: 'Facturen', width: 90, align: 'end', cell: ({ count }) => formatNumber(count) },
  {
    id: 'made',
    header: 'Gemaakt',
    least: 240,
    dropOrder: 1,
    cell: ({ createdAt, createdBy }) => `${formatDateTime(createdAt)} · ${fullNameOf(createdBy)}`,
  },
  { id: 'total', header: 'Bedrag', width: 130, align: 'end', cell: ({ total }) => formatMoney(total) },
]

/** Texts of an empty list of payment files: all, those that the bank has still to pay, and the others. */
const empty = {
  all: 'Nog geen betaalbestanden',
  underWay: 'Geen betaling onderweg',
  done: 'Nog niets afgehandeld',
} as const

const isUnderWay = ({ state }: PaymentFile) => state === 'waiting' || state === 'open'

interface PaymentFilesProps {
  /** Files that the list shows; `underWay` has those that wait for approval or for the bank. */
  readonly which: keyof typeof empty
  readonly onOpen: (file: PaymentFile) => void
}

/** Lists payment files, newest first; a click on one shows its payments. */
export function PaymentFiles({ which, onOpen }: PaymentFilesProps) {
  const list = usePaymentFiles()
  const data = which === 'all' ? list.data : list.data?.filter((file) => isUnderWay(file) === (which === 'underWay'))
  return (
    <RecordList
      list={{ ...list, data }}
      columns={columns}
      noun={{ one: 'betaalbestand', many: 'betaalbestanden' }}
      card={({ executionDate, count, createdBy, total, state }) => (
        <CardRow
          title={formatDate(executionDate)}
          meta={`${invoicesText(count)} · ${fullNameOf(createdBy)}`}
          end={formatMoney(total)}
          badge={<FileState state={state} />}
        />
      )}
      onOpen={onOpen}
      empty={{
        icon: <Landmark />,
        title: empty[which],
        text: 'Kies bij Te betalen welke facturen de bank betaalt.',
      }}
    />
  )
}
