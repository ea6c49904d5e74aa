import { lazy, Suspense } from 'react'
import { useCan } from '../../lib/session.ts'

const GateLine = lazy(() => import('./gate-line.tsx').then((m) => ({ default: m.GateLine })))

/** Tells an admin, above a list, that people without consent are still called; renders nothing for others. */
export function GateNotice() {
  if (!useCan('calling:manage')) return null
  return (
    <Suspense fallback={null}>
      <GateLine />
    </Suspense>
  )
}
