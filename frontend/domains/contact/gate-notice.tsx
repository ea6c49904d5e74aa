import { useCan } from '../../lib/session.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { useIsPhone } from '../../ui/use-media.ts'

const GateLine = onDemand(() => import('./gate-line.tsx').then((m) => m.GateLine))

/**
 * Tells an admin, above a list, that people without consent are still called; renders nothing for others, and on a phone,
 * where it would take two of six rows.
 */
export function GateNotice() {
  const isShown = useCan('calling:manage')
  if (useIsPhone() || !isShown) return null
  return <GateLine />
}
