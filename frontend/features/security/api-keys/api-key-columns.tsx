import type { ApiKey } from '../../../../shared/api/api-keys.ts'
import { formatDate, formatDateTime, formatNumber } from '../../../lib/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import type { Column } from '../../../ui/table/data-table-types.ts'
import { ApiKeyStatus, formatExpiry, isUsable } from './api-key-status.tsx'

/** Returns the table columns of the list of API keys; none contains a key itself. */
export function columnsOf(onSwitchOff: (apiKey: ApiKey) => void): Column<ApiKey>[] {
  return [
    { id: 'name', header: 'Naam', cell: (row) => <Name apiKey={row} /> },
    {
      id: 'preview',
      header: 'Key',
      width: 152,
      dropOrder: 3,
      cell: (row) => (
        <Text as="code" size={12} weight="regular">
          {row.keyPreview}
        </Text>
      ),
    },
    { id: 'status', header: 'Status', width: 136, cell: (row) => <ApiKeyStatus apiKey={row} /> },
    {
      id: 'created',
      header: 'Aangemaakt',
      width: 108,
      dropOrder: 1,
      numeric: true,
      cell: (row) => formatDate(row.createdAt),
    },
    { id: 'expires', header: 'Verloopt', width: 108, cell: formatExpiry },
    {
      id: 'used',
      header: 'Laatst gebruikt',
      width: 148,
      dropOrder: 2,
      numeric: true,
      cell: (row) => (row.lastUsedAt ? formatDateTime(row.lastUsedAt) : <span className="pv-soft">Nog niet</span>),
    },
    { id: 'reads', header: 'Gelezen', width: 92, numeric: true, cell: (row) => formatNumber(row.reads) },
    {
      id: 'actions',
      header: 'Acties',
      headerHidden: true,
      width: 152,
      align: 'end',
      cell: (row) =>
        isUsable(row) && (
          <Button size="small" aria-label={`${row.name} uitschakelen`} onClick={() => onSwitchOff(row)}>
            Uitschakelen
          </Button>
        ),
    },
  ]
}

function Name({ apiKey: { name, description } }: { readonly apiKey: ApiKey }) {
  return (
    <span {...(description ? { 'data-tip': description } : {})}>
      <span className="pv-strong">{name}</span>
      {description && <span className="pv-soft"> · {description}</span>}
    </span>
  )
}
