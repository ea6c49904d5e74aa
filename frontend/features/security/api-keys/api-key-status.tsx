import type { ApiKey } from '../../../../shared/api/api-keys.ts'
import { formatDate } from '../../../lib/format.ts'
import { Badge, type Tone } from '../../../ui/display/badge.tsx'

type Status = 'expired' | 'off'

const badges: Record<Status, { label: string; tone: Tone }> = {
  expired: { label: 'Verlopen', tone: 'warn' },
  off: { label: 'Uitgeschakeld', tone: 'neutral' },
}

function statusOf({ isActive, expiresAt }: ApiKey): Status | null {
  if (!isActive) return 'off'
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : null
}

/** Tells whether an API key works: neither expired nor switched off. */
export const isUsable = (apiKey: ApiKey): boolean => statusOf(apiKey) === null

/** Shows that a key is expired or switched off; nothing for one that works. */
export function ApiKeyStatus({ apiKey }: { readonly apiKey: ApiKey }) {
  const status = statusOf(apiKey)
  return status && <Badge tone={badges[status].tone}>{badges[status].label}</Badge>
}

/**
 * Returns the last day on which an API key works, as `21-11-2026`; `Nooit` if it never expires. It expires at the
 * midnight after that day.
 */
export const formatExpiry = ({ expiresAt }: ApiKey): string =>
  expiresAt === null ? 'Nooit' : formatDate(new Date(Date.parse(expiresAt) - 1).toISOString())
