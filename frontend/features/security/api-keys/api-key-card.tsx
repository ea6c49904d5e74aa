import type { ApiKey } from '../../../../shared/api/api-keys.ts'
import { formatDate, formatDateTime, formatNumber } from '../../../lib/format.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { CardRow } from '../../../ui/table/data-table-card.tsx'
import { ApiKeyStatus, formatExpiry } from './api-key-status.tsx'

/** Shows an API key in the list on a phone. */
export function ApiKeyCard({ apiKey }: { readonly apiKey: ApiKey }) {
  const { name, description, keyPreview, createdAt, lastUsedAt, reads } = apiKey
  return (
    <Stack gap={6}>
      <CardRow
        title={name}
        meta={
          <Text as="code" size={12} weight="regular">
            {keyPreview}
          </Text>
        }
        badge={<ApiKeyStatus apiKey={apiKey} />}
      />
      {description && (
        <Text as="p" size={13} color="muted">
          {description}
        </Text>
      )}
      <Text as="p" size={12} color="soft">
        <Text overflow="nowrap">Aangemaakt {formatDate(createdAt)} ·</Text>{' '}
        <Text overflow="nowrap">verloopt {formatExpiry(apiKey).toLowerCase()} ·</Text>{' '}
        <Text overflow="nowrap">
          {lastUsedAt ? `${formatNumber(reads)}× gelezen, laatst ${formatDateTime(lastUsedAt)}` : 'nog niet gebruikt'}
        </Text>
      </Text>
    </Stack>
  )
}
