import { lazy, Suspense } from 'react'
import { useCan } from '../../lib/session.ts'
import { useIsPhone } from '../../ui/use-media.ts'

const GateLine = lazy(() => import('./gate-line.tsx').then((m) => ({ default: m.GateLine })))

/**
 * Tells an admin, above a list, that people without consent are still called; renders nothing for others, and on a phone,
 * where it would take two of six rows.
 */
export function GateNotice() {
  const isShown = useCan('calling:manage')
  if (useIsPhone() || !isShown) return null
  return (
    <Suspense fallback={null}>
      <GateLine />
    </Suspense>
  )
}
